//! Targets that are Python code, a line a step: torchvision, and cv2 with numpy.

use std::fmt::Write;

use super::{Target, exact, refuse};
use crate::error::Result;
use crate::op::{
    Arithmetic, CropMatches, Filter, Fit, InsideRounding, LimitRounding, PadPlace, PadTo, Precision, RescaleBy, Resize,
    ResizeMatches, Step,
};
use crate::pipeline::Pipeline;
use crate::spec::{ChannelOrder, DType, TensorLayout, ValueRange};

/// torchvision.transforms on a PIL image in RGB.
pub fn torchvision(pipeline: &Pipeline) -> Result<String> {
    let target = Target::Torchvision;
    let (mut lines, mut floats, mut batch) = (Vec::new(), false, false);
    for (at, step) in pipeline.steps.iter().enumerate() {
        let no = |why: &str| Err(refuse(target, step, at, why));
        match step {
            Step::ConvertOrder(convert) if convert.to == ChannelOrder::Rgb => {}
            Step::Resize(resize) if !floats => match torchvision_resize(resize) {
                Ok(line) => lines.push(line),
                Err(why) => return no(why),
            },
            Step::CenterCrop(crop) if crop.matches == CropMatches::Torchvision => {
                lines.push(format!("T.CenterCrop(({}, {}))", crop.size.height, crop.size.width));
            }
            Step::Pad(pad) if !floats => match pad.to {
                PadTo::Edges { left, top, right, bottom } => {
                    let fill = exact(&pad.value);
                    lines.push(format!("T.Pad(({left}, {top}, {right}, {bottom}), fill=({fill},))"));
                }
                _ => return no("T.Pad takes a number of pixels a side"),
            },
            Step::Rescale(rescale) => {
                let divides = rescale.by == RescaleBy::Division && rescale.precision == Precision::F32;
                if (rescale.from, rescale.to, divides) != (ValueRange::Bytes, ValueRange::Unit, true) {
                    return no("ToTensor divides 0-255 by 255 in f32");
                }
                lines.push("T.ToTensor()".into());
                floats = true;
            }
            Step::Normalise(normalise) => {
                if !floats || normalise.arithmetic != Arithmetic::F32 {
                    return no("T.Normalize is f32 after ToTensor");
                }
                let unit = normalise.constants().stated_in(ChannelOrder::Rgb, ValueRange::Unit);
                let unit = unit.map_err(|error| error.at_step(at))?;
                lines.push(format!("T.Normalize(mean=[{}], std=[{}])", exact(&unit.mean), exact(&unit.std)));
            }
            Step::Layout(layout) => match layout.to {
                TensorLayout::Nchw => batch = true,
                TensorLayout::Chw => {}
                _ => return no("ToTensor gives CHW"),
            },
            _ => return no("no transform does this with the same numbers"),
        }
    }
    let mut code = "from torchvision import transforms as T\n\ntransform = T.Compose([\n".to_owned();
    lines.iter().for_each(|line| code += &format!("    {line},\n"));
    code += "])\n# image: a PIL image\n";
    code += if batch {
        "x = transform(image.convert(\"RGB\")).unsqueeze(0)\n"
    } else {
        "x = transform(image.convert(\"RGB\"))\n"
    };
    Ok(code)
}

fn torchvision_resize(resize: &Resize) -> Result<String, &'static str> {
    if !matches!(resize.matches, ResizeMatches::Pillow | ResizeMatches::Pillow12)
        || resize.region.is_some()
        || resize.reducing_gap.is_some()
    {
        return Err("on a PIL image it resizes with Pillow, the whole of it at once");
    }
    let filter = match resize.filter {
        Filter::Nearest => "NEAREST",
        Filter::Bilinear => "BILINEAR",
        Filter::Bicubic => "BICUBIC",
        Filter::Box => "BOX",
        Filter::Hamming => "HAMMING",
        Filter::Lanczos3 => "LANCZOS",
        _ => return Err("Pillow has no such filter"),
    };
    let size = match resize.fit {
        Fit::ShortestEdge(edge) => format!("{edge}"),
        Fit::Stretch(size) => format!("({}, {})", size.height, size.width),
        Fit::ShortestEdgeUpTo { edge, limit, rounding: LimitRounding::Torchvision } => {
            format!("{edge}, max_size={limit}")
        }
        _ => return Err("T.Resize has no such size"),
    };
    Ok(format!("T.Resize({size}, interpolation=T.InterpolationMode.{filter})"))
}

