//! Colours to one grey channel, as each reader does it on its way.

/// Weights of red, green and blue, the bits to shift by, and what is added before.
#[derive(Debug, Clone, Copy)]
pub struct Grey {
    weights: [u32; 3],
    bits: u32,
    half: u32,
}

/// Pillow's `convert("L")`.
pub const PILLOW: Grey = Grey { weights: [19_595, 38_470, 7_471], bits: 16, half: 1 << 15 };

/// OpenCV's cvtColor, through which it takes a JPEG.
pub const OPENCV: Grey = Grey { weights: [9_798, 19_235, 3_735], bits: 15, half: 1 << 14 };

/// The older one of OpenCV, which its readers have for inks and for BMP.
pub const OPENCV_READER: Grey = Grey { weights: [4_899, 9_617, 1_868], bits: 14, half: 1 << 13 };

/// libpng's png_set_rgb_to_gray(0.299, 0.587) of bytes, through which OpenCV takes a PNG: truncated.
pub const LIBPNG: Grey = Grey { weights: [9_797, 19_234, 3_737], bits: 15, half: 0 };

/// The same of 16 bits: rounded.
pub const LIBPNG_16: Grey = Grey { half: 1 << 14, ..LIBPNG };

impl Grey {
    pub fn of<T: Copy + Into<u32>>(self, rgb: [T; 3]) -> u32 {
        let sum: u32 = rgb.into_iter().zip(self.weights).map(|(value, weight)| value.into() * weight).sum();
        (sum + self.half) >> self.bits
    }
}
