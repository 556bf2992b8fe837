//! TensorFlow's taps: core/kernels/image/resize_{nearest_neighbor,bilinear,bicubic,area}_op.cc, sampling_kernels.h and
//! scale_and_translate_op.cc. f32 throughout.

use std::f64::consts::{FRAC_2_PI, FRAC_PI_2, FRAC_PI_4};

use super::{Gather, Taps};
use crate::op::Filter;

/// Where TensorFlow samples one axis.
#[derive(Debug, Clone, Copy)]
pub struct TensorFlow {
    pub input: u32,
    pub output: u32,
    /// Pixel centres at one half.
    pub half_pixel: bool,
    pub align_corners: bool,
}

impl TensorFlow {
    /// How far apart the output positions lie in the source.
    pub fn scale(&self) -> f32 {
        if self.align_corners && self.output > 1 && self.input > 1 {
            (self.input - 1) as f32 / (self.output - 1) as f32
        } else {
            self.input as f32 / self.output as f32
        }
    }

    fn last(&self) -> i64 {
        i64::from(self.input) - 1
    }

    fn position(&self, at: u32) -> f32 {
        if self.half_pixel { (at as f32 + 0.5) * self.scale() - 0.5 } else { at as f32 * self.scale() }
    }

    pub fn nearest(&self, fixed: bool) -> Taps {
        let source = |at: u32| {
            let position = (at as f32 + if self.half_pixel { 0.5 } else { 0.0 }) * self.scale();
            (if self.align_corners { position.round() } else { position.floor() }) as u32
        };
        Taps::single(self.input, (0..self.output).map(source), fixed)
    }

    /// Two neighbours; the weight of the second is how far to go from the first.
    pub fn bilinear(&self) -> Gather {
        let mut gather = Gather::default();
        for at in 0..self.output {
            let position = self.position(at);
            let upper = (position.ceil() as i64).min(self.last());
            let lower = (position.floor() as i64).max(0).min(upper);
            let between = position - position.floor();
            gather.push([(lower as u32, 1.0 - between), (upper as u32, between)]);
        }
        gather
    }

    /// Four neighbours of Keys' cubic, whose weights come from a table of 1024 steps: those outside count nothing with
    /// half-pixel centres, and for the edge pixel without.
    pub fn bicubic(&self) -> Gather {
        const STEPS: f32 = 1024.0;
        let mut gather = Gather::default();
        for at in 0..self.output {
            let position = self.position(at);
            let floor = position.floor();
            let step = ((position - floor) * STEPS).round_ties_even();
            let [near, far] = cubic(step / STEPS, self.half_pixel);
            let [near_end, far_end] = cubic((STEPS - step) / STEPS, self.half_pixel);
            let first = floor as i64 - 1;
            let inside = |source: i64| source.clamp(0, self.last());
            let mut weights = [far, near, near_end, far_end];
            if self.half_pixel {
                for (source, weight) in (first..).zip(&mut weights) {
                    if inside(source) != source {
                        *weight = 0.0;
                    }
                }
                let sum = weights[0] + weights[1] + weights[2] + weights[3];
                if sum.abs() >= LEAST {
                    let inverse = 1.0 / sum;
                    weights = weights.map(|weight| weight * inverse);
                }
            }
            gather.push((first..).map(|source| inside(source) as u32).zip(weights));
        }
        gather
    }

    /// How much of each output pixel a source pixel covers, in source pixels.
    pub fn area(&self) -> Gather {
        let mut gather = Gather::default();
        let scale = self.scale();
        for at in 0..self.output {
            let (begin, end) = (at as f32 * scale, (at + 1) as f32 * scale);
            let covered = |source: i64| {
                let source = source as f32;
                match (source < begin, source + 1.0 > end) {
                    (true, true) => scale,
                    (true, false) => source + 1.0 - begin,
                    (false, true) => end - source,
                    (false, false) => 1.0,
                }
            };
            let sources = begin.floor() as i64..end.ceil() as i64;
            gather.push(sources.map(|source| (source.clamp(0, self.last()) as u32, covered(source))));
        }
        gather
    }

