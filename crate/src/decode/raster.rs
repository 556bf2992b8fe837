//! What a file holds, before anybody's rules are applied to it.

use crate::decode::report::Stored;
use crate::spec::Size;

/// The numbers of a picture, one pixel after the other.
#[derive(Debug, Clone)]
pub enum Samples {
    U8(Vec<u8>),
    U16(Vec<u16>),
}

/// What the numbers of a pixel are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Model {
    Gray,
    GrayAlpha,
    Rgb,
    Rgba,
    /// One index into the palette.
    Palette,
    /// Four inks as the file has them, which is 255 minus the ink in every file that Adobe's convention made.
    Cmyk,
}

impl Model {
    pub const fn channels(self) -> usize {
        match self {
            Self::Gray | Self::Palette => 1,
            Self::GrayAlpha => 2,
            Self::Rgb => 3,
            Self::Rgba | Self::Cmyk => 4,
        }
    }

    pub const fn has_alpha(self) -> bool {
        matches!(self, Self::GrayAlpha | Self::Rgba)
    }
}

/// Colours by their index, and the alpha of the first of them.
#[derive(Debug, Clone, Default)]
pub struct Palette {
    pub colours: Vec<[u8; 3]>,
    pub alpha: Vec<u8>,
}

#[derive(Debug, Clone)]
pub struct Raster {
    pub size: Size,
    pub model: Model,
    pub samples: Samples,
    /// Bits a channel in the file; grey of less than 8 is spread over 0 to 255 here.
    pub bits: u8,
    pub palette: Option<Palette>,
    /// The colour that is transparent, in the file's own numbers; grey has it in the first.
    pub key: Option<[u16; 3]>,
    /// EXIF orientation, 1 to 8.
    pub orientation: u8,
    /// `PNG`, `JPEG` ...
    pub format: &'static str,
    /// The library that read it.
    pub decoder: &'static str,
}

impl Raster {
    pub fn stored(&self) -> Stored {
        let transparent = self.palette.as_ref().is_some_and(|palette| !palette.alpha.is_empty());
        Stored {
            bits: self.bits,
            palette: self.palette.as_ref().map(|palette| palette.colours.len()),
            alpha: self.model.has_alpha() || self.key.is_some() || transparent,
            inks: self.model == Model::Cmyk,
        }
    }
}
