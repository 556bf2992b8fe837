//! Two tensors as the right model sees them, in one PNG.

use image::codecs::png::PngEncoder;
use image::{ExtendedColorType, ImageEncoder};
use pixelproof::{Picture, Size};

use crate::failure::{Failure, Result};

/// The white stripe between the two.
const DIVIDER: u32 = 4;

/// More than two of the largest square images side by side.
const MAX_PIXELS: u64 = 1 << 30;

/// Encodes a PNG: left one picture, right the other, both at the top.
pub fn side_by_side(left: &Picture, right: &Picture) -> Result<Vec<u8>> {
    let size = Size::new(left.size.width + DIVIDER + right.size.width, left.size.height.max(right.size.height));
    if size.pixels() > MAX_PIXELS {
        return Err(Failure::limits(format!("a side-by-side picture of {size} would be too large; leave out -o")));
    }
    let width = size.width as usize;
    let mut rgb = vec![255; width * size.height as usize * 3];
    for (picture, x) in [(left, 0), (right, (left.size.width + DIVIDER) as usize)] {
        let row_of = picture.size.width as usize;
        for (to, from) in rgb.chunks_exact_mut(width * 3).zip(picture.rgba.chunks_exact(row_of * 4)) {
            let to = to[x * 3..(x + row_of) * 3].chunks_exact_mut(3);
            to.zip(from.chunks_exact(4)).for_each(|(to, from)| to.copy_from_slice(&from[..3]));
        }
    }
    let mut png = Vec::new();
    PngEncoder::new(&mut png)
        .write_image(&rgb, size.width, size.height, ExtendedColorType::Rgb8)
        .map_err(|error| Failure::limits(format!("the side-by-side picture of {size} cannot be encoded: {error}")))?;
    Ok(png)
}
