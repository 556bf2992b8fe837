//! Targets that are configs: mmdetection 3 and Hugging Face.

use serde_json::{Map, Value, json};

use super::numbers::Numbers;
use super::{Target, exact, list, refuse};
use crate::error::Result;
use crate::op::{
    Arithmetic, CropMatches, Filter, Fit, InsideRounding, LimitRounding, PadPlace, PadTo, Precision, Rescale,
    RescaleBy, ResizeMatches, Step,
};
use crate::pipeline::Pipeline;
use crate::spec::{ChannelOrder, TensorLayout, ValueRange};

pub fn mmdetection(pipeline: &Pipeline) -> Result<String> {
    let target = Target::Mmdetection;
    let (mut numbers, mut transforms, mut padding, mut normalised) = (Numbers::new(), Vec::new(), String::new(), false);
    for (at, step) in pipeline.steps.iter().enumerate() {
        let no = |why: &str| Err(refuse(target, step, at, why));
        if numbers.take(target, step, at)? {
            normalised |= matches!(step, Step::Normalise(_) | Step::Rescale(_));
            continue;
        }
        match step {
            Step::Resize(resize) if !normalised && resize.matches == ResizeMatches::Opencv => {
                let interpolation = match resize.filter {
                    Filter::Bilinear => "bilinear",
                    Filter::Nearest => "nearest",
                    Filter::Bicubic => "bicubic",
                    Filter::Area => "area",
                    Filter::Lanczos4 => "lanczos",
                    _ => return no("mmcv has no such filter"),
                };
                let (width, height, keep) = match resize.fit {
                    Fit::Stretch(size) => (size.width, size.height, "False"),
                    Fit::Inside { width, height, rounding: InsideRounding::Mmcv } => (width, height, "True"),
                    _ => return no("mmcv's Resize has no such size"),
                };
                transforms.push(format!(
                    "dict(type='Resize', scale=({width}, {height}), keep_ratio={keep}, interpolation='{interpolation}')"
                ));
            }
            Step::Resize(_) => return no("mmcv resizes bytes with OpenCV"),
            Step::Pad(pad) if pad.place == PadPlace::TopLeft => match (pad.to, normalised) {
                (PadTo::Multiple(multiple), true) if pad.value.len() == 1 => {
                    padding = format!("\n    pad_size_divisor={multiple},\n    pad_value={},", exact(&pad.value));
                }
                (PadTo::Size(size), false) => transforms.push(format!(
                    "dict(type='Pad', size=({}, {}), pad_val=dict(img=({},)))",
                    size.width,
                    size.height,
                    exact(&pad.value.iter().cycle().take(3).copied().collect::<Vec<_>>())
                )),
                _ => return no("mmdetection pads to a size before, or to a multiple after the numbers"),
            },
            _ => return no("no transform of mmdetection does this with the same numbers"),
        }
    }
    numbers.nchw(target)?;
    let to_rgb = if numbers.order == ChannelOrder::Rgb { "True" } else { "False" };
    let mut code = "test_pipeline = [\n    dict(type='LoadImageFromFile'),\n".to_owned();
    transforms.iter().for_each(|line| code += &format!("    {line},\n"));
    code += "    dict(type='PackDetInputs'),\n]\n";
    code += &format!(
        "# the numbers are stated for 0-255: where the pipeline divides by 255 first, the last bits may differ\n\
         data_preprocessor = dict(\n    type='DetDataPreprocessor',\n    mean=[{}],\n    std=[{}],\n    bgr_to_rgb={to_rgb},{padding}\n)\n",
        list(&numbers.mean),
        list(&numbers.std)
    );
    Ok(code)
}

fn is_pil_rescale(rescale: &Rescale) -> bool {
    let ranges = (rescale.from, rescale.to) == (ValueRange::Bytes, ValueRange::Unit);
    ranges && (rescale.by, rescale.precision) == (RescaleBy::Multiplication, Precision::F64)
}

