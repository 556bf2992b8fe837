//! timm: `config.json` of a model on the hub, or its data config alone.
//!
//! *Source*: timm 1.0.31, data/config.py (resolve_data_config) and data/transforms_factory.py (transforms_imagenet_eval).

use serde_json::Value;

use super::keys::Keys;
use super::report::{Imported, Report};
use super::{Family, Options, steps};
use crate::error::{Error, Result};
use crate::op::{CenterCrop, Fit, PadPlace, PadTo, Step};
use crate::pipeline::Pipeline;
use crate::spec::{ChannelOrder, Size, TensorLayout, ValueRange};

/// Keys that say nothing about the tensor.
const IGNORED: &[&str] = &[
    "architecture",
    "model",
    "num_classes",
    "num_features",
    "label_names",
    "label_descriptions",
    "model_args",
    "global_pool",
    "use_test_size",
    "tag",
    "license",
    "url",
    "file",
    "hf_hub_id",
    "hf_hub_filename",
    "first_conv",
    "classifier",
    "source",
    "custom_load",
    "origin_url",
    "paper_name",
    "paper_ids",
    "notes",
    "pool_size",
    "min_input_size",
    "state_dict",
    "description",
    "features",
    "num_registers",
    "pretrained_cfg",
    "image_processor_type",
    "transformers_version",
    "model_type",
    "torch_dtype",
    "dtype",
    "initializer_range",
    "architectures",
    "do_pooling",
    "problem_type",
];

/// Reads a `config.json`, a data config, or the one inside Hugging Face's TimmWrapper.
///
/// *Errors*: `InvalidInput`, `Unsupported`.
pub fn import_value(name: &str, value: Value, options: &Options) -> Result<Imported> {
    let mut report = Report::default();
    let mut keys = Keys::new(value, "")?;
    let architecture = keys.peek("architecture").and_then(Value::as_str).unwrap_or(name).to_owned();
    let inner = match keys.keys("data_config")? {
        Some(inner) => {
            keys.ignore(&mut report, &["pretrained_cfg"]);
            Some(inner)
        }
        None => keys.keys("pretrained_cfg")?,
    };
    if let Some(inner) = inner {
        keys.ignore(&mut report, IGNORED);
        keys.finish(&mut report);
        keys = inner;
    }
    keys.ignore(&mut report, IGNORED);
    let pipeline = pipeline(&mut keys, &mut report, options)?;
    keys.finish(&mut report);
    let source = format!("timm 1.0.31, create_transform of {architecture} on a PIL image, Pillow 13.0");
    Ok(report.finish(Family::Timm, name, source, pipeline))
}

fn pipeline(keys: &mut Keys, report: &mut Report, options: &Options) -> Result<Pipeline> {
    let size = input_size(keys, report, options)?;
    let percent = crop_pct(keys, report, options)?;
    let scale = |edge: u32| (f64::from(edge) / percent).floor() as u32;
    let larger = Size::new(scale(size.width), scale(size.height));
    let named = keys.text(report, "interpolation")?.unwrap_or_else(|| {
        report.assume("interpolation bicubic", "timm's default");
        "bicubic".into()
    });
    let filter = steps::named_filter(&named).ok_or_else(|| {
        keys.wrong("interpolation", "bicubic, bilinear, nearest, lanczos, box or hamming", &named.clone().into())
    })?;
    let (mean, std) =
        (constants(keys, report, "mean", steps::IMAGENET.0)?, constants(keys, report, "std", steps::IMAGENET.1)?);
    let mode = keys.text(report, "crop_mode")?.unwrap_or_else(|| {
        report.assume("crop_mode center", "timm's default");
        "center".into()
    });
    let Size { width, height } = larger;
    let crop = Step::CenterCrop(CenterCrop::new(size));
    let pipeline = Pipeline::new().convert_order(ChannelOrder::Rgb);
    let pipeline = match mode.as_str() {
        "squash" => pipeline.resize(filter, Fit::Stretch(larger)).step(crop),
        "border" => {
            let colour = mean.iter().map(|value| (value * 255.0).round_ties_even()).collect();
            let inside = pipeline.resize(filter, Fit::KeepRatio { width, height, longest: 1.0 });
            let padded = inside.step(steps::pad(PadTo::Size(larger), PadPlace::Center, colour));
            if larger == size {
                padded
            } else {
                report.inexact("crop_mode border with crop_pct other than 1: the border may be one pixel off");
                padded.step(crop)
            }
        }
        "center" if width == height => pipeline.resize(filter, Fit::ShortestEdge(width)).step(crop),
        "center" => pipeline.resize(filter, Fit::KeepRatio { width, height, longest: 0.0 }).step(crop),
        other => return Err(keys.wrong("crop_mode", "center, squash or border", &other.into())),
    };
    Ok(pipeline
        .rescale(ValueRange::Bytes, ValueRange::Unit)
        .step(steps::normalise(mean, std, ChannelOrder::Rgb, ValueRange::Unit, Default::default()))
        .layout(TensorLayout::Nchw))
}

fn input_size(keys: &mut Keys, report: &mut Report, options: &Options) -> Result<Size> {
    if keys.bool(report, "fixed_input_size")? == Some(true) && options.test_size && keys.has("test_input_size") {
        report.trap("the model's input size is fixed, yet the config has a test size");
    }
    let test = keys.has("test_input_size");
    if test && !options.test_size {
        keys.ignore(report, &["test_input_size"]);
        report.trap("the config has a test size, which timm takes only with use_test_size; so it is not taken here");
    }
    let key = if test && options.test_size { "test_input_size" } else { "input_size" };
    if key == "test_input_size" {
        keys.ignore(report, &["input_size"]);
    }
    let Some(list) = keys.edges(report, key)? else {
        report.assume("an input of 224x224", "timm's default");
        return Ok(Size::new(224, 224));
    };
    match list.as_slice() {
        [3, height, width] => Ok(Size::new(*width, *height)),
        [channels, _, _] => Err(Error::unsupported(format!("a model of {channels} channels; RGB has 3"))),
        _ => Err(keys.wrong(key, "channels, height and width", &list.clone().into())),
    }
}

fn crop_pct(keys: &mut Keys, report: &mut Report, options: &Options) -> Result<f64> {
    let test = options.test_size && keys.has("test_crop_pct");
    let (key, other) = if test { ("test_crop_pct", "crop_pct") } else { ("crop_pct", "test_crop_pct") };
    keys.ignore(report, &[other]);
    let percent = keys.number(report, key)?.filter(|&percent| percent != 0.0).unwrap_or_else(|| {
        report.assume("crop_pct 0.875", "timm's default");
        0.875
    });
    if percent > 0.0 && percent <= 4.0 {
        return Ok(percent);
    }
    Err(keys.wrong(key, "a part of the edge, above 0", &percent.into()))
}

fn constants(keys: &mut Keys, report: &mut Report, key: &str, default: [f64; 3]) -> Result<Vec<f64>> {
    match keys.numbers(report, key)? {
        Some(list) if matches!(list.len(), 1 | 3) => Ok(list),
        Some(list) => Err(keys.wrong(key, "three numbers", &list.into())),
        None => {
            report.assume(format!("{key} {default:?}"), "timm's default, ImageNet's");
            Ok(default.into())
        }
    }
}
