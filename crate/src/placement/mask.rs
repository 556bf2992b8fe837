//! Masks between image and model, by the nearest pixel.

use super::{Placement, Point, SNAP};
use crate::error::{Error, Result};
use crate::spec::Size;

impl Placement {
    /// A mask of the model's input as a mask of the image: padding is cut off, and what the model did not see is `outside`.
    ///
    /// *Shape*: `size` in, row after row; it may be smaller or larger than [`Placement::model`] and covers all of it.
    /// [`Placement::image`] out. *Convention*: the value of the mask's pixel that the centre of each image pixel falls into;
    /// a centre on an edge falls into the pixel to the right, or below. *Errors*: `InvalidInput` for a mask that is not of
    /// `size`; `Limits` if there is no memory for the result.
    pub fn mask_to_image<T: Copy>(&self, mask: &[T], size: Size, outside: T) -> Result<Vec<T>> {
        let seen = |centre| self.keeps(centre).then(|| self.to_model(centre));
        nearest(mask, size, self.model, outside, self.image, seen)
    }

    /// A mask of the image as a mask of the model's input; the padding is `outside`. As [`Placement::mask_to_image`].
    pub fn mask_to_model<T: Copy>(&self, mask: &[T], size: Size, outside: T) -> Result<Vec<T>> {
        let seen = |centre| Some(self.to_image(centre)).filter(|&point| self.keeps(point));
        nearest(mask, size, self.image, outside, self.model, seen)
    }
}

/// For the centre of each pixel of `out`: the pixel of a mask over `frame` that `map` takes it to, if anywhere.
fn nearest<T: Copy>(
    mask: &[T],
    size: Size,
    frame: Size,
    outside: T,
    out: Size,
    map: impl Fn(Point) -> Option<Point>,
) -> Result<Vec<T>> {
    if mask.len() as u64 != size.pixels() || mask.is_empty() {
        return Err(Error::invalid_input(
            "the mask is not of the size that is said; it has one value a pixel, row by row",
        )
        .expected(format!("{} values for {size}", size.pixels()), mask.len()));
    }
    let no_memory = || Error::limits(format!("there is not enough memory for a mask of {out}"));
    let length = usize::try_from(out.pixels()).map_err(|_| no_memory())?;
    let mut result = Vec::new();
    result.try_reserve_exact(length).map_err(|_| no_memory())?;
    let along = |at: f64, pixels: u32, frame: u32| {
        let at = at / f64::from(frame) * f64::from(pixels) + SNAP;
        (at >= 0.0 && at < f64::from(pixels)).then_some(at as usize)
    };
    for y in 0..out.height {
        for x in 0..out.width {
            let value = map(Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5)).and_then(|at| {
                let column = along(at.x, size.width, frame.width)?;
                let row = along(at.y, size.height, frame.height)?;
                mask.get(row * size.width as usize + column).copied()
            });
            result.push(value.unwrap_or(outside));
        }
    }
    Ok(result)
}
