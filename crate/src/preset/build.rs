//! The shapes that presets have in common.

use crate::constants::Constants;
use crate::op::{
    Arithmetic, Filter, Fit, InsideRounding, Normalise, Pad, PadPlace, PadTo, Rescale, RescaleBy, Resize,
    ResizeMatches, Step,
};
use crate::pipeline::Pipeline;
use crate::spec::{ChannelOrder, Size, TensorLayout, ValueRange};

pub fn constants(mean: &[f64], std: &[f64], order: ChannelOrder, range: ValueRange) -> Constants {
    Constants { mean: mean.into(), std: std.into(), order, range }
}

/// ImageNet's constants as torchvision, timm and transformers state them.
pub fn imagenet() -> Constants {
    constants(&[0.485, 0.456, 0.406], &[0.229, 0.224, 0.225], ChannelOrder::Rgb, ValueRange::Unit)
}

/// The same for data of 0-255 in BGR, as MegEngine and mmdetection state them.
pub fn imagenet_bgr() -> Constants {
    constants(&[103.53, 116.28, 123.675], &[57.375, 57.12, 58.395], ChannelOrder::Bgr, ValueRange::Bytes)
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

/// VGG's mean in 0-1, and a std of 1 / 255: what Caffe's VGG subtracts, written for 0-1.
pub fn vgg() -> Constants {
    constants(&[0.48235, 0.45882, 0.40784], &[1.0 / 255.0], ChannelOrder::Rgb, ValueRange::Unit)
}

/// Caffe's mean of BGR in 0-255, and no std.
pub fn caffe(mean: [f64; 3]) -> Constants {
    constants(&mean, &[1.0], ChannelOrder::Bgr, ValueRange::Bytes)
}

/// Constants with the operations of a library.
pub fn as_computed(constants: Constants, arithmetic: Arithmetic) -> Normalise {
    Normalise { arithmetic, ..constants.into() }
}

pub const fn square(edge: u32) -> Size {
    Size::new(edge, edge)
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

pub fn opencv(pipeline: Pipeline, filter: Filter, fit: Fit) -> Pipeline {
    pipeline.step(Step::Resize(Resize::new(ResizeMatches::Opencv, filter, fit)))
}

/// A multiplication by 1 / 255 in f32.
pub fn times_1_255(pipeline: Pipeline) -> Pipeline {
    pipeline.step(Step::Rescale(Rescale {
        from: ValueRange::Bytes,
        to: ValueRange::Unit,
        by: RescaleBy::Multiplication,
        precision: Default::default(),
    }))
}

/// Pads at the right and the bottom with zeros, in the units that the data has by then.
pub fn pad(pipeline: Pipeline, to: PadTo) -> Pipeline {
    pipeline.step(Step::Pad(Pad { to, place: PadPlace::TopLeft, value: vec![0.0] }))
}

/// OpenCV's bilinear resize into a square, the rest filled with 114.
pub fn letterbox(pipeline: Pipeline, edge: u32, rounding: InsideRounding, place: PadPlace) -> Pipeline {
    opencv(pipeline, Filter::Bilinear, Fit::Inside { width: edge, height: edge, rounding }).step(Step::Pad(Pad {
        to: PadTo::Size(square(edge)),
        place,
        value: vec![114.0],
    }))
}
