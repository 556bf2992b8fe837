//! Resize as Pillow does it: its box, its reducing gap, its order of passes.

use super::pass::{AlphaRule, Pass, Reduce, Surface, SurfaceKind};
use super::spatial::{Axis, check_taps, offset};
use super::state::{State, check_values};
use crate::error::{Error, Result};
use crate::geometry::Window;
use crate::json;
use crate::op::{Filter, Region, Resize, ResizeMatches};
use crate::spec::{Channel, DType, Size};
use crate::taps::{Kernel, Taps};

impl State {
    pub(super) fn resize_pillow(&mut self, resize: &Resize, to: Size) -> Result<()> {
        let from = self.size();
        if resize.antialias.is_some() || resize.align_corners {
            return Err(Error::invalid_pipeline(
                "Pillow antialiases always and never aligns corners; leave both out, or match torch or tf2",
            ));
        }
        if let Some(gap) = resize.reducing_gap.filter(|gap| !(1.0..=f64::MAX).contains(gap)) {
            return Err(
                Error::invalid_pipeline("Pillow's reducing_gap cannot be less than 1").expected("at least 1", gap)
            );
        }
        let kernel = (resize.filter != Filter::Nearest).then(|| {
            Kernel::pillow(resize.filter).ok_or_else(|| {
                Error::invalid_pipeline("Pillow has no such filter")
                    .expected("nearest, box, bilinear, hamming, bicubic or lanczos3", json::spelled(&resize.filter))
            })
        });
        let kernel = kernel.transpose()?;
        let region = pillow_region(resize.region, from)?;
        if to == from && region == whole(from) {
            // A copy.
            return Ok(());
        }
        let weighed = self.order.position(Channel::Alpha).is_some() && kernel.is_some();
        if weighed && self.dtype != DType::U8 {
            return Err(Error::unsupported(
                "Pillow has no RGBA of floats; resize before the rescale, put convert_order to RGB before, or use nearest",
            )
            .expected("RGB, BGR or Gray, or bytes", self.order));
        }
        self.prepare_spatial()?;
        if weighed {
            self.alpha(AlphaRule::Multiply)?;
        }
        let region = match (kernel, resize.reducing_gap) {
            (Some(kernel), Some(gap)) => self.reduce(kernel, region, to, gap)?,
            _ => region,
        };
        self.resample_region(resize, kernel, Edges::of(region), to)?;
        if weighed { self.alpha(AlphaRule::Divide) } else { Ok(()) }
    }

    fn resample_region(&mut self, resize: &Resize, kernel: Option<Kernel>, region: Edges, to: Size) -> Result<()> {
        let from = self.size();
        if let Some(inner) = region.crop_to(to) {
            self.window.x += inner.x;
            self.window.y += inner.y;
            self.window.size = inner.size;
            return Ok(());
        }
        let Edges { x, y } = region;
        let horizontal = self.taps(kernel, from.width, x, to.width)?;
        let vertical = self.taps(kernel, from.height, y, to.height)?;
        // Pillow 13: the vertical pass first where it shortens the image more than twice as much as the horizontal one.
        // The edges are those of the image, whatever its region.
        let shorter = i64::from(from.height) - i64::from(to.height);
        let narrower = i64::from(from.width) - i64::from(to.width);
        if resize.matches == ResizeMatches::Pillow && shorter > 0 && shorter > 2 * narrower {
            self.resample(Axis::Vertical, vertical)?;
            self.resample(Axis::Horizontal, horizontal)
        } else {
            self.resample(Axis::Horizontal, horizontal)?;
            self.resample(Axis::Vertical, vertical)
        }
    }

