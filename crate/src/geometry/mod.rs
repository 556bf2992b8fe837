//! Sizes and offsets as the Python libraries round them.

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

/// The size after a resize of the shorter edge to `edge`, as torchvision rounds it: the other edge is
/// `int(edge * long / short)`, one correctly rounded division, then truncated. `None` if it does not fit.
pub fn shortest_edge(size: Size, edge: u32) -> Option<Size> {
    let (short, long) = (size.width.min(size.height), size.width.max(size.height));
    let other = (u64::from(edge) * u64::from(long)) as f64 / f64::from(short);
    let other = if other < f64::from(u32::MAX) { other as u32 } else { return None };
    Some(if size.width <= size.height { Size::new(edge, other) } else { Size::new(other, edge) })
}

/// torchvision's centre crop: pad `floor` left and top where the image is smaller, then `int(round(d / 2))`, half to even.
pub fn center_crop(size: Size, crop: Size) -> Window {
    Window { x: center_offset(size.width, crop.width), y: center_offset(size.height, crop.height), size: crop }
}

fn center_offset(image: u32, crop: u32) -> i64 {
    let (image, crop) = (i64::from(image), i64::from(crop));
    if crop > image {
        return -((crop - image) / 2);
    }
    let twice = image - crop;
    let floor = twice / 2;
    // d/2 is floor, or floor + 1/2: a tie, which goes to the even neighbour.
    floor + (twice % 2) * (floor % 2)
}
