//! A step in plain words, for people who read a pipeline.

mod colour;
mod numeric;

use std::fmt;

use crate::op::{
    Arithmetic, Assume, CropMatches, Filter, Fit, FlipAxis, InsideRounding, LimitRounding, Normalise, Pad, PadPlace,
    PadTo, Precision, Quantise, QuantiseMatches, QuantisedType, Region, Rescale, RescaleBy, Resize, ResizeMatches,
    SideLimit, Step, WarpAffine, WarpMap, WarpMatches,
};
use crate::spec::DType;

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Assume(assume) => relabel(f, assume),
            Self::ConvertOrder(convert) => write!(f, "put the channels in the order {}", convert.to),
            Self::Composite(step) => {
                let [red, green, blue] = step.over;
                write!(f, "lay the image over the colour {red}, {green}, {blue} and drop its alpha, as Pillow")
            }
            Self::Resize(resize) => scale(f, resize),
            Self::WarpAffine(warp) => map(f, warp),
            Self::CenterCrop(crop) => {
                write!(f, "cut out the centre, {}", crop.size)?;
                f.write_str(match crop.matches {
                    CropMatches::Torchvision => "; a smaller image is first padded with 0",
                    CropMatches::HuggingFace => ", as transformers' torchvision backend",
                    CropMatches::HuggingFacePil => ", as transformers' PIL backend",
                    CropMatches::Megengine => ", as MegEngine",
                })
            }
            Self::Crop(crop) => write!(f, "cut out {} at {}, {}", crop.size, crop.x, crop.y),
            Self::Pad(pad) => frame(f, pad),
            Self::Flip(flip) => f.write_str(match flip.axis {
                FlipAxis::Horizontal => "mirror left and right",
                FlipAxis::Vertical => "mirror top and bottom",
            }),
            Self::HueShift(hue) => colour::turned(f, hue),
            Self::Brightness(jitter) => colour::mixed(f, "brightness", jitter),
            Self::Contrast(jitter) => colour::mixed(f, "contrast", jitter),
            Self::Saturation(jitter) => colour::mixed(f, "saturation", jitter),
            Self::HsvJitter(jitter) => colour::moved(f, jitter),
            Self::Lighting(lighting) => colour::lit(f, lighting),
            Self::ToColour(step) => colour::to(f, step),
            Self::FromColour(step) => colour::from(f, step),
            Self::Rescale(rescale) => change_range(f, rescale),
            Self::Normalise(normalise) => standardise(f, normalise),
            Self::ScaleShift(step) => numeric::scaled(f, step),
            Self::Clip(clip) => numeric::clipped(f, clip),
            Self::SrgbToLinear(_) => f.write_str("undo sRGB's curve: numbers linear in light, in f64"),
            Self::Cast(cast) if cast.to == DType::U8 => f.write_str("make the numbers u8: truncate, and wrap"),
            Self::Cast(cast) => write!(f, "make the numbers {}", cast.to),
            Self::Quantise(quantise) => quantised(f, quantise),
            Self::Layout(layout) => write!(f, "lay the numbers out as {}", layout.to),
        }
    }
}

fn relabel(f: &mut fmt::Formatter<'_>, assume: &Assume) -> fmt::Result {
    let labels = [
        assume.order.map(|order| format!("the channel order {order}")),
        assume.range.map(|range| format!("the range {range}")),
        assume.layout.map(|layout| format!("the layout {layout}")),
    ];
    write!(f, "take the data, unchanged, to have {}", labels.into_iter().flatten().collect::<Vec<_>>().join(" and "))
}

