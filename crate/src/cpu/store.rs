//! The walk that every storing pass shares: window, channel map and layout, whatever happens to the values.

use crate::geometry::Window;
use crate::plan::Surface;

/// Where a storing pass reads and how it lays the result out.
pub struct Store<'a> {
    pub src: Surface,
    pub window: Window,
    pub map: &'a [usize],
    pub planar: bool,
}

impl Store<'_> {
    /// Calls `convert(channel, value)` for each number of the result; outside the surface the value is `T::default()`.
    pub fn run<T: Copy + Default, U: Copy + Default>(&self, src: &[T], convert: impl Fn(usize, T) -> U) -> Vec<U> {
        let Window { x: left, y: top, size } = self.window;
        let (width, height) = (size.width as usize, size.height as usize);
        let channels = self.map.len();
        let mut dst = vec![U::default(); width * height * channels];
        let src_step = if self.src.planar { 1 } else { self.src.channels };
        let dst_step = if self.planar { 1 } else { channels };
        // The columns that lie inside: [before, until).
        let before = (-left).clamp(0, width as i64) as usize;
        let until = (i64::from(self.src.size.width) - left).clamp(before as i64, width as i64) as usize;
        for (channel, &from) in self.map.iter().enumerate() {
            let outside = convert(channel, T::default());
            for y in 0..height {
                let begin = if self.planar { (channel * height + y) * width } else { y * width * channels + channel };
                let mut row = dst.get_mut(begin..).unwrap_or_default().iter_mut().step_by(dst_step).take(width);
                let source_row = top + y as i64;
                if source_row < 0 || source_row >= i64::from(self.src.size.height) || before == until {
                    row.for_each(|value| *value = outside);
                    continue;
                }
                row.by_ref().take(before).for_each(|value| *value = outside);
                let first = self.src.index((left + before as i64) as usize, source_row as usize, from);
                let pixels = src.get(first..).unwrap_or_default().iter().step_by(src_step);
                for (value, &pixel) in row.by_ref().take(until - before).zip(pixels) {
                    *value = convert(channel, pixel);
                }
                row.for_each(|value| *value = outside);
            }
        }
        dst
    }
}
