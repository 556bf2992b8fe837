//! How a picture file becomes an image: whose reader is followed, and in which mode.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::json;

/// How a picture file becomes the image that the steps begin with.
///
/// *Shape*: the size as it is shown or as it is stored, by `orientation`. *Range and order*: those of the library: Pillow
/// and torchvision deliver RGB, OpenCV BGR; bytes, or 16 bits where they are kept.
/// *Convention*: `matches` and `mode` name a call of a library; each further field overrides one of its choices. Without
/// `matches` the channels are those of the file, upright, with alpha, cut to 8 bits by keeping the high byte.
/// *Errors*: `InvalidPipeline` for what the library has not; `Unsupported` for a file of which its result is not known.
/// *Precision*: exact. *Source*: Pillow 13, OpenCV 5.0, torchvision 0.29.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Decode {
    /// Whose reader it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matches: Option<DecodeMatches>,
    /// What the library was asked for; `colour` if a library is named, else `unchanged`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<DecodeMode>,
    /// Whether the EXIF orientation is applied; the library's own habit if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub orientation: Option<Orientation>,
    /// What becomes of alpha; the library's own habit if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alpha: Option<Alpha>,
    /// What becomes of 16 bits a channel; the library's own habit if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<Depth>,
}

/// Whose reader is followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DecodeMatches {
    /// `np.asarray(Image.open(file))`, which `mode` says more of.
    Pillow,
    /// `cv2.imread(file, flags)`.
    Opencv,
    /// `torchvision.io.decode_image(file, mode)`, of PNG and JPEG.
    Torchvision,
}

/// What the library is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DecodeMode {
    /// As the file has it: Pillow without a `convert`, OpenCV's IMREAD_UNCHANGED, torchvision's UNCHANGED.
    Unchanged,
    /// Three channels: Pillow's `convert("RGB")`, OpenCV's IMREAD_COLOR (BGR), torchvision's RGB. With `alpha` `keep` four,
    /// opaque where the file has no alpha: Pillow's `convert("RGBA")`.
    Colour,
    /// One channel: Pillow's `convert("L")`, OpenCV's IMREAD_GRAYSCALE.
    Gray,
    /// OpenCV's IMREAD_ANYDEPTH | IMREAD_COLOR: `colour` that keeps 16 bits.
    AnyDepth,
}

/// Whether the EXIF orientation of a file is applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Orientation {
    /// Upright, as it is shown: Pillow's `exif_transpose`, OpenCV but for IMREAD_UNCHANGED.
    Apply,
    /// As it is stored: IMREAD_IGNORE_ORIENTATION, Pillow and torchvision unless asked.
    Ignore,
}

/// What becomes of an alpha channel, or of a transparent colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Alpha {
    /// Left out; the colours stay as they are.
    Drop,
    Keep,
    /// Laid over white, as Pillow's alpha_composite, and transformers 5.
    White,
    /// Laid over black, as Pillow's alpha_composite.
    Black,
}

/// What becomes of 16 bits a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Depth {
    /// 8 bits, the upper ones: OpenCV.
    HighByte,
    /// 8 bits, and 255 for everything above 255: what Pillow makes of 16-bit grey.
    Saturate,
    /// 16 bits.
    Keep,
}

/// A policy with nothing left open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    pub matches: Option<DecodeMatches>,
    pub mode: DecodeMode,
    pub orientation: Orientation,
    pub alpha: Alpha,
    /// None where the library treats grey and colours differently.
    pub depth: Option<Depth>,
}

impl Decode {
    /// Follows a library in one of its modes.
    pub const fn new(matches: DecodeMatches, mode: DecodeMode) -> Self {
        Self { matches: Some(matches), mode: Some(mode), orientation: None, alpha: None, depth: None }
    }

    /// Fills in what is left open.
    ///
    /// *Errors*: `InvalidPipeline` for what the library has not.
    pub fn rules(&self) -> Result<Rules> {
        let default_mode = if self.matches.is_some() { DecodeMode::Colour } else { DecodeMode::Unchanged };
        let mode = self.mode.unwrap_or(default_mode);
        self.check(mode)?;
        let unchanged = mode == DecodeMode::Unchanged;
        let upright = match self.matches {
            None => true,
            Some(DecodeMatches::Opencv) => !unchanged,
            Some(DecodeMatches::Pillow | DecodeMatches::Torchvision) => false,
        };
        let orientation = if upright { Orientation::Apply } else { Orientation::Ignore };
        let depth = match (self.matches, mode) {
            (None, _) => Some(Depth::HighByte),
            (Some(DecodeMatches::Pillow), _) => None,
            (Some(DecodeMatches::Torchvision), _) | (_, DecodeMode::Unchanged | DecodeMode::AnyDepth) => {
                Some(Depth::Keep)
            }
            (Some(DecodeMatches::Opencv), _) => Some(Depth::HighByte),
        };
        Ok(Rules {
            matches: self.matches,
            mode,
            orientation: self.orientation.unwrap_or(orientation),
            alpha: self.alpha.unwrap_or(if unchanged { Alpha::Keep } else { Alpha::Drop }),
            depth: self.depth.or(depth),
        })
    }

    fn check(&self, mode: DecodeMode) -> Result<()> {
        let refuse = |what: &str, expected: &str, got: String| {
            Err(Error::invalid_pipeline(format!("decode: {what}")).expected(expected, got))
        };
        let whose = || self.matches.map_or("none".to_owned(), |library| json::spelled(&library));
        if mode == DecodeMode::AnyDepth && self.matches != Some(DecodeMatches::Opencv) {
            return refuse("any-depth is OpenCV's; elsewhere say `depth` `keep`", "opencv", whose());
        }
        if mode == DecodeMode::Gray && self.matches == Some(DecodeMatches::Torchvision) {
            let what = "torchvision's GRAY is not there; take `colour` and the step to_colour";
            return refuse(what, "unchanged or colour", "gray".into());
        }
        let alpha = self.alpha.unwrap_or(Alpha::Drop);
        if mode == DecodeMode::Gray && alpha != Alpha::Drop {
            return refuse("a grey image keeps no alpha; take `colour`", "drop", json::spelled(&alpha));
        }
        let over = matches!(alpha, Alpha::White | Alpha::Black);
        if over && (self.depth == Some(Depth::Keep) || mode == DecodeMode::AnyDepth) {
            return refuse("alpha is laid over a colour in 8 bits", "high-byte or saturate", "keep".into());
        }
        Ok(())
    }
}
