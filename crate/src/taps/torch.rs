//! torch's taps: aten's UpSampleKernel.cpp and UpSample.h.
//!
//! Bytes: f64 weights, then whole numbers of 16 bits. Floats: scale, centres and weights in f32, as aten computes them.

use super::{Kernel, Taps, bicubic};
use crate::op::Filter;

/// How torch samples one axis.
#[derive(Debug, Clone, Copy)]
pub struct Torch {
    pub filter: Filter,
    pub antialias: bool,
    /// Bytes rather than floats.
    pub fixed: bool,
    pub sampling: Sampling,
    /// Whether torch's code for small results runs, which sees to doubled edges by itself.
    pub small: bool,
}

/// Where torch's output positions lie in the source.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Sampling {
    /// As far apart as the two lengths say.
    Lengths,
    /// `1 / factor` apart: interpolate's scale_factor.
    Factor(f64),
    /// The centres of the corner pixels stay where they are.
    AlignedCorners,
}

/// A weight of one leaves 13 of an i16's bits after the point.
const NEAREST_BITS: u32 = 13;

impl Taps {
    /// torch's taps from `input` pixels to `output`; `None` where it has no such filter.
    pub fn torch(torch: Torch, input: u32, output: u32) -> Option<Self> {
        let mut taps = Self::empty();
        let mut weights = Vec::new();
        for at in 0..output {
            let axis = Axis { input, output, at, sampling: torch.sampling };
            let begin = weights.len();
            let first = match (torch.filter, torch.fixed, torch.antialias) {
                (filter @ (Filter::Nearest | Filter::NearestExact), ..) => {
                    axis.nearest(filter, torch.small, &mut weights)
                }
                (Filter::Area, false, _) => axis.area(&mut weights),
                (filter @ (Filter::Bilinear | Filter::Bicubic), true, false) => axis.plain(filter, &mut weights),
                (filter @ (Filter::Bilinear | Filter::Bicubic), true, true) => {
                    axis.stretched(Kernel::pillow(filter)?, &mut weights)
                }
                (filter @ (Filter::Bilinear | Filter::Bicubic), false, false) => axis.plain_f32(filter, &mut weights),
                (filter @ (Filter::Bilinear | Filter::Bicubic), false, true) => {
                    axis.stretched_f32(filter, &mut weights)
                }
                _ => return None,
            };
            taps.push(first, (weights.len() - begin) as u32);
        }
        let nearest = matches!(torch.filter, Filter::Nearest | Filter::NearestExact);
        let bits = if nearest { NEAREST_BITS } else { bits_of(&weights) };
        Some(taps.with_weights(weights, torch.fixed.then_some(bits)))
    }
}

/// The most bits after the point that leave the largest weight in an i16.
fn bits_of(weights: &[f64]) -> u32 {
    let largest = weights.iter().copied().fold(0.0, f64::max);
    (0..22).find(|bits| (largest * f64::from(1 << (bits + 1)) + 0.5) as i32 >= 1 << 15).unwrap_or(22)
}

/// One output position. Each rule appends its weights and returns the first source pixel.
struct Axis {
    input: u32,
    output: u32,
    at: u32,
    sampling: Sampling,
}

impl Axis {
    fn scale(&self) -> f64 {
        match self.sampling {
            Sampling::Lengths => f64::from(self.input) / f64::from(self.output),
            Sampling::Factor(factor) => 1.0 / factor,
            Sampling::AlignedCorners if self.output > 1 => f64::from(self.input - 1) / f64::from(self.output - 1),
            Sampling::AlignedCorners => 0.0,
        }
    }

    fn scale_f32(&self) -> f32 {
        match self.sampling {
            Sampling::Lengths => self.input as f32 / self.output as f32,
            Sampling::Factor(factor) => (1.0 / factor) as f32,
            Sampling::AlignedCorners if self.output > 1 => (self.input - 1) as f32 / (self.output - 1) as f32,
            Sampling::AlignedCorners => 0.0,
        }
    }

    fn nearest(&self, filter: Filter, small: bool, weights: &mut Vec<f64>) -> u32 {
        let offset = if filter == Filter::NearestExact { 0.5 } else { 0.0 };
        weights.push(1.0);
        if filter == Filter::Nearest && small && self.output == 2 * self.input {
            return self.at / 2;
        }
        (((self.at as f32 + offset) * self.scale_f32()) as u32).min(self.input - 1)
    }

    /// The mean of all pixels that an output pixel touches: adaptive_avg_pool2d.
    fn area(&self, weights: &mut Vec<f64>) -> u32 {
        let [input, output, at] = [self.input, self.output, self.at].map(u64::from);
        let (first, last) = (at * input / output, ((at + 1) * input).div_ceil(output));
        weights.extend((first..last).map(|_| 1.0 / (last - first) as f64));
        first as u32
    }

