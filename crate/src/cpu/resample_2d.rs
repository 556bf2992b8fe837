//! OpenCV's resize along both axes. Twin of shaders/resample_2d.wgsl.

use crate::plan::{Resample2d, Rule};
use crate::taps::Gather;

/// A sum that nothing was added to: -0 leaves even the sign of a zero alone.
const NOTHING: f32 = -0.0;

/// 8-bit: whole numbers but for `Mean` and `Area`, which end in one f32 rounding.
pub fn bytes(resample: &Resample2d, src: &[u8]) -> Vec<u8> {
    let add = |sum: i32, row: i32, weight: i32| sum.wrapping_add(row.wrapping_mul(weight));
    match resample.rule {
        Rule::Linear => {
            let add = |sum: i32, row: i32, weight: i32| sum + ((row >> 4).wrapping_mul(weight) >> 16);
            whole(resample, src, 2, add, |sum| sum >> 2)
        }
        Rule::Fixed { bits } => whole(resample, src, 1 << (bits - 1), add, |sum| sum >> bits),
        Rule::Mean { scale } => whole(resample, src, 0, add, |sum| (sum as f32 * scale).round_ties_even() as i32),
        _ => {
            let product = |sum: f32, weight: f32, pixel: u8| sum + f32::from(pixel) * weight;
            rows(resample, src, &resample.x.weight, &resample.y.weight, 0.0, product, |rows, row| {
                let sums = column_sums(rows.iter().copied(), 0..row.len());
                for (value, sum) in row.iter_mut().zip(sums) {
                    *value = sum.round_ties_even() as u8;
                }
            })
        }
    }
}

/// Floats: f32 throughout, each operation rounded by itself.
pub fn floats(resample: &Resample2d, src: &[f32]) -> Vec<f32> {
    let zero = match resample.rule {
        Rule::Block { scale } => return blocks(resample, src, scale),
        Rule::Between => return between(resample, src),
        Rule::Columns { from_zero } => return columns_first(resample, src, if from_zero { 0.0 } else { NOTHING }),
        Rule::Area => 0.0,
        _ => NOTHING,
    };
    let product = |sum: f32, weight: f32, pixel: f32| sum + pixel * weight;
    rows(resample, src, &resample.x.weight, &resample.y.weight, zero, product, |rows, row| {
        let body = resample.body_left().min(row.len());
        row[..body].copy_from_slice(&column_sums(rows.iter().rev().copied(), 0..body));
        let rest = column_sums(rows.iter().copied(), body..row.len());
        row[body..].copy_from_slice(&rest);
        if let Rule::Scaled { scale } = resample.rule {
            // Begun at 0, which a sum of -0 alone shows.
            row.iter_mut().for_each(|value| *value = (0.0 + *value) * scale);
        }
    })
}

fn whole(
    resample: &Resample2d,
    src: &[u8],
    start: i32,
    add: impl Fn(i32, i32, i32) -> i32,
    finish: impl Fn(i32) -> i32,
) -> Vec<u8> {
    let weights = |gather: &Gather| gather.weight.iter().map(|&weight| weight as i32).collect::<Vec<_>>();
    let product = |sum: i32, weight: i32, pixel: u8| sum.wrapping_add(weight.wrapping_mul(i32::from(pixel)));
    let mut sums = vec![start; resample.dst.size.width as usize * resample.dst.channels];
    rows(resample, src, &weights(&resample.x), &weights(&resample.y), 0, product, |rows, row| {
        sums.fill(start);
        for &(source, weight) in rows {
            for (sum, &value) in sums.iter_mut().zip(source) {
                *sum = add(*sum, value, weight);
            }
        }
        for (value, &sum) in row.iter_mut().zip(&sums) {
            *value = finish(sum).clamp(0, 255) as u8;
        }
    })
}

fn column_sums<'a>(rows: impl Iterator<Item = (&'a [f32], f32)>, columns: std::ops::Range<usize>) -> Vec<f32> {
    let mut sums = vec![NOTHING; columns.len()];
    for (row, weight) in rows {
        for (sum, &value) in sums.iter_mut().zip(row.get(columns.clone()).unwrap_or_default()) {
            *sum += value * weight;
        }
    }
    sums
}

