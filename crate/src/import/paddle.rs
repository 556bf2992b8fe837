//! PaddleDetection's `infer_cfg.yml`.
//!
//! *Source*: PaddleDetection, deploy/python/preprocess.py. `interp` is OpenCV's number: 2 is bicubic.

use super::keys::Keys;
use super::report::{Imported, Report};
use super::{Family, steps, text};
use crate::error::{Error, Result};
use crate::op::{Filter, Fit, InsideRounding, PadPlace, PadTo};
use crate::pipeline::Pipeline;
use crate::spec::{ChannelOrder, Size, TensorLayout, ValueRange};

const IGNORED: &[&str] = &[
    "mode",
    "draw_threshold",
    "metric",
    "arch",
    "min_subgraph_size",
    "label_list",
    "use_dynamic_shape",
    "fpn_stride",
    "tracker",
    "NMS",
    "mask",
    "num_joints",
    "Global",
    "trt_min_shape",
    "trt_max_shape",
    "trt_opt_shape",
    "with_lmk",
    "Hpi",
];
const KNOWN: &[&str] = &["Resize", "NormalizeImage", "Permute", "PadStride", "Pad"];

/// Reads an `infer_cfg.yml`.
///
/// *Errors*: `InvalidInput`, `Unsupported` for an operation that no step can say.
pub fn import(name: &str, bytes: &[u8]) -> Result<Imported> {
    let mut keys = Keys::new(text::yaml(text::utf8(bytes, text::MAX_TEXT)?)?, "")?;
    let mut report = Report::default();
    keys.ignore(&mut report, IGNORED);
    let list = keys.list("Preprocess")?.ok_or_else(|| keys.missing("Preprocess", "the list of operations"))?;
    keys.finish(&mut report);
    let mut pipeline = Pipeline::new().convert_order(ChannelOrder::Rgb);
    let mut layout = TensorLayout::Nhwc;
    for mut keys in list {
        let kind = keys.inner("type").and_then(|kind| kind.as_str().map(str::to_owned));
        let kind = kind.ok_or_else(|| keys.missing("type", "which every operation needs"))?;
        match kind.as_str() {
            "Resize" => pipeline = resize(pipeline, &mut keys, &mut report)?,
            "NormalizeImage" => pipeline = normalize(pipeline, &mut keys, &mut report)?,
            "Permute" => {
                keys.ignore(&mut report, &["to_bgr", "channel_first"]);
                layout = TensorLayout::Nchw;
            }
            "PadStride" => {
                if let Some(stride) = keys.number(&mut report, "stride")?.filter(|&stride| stride > 1.0) {
                    pipeline = pipeline.step(steps::pad(PadTo::Multiple(stride as u32), PadPlace::TopLeft, vec![0.0]));
                }
            }
            "Pad" => {
                let list = keys.edges(&mut report, "size")?.unwrap_or_default();
                let [height, width] = *list.as_slice() else { return Err(keys.missing("size", "height and width")) };
                let value = keys.numbers(&mut report, "fill_value")?.unwrap_or_else(|| vec![114.0]);
                pipeline = pipeline.step(steps::pad(PadTo::Size(Size::new(width, height)), PadPlace::TopLeft, value));
            }
            other => {
                let meant = crate::text::meant(other, KNOWN.iter().copied());
                return Err(Error::unsupported(format!("steps cannot say PaddleDetection's {other}{meant}"))
                    .expected(KNOWN.join(", "), other));
            }
        }
        keys.finish(&mut report);
    }
    report.assume("RGB", "PaddleDetection's decode_image turns OpenCV's BGR into RGB");
    Ok(report.finish(Family::PaddleDetection, name, "PaddleDetection, OpenCV 5.0", pipeline.layout(layout)))
}

fn resize(pipeline: Pipeline, keys: &mut Keys, report: &mut Report) -> Result<Pipeline> {
    let interp = keys.number(report, "interp")?.unwrap_or_else(|| {
        report.assume("interp 1, bilinear", "PaddleDetection's default");
        1.0
    });
    let filter = (interp.fract() == 0.0 && interp >= 0.0).then(|| steps::opencv_filter(interp as u32)).flatten();
    let filter = filter.ok_or_else(|| keys.wrong("interp", "0 to 4, as OpenCV numbers its filters", &interp.into()))?;
    if filter == Filter::Bicubic {
        report.trap("interp 2 is OpenCV's bicubic; Hugging Face's resample 2 is bilinear");
    }
    let keep = keys.bool(report, "keep_ratio")?.unwrap_or(true);
    let list = keys.edges(report, "target_size")?.unwrap_or_default();
    let (height, width) = match *list.as_slice() {
        [edge] => (edge, edge),
        [height, width] => (height, width),
        _ => return Err(keys.missing("target_size", "height and width")),
    };
    let fit = if keep {
        report.inexact(
            "Paddle hands OpenCV the factor, not the size: with keep_ratio its positions, and a size at exactly a half, may \
             differ",
        );
        Fit::Inside { width, height, rounding: InsideRounding::Mmcv }
    } else {
        Fit::Stretch(Size::new(width, height))
    };
    Ok(pipeline.step(steps::opencv(filter, fit)))
}

fn normalize(pipeline: Pipeline, keys: &mut Keys, report: &mut Report) -> Result<Pipeline> {
    let scaled = keys.bool(report, "is_scale")?.unwrap_or_else(|| {
        report.assume("is_scale true", "PaddleDetection's default");
        true
    });
    let kind = keys.text(report, "norm_type")?.unwrap_or_else(|| "mean_std".into());
    let mut constants = |key: &str| -> Result<Vec<f64>> {
        let list = keys.numbers(report, key)?.ok_or_else(|| keys.missing(key, "which NormalizeImage needs"))?;
        if matches!(list.len(), 1 | 3) { Ok(list) } else { Err(keys.wrong(key, "three numbers", &list.into())) }
    };
    let (mean, std) = (constants("mean")?, constants("std")?);
    let (pipeline, range) = if scaled {
        (pipeline.step(steps::times_f32(ValueRange::Unit)), ValueRange::Unit)
    } else {
        (pipeline, ValueRange::Bytes)
    };
    match kind.as_str() {
        "none" => Ok(pipeline.cast(crate::spec::DType::F32)),
        "mean_std" => Ok(steps::in_place(pipeline, mean, std, ChannelOrder::Rgb, range)),
        other => Err(keys.wrong("norm_type", "mean_std or none", &other.into())),
    }
}
