//! The shapes that presets have in common.

use crate::constants::Constants;
use crate::op::{Filter, Fit, LimitRounding, Pad, PadPlace, PadTo, Step};
use crate::pipeline::Pipeline;
use crate::spec::{ChannelOrder, Size, TensorLayout, ValueRange};

pub fn constants(mean: &[f64], std: &[f64], order: ChannelOrder, range: ValueRange) -> Constants {
    Constants { mean: mean.into(), std: std.into(), order, range }
}

/// ImageNet's constants as torchvision, timm and transformers state them.
pub fn imagenet() -> Constants {
    constants(&[0.485, 0.456, 0.406], &[0.229, 0.224, 0.225], ChannelOrder::Rgb, ValueRange::Unit)
}

/// One half for everything: 0-1 becomes -1 to 1.
pub fn half() -> Constants {
    constants(&[0.5], &[0.5], ChannelOrder::Rgb, ValueRange::Unit)
}

/// OpenAI's CLIP.
pub fn clip() -> Constants {
    let (mean, std) = ([0.48145466, 0.4578275, 0.40821073], [0.26862954, 0.26130258, 0.27577711]);
    constants(&mean, &std, ChannelOrder::Rgb, ValueRange::Unit)
}

/// torchvision's and timm's evaluation on a PIL image: shortest edge, centre crop, ToTensor, Normalize.
pub fn classification(filter: Filter, edge: u32, crop: u32, constants: Constants) -> Pipeline {
    Pipeline::new()
        .convert_order(ChannelOrder::Rgb)
        .resize(filter, Fit::ShortestEdge(edge))
        .center_crop(crop)
        .rescale(ValueRange::Bytes, ValueRange::Unit)
        .normalise(constants)
        .layout(TensorLayout::Nchw)
}

/// Keras' load_img(target_size), which squashes with the filter nearest.
pub fn keras_load_img(order: ChannelOrder, edge: u32) -> Pipeline {
    Pipeline::new().convert_order(order).resize(Filter::Nearest, Fit::Stretch(Size::new(edge, edge)))
}

/// Pads at the right and the bottom with zeros, in the units that the data has by then.
fn pad(pipeline: Pipeline, to: PadTo) -> Pipeline {
    pipeline.step(Step::Pad(Pad { to, place: PadPlace::TopLeft, value: vec![0.0] }))
}

/// detectron2: shortest edge 800 but no edge over 1333, on the BGR array, padded to 32 after normalising.
pub fn detectron2() -> Pipeline {
    let pipeline = Pipeline::new()
        .convert_order(ChannelOrder::Bgr)
        .resize(Filter::Bilinear, Fit::ShortestEdgeUpTo { edge: 800, limit: 1333, rounding: LimitRounding::Detectron2 })
        .normalise(constants(&[103.53, 116.28, 123.675], &[1.0], ChannelOrder::Bgr, ValueRange::Bytes));
    pad(pipeline, PadTo::Multiple(32)).layout(TensorLayout::Nchw)
}