fn scale(f: &mut fmt::Formatter<'_>, resize: &Resize) -> fmt::Result {
    match resize.fit {
        Fit::Stretch(size) => write!(f, "resize to {size}, whatever the ratio")?,
        Fit::ShortestEdge(edge) => write!(f, "resize the shorter edge to {edge}")?,
        Fit::ShortestEdgeUpTo { edge, limit, rounding } => {
            write!(
                f,
                "resize the shorter edge to {edge}, or the longer to {limit} if it would pass that, rounded as "
            )?;
            f.write_str(match rounding {
                LimitRounding::Torchvision => "torchvision",
                LimitRounding::Detectron2 => "detectron2",
                LimitRounding::HuggingFace => "transformers",
                LimitRounding::TorchvisionDetection => "torchvision's detection models",
            })?;
        }
        Fit::LongestEdge { edge, rounding } => write!(f, "resize the longer edge to {edge}, {}", rounded(rounding))?,
        Fit::Inside { width, height, rounding } => {
            write!(f, "resize to fit inside {width}x{height}, {}", rounded(rounding))?;
        }
        Fit::Height { height, max_width, rounding } => {
            write!(f, "resize to a height of {height}, ")?;
            if max_width < u32::MAX {
                write!(f, "at most {max_width} wide, ")?;
            }
            f.write_str(rounded(rounding))?;
        }
        Fit::KeepRatio { width, height, longest } => {
            let how = if longest >= 1.0 { "fit inside" } else { "cover" };
            write!(f, "resize to {how} {width}x{height}, as timm")?;
        }
        Fit::PixelArea { min, max, multiple } => {
            write!(f, "resize to between {min} and {max} pixels, edges in multiples of {multiple}")?;
        }
        Fit::MultipleOf { width, height, multiple, .. } => {
            write!(f, "resize towards {width}x{height}, edges in multiples of {multiple}")?;
        }
        Fit::LimitSide { edge, limit, multiple } => {
            let which = match limit {
                SideLimit::Max => "shrink so that the longer edge is at most",
                SideLimit::Min => "enlarge so that the shorter edge is at least",
            };
            write!(f, "{which} {edge}, edges to the nearest multiple of {multiple}")?;
        }
        Fit::Thumbnail { width, height } => write!(f, "shrink to fit inside {width}x{height}")?,
        Fit::PillowThumbnail { width, height } => {
            write!(f, "shrink to fit inside {width}x{height}, rounded as Pillow's thumbnail")?;
        }
        Fit::Scale(factor) => write!(f, "resize by the factor {factor}")?,
    }
    let filter = match resize.filter {
        Filter::Nearest => "nearest",
        Filter::NearestExact => "nearest-exact",
        Filter::Box => "box",
        Filter::Bilinear => "bilinear",
        Filter::BilinearExact => "bilinear-exact",
        Filter::Hamming => "hamming",
        Filter::Bicubic => "bicubic",
        Filter::Lanczos3 => "lanczos3",
        Filter::Lanczos4 => "lanczos4",
        Filter::Lanczos5 => "lanczos5",
        Filter::Gaussian => "gaussian",
        Filter::MitchellCubic => "mitchell-cubic",
        Filter::Area => "area",
    };
    let library = match resize.matches {
        ResizeMatches::Pillow => "Pillow 13",
        ResizeMatches::Pillow12 => "Pillow 12",
        ResizeMatches::Opencv => "OpenCV 5",
        ResizeMatches::Opencv4 => "OpenCV 4",
        ResizeMatches::Torch => "torch",
        ResizeMatches::TorchvisionV1 => "torchvision v1 on tensors",
        ResizeMatches::Tf1 => "TensorFlow 1",
        ResizeMatches::Tf2 => "TensorFlow 2",
    };
    write!(f, ", {filter}, as {library}")?;
    match resize.antialias {
        Some(true) => f.write_str(", antialiased")?,
        Some(false) => f.write_str(", not antialiased")?,
        None => (),
    }
    if resize.align_corners {
        f.write_str(", corners aligned")?;
    }
    if let Some(Region { left, top, right, bottom }) = resize.region {
        write!(f, ", of the region from {left}, {top} to {right}, {bottom}")?;
    }
    resize.reducing_gap.map_or(Ok(()), |gap| write!(f, ", reduced by whole numbers first, with a gap of {gap}"))
}

