//! The contract: what an image or a tensor is, said once and checked everywhere.

mod format;

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};

pub use format::PixelFormat;

/// Width and height in pixels, never a bare pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Size {
    pub width: u32,
    pub height: u32,
}

impl Size {
    pub const fn new(width: u32, height: u32) -> Self {
        Self { width, height }
    }

    /// Width times height; cannot overflow.
    pub const fn pixels(self) -> u64 {
        self.width as u64 * self.height as u64
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// What the channels are, in the order in which they lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum ChannelOrder {
    #[serde(rename = "RGB")]
    Rgb,
    #[serde(rename = "BGR")]
    Bgr,
    #[serde(rename = "RGBA")]
    Rgba,
    #[serde(rename = "BGRA")]
    Bgra,
    #[serde(rename = "Gray")]
    Gray,
    /// Grey with alpha, Pillow's LA.
    GrayAlpha,
    /// Hue, saturation, value; only between `to_colour` and `from_colour`, and in results.
    #[serde(rename = "HSV")]
    Hsv,
    /// OpenCV's luma, red difference, blue difference.
    YCrCb,
    /// Pillow's luma, blue difference, red difference.
    YCbCr,
    /// Pillow's cyan, magenta, yellow, black.
    #[serde(rename = "CMYK")]
    Cmyk,
}

/// One channel's meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Channel {
    Red,
    Green,
    Blue,
    Alpha,
    Gray,
    Hue,
    Saturation,
    Value,
    Luma,
    RedDifference,
    BlueDifference,
    Cyan,
    Magenta,
    Yellow,
    Black,
}

impl ChannelOrder {
    pub const fn channels(self) -> &'static [Channel] {
        use Channel::{
            Alpha, Black, Blue, BlueDifference, Cyan, Gray, Green, Hue, Luma, Magenta, Red, RedDifference, Saturation,
            Value, Yellow,
        };
        match self {
            Self::Rgb => &[Red, Green, Blue],
            Self::Bgr => &[Blue, Green, Red],
            Self::Rgba => &[Red, Green, Blue, Alpha],
            Self::Bgra => &[Blue, Green, Red, Alpha],
            Self::Gray => &[Gray],
            Self::GrayAlpha => &[Gray, Alpha],
            Self::Hsv => &[Hue, Saturation, Value],
            Self::YCrCb => &[Luma, RedDifference, BlueDifference],
            Self::YCbCr => &[Luma, BlueDifference, RedDifference],
            Self::Cmyk => &[Cyan, Magenta, Yellow, Black],
        }
    }

    /// How many channels.
    pub const fn count(self) -> usize {
        self.channels().len()
    }

    /// Where `channel` lies, if it is there.
    pub fn position(self, channel: Channel) -> Option<usize> {
        self.channels().iter().position(|&c| c == channel)
    }

    /// The order with red and blue exchanged; one without them is itself.
    pub const fn reversed(self) -> Self {
        match self {
            Self::Rgb => Self::Bgr,
            Self::Bgr => Self::Rgb,
            Self::Rgba => Self::Bgra,
            Self::Bgra => Self::Rgba,
            Self::Gray | Self::GrayAlpha | Self::Hsv | Self::YCrCb | Self::YCbCr | Self::Cmyk => self,
        }
    }

    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rgb => "RGB",
            Self::Bgr => "BGR",
            Self::Rgba => "RGBA",
            Self::Bgra => "BGRA",
            Self::Gray => "Gray",
            Self::GrayAlpha => "GrayAlpha",
            Self::Hsv => "HSV",
            Self::YCrCb => "YCrCb",
            Self::YCbCr => "YCbCr",
            Self::Cmyk => "CMYK",
        }
    }
}

/// What the smallest and the largest pixel value mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum ValueRange {
    /// 0 to 255: bytes, or floats of that range.
    #[serde(rename = "0-255")]
    Bytes,
    /// 0 to 65535: 16-bit images.
    #[serde(rename = "0-65535")]
    Words,
    /// 0 to 1, as after torchvision's ToTensor.
    #[serde(rename = "0-1")]
    Unit,
    /// −1 to 1, as after Keras' `tf` mode.
    #[serde(rename = "-1-1")]
    SignedUnit,
    /// Mean subtracted and divided by std: no fixed bounds.
    #[serde(rename = "normalised")]
    Normalised,
    /// Whole numbers of a quantised model, after `quantise`: what they mean, only its scale and zero point tell.
    #[serde(rename = "quantised")]
    Quantised,
}

impl ValueRange {
    /// The values that the least and the greatest pixel value have in this range.
    pub const fn bounds(self) -> Option<(f64, f64)> {
        match self {
            Self::Bytes => Some((0.0, 255.0)),
            Self::Words => Some((0.0, 65_535.0)),
            Self::Unit => Some((0.0, 1.0)),
            Self::SignedUnit => Some((-1.0, 1.0)),
            Self::Normalised | Self::Quantised => None,
        }
    }

    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bytes => "0-255",
            Self::Words => "0-65535",
            Self::Unit => "0-1",
            Self::SignedUnit => "-1-1",
            Self::Normalised => "normalised",
            Self::Quantised => "quantised",
        }
    }
}

/// Which axis runs fastest. `NCHW` and `NHWC` carry a batch axis of 1, `CHW` and `HWC` none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum TensorLayout {
    #[serde(rename = "NCHW")]
    Nchw,
    #[serde(rename = "NHWC")]
    Nhwc,
    #[serde(rename = "CHW")]
    Chw,
    #[serde(rename = "HWC")]
    Hwc,
    /// What torchvision's ToTensor makes of an array that is CHW already: a mistake, and the only layout with columns outermost.
    #[serde(rename = "WCH")]
    Wch,
}

