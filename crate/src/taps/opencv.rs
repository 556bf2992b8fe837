//! OpenCV's taps: modules/imgproc/src/resize.cpp.

use std::f64::consts::{FRAC_1_SQRT_2, PI};

use super::{Gather, Taps};

/// How far apart the output positions lie in the source; OpenCV divides twice.
pub fn scale(input: u32, output: u32) -> f64 {
    1.0 / (f64::from(output) / f64::from(input))
}

impl Taps {
    /// INTER_NEAREST: no half-pixel centres.
    pub fn nearest_opencv(input: u32, output: u32, fixed: bool) -> Self {
        let scale = scale(input, output);
        Self::single(input, (0..output).map(|at| (f64::from(at) * scale) as u32), fixed)
    }

    /// INTER_NEAREST_EXACT before version 5, in 16-bit fixed point; edges of the source are below 2^15.
    pub fn nearest_exact_opencv_4(input: u32, output: u32, fixed: bool) -> Self {
        let step = ((i64::from(input) << 16) + i64::from(output) / 2) / i64::from(output.max(1));
        let first = step / 2 - i64::from(input % 2);
        let source = |at: u32| ((step * i64::from(at) + first) >> 16).max(0) as u32;
        Self::single(input, (0..output).map(source), fixed)
    }

    /// One source pixel each.
    pub(super) fn single(input: u32, sources: impl Iterator<Item = u32>, fixed: bool) -> Self {
        let mut taps = Self::empty();
        for source in sources {
            taps.push(source.min(input.saturating_sub(1)), 1);
        }
        let count = taps.start.len();
        taps.with_weights(vec![1.0; count], fixed.then_some(super::PILLOW_BITS))
    }
}

/// A filter of a fixed number of taps; OpenCV never stretches one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interpolation {
    Linear,
    /// INTER_AREA where an edge grows: linear, with its own fractions.
    LinearArea,
    Cubic,
    Lanczos4,
}

impl Gather {
    /// The taps of a filter, in f32 and with the source cut off at its edges.
    pub fn opencv(filter: Interpolation, input: u32, output: u32, horizontal: bool) -> Self {
        let mut gather = Self::default();
        let last = i64::from(input) - 1;
        for at in 0..output {
            let (mut floor, mut fraction) = position(filter, input, output, at);
            // The columns outside count as the edge alone; rows keep their fraction and read the edge twice.
            if horizontal && matches!(filter, Interpolation::Linear | Interpolation::LinearArea) {
                if floor < 0 || floor >= last {
                    fraction = 0.0;
                }
                floor = floor.clamp(0, last);
            }
            let mut push = |weights: &[f32]| {
                let first = floor + 1 - weights.len() as i64 / 2;
                gather.push((first..).zip(weights).map(|(source, &weight)| (source.clamp(0, last) as u32, weight)));
            };
            match filter {
                Interpolation::Linear | Interpolation::LinearArea => push(&[1.0 - fraction, fraction]),
                Interpolation::Cubic => push(&cubic(fraction)),
                Interpolation::Lanczos4 => push(&lanczos4(fraction)),
            }
        }
        gather
    }

    /// INTER_LINEAR_EXACT: fractions in f64, rounded to 8 bits.
    pub fn opencv_linear_exact(input: u32, output: u32) -> Self {
        let mut gather = Self::default();
        let scale = scale(input, output);
        for at in 0..output {
            let position = scale * (f64::from(at) + 0.5) - 0.5;
            let floor = position.floor();
            if floor < 0.0 || floor >= f64::from(input) - 1.0 {
                let edge = if floor < 0.0 { 0 } else { input.saturating_sub(1) };
                gather.push([(edge, 256.0)]);
            } else {
                let second = ((position - floor) * 256.0).round_ties_even() as f32;
                gather.push([(floor as u32, 256.0 - second), (floor as u32 + 1, second)]);
            }
        }
        gather
    }

    /// INTER_AREA: how much of each output pixel a source pixel covers.
    pub fn opencv_area(input: u32, output: u32) -> Self {
        const LEAST: f64 = 1e-3;
        let mut gather = Self::default();
        let scale = scale(input, output);
        for at in 0..output {
            let begin = f64::from(at) * scale;
            let end = begin + scale;
            let width = scale.min(f64::from(input) - begin);
            let until = end.floor().min(f64::from(input) - 1.0);
            let from = begin.ceil().min(until);
            let before = (from - begin > LEAST).then(|| (from as u32 - 1, ((from - begin) / width) as f32));
            let whole = (from as u32..until as u32).map(|source| (source, (1.0 / width) as f32));
            let after =
                (end - until > LEAST).then(|| (until as u32, ((end - until).min(1.0).min(width) / width) as f32));
            gather.push(before.into_iter().chain(whole).chain(after));
        }
        gather
    }

    /// `count` neighbours each, all of the same weight.
    pub fn blocks(count: u32, output: u32) -> Self {
        let mut gather = Self::default();
        for at in 0..output {
            gather.push((at * count..(at + 1) * count).map(|source| (source, 1.0)));
        }
        gather
    }
}

/// The source pixel at or before an output position, and the fraction beyond it.
fn position(filter: Interpolation, input: u32, output: u32, at: u32) -> (i64, f32) {
    let scale = scale(input, output);
    if filter == Interpolation::LinearArea {
        let floor = (f64::from(at) * scale).floor();
        let inverse = f64::from(output) / f64::from(input);
        let fraction = ((f64::from(at) + 1.0) - (floor + 1.0) * inverse) as f32;
        return (floor as i64, if fraction <= 0.0 { 0.0 } else { fraction - fraction.floor() });
    }
    let position = ((f64::from(at) + 0.5) * scale - 0.5) as f32;
    (position.floor() as i64, position - position.floor())
}

fn cubic(x: f32) -> [f32; 4] {
    const A: f32 = -0.75;
    let first = ((A * (x + 1.0) - 5.0 * A) * (x + 1.0) + 8.0 * A) * (x + 1.0) - 4.0 * A;
    let near = |x: f32| ((A + 2.0) * x - (A + 3.0)) * x * x + 1.0;
    let (second, third) = (near(x), near(1.0 - x));
    [first, second, third, 1.0 - first - second - third]
}

fn lanczos4(x: f32) -> [f32; 8] {
    const S: f64 = FRAC_1_SQRT_2;
    const TURNS: [[f64; 2]; 8] = [[1.0, 0.0], [-S, -S], [0.0, 1.0], [S, -S], [-1.0, 0.0], [S, S], [0.0, -1.0], [-S, S]];
    let angle = -f64::from(x + 3.0) * PI * 0.25;
    let (sine, cosine) = (angle.sin(), angle.cos());
    let mut weights = [0.0; 8];
    let mut sum = 0.0_f32;
    for ((weight, turn), at) in weights.iter_mut().zip(TURNS).zip(0_u8..) {
        let distance = x + 3.0 - f32::from(at);
        // So large that the others vanish beside it.
        *weight = if distance.abs() >= 1e-6 {
            let y = -f64::from(distance) * PI * 0.25;
            ((turn[0] * sine + turn[1] * cosine) / (y * y)) as f32
        } else {
            1e30
        };
        sum += *weight;
    }
    let inverse = 1.0 / sum;
    weights.map(|weight| weight * inverse)
}
