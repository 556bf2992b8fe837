//! How a pixel is stored.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ChannelOrder, DType};

/// How a pixel is stored: channel order and number type in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum PixelFormat {
    Rgb8,
    Bgr8,
    Rgba8,
    Bgra8,
    Gray8,
    GrayAlpha8,
    Cmyk8,
    Rgb16,
    Bgr16,
    Rgba16,
    Bgra16,
    Gray16,
    RgbF32,
    BgrF32,
    RgbaF32,
    BgraF32,
    GrayF32,
}

impl PixelFormat {
    pub const ALL: [Self; 17] = [
        Self::Rgb8,
        Self::Bgr8,
        Self::Rgba8,
        Self::Bgra8,
        Self::Gray8,
        Self::GrayAlpha8,
        Self::Cmyk8,
        Self::Rgb16,
        Self::Bgr16,
        Self::Rgba16,
        Self::Bgra16,
        Self::Gray16,
        Self::RgbF32,
        Self::BgrF32,
        Self::RgbaF32,
        Self::BgraF32,
        Self::GrayF32,
    ];

    /// The channel order of this format.
    pub const fn order(self) -> ChannelOrder {
        match self {
            Self::Rgb8 | Self::Rgb16 | Self::RgbF32 => ChannelOrder::Rgb,
            Self::Bgr8 | Self::Bgr16 | Self::BgrF32 => ChannelOrder::Bgr,
            Self::Rgba8 | Self::Rgba16 | Self::RgbaF32 => ChannelOrder::Rgba,
            Self::Bgra8 | Self::Bgra16 | Self::BgraF32 => ChannelOrder::Bgra,
            Self::Gray8 | Self::Gray16 | Self::GrayF32 => ChannelOrder::Gray,
            Self::GrayAlpha8 => ChannelOrder::GrayAlpha,
            Self::Cmyk8 => ChannelOrder::Cmyk,
        }
    }

    /// `U8`, `U16` or `F32`.
    pub const fn dtype(self) -> DType {
        match self {
            Self::Rgb8 | Self::Bgr8 | Self::Rgba8 | Self::Bgra8 | Self::Gray8 | Self::GrayAlpha8 | Self::Cmyk8 => {
                DType::U8
            }
            Self::Rgb16 | Self::Bgr16 | Self::Rgba16 | Self::Bgra16 | Self::Gray16 => DType::U16,
            Self::RgbF32 | Self::BgrF32 | Self::RgbaF32 | Self::BgraF32 | Self::GrayF32 => DType::F32,
        }
    }

    /// The name used in JSON and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rgb8 => "Rgb8",
            Self::Bgr8 => "Bgr8",
            Self::Rgba8 => "Rgba8",
            Self::Bgra8 => "Bgra8",
            Self::Gray8 => "Gray8",
            Self::GrayAlpha8 => "GrayAlpha8",
            Self::Cmyk8 => "Cmyk8",
            Self::Rgb16 => "Rgb16",
            Self::Bgr16 => "Bgr16",
            Self::Rgba16 => "Rgba16",
            Self::Bgra16 => "Bgra16",
            Self::Gray16 => "Gray16",
            Self::RgbF32 => "RgbF32",
            Self::BgrF32 => "BgrF32",
            Self::RgbaF32 => "RgbaF32",
            Self::BgraF32 => "BgraF32",
            Self::GrayF32 => "GrayF32",
        }
    }
}
