//! Steps that change what is inside the frame: crop and pad.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::spec::Size;

/// Whose rounding a centre crop follows, and what happens where the image is smaller.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CropMatches {
    /// torchvision and timm: offsets round half to even; a smaller image is first padded with 0.
    #[default]
    Torchvision,
    /// transformers' torchvision backend: offsets truncate; padding as torchvision's.
    HuggingFace,
    /// transformers' PIL backend: offsets floor; padding puts the odd pixel left and top.
    HuggingFacePil,
    /// MegEngine: offsets round half to even; a smaller image is an error.
    Megengine,
}

/// Cuts out the centre.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CenterCrop {
    pub size: Size,
    #[serde(default)]
    pub matches: CropMatches,
}

impl CenterCrop {
    /// torchvision's centre crop.
    pub const fn new(size: Size) -> Self {
        Self { size, matches: CropMatches::Torchvision }
    }
}

/// Cuts out a rectangle, which must lie inside the image.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Crop {
    pub x: u32,
    pub y: u32,
    pub size: Size,
}

/// How large the frame becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum PadTo {
    /// Exactly this size; the image must fit.
    Size(Size),
    /// Each edge up to the next multiple.
    Multiple(u32),
    /// Each edge at least this long, then up to the next multiple: Lightweight OpenPose.
    AtLeast { width: u32, height: u32, multiple: u32 },
    /// A square of the longer edge.
    Square,
    /// This many pixels at each side.
    Edges { left: u32, top: u32, right: u32, bottom: u32 },
}

/// Where the image lies in the larger frame.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PadPlace {
    /// All padding at the right and the bottom.
    #[default]
    TopLeft,
    /// Half on each side, the odd pixel at the right and the bottom.
    Center,
    /// Ultralytics' LetterBox: `round(d / 2 - 0.1)` left and top, `round(d / 2 + 0.1)` right and bottom.
    Ultralytics,
}

/// Puts the image into a larger frame.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pad {
    pub to: PadTo,
    #[serde(default)]
    pub place: PadPlace,
    /// In the units that the data has at this step: one number for all channels, or one a channel.
    #[serde(default = "black")]
    pub value: Vec<f64>,
}

pub(super) fn black() -> Vec<f64> {
    vec![0.0]
}

/// Mirrors the image.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Flip {
    pub axis: FlipAxis,
}

/// Which way a flip mirrors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FlipAxis {
    /// Left and right change places.
    Horizontal,
    /// Top and bottom change places.
    Vertical,
}
