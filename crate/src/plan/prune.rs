//! Cost follows the output: rows and columns that a later crop throws away are never resampled.

use super::pass::{Alpha, Colour, HueShift, Pass, Pointwise, Reduce, Store, Surface, Table, WarpAffine};
use crate::geometry::Window;
use crate::spec::Size;

/// Walks from the last pass to the first and cuts each result down to what the next pass reads.
pub(super) fn prune(passes: &mut [Pass]) {
    for at in (1..passes.len()).rev() {
        let (before, after) = passes.split_at_mut(at);
        let (Some(writer), Some(reader)) = (before.last_mut(), after.first_mut()) else { return };
        let Some(region) = region_read(reader) else { continue };
        if let Some(kept) = cut(writer, region) {
            rebase(reader, kept, region);
        }
    }
}

/// The rectangle of its source that a pass reads; none where the source cannot be cut.
fn region_read(pass: &Pass) -> Option<Window> {
    match pass {
        Pass::ResampleH(resample) => {
            let columns = resample.taps.sources();
            let size = Size::new(columns.end - columns.start, resample.dst.size.height);
            Some(Window { x: columns.start.into(), y: resample.across.into(), size })
        }
        Pass::ResampleV(resample) => {
            let rows = resample.taps.sources();
            let size = Size::new(resample.dst.size.width, rows.end - rows.start);
            Some(Window { x: resample.across.into(), y: rows.start.into(), size })
        }
        Pass::Resample2d(resample) => {
            let (columns, rows) = (resample.x.sources(), resample.y.sources());
            let size = Size::new(columns.end - columns.start, rows.end - rows.start);
            Some(Window { x: columns.start.into(), y: rows.start.into(), size })
        }
        Pass::Reduce(Reduce { dst, by, left, top, right, bottom, .. }) => {
            let length =
                |from: u32, count: u32, by: u32, to: u32| count.saturating_mul(by).min(to.saturating_sub(from));
            let size = Size::new(
                length(*left, dst.size.width, by.width, *right),
                length(*top, dst.size.height, by.height, *bottom),
            );
            Some(Window { x: (*left).into(), y: (*top).into(), size })
        }
        Pass::WarpAffine(warp) => Some(warp.window),
        Pass::HueShift(hue) => clip(hue.window, hue.src),
        Pass::Alpha(Alpha { dst, left, top, .. }) => {
            Some(Window { x: (*left).into(), y: (*top).into(), size: dst.size })
        }
        Pass::Colour(colour) => clip(colour.window, colour.src),
        Pass::Table(Table { store, .. }) | Pass::Pointwise(Pointwise { store, .. }) => clip(store.window, store.src),
    }
}

fn clip(window: Window, src: Surface) -> Option<Window> {
    let span = |start: i64, length: u32, limit: u32| {
        let (from, to) = (start.max(0), (start + i64::from(length)).min(limit.into()));
        Some((from, u32::try_from(to - from).ok().filter(|&length| length > 0)?))
    };
    let (x, width) = span(window.x, window.size.width, src.size.width)?;
    let (y, height) = span(window.y, window.size.height, src.size.height)?;
    // Planes are memory read under another name: no rectangle of it is a rectangle of what was written.
    (!src.planar).then_some(Window { x, y, size: Size::new(width, height) })
}

/// Cuts the result of a pass down to `region`; returns what it has now, or nothing if it cannot be cut.
fn cut(pass: &mut Pass, region: Window) -> Option<Surface> {
    let (x, y) = (u32::try_from(region.x).ok()?, u32::try_from(region.y).ok()?);
    match pass {
        Pass::ResampleH(resample) => {
            resample.taps.keep(x..x.checked_add(region.size.width)?);
            resample.across += y;
            resample.dst.size = region.size;
            Some(resample.dst)
        }
        Pass::ResampleV(resample) => {
            resample.taps.keep(y..y.checked_add(region.size.height)?);
            resample.across += x;
            resample.dst.size = region.size;
            Some(resample.dst)
        }
        Pass::Resample2d(resample) => {
            resample.x.keep(x..x.checked_add(region.size.width)?);
            resample.y.keep(y..y.checked_add(region.size.height)?);
            resample.skipped += x;
            resample.dst.size = region.size;
            Some(resample.dst)
        }
        Pass::Reduce(reduce) => {
            reduce.left += x * reduce.by.width;
            reduce.top += y * reduce.by.height;
            reduce.dst.size = region.size;
            Some(reduce.dst)
        }
        Pass::WarpAffine(warp) => {
            warp.left += x;
            warp.top += y;
            warp.dst.size = region.size;
            Some(warp.dst)
        }
        Pass::HueShift(hue) => {
            hue.window = shown(hue.window, region);
            hue.dst.size = region.size;
            Some(hue.dst)
        }
        Pass::Alpha(alpha) => {
            alpha.left += x;
            alpha.top += y;
            alpha.dst.size = region.size;
            Some(alpha.dst)
        }
        // The mean is that of all pixels, whoever reads them afterwards.
        Pass::Colour(colour) if colour.rule.needs_mean().is_some() => None,
        Pass::Colour(colour) => {
            colour.window = shown(colour.window, region);
            colour.body = colour.body.saturating_sub(x).min(region.size.width);
            colour.dst.size = region.size;
            Some(colour.dst)
        }
        Pass::Table(_) | Pass::Pointwise(_) => None,
    }
}

fn shown(window: Window, region: Window) -> Window {
    Window { x: window.x + region.x, y: window.y + region.y, size: region.size }
}

/// Lets a pass read the same pixels from the smaller source.
fn rebase(pass: &mut Pass, src: Surface, region: Window) {
    let (x, y) = (u32::try_from(region.x).unwrap_or_default(), u32::try_from(region.y).unwrap_or_default());
    match pass {
        Pass::ResampleH(resample) => {
            resample.src = src;
            resample.taps.rebase(x);
            resample.across -= y;
        }
        Pass::ResampleV(resample) => {
            resample.src = src;
            resample.taps.rebase(y);
            resample.across -= x;
        }
        Pass::Alpha(alpha) => {
            alpha.src = src;
            alpha.left -= x;
            alpha.top -= y;
        }
        Pass::Reduce(reduce) => {
            reduce.src = src;
            reduce.left -= x;
            reduce.right -= x;
            reduce.top -= y;
            reduce.bottom -= y;
        }
        Pass::Resample2d(resample) => {
            resample.src = src;
            resample.x.rebase(x);
            resample.y.rebase(y);
        }
        Pass::HueShift(HueShift { src: source, window, .. })
        | Pass::WarpAffine(WarpAffine { src: source, window, .. })
        | Pass::Colour(Colour { src: source, window, .. })
        | Pass::Table(Table { store: Store { src: source, window, .. }, .. })
        | Pass::Pointwise(Pointwise { store: Store { src: source, window, .. }, .. }) => {
            *source = src;
            window.x -= region.x;
            window.y -= region.y;
        }
    }
}
