//! Quantise: floats become the whole numbers of a quantised model.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The number type of a quantised model's input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum QuantisedType {
    /// -128 to 127.
    I8,
    /// 0 to 255.
    U8,
}

impl QuantisedType {
    /// The smallest and the largest number.
    pub const fn bounds(self) -> (i32, i32) {
        match self {
            Self::I8 => (-128, 127),
            Self::U8 => (0, 255),
        }
    }
}

/// Whose rounding a quantise follows; all divide in f32.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum QuantiseMatches {
    /// ONNX's QuantizeLinear: the quotient is rounded half to even, the sum is clamped.
    #[default]
    Onnx,
    /// TensorFlow Lite's QUANTIZE, its reference kernel: the quotient is rounded half away from zero, the sum is clamped.
    Tflite,
    /// `(x / scale + zero_point).astype(to)` of numpy, as TensorFlow's guides write it: the sum is truncated, and wraps.
    Numpy,
}

/// `x / scale + zero_point` as whole numbers.
///
/// *Shape*: stays. *Range and order*: from any range to `quantised`; the order stays, and lists follow it. *Convention*:
/// rounding and clamping as `matches` says; what is not a number becomes the smallest
/// one with `onnx`, else 0. *Errors*: `InvalidPipeline` for a scale that is
/// not above 0, a zero point that the type cannot hold, lists of a wrong length, or data that is quantised already.
/// *Precision*: exact, on every executor. *Source*: onnxruntime 1.32 (MlasQuantizeLinear), TensorFlow Lite
/// (reference_ops::AffineQuantize), numpy.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Quantise {
    pub to: QuantisedType,
    /// The model's own: one number for all channels, or one a channel.
    pub scale: Vec<f64>,
    /// The whole number that stands for 0: one for all channels, or one a channel.
    pub zero_point: Vec<i32>,
    #[serde(default)]
    pub matches: QuantiseMatches,
}
