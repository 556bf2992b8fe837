//! YOLOX: an experiment file.
//!
//! *Source*: YOLOX, yolox/data/data_augment.py (preproc, ValTransform) and exp/yolox_base.py.

use serde_json::Value;

use super::python::Module;
use super::report::{Imported, Report};
use super::{Family, keys, steps};
use crate::error::Result;
use crate::op::{Filter, Fit, InsideRounding, PadPlace, PadTo};
use crate::pipeline::Pipeline;
use crate::spec::{ChannelOrder, DType, Size, TensorLayout, ValueRange};

/// Reads an experiment.
///
/// *Errors*: `InvalidInput`.
pub fn import(name: &str, module: &Module) -> Result<Imported> {
    let mut report = Report::default();
    let size = match module.values.get("self.test_size") {
        Some(value) => {
            report.read("test_size", value.clone());
            match keys::edges(value).as_deref() {
                Some([height, width]) => Size::new(*width, *height),
                _ => return Err(keys::wrong("test_size", "a height and a width", value)),
            }
        }
        None => {
            report.assume("test_size 640x640", "YOLOX's default");
            steps::square(640)
        }
    };
    let told = module.calls.iter().find(|(name, _)| name.ends_with("ValTransform"));
    let told = told.and_then(|(_, arguments)| arguments.get("legacy")).or_else(|| module.values.get("self.legacy"));
    let legacy = match told {
        Some(Value::Bool(legacy)) => {
            report.read("legacy", (*legacy).into());
            *legacy
        }
        _ => {
            report.assume("legacy False: BGR of 0-255", "YOLOX since 0.1.1; weights from before want legacy");
            false
        }
    };
    for key in module.values.keys().filter(|key| key.starts_with("self.") && *key != "self.test_size") {
        report.ignore(key.trim_start_matches("self."));
    }
    let Size { width, height } = size;
    let order = if legacy { ChannelOrder::Rgb } else { ChannelOrder::Bgr };
    let boxed = Pipeline::new()
        .convert_order(order)
        .step(steps::opencv(Filter::Bilinear, Fit::Inside { width, height, rounding: InsideRounding::Truncate }))
        .step(steps::pad(PadTo::Size(size), PadPlace::TopLeft, vec![114.0]));
    let pipeline = if legacy {
        let (mean, std) = steps::IMAGENET;
        let unit = boxed.rescale(ValueRange::Bytes, ValueRange::Unit);
        steps::in_place(unit, mean.into(), std.into(), order, ValueRange::Unit)
    } else {
        boxed.cast(DType::F32)
    };
    Ok(report.finish(Family::Yolox, name, "YOLOX, OpenCV 5.0", pipeline.layout(TensorLayout::Nchw)))
}
