//! detectron2: a YAML config, with the files that `_BASE_` names.
//!
//! *Source*: detectron2, config/defaults.py, data/transforms (ResizeShortestEdge on a PIL image of the BGR array),
//! structures/image_list.py.

use serde_json::{Map, Value};

use super::keys::Keys;
use super::report::{Imported, Report};
use super::{Family, Options, steps, text};
use crate::error::{Error, Result};
use crate::op::{Filter, LimitRounding, PadPlace, PadTo};
use crate::pipeline::Pipeline;
use crate::spec::{ChannelOrder, TensorLayout, ValueRange};

const MAX_BASES: usize = 8;

/// Reads a config; `options.base` finds the files that `_BASE_` names.
///
/// *Errors*: `InvalidInput`.
pub fn import(name: &str, bytes: &[u8], options: &Options) -> Result<Imported> {
    let mut report = Report::default();
    let mut keys = Keys::new(with_bases(bytes, options, &mut report)?, "")?;
    let pipeline = pipeline(&mut keys, &mut report)?;
    keys.finish(&mut report);
    Ok(report.finish(Family::Detectron2, name, "detectron2, Pillow 13.0", pipeline))
}

fn with_bases(bytes: &[u8], options: &Options, report: &mut Report) -> Result<Value> {
    let mut value = text::yaml(text::utf8(bytes, text::MAX_TEXT)?)?;
    for _ in 0..MAX_BASES {
        let base = match value.as_object_mut().and_then(|map| map.remove("_BASE_")) {
            Some(Value::String(base)) => base,
            Some(other) => return Err(super::keys::wrong("_BASE_", "a file's name", &other)),
            None => return Ok(value),
        };
        report.read("_BASE_", base.clone().into());
        let Some(bytes) = options.base.and_then(|find| find(&base)) else {
            report.incomplete(format!(
                "`_BASE_` {base} is not there: what it says is missing, and defaults stand in for it"
            ));
            return Ok(value);
        };
        let below = text::yaml(text::utf8(&bytes, text::MAX_TEXT)?)?;
        value = merged(below, value);
    }
    Err(Error::limits("the config's `_BASE_` leads from file to file").expected(format!("at most {MAX_BASES}"), "more"))
}

/// `over` laid over `below`, map by map.
fn merged(below: Value, over: Value) -> Value {
    match (below, over) {
        (Value::Object(mut below), Value::Object(over)) => {
            for (key, value) in over {
                let old = below.remove(&key).unwrap_or_default();
                below.insert(key, merged(old, value));
            }
            below.into()
        }
        (_, over) => over,
    }
}

fn pipeline(keys: &mut Keys, report: &mut Report) -> Result<Pipeline> {
    let empty = || Keys::new(Map::new().into(), "");
    let mut model = keys.keys("MODEL")?.map_or_else(empty, Ok)?;
    let mut input = keys.keys("INPUT")?.map_or_else(empty, Ok)?;
    for key in [
        "DATASETS",
        "SOLVER",
        "TEST",
        "VERSION",
        "DATALOADER",
        "OUTPUT_DIR",
        "SEED",
        "CUDNN_BENCHMARK",
        "VIS_PERIOD",
        "GLOBAL",
    ] {
        keys.ignore(report, &[key]);
    }
    let told = input.text(report, "FORMAT")?;
    let order = match told.as_deref() {
        Some("RGB") => ChannelOrder::Rgb,
        Some("BGR") => ChannelOrder::Bgr,
        None => {
            report.assume("INPUT.FORMAT BGR", "detectron2's default");
            ChannelOrder::Bgr
        }
        Some(other) => return Err(Error::unsupported(format!("INPUT.FORMAT {other}")).expected("BGR or RGB", other)),
    };
    let mut constants = |key: &str, default: [f64; 3]| -> Result<Vec<f64>> {
        match model.numbers(report, key)? {
            Some(list) if list.len() == 3 => Ok(list),
            Some(list) => Err(model.wrong(key, "three numbers", &list.into())),
            None => {
                report.assume(format!("MODEL.{key} {default:?}"), "detectron2's default");
                Ok(default.into())
            }
        }
    };
    let mean = constants("PIXEL_MEAN", [103.53, 116.28, 123.675])?;
    let std = constants("PIXEL_STD", [1.0; 3])?;
    if std == [1.0; 3] {
        report.trap("PIXEL_STD 1: the model's first convolution holds the division");
    }
    let edge = input.number(report, "MIN_SIZE_TEST")?;
    let limit = input.number(report, "MAX_SIZE_TEST")?;
    let whole = |told: Option<f64>, default: f64, key: &str, report: &mut Report| match told {
        Some(told) if told >= 0.0 && told <= f64::from(u32::MAX) && told.fract() == 0.0 => Ok(told as u32),
        Some(told) => Err(super::keys::wrong(&format!("INPUT.{key}"), "a whole number", &told.into())),
        None => {
            report.assume(format!("INPUT.{key} {default}"), "detectron2's default");
            Ok(default as u32)
        }
    };
    let edge = whole(edge, 800.0, "MIN_SIZE_TEST", report)?;
    let limit = whole(limit, 1333.0, "MAX_SIZE_TEST", report)?;
    input.ignore(
        report,
        &["MIN_SIZE_TRAIN", "MAX_SIZE_TRAIN", "MIN_SIZE_TRAIN_SAMPLING", "CROP", "RANDOM_FLIP", "MASK_FORMAT"],
    );
    let backbone = model.keys("BACKBONE")?.and_then(|mut keys| keys.inner("NAME"));
    let fpn = backbone
        .as_ref()
        .and_then(Value::as_str)
        .is_some_and(|name| name.contains("fpn") || name.contains("retinanet"));
    // The rest of MODEL is its layers.
    model.ignore_rest(report);
    input.finish(report);
    let mut pipeline = Pipeline::new().convert_order(order);
    if edge > 0 {
        pipeline = pipeline.resize(Filter::Bilinear, steps::up_to(edge, limit, LimitRounding::Detectron2));
    }
    pipeline = pipeline.step(steps::normalise(mean, std, order, ValueRange::Bytes, Default::default()));
    if fpn {
        report.read("MODEL.BACKBONE.NAME", backbone.unwrap_or_default());
        pipeline = pipeline.step(steps::pad(PadTo::Multiple(32), PadPlace::TopLeft, vec![0.0]));
    } else {
        report.assume("no padding", "only backbones with an FPN want a multiple of 32, and the config names none");
    }
    Ok(pipeline.layout(TensorLayout::Nchw))
}
