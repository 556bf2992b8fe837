//! Core ML: `ct.ImageType(scale, bias, color_layout)` as a Python snippet or JSON, and the scaler inside a `.mlmodel`.
//!
//! *Source*: coremltools, ImageType and NeuralNetwork.proto: `y = scale * x + bias` on 0-255.

use prost::Message;
use serde_json::{Map, Value};

use super::keys::Keys;
use super::report::{Imported, Report};
use super::{Family, steps, text};
use crate::error::{Error, Result};
use crate::op::{Filter, Fit, Precision, ScaleShiftBy};
use crate::pipeline::Pipeline;
use crate::spec::{ChannelOrder, Size, TensorLayout};

/// Reads the arguments of an `ImageType`.
///
/// *Errors*: `InvalidInput`, `Unsupported` for grey.
pub fn import_map(name: &str, map: Map<String, Value>) -> Result<Imported> {
    let mut report = Report::default();
    let mut keys = Keys::new(map.into(), "")?;
    keys.ignore(&mut report, &["name", "type", "channel_first", "grayscale_use_uint8"]);
    let scale = keys.number(&mut report, "scale")?.unwrap_or_else(|| {
        report.assume("scale 1", "ImageType's default");
        1.0
    });
    let bias = keys.numbers(&mut report, "bias")?.unwrap_or_else(|| vec![0.0]);
    let order =
        match keys.text(&mut report, "color_layout")?.as_deref().map(|told| told.rsplit('.').next().unwrap_or(told)) {
            Some("RGB") => ChannelOrder::Rgb,
            Some("BGR") => ChannelOrder::Bgr,
            None => {
                report.assume("RGB", "ImageType's default");
                ChannelOrder::Rgb
            }
            Some(other) => {
                return Err(Error::unsupported(format!("color_layout {other}; RGB and BGR are read"))
                    .expected("RGB or BGR", other));
            }
        };
    let size = match keys.take(&mut report, "shape").as_ref().and_then(super::keys::edges).as_deref() {
        Some([_, 3, height, width] | [_, height, width, 3]) => Some(Size::new(*width, *height)),
        _ => None,
    };
    keys.finish(&mut report);
    finish(name, order, scale, bias, size, report)
}

fn finish(
    name: &str,
    order: ChannelOrder,
    scale: f64,
    bias: Vec<f64>,
    size: Option<Size>,
    mut report: Report,
) -> Result<Imported> {
    if scale <= 0.0 || !matches!(bias.len(), 1 | 3) {
        return Err(Error::invalid_input("Core ML's scale must be above 0, and bias one number or three"));
    }
    let mut pipeline = Pipeline::new().convert_order(order);
    match size {
        Some(size) => {
            report.inexact("Vision scales with its own filter, and crops as its caller says; the pipeline stretches with OpenCV's bilinear");
            pipeline = pipeline.step(steps::opencv(Filter::Bilinear, Fit::Stretch(size)));
        }
        None => report.incomplete("the config says no size: the pipeline has no resize"),
    }
    if scale != 1.0 && bias.iter().any(|&bias| bias != 0.0) {
        report.trap("scale and bias are applied inside the model: hand it the picture, not the tensor");
    }
    let by = ScaleShiftBy::MultiplyAdd { multiply: vec![scale], add: bias };
    let pipeline = pipeline.step(steps::scale_shift(by, order, Precision::F32)).layout(TensorLayout::Nchw);
    Ok(report.finish(Family::Coreml, name, "Core ML", pipeline))
}

/// The fields of Model.proto and NeuralNetwork.proto that say something of the input.
#[derive(Clone, PartialEq, Message)]
struct Model {
    #[prost(message, optional, tag = "2")]
    description: Option<Description>,
    #[prost(message, optional, tag = "303")]
    regressor: Option<Network>,
    #[prost(message, optional, tag = "403")]
    classifier: Option<Network>,
    #[prost(message, optional, tag = "500")]
    network: Option<Network>,
}

#[derive(Clone, PartialEq, Message)]
struct Description {
    #[prost(message, repeated, tag = "1")]
    input: Vec<Feature>,
}

#[derive(Clone, PartialEq, Message)]
struct Feature {
    #[prost(string, tag = "1")]
    name: String,
    #[prost(message, optional, tag = "3")]
    kind: Option<FeatureType>,
}

#[derive(Clone, PartialEq, Message)]
struct FeatureType {
    #[prost(message, optional, tag = "4")]
    image: Option<ImageType>,
}

#[derive(Clone, PartialEq, Message)]
struct ImageType {
    #[prost(int64, tag = "1")]
    width: i64,
    #[prost(int64, tag = "2")]
    height: i64,
    /// 10 grey, 20 RGB, 30 BGR.
    #[prost(int32, tag = "3")]
    colour: i32,
}

#[derive(Clone, PartialEq, Message)]
struct Network {
    #[prost(message, repeated, tag = "2")]
    preprocessing: Vec<Preprocessing>,
}

#[derive(Clone, PartialEq, Message)]
struct Preprocessing {
    #[prost(string, tag = "1")]
    feature: String,
    #[prost(message, optional, tag = "10")]
    scaler: Option<Scaler>,
}

#[derive(Clone, PartialEq, Message)]
struct Scaler {
    #[prost(float, tag = "10")]
    scale: f32,
    #[prost(float, tag = "20")]
    blue: f32,
    #[prost(float, tag = "21")]
    green: f32,
    #[prost(float, tag = "22")]
    red: f32,
}

/// Reads a `.mlmodel`.
///
/// *Errors*: `InvalidInput` for what is no such file, or has no image input; `Unsupported` for grey.
pub fn import_model(name: &str, bytes: &[u8]) -> Result<Imported> {
    text::check_size(bytes, text::MAX_MODEL, "the model")?;
    let model = Model::decode(bytes)
        .map_err(|error| Error::invalid_input(format!("the file is not a Core ML model: {error}")))?;
    let image = model.description.into_iter().flat_map(|told| told.input).find_map(|input| input.kind?.image);
    let Some(image) = image else {
        return Err(Error::invalid_input("the Core ML model has no image among its inputs"));
    };
    let mut report = Report::default();
    let order = match image.colour {
        20 => ChannelOrder::Rgb,
        30 => ChannelOrder::Bgr,
        other => {
            return Err(
                Error::unsupported("a Core ML model of another colour space").expected("20 RGB or 30 BGR", other)
            );
        }
    };
    report.read("colorSpace", order.name().into());
    let network = model.network.or(model.classifier).or(model.regressor);
    let scaler = network.and_then(|network| network.preprocessing.into_iter().find_map(|entry| entry.scaler));
    let (scale, bias) = match scaler {
        Some(Scaler { scale, blue, green, red }) => {
            // 0 is protobuf's way to leave it out; the schema's default is 1.
            let scale = if scale == 0.0 { 1.0 } else { f64::from(scale) };
            let mut bias = vec![f64::from(red), f64::from(green), f64::from(blue)];
            report.read("channelScale", scale.into());
            report.read("bias (RGB)", bias.clone().into());
            if order == ChannelOrder::Bgr {
                bias.reverse();
            }
            (scale, bias)
        }
        None => {
            report.incomplete(
                "the model has no NeuralNetworkImageScaler; an ML program scales with mul and add in its graph",
            );
            (1.0, vec![0.0])
        }
    };
    let size = match (u32::try_from(image.width), u32::try_from(image.height)) {
        (Ok(width @ 1..), Ok(height @ 1..)) => Some(Size::new(width, height)),
        _ => None,
    };
    finish(name, order, scale, bias, size, report)
}