    /// Averages boxes of whole pixels as long as the result stays `gap` times as large as `to`; returns where the region
    /// lies afterwards.
    fn reduce(&mut self, kernel: Kernel, region: Region, to: Size, gap: f64) -> Result<Region> {
        let Region { left, top, right, bottom } = region;
        let (width, height) = (f64::from(to.width), f64::from(to.height));
        let factor = |span: f64, edge: f64| ((span / edge / gap) as u32).max(1);
        let by = Size::new(factor(right - left, width), factor(bottom - top, height));
        if by == Size::new(1, 1) {
            return Ok(region);
        }
        if self.dtype == DType::U16 {
            return Err(Error::unsupported("Pillow cannot reduce 16-bit images; leave reducing_gap out")
                .expected("bytes or floats", self.dtype));
        }
        check_sums(by, self.surface.kind)?;
        let from = self.size();
        // What the filter may reach around the region, in whole pixels.
        let reach = kernel.support() - 0.5;
        let (across, down) = (reach * ((right - left) / width), reach * ((bottom - top) / height));
        let (first_x, first_y) = ((left - across).max(0.0) as u32, (top - down).max(0.0) as u32);
        let last_x = (right + across).ceil().min(from.width.into()) as u32;
        let last_y = (bottom + down).ceil().min(from.height.into()) as u32;
        let Window { x, y, .. } = self.window;
        let (x, y) = (offset(x)?, offset(y)?);
        let size = Size::new((last_x - first_x).div_ceil(by.width), (last_y - first_y).div_ceil(by.height));
        let dst = Surface { size, channels: self.channels_read(), ..self.surface };
        check_values(size, dst.channels)?;
        let pass = Reduce {
            src: self.surface,
            dst,
            by,
            left: x + first_x,
            top: y + first_y,
            right: x + last_x,
            bottom: y + last_y,
        };
        self.advance(Pass::Reduce(pass), dst);
        let (first_x, first_y) = (f64::from(first_x), f64::from(first_y));
        let (by_x, by_y) = (f64::from(by.width), f64::from(by.height));
        Ok(Region {
            left: (left - first_x) / by_x,
            top: (top - first_y) / by_y,
            right: (right - first_x) / by_x,
            bottom: (bottom - first_y) / by_y,
        })
    }

    /// The taps along one axis, or none where the axis keeps its length: Pillow then leaves out the pass.
    fn taps(&self, kernel: Option<Kernel>, from: u32, part: [f32; 2], to: u32) -> Result<Option<Taps>> {
        if from == to && part == [0.0, from as f32] {
            return Ok(None);
        }
        check_taps(from, to)?;
        let fixed = self.surface.kind == SurfaceKind::U8;
        let words = self.dtype == DType::U16;
        Ok(Some(match kernel {
            None if words => Taps::nearest_pillow_words(from, part, to),
            None => Taps::nearest_pillow(from, part, to, fixed),
            Some(kernel) if words => Taps::pillow(kernel, from, part, to, false).for_words(),
            Some(kernel) => Taps::pillow(kernel, from, part, to, fixed),
        }))
    }
}

/// A region as Pillow's C code holds it: in f32.
#[derive(Clone, Copy)]
struct Edges {
    x: [f32; 2],
    y: [f32; 2],
}

impl Edges {
    fn of(Region { left, top, right, bottom }: Region) -> Self {
        Self { x: [left as f32, right as f32], y: [top as f32, bottom as f32] }
    }

    /// The crop that this is, where it begins at whole pixels and has the size of the result already.
    fn crop_to(self, to: Size) -> Option<Window> {
        let whole = |[from, to]: [f32; 2], edge: u32| from.fract() == 0.0 && to - from == edge as f32;
        (whole(self.x, to.width) && whole(self.y, to.height)).then_some(Window {
            x: self.x[0] as i64,
            y: self.y[0] as i64,
            size: to,
        })
    }
}

fn whole(size: Size) -> Region {
    Region { left: 0.0, top: 0.0, right: size.width.into(), bottom: size.height.into() }
}

/// Pillow's box: the whole image, or a part of it that is not empty.
fn pillow_region(region: Option<Region>, from: Size) -> Result<Region> {
    let region = region.unwrap_or_else(|| whole(from));
    let Region { left, top, right, bottom } = region;
    let Edges { x, y } = Edges::of(region);
    let inside = |[low, high]: [f32; 2], edge: u32| 0.0 <= low && low < high && high <= edge as f32;
    (inside(x, from.width) && inside(y, from.height)).then_some(region).ok_or_else(|| {
        Error::invalid_pipeline("the region of a resize must lie in the image and not be empty")
            .expected(format!("inside {from}"), format!("{left}, {top} to {right}, {bottom}"))
    })
}

/// Refuses boxes whose sums do not fit Pillow's 32 bits.
fn check_sums(by: Size, kind: SurfaceKind) -> Result<()> {
    const MOST: u64 = 1 << 23;
    if kind == SurfaceKind::U8 && by.pixels() > MOST {
        return Err(Error::limits("Pillow's sums overflow when it reduces by so much; resize in two steps")
            .expected(format!("at most {MOST} pixels in one"), by.pixels()));
    }
    Ok(())
}
