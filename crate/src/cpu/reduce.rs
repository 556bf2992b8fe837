//! Pillow's reduce: means of boxes. Twin of shaders/reduce.wgsl.

use crate::plan::{Reduce, reciprocal};

/// 8-bit: a whole sum, half the count added, times a 32-bit reciprocal of which 24 bits are dropped.
pub fn bytes(reduce: &Reduce, src: &[u8]) -> Vec<u8> {
    boxes(reduce, |patch| {
        let count = patch.count();
        let sum = patch.rows(src).flatten().fold(count / 2, |sum, &value| sum.wrapping_add(u32::from(value)));
        (sum.wrapping_mul(reciprocal(count)) >> 24) as u8
    })
}

/// Floats, as Pillow's mode F: the sum in f64, times a reciprocal, to f32.
pub fn floats(reduce: &Reduce, src: &[f32]) -> Vec<f32> {
    boxes(reduce, |patch| {
        let sum = if patch.whole { patch.in_fours(src) } else { patch.one_by_one(src) };
        (sum * (1.0 / f64::from(patch.count()))) as f32
    })
}

/// The pixels of one channel that make one of the result.
struct Patch<'a> {
    reduce: &'a Reduce,
    x: [u32; 2],
    y: [u32; 2],
    channel: usize,
    /// As large as all but the last ones.
    whole: bool,
}

impl Patch<'_> {
    fn count(&self) -> u32 {
        (self.x[1] - self.x[0]) * (self.y[1] - self.y[0])
    }

    fn rows<'s, T>(&self, src: &'s [T]) -> impl Iterator<Item = impl Iterator<Item = &'s T>> {
        let from = self.reduce.src;
        let [first, last] = self.x.map(|x| x as usize);
        (self.y[0]..self.y[1]).map(move |y| {
            let begin = from.index(first, y as usize, self.channel);
            src.get(begin..).unwrap_or_default().iter().step_by(from.channels).take(last - first)
        })
    }

    fn one_by_one(&self, src: &[f32]) -> f64 {
        self.rows(src).flatten().fold(0.0, |sum, &value| sum + f64::from(value))
    }

    /// Two by two pixels are added in f32, and so are the two left over of a row or a column pair.
    fn in_fours(&self, src: &[f32]) -> f64 {
        let rows: Vec<Vec<f32>> = self.rows(src).map(|row| row.copied().collect()).collect();
        let mut sum = 0.0;
        for pair in rows.chunks(2) {
            for column in (0..pair[0].len()).step_by(2) {
                let in_row = |row: &Vec<f32>| row.iter().copied().skip(column).take(2).collect::<Vec<_>>();
                let part = pair.iter().flat_map(in_row).reduce(|sum, value| sum + value);
                sum += f64::from(part.unwrap_or_default());
            }
        }
        sum
    }
}

fn boxes<T>(reduce: &Reduce, mean: impl Fn(Patch<'_>) -> T) -> Vec<T> {
    let Reduce { dst, by, left, top, right, bottom, .. } = *reduce;
    let mut values = Vec::with_capacity(dst.values());
    for row in 0..dst.size.height {
        let (y, y_end) = span(top, row, by.height, bottom);
        for column in 0..dst.size.width {
            let (x, x_end) = span(left, column, by.width, right);
            let whole = x_end - x == by.width && y_end - y == by.height;
            values.extend(
                (0..dst.channels).map(|channel| mean(Patch { reduce, x: [x, x_end], y: [y, y_end], channel, whole })),
            );
        }
    }
    values
}

fn span(from: u32, at: u32, by: u32, end: u32) -> (u32, u32) {
    let begin = from + at * by;
    (begin, begin.saturating_add(by).min(end))
}
