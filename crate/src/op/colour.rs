//! Colour steps: conversions to other colour spaces, and jitter with fixed factors, each as a named library does it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Whose hue shift.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HueMatches {
    /// MegEngine's HueTransform: cast to bytes, OpenCV's 8-bit full-range HSV of BGR, wrapping add of `int(alpha * 255)`.
    #[default]
    Megengine,
    /// torchvision's adjust_hue on a PIL image: Pillow's 8-bit HSV of RGB, wrapping add of `int(alpha * 255)`.
    TorchvisionPil,
    /// torchvision's adjust_hue on a tensor: float HSV.
    Torchvision,
    /// albumentations' ColorJitter hue: on bytes a lookup table on OpenCV's 180-step HSV, on floats of 0-1 degrees are added
    /// to OpenCV's float HSV.
    Albumentations,
    /// MegEngine's on an OpenCV without Intel IPP, with AVX2: on the way back from HSV the first `floor(width / 32) * 32`
    /// pixels of a row are truncated, the rest rounded.
    MegengineSimd,
}

/// Turns the hue.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HueShift {
    /// Part of the colour circle, -0.5 to 0.5.
    pub alpha: f64,
    #[serde(default)]
    pub matches: HueMatches,
}

impl HueShift {
    /// MegEngine's.
    pub const fn new(alpha: f64) -> Self {
        Self { alpha, matches: HueMatches::Megengine }
    }
}

/// Whose brightness, contrast or saturation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum JitterMatches {
    /// MegEngine on data of 0-255.
    Megengine,
    /// torchvision on a PIL image.
    TorchvisionPil,
    /// torchvision on a tensor of bytes or of floats 0-1.
    Torchvision,
    /// albumentations' ColorJitter.
    Albumentations,
}

/// Brightness, contrast or saturation times `factor`; 1 changes nothing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Jitter {
    pub factor: f64,
    pub matches: JitterMatches,
}

/// Whose HSV augmentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HsvMatches {
    /// YOLOv5's augment_hsv: three numbers multiply hue, saturation, value through tables.
    Yolov5,
    /// Ultralytics' RandomHSV since 8.3.79: the hue is added, saturation 0 stays 0.
    Ultralytics,
    /// YOLOX's augment_hsv: whole numbers are added.
    Yolox,
    /// albumentations' HueSaturationValue: whole numbers are added through tables. Floats of 0-1 become bytes, rounded half
    /// to even, and are divided by 255 afterwards.
    Albumentations,
}

/// Moves hue, saturation and value at once, by the three numbers that the library drew.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HsvJitter {
    pub hue: f64,
    pub saturation: f64,
    pub value: f64,
    pub matches: HsvMatches,
}

/// MegEngine's Lighting, the PCA noise of AlexNet: adds one number a channel, clips to 0-255 and, on bytes, truncates.
///
/// *Shape*: kept. *Range and order*: 0-255, three colours in any order; each colour gets its own number.
/// *Convention*: `eigenvectors . (alpha * eigenvalues)` in f64, added to the f32 pixel in f64.
/// *Errors*: `InvalidPipeline` for other data, or an alpha that is not finite.
/// *Precision*: exact. *Source*: MegEngine, data/transform/vision/transform.py, Lighting.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lighting {
    /// The three numbers that MegEngine draws, of a standard deviation of `scale * 255`.
    pub alpha: [f64; 3],
}

/// A colour space that is not RGB.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum ColourSpace {
    Gray,
    /// Hue in 0-179 (bytes) or degrees (floats) with OpenCV, 0-255 with Pillow.
    HSV,
    /// OpenCV's full-range HSV: hue in 0-255.
    #[serde(rename = "HSV-full")]
    HsvFull,
    /// OpenCV's channel order: luma, red difference, blue difference.
    YCrCb,
    /// Pillow's channel order: luma, blue difference, red difference.
    YCbCr,
    /// Pillow's naive CMYK.
    CMYK,
}

/// Whose conversion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ColourMatches {
    /// OpenCV's cvtColor.
    Opencv,
    /// OpenCV's 8-bit HSV to BGR as its AVX2 code on x86 does it: the first `floor(width / 32) * 32` pixels of a row are
    /// truncated. `opencv` rounds everywhere.
    OpencvSimd,
    /// Pillow's Image.convert.
    Pillow,
    /// torchvision's rgb_to_grayscale.
    Torchvision,
}

/// From RGB or BGR into a colour space.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ToColour {
    pub to: ColourSpace,
    pub matches: ColourMatches,
}

/// From a colour space back into RGB or BGR.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FromColour {
    pub from: ColourSpace,
    /// RGB or BGR.
    pub to: crate::spec::ChannelOrder,
    pub matches: ColourMatches,
}
