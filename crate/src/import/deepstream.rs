//! DeepStream: the `[property]` group of an nvinfer config.
//!
//! *Source*: Gst-nvinfer: `y = net-scale-factor * (x - mean)`.

use serde_json::{Map, Value};

use super::keys::Keys;
use super::report::{Imported, Report};
use super::{Family, steps, text};
use crate::error::{Error, Result};
use crate::op::{
    ColourMatches, ColourSpace, Filter, Fit, InsideRounding, PadPlace, PadTo, Precision, ScaleShiftBy, Step, ToColour,
};
use crate::pipeline::Pipeline;
use crate::spec::{ChannelOrder, Size, TensorLayout};

/// Keys that are about the engine, the output or tracking; a name that ends in * stands for all that begin so.
const IGNORED: &[&str] = &[
    "gpu-id",
    "gie-unique-id",
    "batch-size",
    "network-mode",
    "network-type",
    "num-detected-classes",
    "interval",
    "process-mode",
    "cluster-mode",
    "labelfile-path",
    "model-engine-file",
    "model-file",
    "proto-file",
    "onnx-file",
    "uff-file",
    "tlt-encoded-model",
    "tlt-model-key",
    "int8-calib-file",
    "output-blob-names",
    "output-tensor-meta",
    "parse-bbox-func-name",
    "custom-lib-path",
    "parse-bbox-instance-mask-func-name",
    "engine-create-func-name",
    "classifier-threshold",
    "classifier-async-mode",
    "is-classifier",
    "operate-on-gie-id",
    "operate-on-class-ids",
    "secondary-reinfer-interval",
    "input-object-min-width",
    "input-object-min-height",
    "input-object-max-width",
    "input-object-max-height",
    "segmentation-threshold",
    "output-instance-mask",
    "force-implicit-batch-dim",
    "workspace-size",
    "enable-dla",
    "use-dla-core",
    "filter-out-class-ids",
    "uff-input-blob-name",
    "uff-input-order",
    "scaling-compute-hw",
    "crop-objects-to-roi-boundary",
    "parse-classifier-func-name",
    "output-io-formats",
    "layer-device-precision",
    "disable-output-host-copy",
    "maintain-label-order",
    "custom-network-config",
];

/// Reads a `config_infer_*.txt`.
///
/// *Errors*: `InvalidInput`, `Unsupported` for a mean file.
pub fn import(name: &str, bytes: &[u8]) -> Result<Imported> {
    let mut report = Report::default();
    let mut keys = Keys::new(property(text::utf8(bytes, text::MAX_TEXT)?)?, "")?;
    keys.ignore(&mut report, IGNORED);
    if keys.has("mean-file") {
        return Err(Error::unsupported("a mean-file subtracts an image, which no step does; give `offsets` instead"));
    }
    let factor = keys.number(&mut report, "net-scale-factor")?.unwrap_or_else(|| {
        report.assume("net-scale-factor 1", "nvinfer's default");
        1.0
    });
    if factor <= 0.0 {
        return Err(keys.wrong("net-scale-factor", "a number above 0", &factor.into()));
    }
    let offsets = keys.numbers(&mut report, "offsets")?.unwrap_or_else(|| vec![0.0]);
    let told = keys.number(&mut report, "model-color-format")?;
    let order = match told {
        Some(0.0) => ChannelOrder::Rgb,
        Some(1.0) => ChannelOrder::Bgr,
        Some(2.0) => ChannelOrder::Gray,
        None => {
            report.assume("model-color-format 0, RGB", "nvinfer's default");
            ChannelOrder::Rgb
        }
        Some(other) => return Err(keys.wrong("model-color-format", "0 RGB, 1 BGR or 2 grey", &other.into())),
    };
    if !matches!(offsets.len(), 1) && offsets.len() != order.count() {
        return Err(keys.wrong("offsets", "one number a channel", &offsets.into()));
    }
    let mut pipeline = match order {
        ChannelOrder::Gray => {
            report.inexact("nvinfer makes grey on the GPU; the pipeline takes OpenCV's");
            let grey = ToColour { to: ColourSpace::Gray, matches: ColourMatches::Opencv };
            Pipeline::new().convert_order(ChannelOrder::Rgb).step(Step::ToColour(grey))
        }
        order => Pipeline::new().convert_order(order),
    };
    pipeline = resize(pipeline, &mut keys, &mut report)?.step(subtract_multiply(offsets, factor, order));
    let layout = match keys.number(&mut report, "network-input-order")? {
        None | Some(0.0) => TensorLayout::Nchw,
        Some(1.0) => TensorLayout::Nhwc,
        Some(other) => return Err(keys.wrong("network-input-order", "0 NCHW or 1 NHWC", &other.into())),
    };
    keys.ignore(&mut report, &["tensor-meta-pool-size", "input-tensor-from-meta"]);
    keys.finish(&mut report);
    Ok(report.finish(Family::Deepstream, name, "DeepStream nvinfer, OpenCV 5.0", pipeline.layout(layout)))
}

fn subtract_multiply(subtract: Vec<f64>, factor: f64, order: ChannelOrder) -> Step {
    let by = ScaleShiftBy::SubtractMultiply { subtract, multiply: vec![factor] };
    steps::scale_shift(by, order, Precision::F32)
}

fn resize(pipeline: Pipeline, keys: &mut Keys, report: &mut Report) -> Result<Pipeline> {
    let keep = keys.bool(report, "maintain-aspect-ratio")?.unwrap_or(false);
    let symmetric = keys.bool(report, "symmetric-padding")?.unwrap_or(false);
    keys.ignore(report, &["scaling-filter"]);
    let list = keys
        .edges(report, "infer-dims")?
        .or(keys.edges(report, "input-dims")?)
        .or(keys.edges(report, "uff-input-dims")?);
    let (height, width) = match list.as_deref() {
        Some([1 | 3, height, width] | [1 | 3, height, width, _]) => (*height, *width),
        Some(list) => return Err(keys.wrong("infer-dims", "channels, height and width", &list.into())),
        None => {
            report.incomplete("the size lies in the model, not in the config: the pipeline has no resize");
            return Ok(pipeline);
        }
    };
    report.inexact("nvinfer scales on the GPU or the VIC with its own filter; the pipeline takes OpenCV's bilinear");
    if !keep {
        return Ok(pipeline.step(steps::opencv(Filter::Bilinear, Fit::Stretch(Size::new(width, height)))));
    }
    let place = if symmetric { PadPlace::Center } else { PadPlace::TopLeft };
    let inside = Fit::Inside { width, height, rounding: InsideRounding::Truncate };
    Ok(pipeline.step(steps::opencv(Filter::Bilinear, inside)).step(steps::pad(
        PadTo::Size(Size::new(width, height)),
        place,
        vec![0.0],
    )))
}

/// The lines `key=value` of the group.
fn property(text: &str) -> Result<Value> {
    let (mut map, mut inside, mut found) = (Map::new(), false, false);
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with(['#', ';'])) {
        if let Some(group) = line.strip_prefix('[') {
            inside = group.starts_with("property]");
            found |= inside;
        } else if let (true, Some((key, value))) = (inside, line.split_once('=')) {
            map.insert(key.trim().to_owned(), value.trim().trim_end_matches(';').into());
        }
    }
    if found { Ok(map.into()) } else { Err(Error::invalid_input("the config has no group [property]")) }
}