    /// Antialiased bytes: Pillow's windows and weights.
    fn stretched(&self, kernel: Kernel, weights: &mut Vec<f64>) -> u32 {
        let stretch = self.scale().max(1.0);
        let (support, inverse) = (kernel.support * stretch, 1.0 / stretch);
        let center = (f64::from(self.at) + 0.5) * self.scale();
        let first = (center - support + 0.5) as u32;
        let last = ((center + support + 0.5) as u32).min(self.input);
        let row = (first..last).map(|x| (kernel.weight)((f64::from(x) - center + 0.5) * inverse));
        let sum: f64 = row.clone().sum();
        weights.extend(row.map(|weight| weight / sum));
        first
    }

    /// Bytes without antialias: two or four neighbours; what lies outside counts for the border pixel.
    fn plain(&self, filter: Filter, weights: &mut Vec<f64>) -> u32 {
        let center = match self.sampling {
            Sampling::AlignedCorners => self.scale() * f64::from(self.at),
            _ => self.scale() * (f64::from(self.at) + 0.5) - 0.5,
        };
        if filter == Filter::Bilinear {
            let center = center.max(0.0);
            let fraction = center - center.floor();
            return self.bordered(center.floor() as i64, &[1.0 - fraction, fraction], weights);
        }
        let floor = center.floor();
        let row = [-1.0, 0.0, 1.0, 2.0].map(|offset| bicubic((floor + offset - center).abs(), -0.75));
        self.bordered(floor as i64 - 1, &row, weights)
    }

    /// Appends weights that begin at pixel `from`, those outside added to the border's.
    fn bordered(&self, from: i64, row: &[f64], weights: &mut Vec<f64>) -> u32 {
        let inside = |at: i64| at.clamp(0, i64::from(self.input) - 1);
        let first = inside(from);
        let last = inside(from + row.len() as i64 - 1);
        let begin = weights.len();
        weights.extend((first..=last).map(|_| 0.0));
        for (at, weight) in (from..).zip(row) {
            if let Some(slot) = weights.get_mut(begin + (inside(at) - first) as usize) {
                *slot += weight;
            }
        }
        first as u32
    }

    fn plain_f32(&self, filter: Filter, weights: &mut Vec<f64>) -> u32 {
        let center = match self.sampling {
            Sampling::AlignedCorners => self.scale_f32() * self.at as f32,
            // Measured: aten's compiler fused the one and not the other.
            _ if filter == Filter::Bicubic => self.scale_f32().mul_add(self.at as f32 + 0.5, -0.5),
            _ => self.scale_f32() * (self.at as f32 + 0.5) - 0.5,
        };
        let center = if filter == Filter::Bilinear { center.max(0.0) } else { center };
        let floor = center.floor().min((self.input - 1) as f32);
        let fraction = (center - floor).clamp(0.0, 1.0);
        if filter == Filter::Bilinear {
            return self.bordered(floor as i64, &[1.0 - fraction, fraction].map(f64::from), weights);
        }
        let (a, rest) = (-0.75, 1.0 - fraction);
        let row = [far(fraction + 1.0, a), near(fraction, a), near(rest, a), far(rest + 1.0, a)];
        self.bordered(floor as i64 - 1, &row.map(f64::from), weights)
    }

    fn stretched_f32(&self, filter: Filter, weights: &mut Vec<f64>) -> u32 {
        let stretch = self.scale_f32().max(1.0);
        let support = if filter == Filter::Bilinear { 1.0 } else { 2.0 } * stretch;
        let inverse = 1.0 / stretch;
        let center = self.scale_f32() * (self.at as f32 + 0.5);
        let first = (center - support + 0.5) as u32;
        let last = ((center + support + 0.5) as u32).min(self.input);
        let row = (first..last).map(|x| {
            let x = ((x as f32 - center + 0.5) * inverse).abs();
            match filter {
                Filter::Bilinear => (1.0 - x).max(0.0),
                _ if x < 1.0 => near(x, -0.5),
                _ if x < 2.0 => far(x, -0.5),
                _ => 0.0,
            }
        });
        let sum: f32 = row.clone().sum();
        weights.extend(row.map(|weight| f64::from(weight / sum)));
        first
    }
}

/// Keys' cubic at most one pixel away.
fn near(x: f32, a: f32) -> f32 {
    ((a + 2.0) * x - (a + 3.0)) * x * x + 1.0
}

/// Keys' cubic between one and two pixels away.
fn far(x: f32, a: f32) -> f32 {
    ((a * x - 5.0 * a) * x + 8.0 * a) * x - 4.0 * a
}