/// How many numbers lie between neighbours along each axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Strides {
    pub channel: usize,
    pub row: usize,
    pub column: usize,
}

impl TensorLayout {
    /// One plane a channel (`CHW`) rather than one pixel after the other (`HWC`).
    pub const fn is_planar(self) -> bool {
        matches!(self, Self::Nchw | Self::Chw)
    }

    /// The shape of an image of `size` with `channels` channels in this layout.
    pub fn shape(self, size: Size, channels: usize) -> Vec<usize> {
        let (height, width) = (size.height as usize, size.width as usize);
        match self {
            Self::Nchw => vec![1, channels, height, width],
            Self::Nhwc => vec![1, height, width, channels],
            Self::Chw => vec![channels, height, width],
            Self::Hwc => vec![height, width, channels],
            Self::Wch => vec![width, channels, height],
        }
    }

    /// Where the number of a channel of a pixel lies: the sum of each index times its stride.
    pub const fn strides(self, size: Size, channels: usize) -> Strides {
        let (height, width) = (size.height as usize, size.width as usize);
        match self {
            Self::Nchw | Self::Chw => Strides { channel: height * width, row: width, column: 1 },
            Self::Nhwc | Self::Hwc => Strides { channel: 1, row: width * channels, column: channels },
            Self::Wch => Strides { channel: height, row: 1, column: channels * height },
        }
    }

    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nchw => "NCHW",
            Self::Nhwc => "NHWC",
            Self::Chw => "CHW",
            Self::Hwc => "HWC",
            Self::Wch => "WCH",
        }
    }
}

/// The type of one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DType {
    U8,
    I8,
    U16,
    F16,
    F32,
}

impl DType {
    /// Bytes that one number takes.
    pub const fn bytes(self) -> usize {
        match self {
            Self::U8 | Self::I8 => 1,
            Self::U16 | Self::F16 => 2,
            Self::F32 => 4,
        }
    }

    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::U8 => "u8",
            Self::I8 => "i8",
            Self::U16 => "u16",
            Self::F16 => "f16",
            Self::F32 => "f32",
        }
    }
}

macro_rules! display_by_name {
    ($($type:ty),*) => { $(
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }
    )* };
}
display_by_name!(ChannelOrder, ValueRange, TensorLayout, DType, PixelFormat);

/// What an image is: its size, how a pixel is stored, and what its values mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ImageSpec {
    pub size: Size,
    pub format: PixelFormat,
    /// Bytes are always `0-255` and 16 bits `0-65535`; floats say it.
    pub range: ValueRange,
}

impl ImageSpec {
    /// An image of bytes, 0 to 255.
    pub const fn bytes(size: Size, format: PixelFormat) -> Self {
        Self { size, format, range: ValueRange::Bytes }
    }

    /// An image of 16 bits a channel, 0 to 65535.
    pub const fn words(size: Size, format: PixelFormat) -> Self {
        Self { size, format, range: ValueRange::Words }
    }

    /// The most pixels an image may have: 16384 x 16384, one and a half times Pillow's own limit.
    pub const MAX_PIXELS: u64 = 1 << 28;

    /// How many numbers the image holds.
    ///
    /// *Errors*: `InvalidInput` for an empty image or whole numbers of another range than their own; `Limits` above
    /// [`ImageSpec::MAX_PIXELS`].
    pub fn values(&self) -> Result<usize> {
        if self.size.width == 0 || self.size.height == 0 {
            return Err(Error::invalid_input(format!("the image is empty ({})", self.size)));
        }
        if self.size.pixels() > Self::MAX_PIXELS {
            return Err(Error::limits(format!(
                "the image has {} pixels, more than the limit; scale it down before it is handed in",
                self.size
            ))
            .expected(format!("at most {}", Self::MAX_PIXELS), self.size.pixels()));
        }
        let own = match self.format.dtype() {
            DType::U8 => ValueRange::Bytes,
            DType::U16 => ValueRange::Words,
            DType::I8 | DType::F16 | DType::F32 => self.range,
        };
        if self.range != own {
            let what = if own == ValueRange::Bytes { "bytes" } else { "16-bit values" };
            return Err(Error::invalid_input(format!(
                "{what} are {own}; to treat them as another range put an `assume` step first"
            ))
            .expected(own, self.range));
        }
        let values = self.size.pixels() * self.format.order().count() as u64;
        // Rust refuses a buffer of more than isize::MAX bytes, which on wasm32 is 2 GiB.
        match isize::try_from(values * self.format.dtype().bytes() as u64) {
            Ok(_) => Ok(values as usize),
            Err(_) => Err(Error::limits("the image does not fit this machine's address space")),
        }
    }
}

/// What a tensor is: what `compile` promises and `run` delivers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TensorSpec {
    pub size: Size,
    pub order: ChannelOrder,
    pub range: ValueRange,
    pub layout: TensorLayout,
    pub dtype: DType,
}

impl TensorSpec {
    /// The axes, slowest first.
    pub fn shape(&self) -> Vec<usize> {
        self.layout.shape(self.size, self.order.count())
    }

    /// How many numbers the tensor holds; the largest number there is for more than any memory has.
    pub fn values(&self) -> usize {
        self.shape().into_iter().fold(1, usize::saturating_mul)
    }
}