    /// A filter that may be stretched: scale_and_translate_op. None where it has no such filter.
    pub fn filtered(&self, filter: Filter, antialias: bool) -> Option<Gather> {
        let (radius, kernel): (f32, fn(f32) -> f32) = match filter {
            Filter::Bilinear => (1.0, |x| (1.0 - x).max(0.0)),
            Filter::Bicubic => (2.0, keys),
            Filter::MitchellCubic => (2.0, mitchell),
            Filter::Lanczos3 => (3.0, |x| lanczos(x, 3.0)),
            Filter::Lanczos5 => (5.0, |x| lanczos(x, 5.0)),
            Filter::Gaussian => (1.5, gaussian),
            _ => return None,
        };
        // The factor is handed over in f32, and turned round again.
        let inverse = (1.0 / f64::from(self.output as f32 / self.input as f32)) as f32;
        let stretch = if antialias { inverse.max(1.0) } else { 1.0 };
        let shrink = 1.0 / stretch;
        let mut gather = Gather::default();
        let mut weights = Vec::new();
        for at in 0..self.output {
            let center = (at as f32 + 0.5) * inverse;
            if center > self.input as f32 {
                gather.push([(0, 0.0)]);
                continue;
            }
            let first = ((center - radius * stretch - 0.5).ceil() as i64).clamp(0, self.last());
            let last = ((center + radius * stretch - 0.5).floor() as i64).clamp(0, self.last());
            weights.clear();
            weights.extend((first..=last).map(|source| kernel(((source as f32 + 0.5 - center) * shrink).abs())));
            let sum: f32 = weights.iter().fold(0.0, |sum, weight| sum + weight);
            let inverse = if sum.abs() >= LEAST { 1.0 / sum } else { 0.0 };
            gather.push((first as u32..).zip(weights.iter().map(|weight| weight * inverse)));
        }
        Some(gather)
    }
}

/// Sums below this are not divided by.
const LEAST: f32 = 1000.0 * f32::MIN_POSITIVE;

/// Keys' cubic at `x` and at `1 + x`: computed in f64 from an f32 and kept in f32.
fn cubic(x: f32, half_pixel: bool) -> [f32; 2] {
    let a: f64 = if half_pixel { -0.5 } else { -0.75 };
    let (near, far) = (f64::from(x), f64::from((f64::from(x) + 1.0) as f32));
    let near = ((a + 2.0) * near - (a + 3.0)) * near * near + 1.0;
    let far = ((a * far - 5.0 * a) * far + 8.0 * a) * far - 4.0 * a;
    [near as f32, far as f32]
}

fn keys(x: f32) -> f32 {
    if x >= 2.0 {
        0.0
    } else if x >= 1.0 {
        ((-0.5 * x + 2.5) * x - 4.0) * x + 2.0
    } else {
        ((1.5 * x - 2.5) * x) * x + 1.0
    }
}

fn mitchell(x: f32) -> f32 {
    if x >= 2.0 {
        0.0
    } else if x >= 1.0 {
        (((-7.0 / 18.0) * x + 2.0) * x - 10.0 / 3.0) * x + 16.0 / 9.0
    } else {
        (((7.0 / 6.0) * x - 2.0) * x) * x + 8.0 / 9.0
    }
}

fn gaussian(x: f32) -> f32 {
    const SIGMA: f32 = 0.5;
    if x >= 1.5 { 0.0 } else { (f64::from(-x * x) / (2.0 * f64::from(SIGMA) * f64::from(SIGMA))).exp() as f32 }
}

fn lanczos(x: f32, radius: f32) -> f32 {
    use std::f32::consts::PI;
    if x > radius {
        0.0
    } else if x <= 1e-3 {
        1.0
    } else {
        radius * sine(PI * x) * sine(PI * x / radius) / (PI * PI * x * x)
    }
}

/// glibc's sinf of 0 to 120, which is not rounded correctly everywhere; the platform's own `sin` may be another.
///
/// *Source*: glibc, sysdeps/ieee754/flt-32/s_sinf.c: two polynomials in f64 around the nearest multiple of a half turn's half.
fn sine(x: f32) -> f32 {
    const SINE: [f64; 3] = [-0.166_666_549_437_010_84, 0.008_332_178_146_138_854, -0.000_195_172_989_813_857_25];
    const COSINE: [f64; 4] =
        [-0.499_999_997_251_082_24, 0.041_666_623_324_344_516, -0.001_388_676_379_437_604, 2.439_045_070_356_454_2e-5];
    if x < 2.0_f32.powi(-12) {
        return x;
    }
    let quarter = if x < FRAC_PI_4 as f32 { 0.0 } else { (f64::from(x) * FRAC_2_PI).round() };
    let rest = f64::from(x) - quarter * FRAC_PI_2;
    let square = rest * rest;
    let value = if quarter % 2.0 == 0.0 {
        let cube = rest * square;
        rest + cube * SINE[0] + cube * square * (SINE[1] + square * SINE[2])
    } else {
        let fourth = square * square;
        1.0 + square * COSINE[0] + fourth * COSINE[1] + fourth * square * (COSINE[2] + square * COSINE[3])
    };
    (if quarter % 4.0 < 2.0 { value } else { -value }) as f32
}