/// A CLIPImageProcessor, or its PIL twin, with every key said.
pub fn hugging_face(pipeline: &Pipeline) -> Result<String> {
    let target = Target::HuggingFace;
    let mut map = Map::new();
    for key in ["do_resize", "do_center_crop", "do_rescale", "do_normalize"] {
        map.insert(key.into(), false.into());
    }
    let mut pil = None;
    let mut backend = |is_pil: bool| *pil.get_or_insert(is_pil) == is_pil;
    for (at, step) in pipeline.steps.iter().enumerate() {
        let no = |why: &str| Err(refuse(target, step, at, why));
        match step {
            Step::ConvertOrder(convert) if convert.to == ChannelOrder::Rgb && at == 0 => {
                map.insert("do_convert_rgb".into(), true.into());
            }
            Step::Resize(resize) if map.get("do_resize") == Some(&Value::Bool(false)) => {
                if resize.region.is_some() || resize.reducing_gap.is_some() || resize.align_corners {
                    return no("its backends resize the whole image at once, and align no corners");
                }
                let is_pil = match resize.matches {
                    ResizeMatches::Pillow => true,
                    ResizeMatches::Torch if resize.antialias != Some(false) => false,
                    _ => return no("its backends resize with Pillow, or with torch and antialias"),
                };
                let resample = match (resize.filter, is_pil) {
                    (Filter::Nearest, true) | (Filter::NearestExact, false) => 0,
                    (Filter::Lanczos3, true) => 1,
                    (Filter::Bilinear, _) => 2,
                    (Filter::Bicubic, _) => 3,
                    (Filter::Box, true) => 4,
                    (Filter::Hamming, true) => 5,
                    _ => return no("the backend has no such filter"),
                };
                let size = match resize.fit {
                    Fit::Stretch(size) => json!({"height": size.height, "width": size.width}),
                    Fit::ShortestEdge(edge) => json!({"shortest_edge": edge}),
                    Fit::ShortestEdgeUpTo { edge, limit, rounding: LimitRounding::HuggingFace } => {
                        json!({"shortest_edge": edge, "longest_edge": limit})
                    }
                    _ => return no("`size` has no such rule"),
                };
                if !backend(is_pil) {
                    return no("the other steps are of the other backend");
                }
                map.insert("do_resize".into(), true.into());
                map.insert("size".into(), size);
                map.insert("resample".into(), resample.into());
            }
            Step::CenterCrop(crop) => {
                let is_pil = match crop.matches {
                    CropMatches::HuggingFacePil => true,
                    CropMatches::HuggingFace => false,
                    _ => return no("transformers rounds the offset of a crop down"),
                };
                if !backend(is_pil) {
                    return no("the other steps are of the other backend");
                }
                map.insert("do_center_crop".into(), true.into());
                map.insert("crop_size".into(), json!({"height": crop.size.height, "width": crop.size.width}));
            }
            Step::Rescale(rescale) => {
                if !is_pil_rescale(rescale) || !backend(true) {
                    return no(
                        "the PIL backend multiplies by 1/255 in f64; the other one has no rescale before normalise",
                    );
                }
                map.insert("do_rescale".into(), true.into());
                map.insert("rescale_factor".into(), (1.0 / 255.0).into());
            }
            Step::Normalise(normalise) => {
                let rescaled = map.get("do_rescale") == Some(&Value::Bool(true));
                match (normalise.arithmetic, rescaled) {
                    (Arithmetic::F32, true) => {}
                    (Arithmetic::HuggingFace, false) if backend(false) => {
                        map.insert("do_rescale".into(), true.into());
                        map.insert("rescale_factor".into(), (1.0 / 255.0).into());
                    }
                    _ => return no("its backends normalise 0-1 in f32, or with the factor folded in"),
                }
                let unit = normalise.constants().stated_in(ChannelOrder::Rgb, ValueRange::Unit);
                let unit = unit.map_err(|error| error.at_step(at))?;
                map.insert("do_normalize".into(), true.into());
                map.insert("image_mean".into(), unit.mean.into());
                map.insert("image_std".into(), unit.std.into());
            }
            Step::Layout(layout) => {
                let format = match layout.to {
                    TensorLayout::Nchw => "channels_first",
                    TensorLayout::Nhwc => "channels_last",
                    _ => return no("pixel_values have an axis for the batch"),
                };
                map.insert("data_format".into(), format.into());
            }
            _ => return no("no key of a preprocessor_config.json does this with the same numbers"),
        }
    }
    let class = if pil == Some(true) { "CLIPImageProcessorPil" } else { "CLIPImageProcessor" };
    map.insert("image_processor_type".into(), class.into());
    Ok(format!("{:#}\n", Value::Object(map)))
}
