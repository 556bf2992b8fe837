//! torchvision's segmentation and detection.

use super::Preset;
use super::build::{imagenet, pad, vgg};
use crate::constants::Constants;
use crate::op::{Filter, Fit, LimitRounding, PadTo, Resize, ResizeMatches, Step};
use crate::pipeline::Pipeline;
use crate::spec::{ChannelOrder, Size, TensorLayout, ValueRange};

/// What GeneralizedRCNNTransform does inside the model: it normalises first and resizes the floats.
fn inside_the_model(constants: Constants, fit: Fit) -> Pipeline {
    let resize = Resize { antialias: Some(false), ..Resize::new(ResizeMatches::Torch, Filter::Bilinear, fit) };
    Pipeline::new()
        .convert_order(ChannelOrder::Rgb)
        .rescale(ValueRange::Bytes, ValueRange::Unit)
        .normalise(constants)
        .step(Step::Resize(resize))
}

pub const PRESETS: &[Preset] = &[
    Preset {
        name: "torchvision/deeplabv3_resnet50",
        also: &[
            "torchvision/deeplabv3_resnet101",
            "torchvision/deeplabv3_mobilenet_v3_large",
            "torchvision/fcn_resnet50",
            "torchvision/fcn_resnet101",
            "torchvision/lraspp_mobilenet_v3_large",
        ],
        description: "Segmentation: shortest edge 520 bilinear, no crop",
        source: "torchvision 0.29.2, DeepLabV3_ResNet50_Weights.COCO_WITH_VOC_LABELS_V1.transforms() on a PIL image, Pillow 13.0",
        build: || {
            Pipeline::new()
                .convert_order(ChannelOrder::Rgb)
                .resize(Filter::Bilinear, Fit::ShortestEdge(520))
                .rescale(ValueRange::Bytes, ValueRange::Unit)
                .normalise(imagenet())
                .layout(TensorLayout::Nchw)
        },
    },
    Preset {
        name: "torchvision/detection",
        also: &[
            "torchvision/fasterrcnn_resnet50_fpn",
            "torchvision/fasterrcnn_resnet50_fpn_v2",
            "torchvision/fasterrcnn_mobilenet_v3_large_fpn",
            "torchvision/maskrcnn_resnet50_fpn",
            "torchvision/maskrcnn_resnet50_fpn_v2",
            "torchvision/keypointrcnn_resnet50_fpn",
            "torchvision/retinanet_resnet50_fpn",
            "torchvision/retinanet_resnet50_fpn_v2",
            "torchvision/fcos_resnet50_fpn",
            "torchvision/ssd300_vgg16",
            "torchvision/ssdlite320_mobilenet_v3_large",
        ],
        description: "Faster R-CNN, Mask R-CNN, RetinaNet, SSD: floats of 0-1 and nothing else, as the model resizes and normalises inside",
        source: "torchvision 0.29.2, FasterRCNN_ResNet50_FPN_Weights.COCO_V1.transforms() on a PIL image",
        build: || {
            Pipeline::new()
                .convert_order(ChannelOrder::Rgb)
                .rescale(ValueRange::Bytes, ValueRange::Unit)
                .layout(TensorLayout::Chw)
        },
    },
    Preset {
        name: "torchvision/fasterrcnn_resnet50_fpn-inside",
        also: &[],
        description: "What Faster R-CNN does inside, for a model exported without it: ImageNet's constants, then shortest edge 800 up to 1333 bilinear without antialias, padded to 32 with 0",
        source: "torchvision 0.29.2, GeneralizedRCNNTransform(800, 1333), torch 2.15 on AVX2, to 1e-6 of the largest value",
        build: || {
            let rounding = LimitRounding::TorchvisionDetection;
            let fit = Fit::ShortestEdgeUpTo { edge: 800, limit: 1333, rounding };
            pad(inside_the_model(imagenet(), fit), PadTo::Multiple(32)).layout(TensorLayout::Nchw)
        },
    },
    Preset {
        name: "torchvision/ssd300_vgg16-inside",
        also: &[],
        description: "What SSD300 does inside, for a model exported without it: VGG's mean and a std of 1 / 255, then 300 x 300 bilinear without antialias",
        source: "torchvision 0.29.2, the GeneralizedRCNNTransform of ssd300_vgg16, torch 2.15 on AVX2, to 1e-6 of the largest value",
        build: || inside_the_model(vgg(), Fit::Stretch(Size::new(300, 300))).layout(TensorLayout::Nchw),
    },
];
