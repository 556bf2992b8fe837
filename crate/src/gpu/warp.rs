//! The affine warp as warp_affine.wgsl and warp_affine_float.wgsl read it.

use super::Gpu;
use super::encode::{Dispatch, Source};
use crate::plan::{SurfaceKind, WarpAffine, WarpRule};

impl Gpu {
    pub(super) fn warp_affine(&self, warp: &WarpAffine, source: &Source) -> Dispatch {
        let WarpAffine { src, dst, window, matrix, border, rule, left, top } = warp;
        let (size, channels) = (dst.size, dst.channels as u32);
        let floating = src.kind == SurfaceKind::F32;
        let (body, fixed) = match rule {
            WarpRule::Fused { body } => (*body, 0),
            WarpRule::Fixed => (0, 1),
        };
        let mut params = vec![
            src.size.width,
            source.channels,
            size.width,
            size.height,
            *left,
            *top,
            // The window lies inside its source.
            window.x as u32,
            window.y as u32,
            window.size.width,
            window.size.height,
            0,
            body,
        ];
        let [a, b, c, d, e, f] = matrix.map(|entry| (entry as f32).to_bits());
        params.extend([a, b, c, 0, d, e, f, 0]);
        let outside = |&value: &f32| if floating { value.to_bits() } else { value as u32 };
        params.extend((0..4).map(|channel| border.get(channel).map_or(0, outside)));
        params.push(if floating { channels } else { fixed });
        let inputs = if floating { Vec::new() } else { vec![self.places(warp)] };
        Dispatch {
            shader: if floating { "warp_affine_float" } else { "warp_affine" },
            params,
            inputs,
            invocations: size.pixels(),
            channels: if floating { channels } else { 4 },
        }
    }

    /// For fixed point what each column of the result adds to x and to y, then each row.
    fn places(&self, warp: &WarpAffine) -> wgpu::Buffer {
        let WarpAffine { dst, matrix: [a, b, c, d, e, f], left, top, rule, .. } = warp;
        let (columns, rows) = match rule {
            WarpRule::Fused { .. } => (0, 0),
            WarpRule::Fixed => (dst.size.width, dst.size.height),
        };
        let column = |x| [WarpAffine::fixed_column(x, *a), WarpAffine::fixed_column(x, *d)];
        let row = |y| [WarpAffine::fixed_row(y, *b, *c), WarpAffine::fixed_row(y, *e, *f)];
        let columns = (*left..left + columns).map(column);
        let places: Vec<[i32; 2]> = columns.chain((*top..top + rows).map(row)).collect();
        self.storage("pixelproof.places", bytemuck::cast_slice(&places))
    }
}
