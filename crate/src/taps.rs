//! Which source pixels make an output pixel, and how much each counts: Pillow's Resample.c, and in `torch` what torch does.

mod gather;
mod opencv;
mod tensorflow;
mod torch;

pub use gather::Gather;
pub use opencv::{Interpolation, scale as opencv_scale};
pub use tensorflow::TensorFlow;
pub use torch::{Sampling, Torch};

use std::f64::consts::PI;
use std::ops::Range;

use crate::op::Filter;

/// Bits after the point of the weights that Pillow gives an 8-bit image: 32 less 8 for the pixel less 2 for overshoot.
const PILLOW_BITS: u32 = 22;

/// The weights, in the form that the pixels need.
#[derive(Debug, Clone, PartialEq)]
pub enum Weights {
    /// For bytes: fixed point with [`Taps::bits`] bits after the point, rounded half away from zero.
    Fixed(Vec<i32>),
    /// For floats.
    Float(Vec<f64>),
    /// For 16 bits: sums in f64, rounded half away from zero and clipped to 0-65535.
    Words(Vec<f64>),
}

/// For each output position the first source pixel and the weights from there on.
///
/// *Convention*: pixel centres lie at one half; the filter is stretched by the scale when shrinking (antialias) and cut
/// off at the borders, after which the weights are divided by their sum.
#[derive(Debug, Clone, PartialEq)]
pub struct Taps {
    /// First source pixel of each output position.
    pub start: Vec<u32>,
    /// Where the weights of each output position begin; one more entry than positions.
    pub offset: Vec<u32>,
    pub weights: Weights,
    /// Of fixed weights, the bits after the point.
    pub bits: u32,
}

impl Taps {
    /// Pillow's NEAREST: one source pixel each; of `input` pixels only those of `part`, from an edge to an edge.
    pub fn nearest_pillow(input: u32, part: [f32; 2], output: u32, fixed: bool) -> Self {
        let mut taps = Self::empty();
        let scale = f64::from(part[1] - part[0]) / f64::from(output);
        // Pillow walks the output with a running sum, so its rounding errors add up; a closed form differs.
        let mut position = f64::from(part[0]) + scale * 0.5;
        for _ in 0..output {
            taps.push((position as u32).min(input.saturating_sub(1)), 1);
            position += scale;
        }
        taps.with_weights(vec![1.0; output as usize], fixed.then_some(PILLOW_BITS))
    }

    /// Pillow's NEAREST of 16-bit pixels, which goes through its general transform: the positions are not summed up.
    pub fn nearest_pillow_words(input: u32, part: [f32; 2], output: u32) -> Self {
        let mut taps = Self::empty();
        let scale = f64::from(part[1] - part[0]) / f64::from(output);
        for at in 0..output {
            let position = scale * (f64::from(at) + 0.5) + f64::from(part[0]);
            taps.push((position as u32).min(input.saturating_sub(1)), 1);
        }
        taps.with_weights(vec![1.0; output as usize], None)
    }

    /// Pillow's taps to `output` pixels from the `part` of `input` pixels; those around it count too.
    pub fn pillow(kernel: Kernel, input: u32, part: [f32; 2], output: u32, fixed: bool) -> Self {
        let mut taps = Self::empty();
        let mut weights = Vec::new();
        let scale = f64::from(part[1] - part[0]) / f64::from(output);
        let filter_scale = scale.max(1.0);
        let support = kernel.support * filter_scale;
        let inverse = 1.0 / filter_scale;
        for at in 0..output {
            let center = f64::from(part[0]) + (f64::from(at) + 0.5) * scale;
            // `as` saturates at 0, which is Pillow's clamp of the window to the image.
            let first = (center - support + 0.5) as u32;
            let last = ((center + support + 0.5) as u32).min(input);
            let begin = weights.len();
            weights.extend((first..last).map(|x| (kernel.weight)((f64::from(x) - center + 0.5) * inverse)));
            let row = weights.get_mut(begin..).unwrap_or_default();
            let sum: f64 = row.iter().sum();
            if sum != 0.0 {
                row.iter_mut().for_each(|weight| *weight /= sum);
            }
            taps.push(first, last.saturating_sub(first));
        }
        taps.with_weights(weights, fixed.then_some(PILLOW_BITS))
    }

    fn empty() -> Self {
        Self { start: Vec::new(), offset: vec![0], weights: Weights::Float(Vec::new()), bits: 0 }
    }