/// cv2 and numpy on an array in RGB.
pub fn opencv(pipeline: &Pipeline) -> Result<String> {
    let target = Target::Opencv;
    let mut code = "import cv2\nimport numpy as np\n\n# x: an array of HWC, RGB, uint8\n".to_owned();
    let (mut order, mut range) = (ChannelOrder::Rgb, ValueRange::Bytes);
    for (at, step) in pipeline.steps.iter().enumerate() {
        let no = |why: &str| Err(refuse(target, step, at, why));
        match step {
            Step::ConvertOrder(convert) if convert.to == order => {}
            Step::ConvertOrder(convert) if convert.to == order.reversed() => {
                order = convert.to;
                code += "x = np.ascontiguousarray(x[..., ::-1])\n";
            }
            Step::Resize(resize) => match opencv_resize(resize) {
                Ok(lines) => code += &lines,
                Err(why) => return no(why),
            },
            Step::Crop(crop) => {
                let (bottom, right) =
                    (u64::from(crop.y) + u64::from(crop.size.height), u64::from(crop.x) + u64::from(crop.size.width));
                let _ = writeln!(code, "x = x[{}:{bottom}, {}:{right}]", crop.y, crop.x);
            }
            Step::Pad(pad) => {
                let (before, frame) = match (pad.place, pad.to) {
                    (_, PadTo::Edges { left, top, right, bottom }) => {
                        let _ = writeln!(code, "l, t, r, b = {left}, {top}, {right}, {bottom}");
                        (None, None)
                    }
                    (PadPlace::TopLeft, to) => (Some("0, 0"), Some(to)),
                    (PadPlace::Center, to) => (Some("(W - w) // 2, (H - h) // 2"), Some(to)),
                    (PadPlace::Ultralytics, to) => {
                        (Some("round((W - w) / 2 - 0.1), round((H - h) / 2 - 0.1)"), Some(to))
                    }
                };
                if let (Some(before), Some(frame)) = (before, frame) {
                    let frame = match frame {
                        PadTo::Size(size) => format!("{}, {}", size.width, size.height),
                        PadTo::Multiple(multiple) => {
                            format!("-(-w // {multiple}) * {multiple}, -(-h // {multiple}) * {multiple}")
                        }
                        _ => "max(w, h), max(w, h)".into(),
                    };
                    let _ = writeln!(
                        code,
                        "h, w = x.shape[:2]\nW, H = {frame}\nl, t = {before}\nr, b = W - w - l, H - h - t"
                    );
                }
                let colour = pad.value.iter().cycle().take(3).map(f64::to_string).collect::<Vec<_>>().join(", ");
                let _ = writeln!(code, "x = cv2.copyMakeBorder(x, t, b, l, r, cv2.BORDER_CONSTANT, value=({colour}))");
            }
            Step::Flip(flip) => {
                let _ = writeln!(
                    code,
                    "x = x[{}]",
                    if flip.axis == crate::op::FlipAxis::Horizontal { ":, ::-1" } else { "::-1" }
                );
            }
            Step::Rescale(rescale) if rescale.from == ValueRange::Bytes && rescale.to == ValueRange::Unit => {
                code += match (rescale.by, rescale.precision) {
                    (RescaleBy::Division, Precision::F32) => "x = x.astype(np.float32) / np.float32(255)\n",
                    (RescaleBy::Multiplication, Precision::F32) => "x = x.astype(np.float32) * np.float32(1 / 255)\n",
                    (RescaleBy::Division, Precision::F64) => "x = x.astype(np.float64) / 255\n",
                    (RescaleBy::Multiplication, Precision::F64) => {
                        "x = (x.astype(np.float64) * (1 / 255)).astype(np.float32)\n"
                    }
                };
                range = ValueRange::Unit;
            }
            Step::Normalise(normalise) if normalise.arithmetic == Arithmetic::F32 => {
                let constants = normalise.constants().stated_in(order, range).map_err(|error| error.at_step(at))?;
                let _ = writeln!(
                    code,
                    "x = (x.astype(np.float32) - np.array([{}], np.float32)) / np.array([{}], np.float32)",
                    exact(&constants.mean),
                    exact(&constants.std)
                );
                range = ValueRange::Normalised;
            }
            Step::Cast(cast) if cast.to == DType::F32 => code += "x = x.astype(np.float32)\n",
            Step::Layout(layout) => {
                code += match layout.to {
                    TensorLayout::Nchw => "x = np.ascontiguousarray(x.transpose(2, 0, 1))[None]\n",
                    TensorLayout::Chw => "x = np.ascontiguousarray(x.transpose(2, 0, 1))\n",
                    TensorLayout::Nhwc => "x = x[None]\n",
                    TensorLayout::Hwc => "",
                    TensorLayout::Wch => "x = np.ascontiguousarray(x.transpose(1, 2, 0))\n",
                };
            }
            _ => return no("no call of cv2 or numpy does this with the same numbers"),
        }
    }
    Ok(code)
}

fn opencv_resize(resize: &Resize) -> Result<String, &'static str> {
    if !matches!(resize.matches, ResizeMatches::Opencv | ResizeMatches::Opencv4) {
        return Err("it resizes with OpenCV; another library's numbers are not its own");
    }
    let filter = match resize.filter {
        Filter::Nearest => "NEAREST",
        Filter::NearestExact => "NEAREST_EXACT",
        Filter::Bilinear => "LINEAR",
        Filter::BilinearExact => "LINEAR_EXACT",
        Filter::Bicubic => "CUBIC",
        Filter::Lanczos4 => "LANCZOS4",
        Filter::Area => "AREA",
        _ => return Err("OpenCV has no such filter"),
    };
    let size = match resize.fit {
        Fit::Stretch(size) => format!("size = {}, {}\n", size.width, size.height),
        Fit::ShortestEdge(edge) => format!(
            "h, w = x.shape[:2]\nsize = ({edge}, int({edge} * h / w)) if w <= h else (int({edge} * w / h), {edge})\n"
        ),
        Fit::Inside { width, height, rounding } => {
            let round = match rounding {
                InsideRounding::Truncate => "int(w * s), int(h * s)",
                InsideRounding::HalfEven => "round(w * s), round(h * s)",
                InsideRounding::HalfUp | InsideRounding::Mmcv => "int(w * s + 0.5), int(h * s + 0.5)",
                InsideRounding::Ceil => return Err("write ceil by hand"),
            };
            let scale = if rounding == InsideRounding::Mmcv {
                let (long, short) = (width.max(height), width.min(height));
                format!("min({long} / max(w, h), {short} / min(w, h))")
            } else {
                format!("min({height} / h, {width} / w)")
            };
            format!("h, w = x.shape[:2]\ns = {scale}\nsize = {round}\n")
        }
        _ => return Err("its size has no one-line rule; write it by hand"),
    };
    Ok(format!("{size}x = cv2.resize(x, size, interpolation=cv2.INTER_{filter})\n"))
}
