//! Sizes and offsets as the Python libraries round them.

pub mod affine;
mod fit;

pub use fit::fit;

use crate::op::{CropMatches, PadPlace, PadTo};
use crate::spec::Size;

/// A rectangle of an image; where it reaches outside, there is black.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    pub x: i64,
    pub y: i64,
    pub size: Size,
}

impl Window {
    pub const fn whole(size: Size) -> Self {
        Self { x: 0, y: 0, size }
    }

    /// Whether every pixel of it lies in an image of `size`.
    pub fn is_inside(&self, size: Size) -> bool {
        self.x >= 0
            && self.y >= 0
            && self.x + i64::from(self.size.width) <= i64::from(size.width)
            && self.y + i64::from(self.size.height) <= i64::from(size.height)
    }
}

/// A centre crop as a library places it; `None` where the library refuses an image smaller than the crop.
pub fn center_crop(size: Size, crop: Size, matches: CropMatches) -> Option<Window> {
    let x = center_offset(size.width, crop.width, matches)?;
    let y = center_offset(size.height, crop.height, matches)?;
    Some(Window { x, y, size: crop })
}

fn center_offset(image: u32, crop: u32, matches: CropMatches) -> Option<i64> {
    let missing = i64::from(crop) - i64::from(image);
    if missing > 0 {
        return match matches {
            CropMatches::Torchvision | CropMatches::HuggingFace => Some(-(missing / 2)),
            // The odd pixel goes left and top.
            CropMatches::HuggingFacePil => Some(-(missing + 1) / 2),
            CropMatches::Megengine => None,
        };
    }
    let extra = -missing;
    let floor = extra / 2;
    Some(match matches {
        // d/2 is floor, or floor + 1/2: a tie, which goes to the even neighbour.
        CropMatches::Torchvision | CropMatches::Megengine => floor + (extra % 2) * (floor % 2),
        CropMatches::HuggingFace | CropMatches::HuggingFacePil => floor,
    })
}

fn up_to_multiple(size: Size, multiple: u32) -> Option<Size> {
    let up = |edge: u32| edge.checked_next_multiple_of(multiple);
    Some(Size::new(up(size.width)?, up(size.height)?))
}

/// Where an image of `size` lies in its padded frame, and how large that is; `None` if it does not fit or overflows.
pub fn pad(size: Size, to: PadTo, place: PadPlace) -> Option<Window> {
    let frame = match to {
        PadTo::Size(frame) => frame,
        PadTo::Multiple(multiple) => up_to_multiple(size, multiple)?,
        PadTo::AtLeast { width, height, multiple } => {
            up_to_multiple(Size::new(size.width.max(width), size.height.max(height)), multiple)?
        }
        PadTo::Square => {
            let edge = size.width.max(size.height);
            Size::new(edge, edge)
        }
        PadTo::Edges { left, top, right, bottom } => {
            let frame = Size::new(
                size.width.checked_add(left)?.checked_add(right)?,
                size.height.checked_add(top)?.checked_add(bottom)?,
            );
            return Some(Window { x: -i64::from(left), y: -i64::from(top), size: frame });
        }
    };
    let before = |frame: u32, image: u32| {
        let missing = i64::from(frame.checked_sub(image)?);
        Some(match place {
            PadPlace::TopLeft => 0,
            PadPlace::Center => missing / 2,
            // round(d / 2 - 0.1): the half goes down.
            PadPlace::Ultralytics => (missing as f64 / 2.0 - 0.1).round_ties_even() as i64,
        })
    };
    Some(Window { x: -before(frame.width, size.width)?, y: -before(frame.height, size.height)?, size: frame })
}