    /// Sets the weights: in fixed point with so many bits, or as floats.
    fn with_weights(mut self, weights: Vec<f64>, bits: Option<u32>) -> Self {
        self.weights = match bits {
            Some(bits) => Weights::Fixed(weights.into_iter().map(|weight| to_fixed(weight, bits)).collect()),
            None => Weights::Float(weights),
        };
        self.bits = bits.unwrap_or_default();
        self
    }

    /// The same taps for 16-bit pixels instead of floats.
    pub fn for_words(self) -> Self {
        let weights = match self.weights {
            Weights::Float(weights) => Weights::Words(weights),
            weights => weights,
        };
        Self { weights, ..self }
    }

    fn push(&mut self, start: u32, count: u32) {
        self.start.push(start);
        self.offset.push(self.offset.last().copied().unwrap_or_default() + count);
    }

    /// How many output positions.
    pub fn len(&self) -> u32 {
        self.start.len() as u32
    }

    /// The source pixels that any output position reads.
    pub fn sources(&self) -> Range<u32> {
        let first = self.start.iter().min().copied().unwrap_or_default();
        let ends = self.start.iter().zip(self.offset.windows(2)).map(|(start, pair)| start + (pair[1] - pair[0]));
        first..ends.max().unwrap_or(first)
    }

    /// The same taps on a source that begins `by` pixels later; `by` is at most the first source pixel.
    pub fn rebase(&mut self, by: u32) {
        self.start.iter_mut().for_each(|start| *start = start.saturating_sub(by));
    }

    /// The same taps on a source that begins `by` pixels earlier.
    pub fn shift(&mut self, by: u32) {
        self.start.iter_mut().for_each(|start| *start = start.saturating_add(by));
    }

    /// Only the taps of some output positions.
    pub fn keep(&mut self, wanted: Range<u32>) {
        let (begin, end) = (wanted.start as usize, (wanted.end as usize).min(self.start.len()));
        let (Some(&first), Some(&last)) = (self.offset.get(begin), self.offset.get(end)) else { return };
        cut(&mut self.start, begin..end);
        cut(&mut self.offset, begin..end + 1);
        self.offset.iter_mut().for_each(|offset| *offset -= first);
        match &mut self.weights {
            Weights::Fixed(weights) => cut(weights, first as usize..last as usize),
            Weights::Float(weights) | Weights::Words(weights) => cut(weights, first as usize..last as usize),
        }
    }
}

fn cut<T>(list: &mut Vec<T>, range: Range<usize>) {
    list.truncate(range.end);
    list.drain(..range.start.min(list.len()));
}

fn to_fixed(weight: f64, bits: u32) -> i32 {
    let scaled = weight * f64::from(1 << bits);
    (if weight < 0.0 { scaled - 0.5 } else { scaled + 0.5 }) as i32
}

/// A resampling filter as a function: how far it reaches, and how much a pixel at a distance counts.
#[derive(Debug, Clone, Copy)]
pub struct Kernel {
    support: f64,
    weight: fn(f64) -> f64,
}

impl Kernel {
    /// How far it reaches, unstretched.
    pub fn support(&self) -> f64 {
        self.support
    }

    /// Pillow's filter of that name, if it has one that weighs pixels.
    pub fn pillow(filter: Filter) -> Option<Self> {
        let (support, weight): (f64, fn(f64) -> f64) = match filter {
            Filter::Box => (0.5, |x| f64::from(x > -0.5 && x <= 0.5)),
            Filter::Bilinear => (1.0, |x| (1.0 - x.abs()).max(0.0)),
            Filter::Hamming => (1.0, |x| hamming(x.abs())),
            Filter::Bicubic => (2.0, |x| bicubic(x.abs(), -0.5)),
            Filter::Lanczos3 => (3.0, |x| if (-3.0..3.0).contains(&x) { sinc(x) * sinc(x / 3.0) } else { 0.0 }),
            _ => return None,
        };
        Some(Self { support, weight })
    }
}

fn hamming(x: f64) -> f64 {
    if x == 0.0 {
        return 1.0;
    }
    if x >= 1.0 {
        return 0.0;
    }
    let x = x * PI;
    // Pillow writes these two as f32 literals.
    x.sin() / x * (f64::from(0.54_f32) + f64::from(0.46_f32) * x.cos())
}

fn bicubic(x: f64, a: f64) -> f64 {
    if x < 1.0 {
        ((a + 2.0) * x - (a + 3.0)) * x * x + 1.0
    } else if x < 2.0 {
        (((x - 5.0) * x + 8.0) * x - 4.0) * a
    } else {
        0.0
    }
}

fn sinc(x: f64) -> f64 {
    if x == 0.0 { 1.0 } else { (x * PI).sin() / (x * PI) }
}
