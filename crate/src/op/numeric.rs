//! Steps that compute each number for itself in a form of their own.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Precision;
use crate::spec::{ChannelOrder, ValueRange};

/// Scales and shifts each channel in the very operations that a source writes, where they are not a normalise's.
///
/// *Shape*: kept; bytes become floats. *Range and order*: the constants state theirs and are converted to the data's; the
/// result is `normalised`. *Convention*: each operation is rounded to `precision` by itself, in the order of its name.
/// *Errors*: `InvalidPipeline` if a list has the wrong length, a number is not finite, a factor is 0, a result leaves f32, or
/// the data is normalised already.
/// *Precision*: exact. *Source*: the runtime named at each form.
///
/// ```
/// # use pixelproof::Pipeline;
/// let nvinfer = Pipeline::from_json(
///     r#"{"steps": [{"op": "scale_shift", "order": "RGB", "range": "0-255",
///         "by": {"subtract_multiply": {"subtract": [123.675, 116.28, 103.53], "multiply": [0.0173]}}}]}"#,
/// )?;
/// # Ok::<(), pixelproof::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScaleShift {
    pub by: ScaleShiftBy,
    /// The channel order that the lists follow.
    pub order: ChannelOrder,
    /// The range of the data that the numbers are for.
    pub range: ValueRange,
    #[serde(default)]
    pub precision: Precision,
}

/// The two operations, with their numbers: one for all channels, or one a channel.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ScaleShiftBy {
    /// `(x - subtract) * multiply`: OpenCV's blobFromImage, nvinfer, MNN, human pose; AIPP, where mean and min are
    /// subtracted together. `multiply` is 1/std.
    SubtractMultiply { subtract: Vec<f64>, multiply: Vec<f64> },
    /// `(x + add) / divide`: onnxruntime-web's Tensor.fromImage, in f64.
    AddDivide { add: Vec<f64>, divide: Vec<f64> },
    /// `x * multiply + add`: Core ML's image scale and bias.
    MultiplyAdd { multiply: Vec<f64>, add: Vec<f64> },
    /// `x * multiply + -(subtract * multiply)`, the added number rounded to f32 before: ncnn, which folds its mean and norm.
    FoldedMultiplyAdd { subtract: Vec<f64>, multiply: Vec<f64> },
}

/// Clips to numbers stated in the units that the data has there, as numpy's clip: what is not a number stays so.
///
/// *Shape*, *range and order*: kept. *Convention*: the limits are rounded to `precision`, and bytes keep to whole ones.
/// *Errors*: `InvalidPipeline` if there is no limit, one is not finite, the lower is above the upper, or bytes are clipped
/// to what no byte is. *Precision*: exact. *Source*: numpy, clip.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Clip {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
    #[serde(default)]
    pub precision: Precision,
}

/// Undoes sRGB's curve, so that numbers are linear in light: what a model seldom wants, and what a loader of raw or float
/// pictures may do unasked.
///
/// *Shape* and *order*: kept. *Range*: 0-1 in and out. *Convention*: `x / 12.92` up to 0.04045, above it
/// `((x + 0.055) / 1.055)^2.4`, in f64, and f64 until the next step that is f32. *Errors*: `InvalidPipeline` if the data is
/// not 0-1 or has alpha. *Precision*: exact where the power is rounded as in glibc; on floats the CPU runs it. *Source*: IEC 61966-2-1, as
/// scikit-image's rgb2xyz.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SrgbToLinear {}
