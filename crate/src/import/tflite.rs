//! TensorFlow Lite: the metadata inside a `.tflite` file.
//!
//! *Source*: TensorFlow Lite's schema.fbs and metadata_schema.fbs (NormalizationOptions: `(x - mean) / std` on 0-255).

use super::flatbuffer::{Metadata, Options, metadata};
use super::report::{Imported, Report};
use super::{Family, steps};
use crate::error::{Error, Result};
use crate::op::{Filter, Fit, Quantise, QuantiseMatches, QuantisedType, Step};
use crate::pipeline::Pipeline;
use crate::spec::{ChannelOrder, DType, Size, TensorLayout, ValueRange};

/// Reads a `.tflite` file.
///
/// *Errors*: `InvalidInput` for what is no such file, or has no metadata; `Unsupported` for grey.
pub fn import(name: &str, bytes: &[u8]) -> Result<Imported> {
    let mut report = Report::default();
    let Metadata { colour, options, shape, element, scale, zero_point } = metadata(bytes)?;
    match colour {
        Some(1) => report.read("color_space", "RGB".into()),
        Some(2) => return Err(Error::unsupported("a model of grey pictures").expected("color_space RGB", "GRAYSCALE")),
        _ => report.assume("RGB", "the metadata does not say the colour space"),
    }
    let mut pipeline = Pipeline::new().convert_order(ChannelOrder::Rgb);
    match *shape.as_slice() {
        [_, height @ 1..=i32::MAX, width @ 1..=i32::MAX, 3] => {
            report.read("the model's input", shape.clone().into());
            report.inexact("the Task Library resizes with its own bilinear; the pipeline takes OpenCV's");
            let size = Size::new(height_width(width), height_width(height));
            pipeline = pipeline.step(steps::opencv(Filter::Bilinear, Fit::Stretch(size)));
        }
        _ => report.incomplete("the model's input has no fixed size: the pipeline has no resize"),
    }
    let Options { mean, std } = options.unwrap_or_else(|| {
        report.assume("0-255 as they are", "the metadata has no NormalizationOptions");
        Options { mean: vec![0.0], std: vec![1.0] }
    });
    if !matches!(mean.len(), 1 | 3) || !matches!(std.len(), 1 | 3) {
        return Err(Error::invalid_input("NormalizationOptions need one number or three")
            .expected("1 or 3", format!("{} and {}", mean.len(), std.len())));
    }
    report.read("mean", mean.clone().into());
    report.read("std", std.clone().into());
    let normalise = steps::normalise(mean, std, ChannelOrder::Rgb, ValueRange::Bytes, Default::default());
    pipeline = match element {
        // FLOAT32, UINT8, INT8 of schema.fbs.
        0 => pipeline.step(normalise),
        3 => {
            report.trap("a model of bytes is fed the picture as it is: its quantisation holds the normalisation");
            pipeline.cast(DType::U8)
        }
        9 => {
            let (Some(scale), Some(zero_point)) = (scale, zero_point) else {
                return Err(Error::invalid_input("the model's i8 input has no scale and zero point"));
            };
            report.read("scale", scale.into());
            report.read("zero_point", zero_point.into());
            let zero_point = i32::try_from(zero_point).unwrap_or(i32::MAX);
            pipeline.step(normalise).step(Step::Quantise(Quantise {
                to: QuantisedType::I8,
                scale: vec![scale],
                zero_point: vec![zero_point],
                matches: QuantiseMatches::Tflite,
            }))
        }
        other => return Err(Error::unsupported("an input of another type").expected("FLOAT32, UINT8 or INT8", other)),
    };
    Ok(report.finish(Family::Tflite, name, "TensorFlow Lite metadata", pipeline.layout(TensorLayout::Nhwc)))
}

fn height_width(edge: i32) -> u32 {
    u32::try_from(edge).unwrap_or_default()
}
