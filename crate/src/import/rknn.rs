//! RKNN Toolkit: the arguments of `rknn.config`, as a Python snippet or JSON.
//!
//! *Source*: RKNN Toolkit2 and Toolkit1 user guides: `(x - mean) / std` on 0-255, inside the runtime.

use serde_json::{Map, Value};

use super::keys::Keys;
use super::report::{Imported, Report};
use super::{Family, steps};
use crate::error::{Error, Result};
use crate::pipeline::Pipeline;
use crate::spec::{ChannelOrder, TensorLayout, ValueRange};

const IGNORED: &[&str] = &[
    "target_platform",
    "quantized_dtype",
    "quantized_algorithm",
    "quantized_method",
    "quantized_hybrid_level",
    "float_dtype",
    "optimization_level",
    "custom_string",
    "remove_weight",
    "compress_weight",
    "single_core_mode",
    "model_pruning",
    "op_target",
    "dynamic_input",
    "quantize_weight",
    "remove_reshape",
    "sparse_infer",
    "enable_flash_attention",
    "batch_size",
    "verbose",
    "self",
    "inputs_yuv_fmt",
    "disable_rules",
    "type",
];

/// Reads the arguments.
///
/// *Errors*: `InvalidInput`, `Unsupported` for several inputs.
pub fn import(name: &str, map: Map<String, Value>) -> Result<Imported> {
    let mut report = Report::default();
    let mut keys = Keys::new(map.into(), "")?;
    keys.ignore(&mut report, IGNORED);
    let mut order = ChannelOrder::Rgb;
    let (mean, std) = match keys.numbers(&mut report, "channel_mean_value")? {
        // Toolkit 1: three means and one divisor.
        Some(list) => {
            let [red, green, blue, divisor] = *list.as_slice() else {
                return Err(keys.wrong("channel_mean_value", "three means and one divisor", &list.into()));
            };
            match keys.text(&mut report, "reorder_channel")?.as_deref() {
                Some("2 1 0") => order = ChannelOrder::Bgr,
                None | Some("0 1 2") => {}
                Some(other) => return Err(keys.wrong("reorder_channel", "0 1 2 or 2 1 0", &other.into())),
            }
            (vec![red, green, blue], vec![divisor])
        }
        None => {
            (nested(&mut keys, &mut report, "mean_values", 0.0)?, nested(&mut keys, &mut report, "std_values", 1.0)?)
        }
    };
    if keys.take(&mut report, "quant_img_RGB2BGR").is_some_and(|told| told != Value::Bool(false)) {
        report.trap(
            "quant_img_RGB2BGR turns the pictures of the calibration set only; the model's order stays what it was",
        );
    }
    if order == ChannelOrder::Rgb {
        report.assume("RGB", "rknn.config does not say the model's order");
    }
    keys.finish(&mut report);
    report.trap("the runtime normalises inside: hand it the bytes, unless the input is passed through");
    report.incomplete("the size lies in the model, not in the config: the pipeline has no resize");
    let pipeline = Pipeline::new()
        .convert_order(order)
        .step(steps::normalise(mean, std, order, ValueRange::Bytes, Default::default()))
        .layout(TensorLayout::Nhwc);
    Ok(report.finish(Family::Rknn, name, "RKNN Toolkit", pipeline))
}

/// A list of lists, one an input.
fn nested(keys: &mut Keys, report: &mut Report, key: &str, default: f64) -> Result<Vec<f64>> {
    let Some(value) = keys.take(report, key) else {
        report.assume(format!("{key} {default}"), "rknn.config's default");
        return Ok(vec![default]);
    };
    let inner = match &value {
        Value::Array(inputs) if inputs.first().is_some_and(Value::is_array) => match inputs.as_slice() {
            [one] => one,
            _ => return Err(Error::unsupported(format!("`{key}` is for several inputs")).expected("one", inputs.len())),
        },
        other => other,
    };
    let list = super::keys::numbers(inner).filter(|list| matches!(list.len(), 1 | 3));
    list.ok_or_else(|| keys.wrong(key, "three numbers in a list of one input", &value))
}
