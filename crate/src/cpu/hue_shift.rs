//! MegEngine's HueTransform on bytes. Twin of shaders/hue_shift.wgsl.

use crate::colour::hsv::{DIVISION_TABLES, shift_hue};
use crate::plan::HueShift;

pub fn run(hue: &HueShift, src: &[u8]) -> Vec<u8> {
    let HueShift { src: from, dst: to, window, bgr, shift } = hue;
    let mut dst = vec![0; to.values()];
    let tables = &*DIVISION_TABLES;
    let (width, height) = (i64::from(from.size.width), i64::from(from.size.height));
    for (y, row) in dst.chunks_exact_mut(to.size.width as usize * to.channels).enumerate() {
        let source_row = window.y + y as i64;
        for (x, pixel) in row.chunks_exact_mut(to.channels).enumerate() {
            let source_column = window.x + x as i64;
            let inside = (0..width).contains(&source_column) && (0..height).contains(&source_row);
            // Outside is black, which every hue shift leaves black.
            if !inside {
                continue;
            }
            let read = |channel| src[from.index(source_column as usize, source_row as usize, channel)];
            let shifted = shift_hue(bgr.map(read), *shift, tables);
            for (&channel, value) in bgr.iter().zip(shifted) {
                if let Some(slot) = pixel.get_mut(channel) {
                    *slot = value;
                }
            }
        }
    }
    dst
}
