//! OpenCV's resize: which taps and which sums each of its interpolations takes.

use super::pass::{Pass, Resample2d, Rule, Surface, SurfaceKind};
use super::spatial::{Axis, offset};
use super::state::{State, check_values};
use crate::error::{Error, Result};
use crate::json;
use crate::op::{Filter, Resize, ResizeMatches};
use crate::spec::Size;
use crate::taps::{Gather, Interpolation, Taps, opencv_scale};

/// What a resize that weighs pixels does: taps along both axes, and how their sums end.
pub(super) type Weighed = (Gather, Gather, Rule);

impl State {
    pub(super) fn resize_opencv(&mut self, resize: &Resize, to: Size) -> Result<()> {
        if resize.antialias.is_some()
            || resize.align_corners
            || resize.region.is_some()
            || resize.reducing_gap.is_some()
        {
            return Err(Error::invalid_pipeline(
                "OpenCV's resize has no antialias, align_corners, region or reducing_gap; leave them out",
            ));
        }
        use Filter::{Box, Gaussian, Hamming, Lanczos3, Lanczos5, MitchellCubic};
        if matches!(resize.filter, Box | Hamming | Lanczos3 | Lanczos5 | Gaussian | MitchellCubic) {
            return Err(Error::invalid_pipeline("OpenCV has no such filter").expected(
                "nearest, nearest-exact, bilinear, bilinear-exact, bicubic, lanczos4 or area",
                json::spelled(&resize.filter),
            ));
        }
        let from = self.size();
        if from == to {
            // A copy.
            return Ok(());
        }
        check_taps(from, to)?;
        self.prepare_spatial()?;
        let nearest: Option<fn(u32, u32, bool) -> Taps> = match (resize.filter, resize.matches) {
            (Filter::Nearest, _) => Some(Taps::nearest_opencv),
            (Filter::NearestExact, ResizeMatches::Opencv4) => Some(Taps::nearest_exact_opencv_4),
            // Version 5 walks the output as Pillow does.
            (Filter::NearestExact, _) => {
                Some(|from, to, bytes| Taps::nearest_pillow(from, [0.0, from as f32], to, bytes))
            }
            _ => None,
        };
        if let Some(taps) = nearest {
            let edge = from.width.max(from.height);
            if resize.filter == Filter::NearestExact && resize.matches == ResizeMatches::Opencv4 && edge > 0x7fff {
                return Err(Error::limits("OpenCV 4's nearest-exact overflows on such an image; use opencv")
                    .expected("an edge of at most 32767", edge));
            }
            let bytes = self.surface.kind == SurfaceKind::U8;
            let along = |from: u32, to: u32| (from != to).then(|| taps(from, to, bytes));
            self.resample(Axis::Horizontal, along(from.width, to.width))?;
            return self.resample(Axis::Vertical, along(from.height, to.height));
        }
        if self.surface.kind == SurfaceKind::U8 {
            let weighed = bytes(resize.filter, from, to)?;
            return self.resample_2d(weighed, 0);
        }
        // OpenCV's vector code cares for how many channels lie side by side.
        self.settle(false)?;
        let (weighed, body) = floats(resize.filter, from, to, self.surface.channels)?;
        self.resample_2d(weighed, body)
    }

    pub(super) fn resample_2d(&mut self, (mut x, mut y, rule): Weighed, body: u32) -> Result<()> {
        x.shift(offset(self.window.x)?);
        y.shift(offset(self.window.y)?);
        let dst = Surface { size: Size::new(x.len(), y.len()), channels: self.channels_read(), ..self.surface };
        check_values(dst.size, dst.channels)?;
        let pass = Pass::Resample2d(Resample2d { src: self.surface, dst, x, y, rule, body, skipped: 0 });
        self.advance(pass, dst);
        Ok(())
    }
}

fn check_taps(from: Size, to: Size) -> Result<()> {
    const MAX_TAPS: u64 = 1 << 27;
    let taps = |from: u32, to: u32| 8 * u64::from(to) + u64::from(from);
    if taps(from.width, to.width).max(taps(from.height, to.height)) > MAX_TAPS {
        return Err(Error::limits("the resize needs more weights than the limit; resize in two steps")
            .expected(format!("an edge of at most {}", MAX_TAPS / 16), to.width.max(to.height)));
    }
    Ok(())
}

