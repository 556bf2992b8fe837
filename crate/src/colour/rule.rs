//! What one pass does to each pixel.

use super::mix::{Against, Mix};
use super::opencv::Circle;
use super::{grey, opencv, pillow, torch};

/// Whose grey.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grey {
    /// OpenCV's, of pixels that lie as blue, green, red or as red, green, blue: in floats that makes a difference.
    Opencv {
        blue_first: bool,
    },
    Pillow,
    Torch,
}

/// From up to three numbers of a pixel to up to four. Colours come and go as red, green, blue.
#[derive(Debug, Clone, PartialEq)]
pub enum Rule {
    Grey(Grey),
    OpencvToHsv(Circle),
    /// `truncates` in the SIMD body of a row, rounds elsewhere.
    OpencvFromHsv(Circle),
    OpencvToYCrCb,
    PillowToYCbCr,
    PillowFromYCbCr,
    PillowToHsv,
    PillowFromHsv,
    /// 255 minus each colour, and no black.
    PillowToCmyk,
    /// torchvision's hue on a PIL image.
    PillowHue {
        shift: u8,
    },
    /// torchvision's hue on a tensor.
    TorchHue {
        factor: f32,
    },
    /// MegEngine's hue on OpenCV's own code: full-range HSV, a wrapping add, and back as `OpencvFromHsv`.
    OpencvHue {
        shift: u8,
    },
    /// albumentations' hue of floats: degrees added to OpenCV's float HSV.
    OpencvTurn {
        degrees: f32,
    },
    /// OpenCV's HSV of 180 steps, a table for each of the three, and back.
    HsvTables(Box<[[u8; 256]; 3]>),
    Mix(Mix),
}

impl Rule {
    /// Numbers a pixel of the result.
    pub const fn outputs(&self) -> usize {
        match self {
            Self::Grey(_) => 1,
            Self::PillowToCmyk => 4,
            _ => 3,
        }
    }

    /// The mixture that needs the mean of the whole image.
    pub fn needs_mean(&self) -> Option<&Mix> {
        match self {
            Self::Mix(mix) if mix.against == Against::Mean => Some(mix),
            _ => None,
        }
    }

    /// A pixel of bytes. `truncates` says that it lies where OpenCV's SIMD code runs.
    pub fn bytes(&self, pixel: [u8; 3], truncates: bool, mean: f64) -> [u8; 4] {
        let [a, b, c] = match self {
            Self::Grey(grey) => [grey.byte(pixel), 0, 0],
            Self::OpencvToHsv(circle) => opencv::to_hsv(pixel, *circle),
            Self::OpencvFromHsv(circle) => opencv::from_hsv(pixel, *circle, truncates),
            Self::OpencvToYCrCb => opencv::to_ycrcb(pixel),
            Self::PillowToYCbCr => pillow::to_ycbcr(pixel),
            Self::PillowFromYCbCr => pillow::from_ycbcr(pixel),
            Self::PillowToHsv => pillow::to_hsv(pixel),
            Self::PillowFromHsv => pillow::from_hsv(pixel),
            Self::PillowToCmyk => pixel.map(|colour| 255 - colour),
            Self::PillowHue { shift } => pillow::shift_hue(pixel, *shift),
            Self::TorchHue { factor } => torch::shift_hue(pixel.map(torch::to_unit), *factor).map(torch::from_unit),
            Self::OpencvHue { shift } => {
                let [hue, saturation, value] = opencv::to_hsv(pixel, Circle::Full);
                opencv::from_hsv([hue.wrapping_add(*shift), saturation, value], Circle::Full, truncates)
            }
            // The plan gives it floats alone.
            Self::OpencvTurn { .. } => pixel,
            Self::HsvTables(tables) => {
                let [hue, saturation, value] = &**tables;
                let [h, s, v] = opencv::to_hsv(pixel, Circle::Half).map(usize::from);
                let look = |table: &[u8; 256], at: usize| table.get(at).copied().unwrap_or_default();
                opencv::from_hsv([look(hue, h), look(saturation, s), look(value, v)], Circle::Half, truncates)
            }
            Self::Mix(mix) => {
                let grey = if mix.against == Against::Mean { mean } else { mix.grey_of_bytes(pixel).into() };
                pixel.map(|value| mix.byte(value, grey))
            }
        };
        [a, b, c, 0]
    }

    /// A pixel of floats, 0 to `most`; nothing for a rule that has no floats.
    pub fn floats(&self, pixel: [f32; 3], most: f32, mean: f64) -> Option<[f32; 4]> {
        let [a, b, c] = match self {
            Self::Grey(grey) => [grey.float(pixel)?, 0.0, 0.0],
            Self::OpencvToHsv(_) => opencv::to_hsv_float(pixel),
            Self::OpencvFromHsv(_) => opencv::from_hsv_float(pixel),
            Self::TorchHue { factor } => torch::shift_hue(pixel, *factor),
            Self::OpencvTurn { degrees } => opencv::turn(pixel, *degrees),
            Self::Mix(mix) => {
                let grey = if mix.against == Against::Mean { mean } else { mix.grey_of_floats(pixel).into() };
                pixel.map(|value| mix.float(value, grey, most))
            }
            _ => return None,
        };
        Some([a, b, c, 0.0])
    }
}

impl Grey {
    fn byte(self, rgb: [u8; 3]) -> u8 {
        match self {
            Self::Opencv { .. } => grey::opencv(rgb),
            Self::Pillow => grey::pillow(rgb),
            Self::Torch => grey::torch(rgb.map(f32::from)) as u8,
        }
    }

    fn float(self, rgb: [f32; 3]) -> Option<f32> {
        match self {
            Self::Opencv { blue_first } => Some(grey::opencv_float(rgb, blue_first)),
            Self::Torch => Some(grey::torch(rgb)),
            Self::Pillow => None,
        }
    }
}
