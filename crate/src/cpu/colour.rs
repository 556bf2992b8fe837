//! A colour rule on each pixel. Twin of shaders/colour.wgsl.

use crate::plan::{Colour, Surface};

/// Bytes.
pub fn bytes(colour: &Colour, src: &[u8]) -> Vec<u8> {
    let mean = colour.rule.needs_mean().map_or(0.0, |mix| {
        mix.mean(&pixels(colour, src).map(|(_, pixel)| mix.grey_of_bytes(pixel)).collect::<Vec<_>>())
    });
    let mut dst = vec![0; colour.dst.values()];
    for (slot, (x, pixel)) in dst.chunks_exact_mut(colour.dst.channels).zip(pixels(colour, src)) {
        let result = colour.rule.bytes(pixel, x < colour.body, mean);
        slot.iter_mut().zip(result).for_each(|(slot, value)| *slot = value);
    }
    dst
}

/// Floats; the plan lets only rules through that have them.
pub fn floats(colour: &Colour, src: &[f32]) -> Vec<f32> {
    let mean = colour.rule.needs_mean().map_or(0.0, |mix| {
        mix.mean(&pixels(colour, src).map(|(_, pixel)| mix.grey_of_floats(pixel)).collect::<Vec<_>>())
    });
    let mut dst = vec![0.0; colour.dst.values()];
    for (slot, (_, pixel)) in dst.chunks_exact_mut(colour.dst.channels).zip(pixels(colour, src)) {
        let result = colour.rule.floats(pixel, colour.most, mean).unwrap_or_default();
        slot.iter_mut().zip(result).for_each(|(slot, value)| *slot = value);
    }
    dst
}

/// The pixels that the rule reads, in their order, with their columns.
fn pixels<'a, T: Copy + Default>(colour: &'a Colour, src: &'a [T]) -> impl Iterator<Item = (u32, [T; 3])> + 'a {
    let Colour { src: from, dst, window, reads, .. } = colour;
    let Surface { size, .. } = *dst;
    let (left, top) = (window.x.max(0) as usize, window.y.max(0) as usize);
    (0..size.height as usize).flat_map(move |y| {
        (0..size.width).map(move |x| {
            let read = |channel| src.get(from.index(left + x as usize, top + y, channel)).copied().unwrap_or_default();
            (x, reads.map(read))
        })
    })
}