fn map(f: &mut fmt::Formatter<'_>, warp: &WarpAffine) -> fmt::Result {
    write!(f, "map onto {}", warp.size)?;
    match warp.map {
        WarpMap::Matrix(rows) => write!(f, " by the matrix {} and {}", list(&rows[0]), list(&rows[1]))?,
        WarpMap::LongestEdge => f.write_str(", the longer edge as long as the frame is wide, centre on centre")?,
    }
    write!(f, ", with {} around it, as ", list(&warp.value))?;
    f.write_str(match warp.matches {
        WarpMatches::Opencv => "OpenCV 5",
        WarpMatches::Opencv4 => "OpenCV 4",
    })
}

const fn rounded(rounding: InsideRounding) -> &'static str {
    match rounding {
        InsideRounding::HalfUp => "rounded half up",
        InsideRounding::Truncate => "truncated",
        InsideRounding::HalfEven => "rounded half to even",
        InsideRounding::Ceil => "rounded up",
        InsideRounding::Mmcv => "rounded as mmcv",
    }
}

fn frame(f: &mut fmt::Formatter<'_>, pad: &Pad) -> fmt::Result {
    match pad.to {
        PadTo::Size(size) => write!(f, "pad to {size}")?,
        PadTo::Multiple(multiple) => write!(f, "pad each edge to a multiple of {multiple}")?,
        PadTo::AtLeast { width, height, multiple } => {
            write!(f, "pad to at least {width}x{height}, each edge to a multiple of {multiple}")?;
        }
        PadTo::Square => f.write_str("pad to a square")?,
        PadTo::Edges { left, top, right, bottom } => {
            write!(f, "pad {left} left, {top} top, {right} right, {bottom} bottom")?;
        }
    }
    write!(f, " with {}", list(&pad.value))?;
    f.write_str(match (pad.to, pad.place) {
        (PadTo::Edges { .. }, _) => "",
        (_, PadPlace::TopLeft) => ", the image at the top left",
        (_, PadPlace::Center) => ", the image in the centre",
        (_, PadPlace::Ultralytics) => ", the image in the centre as Ultralytics rounds it",
    })
}

fn change_range(f: &mut fmt::Formatter<'_>, rescale: &Rescale) -> fmt::Result {
    write!(f, "rescale {} to {}", rescale.from, rescale.to)?;
    f.write_str(match (rescale.by, rescale.precision) {
        (RescaleBy::Division, Precision::F32) => "",
        (RescaleBy::Multiplication, Precision::F32) => ", by multiplication",
        (RescaleBy::Division, Precision::F64) => ", in f64",
        (RescaleBy::Multiplication, Precision::F64) => ", by multiplication in f64",
    })
}

fn standardise(f: &mut fmt::Formatter<'_>, normalise: &Normalise) -> fmt::Result {
    write!(f, "subtract the mean {}, divide by the std {}", list(&normalise.mean), list(&normalise.std))?;
    write!(f, " (stated for {}, {})", normalise.order, normalise.range)?;
    f.write_str(match normalise.arithmetic {
        Arithmetic::F32 => "",
        Arithmetic::HuggingFace => ", as transformers' torchvision backend computes",
        Arithmetic::Mmcv => ", as mmcv computes",
        Arithmetic::F64 => ", in f64",
        Arithmetic::F64InPlace => ", in f64 and rounded to f32 after each",
        Arithmetic::F64F32Constants => ", in f64 with f32 constants",
    })
}

fn quantised(f: &mut fmt::Formatter<'_>, quantise: &Quantise) -> fmt::Result {
    let zeros: Vec<f64> = quantise.zero_point.iter().copied().map(f64::from).collect();
    let to = match quantise.to {
        QuantisedType::I8 => "i8",
        QuantisedType::U8 => "u8",
    };
    write!(f, "divide by the scale {}, add the zero point {}, make it {to}", list(&quantise.scale), list(&zeros))?;
    f.write_str(match quantise.matches {
        QuantiseMatches::Onnx => ", as ONNX",
        QuantiseMatches::Tflite => ", as TensorFlow Lite",
        QuantiseMatches::Numpy => ", as numpy truncates and wraps",
    })
}

fn list(numbers: &[f64]) -> String {
    numbers.iter().map(f64::to_string).collect::<Vec<_>>().join(", ")
}
