//! EXIF orientation: pictures turned and mirrored until they stand upright.

use crate::error::{Error, Result};
use crate::image::{Image, Pixels};
use crate::spec::{ImageSpec, Size};

/// The picture as it is shown, of one stored with an orientation of 1 to 8.
pub fn upright(image: Image<'static>, orientation: u8) -> Result<Image<'static>> {
    let spec = image.spec();
    let channels = spec.format.order().count();
    let Size { width, height } = spec.size;
    let size = if orientation >= 5 { Size::new(height, width) } else { spec.size };
    let turned = ImageSpec { size, ..spec };
    match image.pixels() {
        Pixels::U8(pixels) => Image::from_u8(turned, moved(pixels, spec.size, channels, orientation)),
        Pixels::U16(pixels) => Image::from_u16(turned, moved(pixels, spec.size, channels, orientation)),
        Pixels::F32(_) => Err(Error::internal("a decoded picture of floats")),
    }
}

fn moved<T: Copy>(pixels: &[T], size: Size, channels: usize, orientation: u8) -> Vec<T> {
    let (width, height) = (size.width as usize, size.height as usize);
    let swapped = orientation >= 5;
    let (columns, rows) = if swapped { (height, width) } else { (width, height) };
    let mut out = Vec::with_capacity(pixels.len());
    for y in 0..rows {
        for x in 0..columns {
            let (x, y) = if swapped { (y, x) } else { (x, y) };
            let (across, down) = (width - 1 - x, height - 1 - y);
            let (x, y) = match orientation {
                2 | 8 => (across, y),
                3 | 7 => (across, down),
                4 | 6 => (x, down),
                _ => (x, y),
            };
            let at = (y * width + x) * channels;
            out.extend_from_slice(pixels.get(at..at + channels).unwrap_or_default());
        }
    }
    out
}
