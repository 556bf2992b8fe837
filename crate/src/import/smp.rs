//! segmentation_models.pytorch: the preprocessing parameters of an encoder, or of a model on the hub.
//!
//! *Source*: segmentation_models_pytorch, encoders/_preprocessing.py (numpy, f64).

use serde_json::Value;

use super::keys::Keys;
use super::report::{Imported, Report};
use super::{Family, steps};
use crate::error::{Error, Result};
use crate::op::{Arithmetic, Precision, Rescale, RescaleBy, Step};
use crate::pipeline::Pipeline;
use crate::spec::{ChannelOrder, DType, TensorLayout, ValueRange};

/// Reads `{"mean", "std", "input_space", "input_range"}`.
///
/// *Errors*: `InvalidInput`, `Unsupported`.
pub fn import_value(name: &str, value: Value) -> Result<Imported> {
    let mut report = Report::default();
    let mut keys = Keys::new(value, "")?;
    let order = match keys.text(&mut report, "input_space")?.as_deref() {
        None | Some("RGB") => ChannelOrder::Rgb,
        Some("BGR") => ChannelOrder::Bgr,
        Some(other) => {
            return Err(Error::unsupported(format!("no input_space is called {other}; did you mean RGB?"))
                .expected("RGB or BGR", other));
        }
    };
    let range = match keys.numbers(&mut report, "input_range")?.as_deref() {
        Some([0.0, 1.0]) => ValueRange::Unit,
        Some([0.0, 255.0]) => ValueRange::Bytes,
        None => {
            report.assume("input_range 0-255", "without it nothing is divided");
            ValueRange::Bytes
        }
        Some(other) => return Err(keys.wrong("input_range", "[0, 1] or [0, 255]", &other.into())),
    };
    let (mean, std) = (keys.numbers(&mut report, "mean")?, keys.numbers(&mut report, "std")?);
    keys.ignore(&mut report, &["url", "num_classes", "encoder_name", "encoder_weights", "architecture"]);
    keys.finish(&mut report);
    let mut pipeline = Pipeline::new().convert_order(order);
    if range == ValueRange::Unit {
        report.trap(
            "the library divides by 255 only where an image has a value above 1: an all-black one it leaves alone",
        );
        pipeline = pipeline.step(Step::Rescale(Rescale {
            from: ValueRange::Bytes,
            to: ValueRange::Unit,
            by: RescaleBy::Division,
            precision: Precision::F64,
        }));
    }
    let (mean, std) = (mean.unwrap_or_else(|| vec![0.0]), std.unwrap_or_else(|| vec![1.0]));
    report.assume("no resize", "the parameters say nothing of a size; the encoder wants edges of a multiple of 32");
    let pipeline = pipeline
        .step(steps::normalise(mean, std, order, range, Arithmetic::F64))
        .cast(DType::F32)
        .layout(TensorLayout::Nchw);
    Ok(report.finish(Family::Smp, name, "segmentation_models_pytorch, get_preprocessing_fn", pipeline))
}