fn bytes(filter: Filter, from: Size, to: Size) -> Result<Weighed> {
    const ELEVEN_BITS: f32 = 2048.0;
    let taps = |filter, horizontal| both(filter, from, to, horizontal).fixed(ELEVEN_BITS);
    let pair = |filter, rule| (taps(filter, true), taps(filter, false), rule);
    Ok(match filter {
        Filter::BilinearExact => {
            let taps = Gather::opencv_linear_exact;
            (taps(from.width, to.width), taps(from.height, to.height), Rule::Fixed { bits: 16 })
        }
        Filter::Bicubic => pair(Interpolation::Cubic, Rule::Fixed { bits: 22 }),
        Filter::Lanczos4 => pair(Interpolation::Lanczos4, Rule::Fixed { bits: 22 }),
        Filter::Area if !shrinks(from, to) => pair(Interpolation::LinearArea, Rule::Linear),
        Filter::Bilinear if blocks(from, to) != Some((2, 2)) => pair(Interpolation::Linear, Rule::Linear),
        _ => match blocks(from, to) {
            Some((2, 2)) => (Gather::blocks(2, to.width), Gather::blocks(2, to.height), Rule::Fixed { bits: 2 }),
            Some((x, y)) => {
                let rule = Rule::Mean { scale: 1.0 / area(x, y)? };
                (Gather::blocks(x, to.width), Gather::blocks(y, to.height), rule)
            }
            None => covered(from, to),
        },
    })
}

/// Also how many numbers of each row OpenCV's vector code computes, four at a time; it adds in another order.
fn floats(filter: Filter, from: Size, to: Size, channels: usize) -> Result<(Weighed, u32)> {
    let pair = |filter| (both(filter, from, to, true), both(filter, from, to, false), Rule::Float);
    let fours = to.width.saturating_mul(channels as u32) / 4 * 4;
    Ok(match filter {
        Filter::BilinearExact => {
            return Err(Error::invalid_pipeline(
                "OpenCV's INTER_LINEAR_EXACT is for whole numbers; on floats use bilinear",
            ));
        }
        Filter::Bicubic => (pair(Interpolation::Cubic), fours),
        Filter::Lanczos4 => (pair(Interpolation::Lanczos4), fours),
        Filter::Area if !shrinks(from, to) => (pair(Interpolation::LinearArea), 0),
        Filter::Bilinear if blocks(from, to) != Some((2, 2)) => (pair(Interpolation::Linear), 0),
        _ => match blocks(from, to) {
            Some((x, y)) => {
                let rule = Rule::Block { scale: 1.0 / area(x, y)? };
                let body = if (x, y) == (2, 2) && matches!(channels, 1 | 4) { fours } else { 0 };
                ((Gather::blocks(x, to.width), Gather::blocks(y, to.height), rule), body)
            }
            None => (covered(from, to), 0),
        },
    })
}

fn both(filter: Interpolation, from: Size, to: Size, horizontal: bool) -> Gather {
    let (from, to) = if horizontal { (from.width, to.width) } else { (from.height, to.height) };
    Gather::opencv(filter, from, to, horizontal)
}

fn covered(from: Size, to: Size) -> Weighed {
    (Gather::opencv_area(from.width, to.width), Gather::opencv_area(from.height, to.height), Rule::Area)
}

fn shrinks(from: Size, to: Size) -> bool {
    from.width >= to.width && from.height >= to.height
}

/// How many source pixels an output pixel is made of, where these are whole numbers.
fn blocks(from: Size, to: Size) -> Option<(u32, u32)> {
    let whole = |from: u32, to: u32| {
        let scale = opencv_scale(from, to);
        let whole = scale.round_ties_even();
        (whole >= 1.0 && (scale - whole).abs() < f64::EPSILON && u64::from(to) * whole as u64 == u64::from(from))
            .then_some(whole as u32)
    };
    Some((whole(from.width, to.width)?, whole(from.height, to.height)?))
}

/// The pixels of a block; their sum must fit OpenCV's 32 bits.
fn area(x: u32, y: u32) -> Result<f32> {
    let area = u64::from(x) * u64::from(y);
    if area > 1 << 23 {
        return Err(Error::limits("OpenCV's sums overflow when it shrinks by so much; resize in two steps")
            .expected("at most 8388608 pixels in one", area));
    }
    Ok(area as f32)
}
