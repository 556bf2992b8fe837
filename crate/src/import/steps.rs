//! The steps that configs have in common.

use crate::op::{
    Arithmetic, Filter, Fit, LimitRounding, Normalise, Pad, PadPlace, PadTo, Precision, Rescale, RescaleBy, Resize,
    ResizeMatches, ScaleShift, ScaleShiftBy, Step,
};
use crate::pipeline::Pipeline;
use crate::spec::{ChannelOrder, Size, ValueRange};

pub const IMAGENET: ([f64; 3], [f64; 3]) = ([0.485, 0.456, 0.406], [0.229, 0.224, 0.225]);

/// Pillow's numbers of its filters, as Hugging Face writes them.
pub fn pillow_filter(number: u32) -> Option<Filter> {
    Some(match number {
        0 => Filter::Nearest,
        1 => Filter::Lanczos3,
        2 => Filter::Bilinear,
        3 => Filter::Bicubic,
        4 => Filter::Box,
        5 => Filter::Hamming,
        _ => return None,
    })
}

/// OpenCV's numbers of its filters, as Paddle writes them: 2 is bicubic, not bilinear.
pub fn opencv_filter(number: u32) -> Option<Filter> {
    Some(match number {
        0 => Filter::Nearest,
        1 => Filter::Bilinear,
        2 => Filter::Bicubic,
        3 => Filter::Area,
        4 => Filter::Lanczos4,
        5 => Filter::BilinearExact,
        6 => Filter::NearestExact,
        _ => return None,
    })
}

/// A filter by the name that torchvision, timm and mmcv give it.
pub fn named_filter(name: &str) -> Option<Filter> {
    Some(match name.rsplit('.').next().unwrap_or(name).to_ascii_lowercase().as_str() {
        "nearest" => Filter::Nearest,
        "nearest-exact" | "nearest_exact" => Filter::NearestExact,
        "bilinear" | "linear" => Filter::Bilinear,
        "bicubic" | "cubic" => Filter::Bicubic,
        "box" => Filter::Box,
        "hamming" => Filter::Hamming,
        "lanczos" => Filter::Lanczos3,
        "area" => Filter::Area,
        _ => return None,
    })
}

pub fn square(edge: u32) -> Size {
    Size::new(edge, edge)
}

pub fn opencv(filter: Filter, fit: Fit) -> Step {
    Step::Resize(Resize::new(ResizeMatches::Opencv, filter, fit))
}

pub fn torch(filter: Filter, fit: Fit, antialias: bool) -> Step {
    // nearest has no antialias.
    let antialias = (!matches!(filter, Filter::Nearest | Filter::NearestExact)).then_some(antialias);
    Step::Resize(Resize { antialias, ..Resize::new(ResizeMatches::Torch, filter, fit) })
}

pub fn pillow(filter: Filter, fit: Fit) -> Step {
    Step::Resize(Resize::new(ResizeMatches::Pillow, filter, fit))
}

pub fn pad(to: PadTo, place: PadPlace, value: Vec<f64>) -> Step {
    Step::Pad(Pad { to, place, value })
}

pub fn up_to(edge: u32, limit: u32, rounding: LimitRounding) -> Fit {
    Fit::ShortestEdgeUpTo { edge, limit, rounding }
}

/// `x * (1 / 255)` in f32.
pub fn times_f32(to: ValueRange) -> Step {
    times(to, Precision::F32)
}

/// `x * (1 / 255)` in f64, f32 once the next step is.
pub fn times_f64(to: ValueRange) -> Step {
    times(to, Precision::F64)
}

fn times(to: ValueRange, precision: Precision) -> Step {
    Step::Rescale(Rescale { from: ValueRange::Bytes, to, by: RescaleBy::Multiplication, precision })
}

pub fn normalise(
    mean: Vec<f64>,
    std: Vec<f64>,
    order: ChannelOrder,
    range: ValueRange,
    arithmetic: Arithmetic,
) -> Step {
    Step::Normalise(Normalise { mean, std, order, range, arithmetic })
}

/// numpy's `img -= mean; img /= std` on an f32 array with f64 constants: f64 rounded to f32 after each.
pub fn in_place(pipeline: Pipeline, mean: Vec<f64>, std: Vec<f64>, order: ChannelOrder, range: ValueRange) -> Pipeline {
    let count = std.len();
    // The middle one changes nothing but the precision.
    pipeline
        .step(normalise(mean, vec![1.0; count], order, range, Arithmetic::F64))
        .assume_range(range)
        .step(normalise(vec![0.0], vec![1.0], order, range, Arithmetic::F32))
        .assume_range(range)
        .step(normalise(vec![0.0; count], std, order, range, Arithmetic::F64))
}

/// `x * scale` with a scale that is no range's.
pub fn scaled(scale: f64, precision: Precision) -> Step {
    let by = ScaleShiftBy::MultiplyAdd { multiply: vec![scale], add: vec![0.0] };
    scale_shift(by, ChannelOrder::Rgb, precision)
}

/// Another form of a normalise on data of 0-255.
pub fn scale_shift(by: ScaleShiftBy, order: ChannelOrder, precision: Precision) -> Step {
    Step::ScaleShift(ScaleShift { by, order, range: ValueRange::Bytes, precision })
}
