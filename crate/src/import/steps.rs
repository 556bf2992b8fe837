//! The steps that configs have in common.

use crate::op::{
    Arithmetic, Filter, Fit, LimitRounding, Normalise, Pad, PadPlace, PadTo, Precision, Rescale, RescaleBy, Resize,
    ResizeMatches, Step,
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

/// `scale * x` with a scale that is no range's, `mean` 0 and `std` its reciprocal.
pub fn scaled(scale: f64, order: ChannelOrder) -> Step {
    normalise(vec![0.0], vec![1.0 / scale], order, ValueRange::Bytes, Arithmetic::F32)
}

/// `(x - mean) * factor` on data of 0-255.
pub fn multiplied(mean: Vec<f64>, factor: Vec<f64>, order: ChannelOrder) -> Step {
    let std = factor.iter().map(|&factor| 1.0 / f64::from(factor as f32)).collect();
    normalise(mean, std, order, ValueRange::Bytes, Arithmetic::Mmcv)
}

/// `scale * x + bias` on data of 0-255.
pub fn affine(scale: Vec<f64>, bias: Vec<f64>, order: ChannelOrder) -> Step {
    let of = |list: &[f64], at: usize| list.get(at).or(list.first()).copied().unwrap_or_default();
    let count = scale.len().max(bias.len());
    let mean = (0..count).map(|at| -of(&bias, at) / of(&scale, at)).collect();
    let std = (0..count).map(|at| 1.0 / of(&scale, at)).collect();
    normalise(mean, std, order, ValueRange::Bytes, Arithmetic::F32)
}
