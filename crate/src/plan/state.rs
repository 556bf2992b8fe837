//! What the data is at one point of the pipeline, and what is still owed to it.
//!
//! Cropping, reordering and pointwise steps cost nothing until something needs the pixels: they wait as a window, a
//! channel map and a chain of operations, and the next pass does them on its way.

use super::pass::{Affine, Flip, Pass, Pointwise, Store, Surface, SurfaceKind, Table};
use crate::error::{Error, Result};
use crate::geometry::Window;
use crate::placement::Placement;
use crate::point::{self, PointOp};
use crate::spec::{ChannelOrder, DType, ImageSpec, Size, TensorLayout, ValueRange};

pub(super) struct State {
    // What lies in memory.
    pub surface: Surface,
    pub passes: Vec<Pass>,
    // What is owed to it.
    pub window: Window,
    pub map: Vec<usize>,
    pub pending: Vec<PointOp>,
    pub flip: Flip,
    /// What each channel is outside the surface, and how much of `pending` was done before that was so.
    pub outside: Vec<f64>,
    pub outside_from: usize,
    // What the contract says of the result.
    pub order: ChannelOrder,
    pub range: ValueRange,
    pub dtype: DType,
    pub layout: TensorLayout,
    pub scale: Vec<f64>,
    pub offset: Vec<f64>,
    pub placement: Placement,
}

impl State {
    pub fn new(input: &ImageSpec) -> Self {
        let order = input.format.order();
        let dtype = input.format.dtype();
        let (low, high) = input.range.bounds().unwrap_or((0.0, 255.0));
        Self {
            surface: Surface { size: input.size, channels: order.count(), kind: kind_of(dtype), planar: false },
            passes: Vec::new(),
            window: Window::whole(input.size),
            map: (0..order.count()).collect(),
            pending: Vec::new(),
            flip: Flip::default(),
            outside: vec![0.0; order.count()],
            outside_from: 0,
            order,
            range: input.range,
            dtype,
            layout: TensorLayout::Hwc,
            scale: vec![(high - low) / 255.0; order.count()],
            offset: vec![low; order.count()],
            placement: Placement::new(input.size),
        }
    }

    /// The size that the data has now.
    pub fn size(&self) -> Size {
        self.window.size
    }

    pub fn affine(&self) -> Affine {
        Affine { order: self.order, layout: self.layout, scale: self.scale.clone(), offset: self.offset.clone() }
    }

    /// Whether the numbers in memory are those that the contract means.
    pub fn has_values(&self) -> bool {
        self.pending.is_empty() && kind_of(self.dtype) == self.surface.kind
    }

    /// Writes out what is owed: afterwards memory holds just the data, in planes or interleaved.
    pub fn settle(&mut self, planar: bool) -> Result<()> {
        let settled = self.has_values()
            && self.surface.planar == planar
            && self.window == Window::whole(self.surface.size)
            && self.flip == Flip::default()
            && self.map.iter().copied().eq(0..self.surface.channels);
        if settled { Ok(()) } else { self.store(planar) }
    }

    /// Writes out what is owed and, if nothing is, what lies there already.
    pub fn store(&mut self, planar: bool) -> Result<()> {
        let kind = kind_of(self.dtype);
        let layout = if planar { TensorLayout::Chw } else { TensorLayout::Hwc };
        self.emit(layout, if kind == SurfaceKind::U8 { DType::U8 } else { DType::F32 })?;
        self.surface = Surface { size: self.window.size, channels: self.map.len(), kind, planar };
        self.window = Window::whole(self.surface.size);
        self.map = (0..self.surface.channels).collect();
        self.pending.clear();
        self.flip = Flip::default();
        self.outside = vec![0.0; self.surface.channels];
        self.outside_from = 0;
        Ok(())
    }

