//! Contrast and saturation: each channel against one grey, that of the pixel or the mean of all.

use super::{grey, pillow, torch};

/// Whose arithmetic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Library {
    Megengine,
    Pillow,
    Torch,
    Albumentations,
}

/// What the colours are mixed with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Against {
    /// The grey of the same pixel: saturation.
    Grey,
    /// The mean grey of the image: contrast.
    Mean,
}

/// A mixture; a factor of 1 is the image, of 0 the grey.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mix {
    pub library: Library,
    pub against: Against,
    pub factor: f64,
}

impl Mix {
    /// The grey of a pixel of bytes.
    pub fn grey_of_bytes(&self, rgb: [u8; 3]) -> f32 {
        match self.library {
            Library::Megengine => grey::opencv_float(rgb.map(f32::from), true),
            Library::Pillow => f32::from(grey::pillow(rgb)),
            Library::Torch => grey::torch(rgb.map(f32::from)).floor(),
            Library::Albumentations => f32::from(grey::opencv(rgb)),
        }
    }

    /// The grey of a pixel of floats.
    pub fn grey_of_floats(&self, rgb: [f32; 3]) -> f32 {
        match self.library {
            Library::Torch => grey::torch(rgb),
            _ => grey::opencv_float(rgb, true),
        }
    }

    /// The mean of all greys, as the library takes it.
    pub fn mean(&self, greys: &[f32]) -> f64 {
        let exact = || greys.iter().map(|&grey| f64::from(grey)).sum::<f64>() / greys.len() as f64;
        match self.library {
            Library::Megengine => f64::from(pairwise_sum(greys) / greys.len() as f32),
            Library::Pillow => (exact() + 0.5).floor(),
            Library::Torch => f64::from(torch::mean(greys)),
            Library::Albumentations => exact(),
        }
    }

    /// One channel of a pixel of bytes against its grey or against the mean.
    pub fn byte(&self, value: u8, grey: f64) -> u8 {
        let whole = f32::from(value);
        match self.library {
            Library::Pillow => pillow::blend(grey as u8, value, self.factor as f32),
            // addWeighted rounds, the others truncate.
            Library::Albumentations if self.against == Against::Grey => {
                whole.mul_add(self.factor as f32, grey as f32 * (1.0 - self.factor) as f32).round_ties_even() as u8
            }
            _ => self.float(whole, grey, 255.0) as u8,
        }
    }

    /// One channel of a pixel of floats, clipped to 0 and `most`.
    pub fn float(&self, value: f32, grey: f64, most: f32) -> f32 {
        let (factor, rest) = (self.factor as f32, 1.0 - self.factor);
        let mixed = match (self.library, self.against) {
            (Library::Torch, _) => (grey as f32).mul_add(rest as f32, value * factor),
            // The mean times the rest is one f64 number of numpy's.
            (_, Against::Mean) => value * factor + (grey * rest) as f32,
            (_, Against::Grey) => value * factor + grey as f32 * rest as f32,
        };
        mixed.clamp(0.0, most)
    }
}

/// numpy's sum of f32: eight partial sums in blocks of up to 128, and halves above.
fn pairwise_sum(values: &[f32]) -> f32 {
    const LANES: usize = 8;
    if values.len() > 128 {
        let half = values.len() / 2;
        let (low, high) = values.split_at(half - half % LANES);
        return pairwise_sum(low) + pairwise_sum(high);
    }
    let blocks = values.chunks_exact(LANES);
    let rest = blocks.remainder();
    let lanes = blocks
        .map(|block| <[f32; LANES]>::try_from(block).unwrap_or_default())
        .reduce(|sums, block| std::array::from_fn(|at| sums[at] + block[at]));
    let start = lanes.map_or(0.0, |[a, b, c, d, e, f, g, h]| ((a + b) + (c + d)) + ((e + f) + (g + h)));
    rest.iter().fold(start, |sum, &value| sum + value)
}
