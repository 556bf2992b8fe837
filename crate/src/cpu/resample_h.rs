//! The horizontal pass of Pillow and torch. Twin of shaders/resample_h.wgsl.

use crate::plan::Resample;
use crate::taps::Weights;

/// 8-bit: whole numbers, half a unit added, shifted and clipped to a byte.
pub fn bytes(resample: &Resample, src: &[u8]) -> Vec<u8> {
    let Weights::Fixed(weights) = &resample.taps.weights else { return Vec::new() };
    let bits = resample.taps.bits;
    let start = 1_i32 << (bits - 1);
    let add = |sum: i32, weight: i32, pixel: u8| sum.wrapping_add(weight.wrapping_mul(i32::from(pixel)));
    by_channels(resample, src, weights, start, add, |sum| clip(sum, bits))
}

/// Floats, as Pillow's mode F: f64 sums, rounded to f32 after each pass; or 16 bits, as its mode I;16.
pub fn floats(resample: &Resample, src: &[f32]) -> Vec<f32> {
    let add = |sum: f64, weight: f64, pixel: f32| sum + weight * f64::from(pixel);
    match &resample.taps.weights {
        Weights::Fixed(_) => Vec::new(),
        Weights::Float(weights) => by_channels(resample, src, weights, 0.0, add, |sum: f64| sum as f32),
        Weights::Words(weights) => by_channels(resample, src, weights, 0.0, add, word),
    }
}

/// A weighted sum back to 16 bits.
pub(super) fn word(sum: f64) -> f32 {
    sum.round().clamp(0.0, 65_535.0) as f32
}

/// A weighted sum back to a byte.
pub(super) fn clip(sum: i32, bits: u32) -> u8 {
    (sum >> bits).clamp(0, 255) as u8
}

fn by_channels<T: Copy + Default, W: Copy, S: Copy>(
    resample: &Resample,
    src: &[T],
    weights: &[W],
    start: S,
    add: impl Fn(S, W, T) -> S,
    finish: impl Fn(S) -> T,
) -> Vec<T> {
    match resample.dst.channels {
        1 => run::<1, T, W, S>(resample, src, weights, start, add, finish),
        2 => run::<2, T, W, S>(resample, src, weights, start, add, finish),
        3 => run::<3, T, W, S>(resample, src, weights, start, add, finish),
        _ => run::<4, T, W, S>(resample, src, weights, start, add, finish),
    }
}

fn run<const N: usize, T: Copy + Default, W: Copy, S: Copy>(
    resample: &Resample,
    src: &[T],
    weights: &[W],
    start: S,
    add: impl Fn(S, W, T) -> S,
    finish: impl Fn(S) -> T,
) -> Vec<T> {
    let Resample { src: from, dst: to, taps, across } = resample;
    let mut dst = vec![T::default(); to.values()];
    let stride = from.channels;
    let src_rows = src.chunks_exact(from.size.width as usize * stride).skip(*across as usize);
    let dst_rows = dst.chunks_exact_mut(to.size.width as usize * N);
    for (src_row, dst_row) in src_rows.zip(dst_rows) {
        let positions = taps.start.iter().zip(taps.offset.windows(2));
        for (pixel, (&first, span)) in dst_row.chunks_exact_mut(N).zip(positions) {
            let mut sums = [start; N];
            let pixels = src_row.chunks_exact(stride).skip(first as usize);
            for (source, &weight) in pixels.zip(&weights[span[0] as usize..span[1] as usize]) {
                for (sum, &value) in sums.iter_mut().zip(source) {
                    *sum = add(*sum, weight, value);
                }
            }
            for (value, sum) in pixel.iter_mut().zip(sums) {
                *value = finish(sum);
            }
        }
    }
    dst
}
