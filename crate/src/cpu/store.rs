//! The walk that every storing pass shares: window, channel map and layout, whatever happens to the values.

use crate::geometry::Window;
use crate::plan::Store;

impl Store {
    /// Calls `convert(channel, value)` for each number of the result, or `outside(channel)` outside the surface.
    pub(super) fn run<T: Copy, U: Copy + Default>(
        &self,
        src: &[T],
        outside: impl Fn(usize) -> U,
        convert: impl Fn(usize, T) -> U,
    ) -> Vec<U> {
        let Window { x: left, y: top, size } = self.window;
        let (width, height) = (size.width as usize, size.height as usize);
        let channels = self.map.len();
        let mut dst = vec![U::default(); width * height * channels];
        let src_step = if self.src.planar { 1 } else { self.src.channels };
        let strides = self.strides();
        // The columns that lie inside: [before, until).
        let before = (-left).clamp(0, width as i64) as usize;
        let until = (i64::from(self.src.size.width) - left).clamp(before as i64, width as i64) as usize;
        for (channel, &from) in self.map.iter().enumerate() {
            let outside = outside(channel);
            for y in 0..height {
                let begin = channel * strides.channel + y * strides.row;
                let row = dst.get_mut(begin..).unwrap_or_default().iter_mut().step_by(strides.column).take(width);
                let source_row = top + if self.flip.y { height - 1 - y } else { y } as i64;
                if source_row < 0 || source_row >= i64::from(self.src.size.height) || before == until {
                    row.for_each(|value| *value = outside);
                    continue;
                }
                let first = self.src.index((left + before as i64) as usize, source_row as usize, from);
                let pixels = src.get(first..).unwrap_or_default().iter().step_by(src_step);
                let inside = pixels.take(until - before).map(|&pixel| convert(channel, pixel));
                if self.flip.x {
                    write_row(row.rev(), before, inside, outside);
                } else {
                    write_row(row, before, inside, outside);
                }
            }
        }
        dst
    }
}

/// `before` times `outside`, then what is inside, then `outside` to the end.
fn write_row<'a, U: Copy + 'a>(
    mut row: impl Iterator<Item = &'a mut U>,
    before: usize,
    inside: impl Iterator<Item = U>,
    outside: U,
) {
    row.by_ref().take(before).for_each(|value| *value = outside);
    // The pixels come first in the zip: when they end, no place of the row is lost.
    for (pixel, value) in inside.zip(row.by_ref()) {
        *value = pixel;
    }
    row.for_each(|value| *value = outside);
}