/// Calls `finish` for each row of the result with the sums along the source rows that it is made of, and their weights.
/// Rows of sums are kept as long as the next row of the result needs them.
fn rows<T: Copy, W: Copy, S: Copy, U: Clone + Default>(
    resample: &Resample2d,
    src: &[T],
    x_weights: &[W],
    y_weights: &[W],
    zero: S,
    add: impl Fn(S, W, T) -> S,
    mut finish: impl FnMut(&[(&[S], W)], &mut [U]),
) -> Vec<U> {
    let Resample2d { src: from, dst: to, x, y, .. } = resample;
    let stride = from.channels;
    let src_row = from.size.width as usize * stride;
    let along = |row: u32| {
        let source = src.get(row as usize * src_row..).unwrap_or_default();
        let mut sums = vec![zero; to.size.width as usize * to.channels];
        for (pixel, span) in sums.chunks_exact_mut(to.channels).zip(x.positions()) {
            for (&column, &weight) in x.source[span.clone()].iter().zip(&x_weights[span]) {
                let values = source.get(column as usize * stride..).unwrap_or_default();
                for (sum, &value) in pixel.iter_mut().zip(values) {
                    *sum = add(*sum, weight, value);
                }
            }
        }
        sums
    };
    let mut dst = vec![U::default(); to.values()];
    let mut kept: Vec<(u32, Vec<S>)> = Vec::new();
    for (row, span) in dst.chunks_exact_mut(to.size.width as usize * to.channels).zip(y.positions()) {
        let needed = &y.source[span.clone()];
        // Both are in the order of the source.
        let first = needed.first().copied().unwrap_or_default();
        kept.retain(|&(at, _)| at >= first);
        for &at in needed {
            if kept.last().is_none_or(|&(last, _)| last < at) {
                kept.push((at, along(at)));
            }
        }
        let find = |at: u32| kept.binary_search_by_key(&at, |&(row, _)| row).ok().and_then(|place| kept.get(place));
        let sums: Vec<(&[S], W)> = needed
            .iter()
            .zip(&y_weights[span])
            .filter_map(|(&at, &weight)| find(at).map(|(_, sums)| (sums.as_slice(), weight)))
            .collect();
        finish(&sums, row);
    }
    dst
}

/// The sources of a column or row of the result, and their weights.
fn taps(gather: &Gather) -> impl Iterator<Item = impl Iterator<Item = (usize, f32)> + Clone> {
    gather.positions().map(|span| {
        let sources = gather.source.get(span.clone()).unwrap_or_default().iter().map(|&source| source as usize);
        sources.zip(gather.weight.get(span).unwrap_or_default().iter().copied())
    })
}

fn between(resample: &Resample2d, src: &[f32]) -> Vec<f32> {
    let Resample2d { src: from, dst: to, x, y, .. } = resample;
    let mut dst = Vec::with_capacity(to.values());
    let pair = |mut taps: [(usize, f32); 2], value: &dyn Fn(usize) -> f32| {
        let [first, second] = taps.each_mut().map(|(source, _)| value(*source));
        first + (second - first) * taps[1].1
    };
    let two = |taps: &mut dyn Iterator<Item = (usize, f32)>| [(); 2].map(|()| taps.next().unwrap_or_default());
    for mut down in taps(y) {
        let down = two(&mut down);
        for mut across in taps(x) {
            let across = two(&mut across);
            dst.extend((0..to.channels).map(|channel| {
                let at =
                    |column: usize, row: usize| src.get(from.index(column, row, channel)).copied().unwrap_or_default();
                pair(down, &|row| pair(across, &|column| at(column, row)))
            }));
        }
    }
    dst
}

fn columns_first(resample: &Resample2d, src: &[f32], zero: f32) -> Vec<f32> {
    let Resample2d { src: from, dst: to, x, y, .. } = resample;
    let row_length = from.size.width as usize * from.channels;
    let mut dst = Vec::with_capacity(to.values());
    let mut sums = vec![zero; row_length];
    for down in taps(y) {
        sums.fill(zero);
        for (row, weight) in down {
            for (sum, &value) in sums.iter_mut().zip(src.get(row * row_length..).unwrap_or_default()) {
                *sum += value * weight;
            }
        }
        for across in taps(x) {
            dst.extend((0..to.channels).map(|channel| {
                let value = |column: usize| sums.get(column * from.channels + channel).copied().unwrap_or_default();
                across.clone().fold(zero, |sum, (column, weight)| sum + value(column) * weight)
            }));
        }
    }
    dst
}

fn blocks(resample: &Resample2d, src: &[f32], scale: f32) -> Vec<f32> {
    let Resample2d { src: from, dst: to, x, y, .. } = resample;
    let mut dst = vec![0.0; to.values()];
    let body = resample.body_left();
    let mut block = Vec::new();
    for (row, down) in dst.chunks_exact_mut(to.size.width as usize * to.channels).zip(y.positions()) {
        for ((pixel, across), at) in row.chunks_exact_mut(to.channels).zip(x.positions()).zip(0..) {
            for (channel, value) in pixel.iter_mut().enumerate() {
                block.clear();
                for &source_row in &y.source[down.clone()] {
                    let index = |&column: &u32| from.index(column as usize, source_row as usize, channel);
                    block.extend(x.source[across.clone()].iter().map(|column| src[index(column)]));
                }
                let sum = match block.as_slice() {
                    &[a, b, c, d] if at * to.channels + channel < body => (a + b) + (c + d),
                    block => four_by_four(block),
                };
                *value = sum * scale;
            }
        }
    }
    dst
}

fn four_by_four(block: &[f32]) -> f32 {
    let fours = block.chunks_exact(4);
    let rest = fours.remainder();
    let sum = fours.fold(0.0, |sum, four| sum + (four[0] + four[1] + four[2] + four[3]));
    rest.iter().fold(sum, |sum, value| sum + value)
}
