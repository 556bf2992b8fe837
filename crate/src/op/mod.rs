//! The steps of a pipeline, as they are written in JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

mod alpha;
mod colour;
mod frame;
mod numeric;
mod quantise;
mod resize;
mod warp;

pub use alpha::Composite;
pub use colour::{
    ColourMatches, ColourSpace, FromColour, HsvJitter, HsvMatches, HueMatches, HueShift, Jitter, JitterMatches,
    Lighting, ToColour,
};
pub use frame::{CenterCrop, Crop, CropMatches, Flip, FlipAxis, Pad, PadPlace, PadTo};
pub use numeric::{Clip, ScaleShift, ScaleShiftBy, SrgbToLinear};
pub use quantise::{Quantise, QuantiseMatches, QuantisedType};
pub use resize::{Filter, Fit, InsideRounding, LimitRounding, Region, Resize, ResizeMatches, SideLimit};
pub use warp::{WarpAffine, WarpMap, WarpMatches};

use crate::constants::Constants;
use crate::spec::{ChannelOrder, DType, TensorLayout, ValueRange};

/// One step. In JSON the field `op` names it: `{"op": "layout", "to": "NCHW"}`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "op", rename_all = "snake_case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Step {
    Assume(Assume),
    ConvertOrder(ConvertOrder),
    Composite(Composite),
    Resize(Resize),
    WarpAffine(WarpAffine),
    CenterCrop(CenterCrop),
    Crop(Crop),
    Pad(Pad),
    Flip(Flip),
    HueShift(HueShift),
    Brightness(Jitter),
    Contrast(Jitter),
    Saturation(Jitter),
    HsvJitter(HsvJitter),
    Lighting(Lighting),
    ToColour(ToColour),
    FromColour(FromColour),
    Rescale(Rescale),
    Normalise(Normalise),
    ScaleShift(ScaleShift),
    Clip(Clip),
    SrgbToLinear(SrgbToLinear),
    Cast(Cast),
    Quantise(Quantise),
    Layout(Layout),
}

impl Step {
    /// The value of `op` in JSON.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Assume(_) => "assume",
            Self::ConvertOrder(_) => "convert_order",
            Self::Composite(_) => "composite",
            Self::Resize(_) => "resize",
            Self::WarpAffine(_) => "warp_affine",
            Self::CenterCrop(_) => "center_crop",
            Self::Crop(_) => "crop",
            Self::Pad(_) => "pad",
            Self::Flip(_) => "flip",
            Self::HueShift(_) => "hue_shift",
            Self::Brightness(_) => "brightness",
            Self::Contrast(_) => "contrast",
            Self::Saturation(_) => "saturation",
            Self::HsvJitter(_) => "hsv_jitter",
            Self::Lighting(_) => "lighting",
            Self::ToColour(_) => "to_colour",
            Self::FromColour(_) => "from_colour",
            Self::Rescale(_) => "rescale",
            Self::Normalise(_) => "normalise",
            Self::ScaleShift(_) => "scale_shift",
            Self::Clip(_) => "clip",
            Self::SrgbToLinear(_) => "srgb_to_linear",
            Self::Cast(_) => "cast",
            Self::Quantise(_) => "quantise",
            Self::Layout(_) => "layout",
        }
    }
}

/// Relabels the data without touching one value: how every order, range and layout mistake is expressed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Assume {
    /// Take the channels to be these; the count must stay the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<ChannelOrder>,
    /// Take the values to be of this range.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<ValueRange>,
    /// Take the very same memory to be laid out like this (numpy's `reshape`, not `transpose`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layout: Option<TensorLayout>,
}

/// Moves the channels into another order. Alpha is dropped without compositing (`composite` lays it over a colour); grey is
/// repeated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConvertOrder {
    pub to: ChannelOrder,
}

/// How a rescale computes; the two differ in the last bit of an f32.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RescaleBy {
    /// `x / 255`, as torchvision's ToTensor.
    #[default]
    Division,
    /// `x * (1 / 255)`, as torchvision v2's to_dtype and Hugging Face's rescale_factor.
    Multiplication,
}

/// The float type that a step computes in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Precision {
    #[default]
    F32,
    /// Stays f64 until the next step that is f32, as numpy does.
    F64,
}

/// Multiplies the values into another range. Bytes become floats.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rescale {
    pub from: ValueRange,
    pub to: ValueRange,
    #[serde(default)]
    pub by: RescaleBy,
    #[serde(default)]
    pub precision: Precision,
}

/// Whose operations a normalise follows; they differ in the last bits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Arithmetic {
    /// f32 constants, f32 subtraction, f32 division: torchvision, Keras, MegEngine, detectron2, SAM.
    #[default]
    F32,
    /// transformers' torchvision backend, which has no rescale: f32 throughout, and constants of 0-1 are multiplied by 255
    /// in f32 where the data is 0-255.
    HuggingFace,
    /// mmcv.imnormalize: f32 subtraction, then times `1/std` in f64, to f32.
    Mmcv,
    /// numpy with f64 constants; the result stays f64 until a step that is f32.
    F64,
    /// numpy's `x -= mean; x /= std` on an f32 array with f64 constants, as YOLOX and PaddleDetection: f64, rounded to f32
    /// after each.
    F64InPlace,
    /// numpy in f64 with constants that were f32 arrays, as CenterNet.
    F64F32Constants,
}

/// `(x - mean) / std` with constants that state their order and range; they are converted to the data's. Bytes become
/// floats.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Normalise {
    /// Subtracted: one number for all channels, or one a channel.
    pub mean: Vec<f64>,
    /// Divides (never a reciprocal): one number for all channels, or one a channel.
    pub std: Vec<f64>,
    /// The channel order that the two lists follow.
    pub order: ChannelOrder,
    /// The range of the data that the numbers are for.
    pub range: ValueRange,
    #[serde(default)]
    pub arithmetic: Arithmetic,
}

impl Normalise {
    pub fn constants(&self) -> Constants {
        Constants { mean: self.mean.clone(), std: self.std.clone(), order: self.order, range: self.range }
    }
}

impl From<Constants> for Normalise {
    fn from(constants: Constants) -> Self {
        let Constants { mean, std, order, range } = constants;
        Self { mean, std, order, range, arithmetic: Arithmetic::default() }
    }
}

/// Changes the number type. To bytes as numpy's `astype(uint8)` on x86: truncates, then wraps modulo 256. To f16 rounds
/// half to even, and must be the last step that computes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cast {
    pub to: DType,
}

/// Lays the numbers out as the model wants them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Layout {
    pub to: TensorLayout,
}
