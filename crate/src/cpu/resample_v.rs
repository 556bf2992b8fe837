//! The vertical pass of Pillow and torch. Twin of shaders/resample_v.wgsl.

use super::resample_h::{clip, word};
use crate::plan::Resample;
use crate::taps::Weights;

/// 8-bit: whole numbers, half a unit added, shifted and clipped to a byte.
pub fn bytes(resample: &Resample, src: &[u8]) -> Vec<u8> {
    let Weights::Fixed(weights) = &resample.taps.weights else { return Vec::new() };
    let bits = resample.taps.bits;
    let start = 1_i32 << (bits - 1);
    let add = |sum: i32, weight: i32, pixel: u8| sum.wrapping_add(weight.wrapping_mul(i32::from(pixel)));
    run(resample, src, weights, start, add, |sum| clip(sum, bits))
}

/// Floats, as Pillow's mode F: f64 sums, rounded to f32 after each pass; or 16 bits, as its mode I;16.
pub fn floats(resample: &Resample, src: &[f32]) -> Vec<f32> {
    let add = |sum: f64, weight: f64, pixel: f32| sum + weight * f64::from(pixel);
    match &resample.taps.weights {
        Weights::Fixed(_) => Vec::new(),
        Weights::Float(weights) => run(resample, src, weights, 0.0, add, |sum: f64| sum as f32),
        Weights::Words(weights) => run(resample, src, weights, 0.0, add, word),
    }
}

fn run<T: Copy + Default, W: Copy, S: Copy>(
    resample: &Resample,
    src: &[T],
    weights: &[W],
    start: S,
    add: impl Fn(S, W, T) -> S,
    finish: impl Fn(S) -> T,
) -> Vec<T> {
    let Resample { src: from, dst: to, taps, across } = resample;
    let mut dst = vec![T::default(); to.values()];
    let (src_row, dst_row) = (from.size.width as usize * from.channels, to.size.width as usize * to.channels);
    // One row of sums, so that the source is read in the order in which it lies.
    let mut sums = vec![start; dst_row];
    let positions = taps.start.iter().zip(taps.offset.windows(2));
    for (row, (&first, span)) in dst.chunks_exact_mut(dst_row).zip(positions) {
        sums.fill(start);
        let rows = src.chunks_exact(src_row).skip(first as usize);
        for (source, &weight) in rows.zip(&weights[span[0] as usize..span[1] as usize]) {
            let pixels = source.chunks_exact(from.channels).skip(*across as usize);
            for (sums, pixel) in sums.chunks_exact_mut(to.channels).zip(pixels) {
                for (sum, &value) in sums.iter_mut().zip(pixel) {
                    *sum = add(*sum, weight, value);
                }
            }
        }
        for (value, &sum) in row.iter_mut().zip(&sums) {
            *value = finish(sum);
        }
    }
    dst
}