    /// Appends the pass that does all that is owed and stores it.
    pub fn emit(&mut self, layout: TensorLayout, dtype: DType) -> Result<()> {
        check_values(self.window.size, self.map.len())?;
        let (src, window, flip, map) = (self.surface, self.window, self.flip, self.map.clone());
        let later = self.pending.get(self.outside_from..).unwrap_or_default();
        let outside = (0..)
            .zip(&self.outside)
            .map(|(channel, &value)| point::to_bits(point::apply_all(later, value, channel), dtype))
            .collect();
        let store = Store { src, window, flip, map, outside, layout, dtype };
        self.passes.push(match src.kind {
            SurfaceKind::U8 => {
                let entries = point::table(&self.pending, store.map.len(), dtype);
                Pass::Table(Table { store, entries })
            }
            SurfaceKind::F32 => Pass::Pointwise(Pointwise { store, ops: self.pending.clone() }),
        });
        Ok(())
    }

    /// Shows `inner` of what is shown now; outside of it each channel is `value`, in the units that the data has here.
    pub fn show(&mut self, inner: Window, value: &[f64]) -> Result<()> {
        check_values(inner.size, self.map.len())?;
        if !inner.is_inside(self.size()) {
            // What a window or an older padding hides must not come back.
            if self.window != Window::whole(self.surface.size) {
                self.settle(self.surface.planar)?;
            }
            self.outside = value.to_vec();
            self.outside_from = self.pending.len();
        }
        self.placement.show(inner);
        let mirrored = |flip: bool, at: i64, length: u32, of: u32| {
            if flip { i64::from(of) - i64::from(length) - at } else { at }
        };
        let Window { x, y, size } = self.window;
        self.window = Window {
            x: x + mirrored(self.flip.x, inner.x, inner.size.width, size.width),
            y: y + mirrored(self.flip.y, inner.y, inner.size.height, size.height),
            size: inner.size,
        };
        Ok(())
    }

    /// Leaves only a window inside the surface and a channel map owed, as a pass over neighbouring pixels needs it.
    pub fn prepare_spatial(&mut self) -> Result<()> {
        let plain = self.flip == Flip::default() && !self.surface.planar;
        if self.has_values() && plain && self.window.is_inside(self.surface.size) {
            return Ok(());
        }
        self.settle(false)
    }

    /// Continues on `dst`, which the pass just appended writes: the window is done, the channel map still stands.
    pub fn advance(&mut self, pass: Pass, dst: Surface) {
        self.passes.push(pass);
        self.surface = dst;
        self.window = Window::whole(dst.size);
    }

    /// The channels that anybody still reads; those that nobody does (alpha, mostly) lie at the end.
    pub fn channels_read(&self) -> usize {
        self.map.iter().max().map_or(self.surface.channels, |last| last + 1)
    }
}

const fn kind_of(dtype: DType) -> SurfaceKind {
    match dtype {
        DType::U8 => SurfaceKind::U8,
        DType::I8 | DType::U16 | DType::F16 | DType::F32 => SurfaceKind::F32,
    }
}

/// Refuses sizes that no buffer may have, before any memory is taken.
pub(super) fn check_values(size: Size, channels: usize) -> Result<()> {
    // Rust refuses a buffer of more than isize::MAX bytes, which on wasm32 is 2 GiB.
    const ADDRESSABLE: u64 = isize::MAX as u64 / size_of::<f32>() as u64;
    const MAX_VALUES: u64 = if ADDRESSABLE < 1 << 30 { ADDRESSABLE } else { 1 << 30 };
    if size.width == 0 || size.height == 0 {
        return Err(Error::invalid_pipeline(format!("the result would be empty ({size}); give it at least one pixel")));
    }
    let most = ImageSpec::MAX_PIXELS.min(MAX_VALUES / channels.max(1) as u64);
    if size.pixels() > most {
        return Err(Error::limits(format!("a result of {size} is larger than the limit; choose a smaller size"))
            .expected(format!("at most {most} pixels"), size.pixels()));
    }
    Ok(())
}
