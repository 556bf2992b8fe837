//! Colours times alpha, and divided by it again, as Pillow's RGBa. Twin of shaders/alpha.wgsl.

use crate::plan::Alpha;

pub fn run(pass: &Alpha, src: &[u8]) -> Vec<u8> {
    let Alpha { src: from, dst: to, left, top, divide } = pass;
    let mut dst = vec![0; to.values()];
    let stride = from.size.width as usize * from.channels;
    let rows = src.chunks_exact(stride).skip(*top as usize);
    for (row, out) in rows.zip(dst.chunks_exact_mut(to.size.width as usize * to.channels)) {
        let pixels = row.chunks_exact(from.channels).skip(*left as usize);
        for (pixel, out) in pixels.zip(out.chunks_exact_mut(to.channels)) {
            let alpha = pixel.last().copied().unwrap_or_default();
            for (value, &colour) in out.iter_mut().zip(pixel) {
                *value = if *divide { divided(colour, alpha) } else { multiplied(colour, alpha) };
            }
            if let Some(value) = out.last_mut() {
                *value = alpha;
            }
        }
    }
    dst
}

/// `colour * alpha / 255`, rounded.
fn multiplied(colour: u8, alpha: u8) -> u8 {
    let product = u32::from(colour) * u32::from(alpha) + 128;
    (((product >> 8) + product) >> 8) as u8
}

/// `colour * 255 / alpha`, truncated and clipped; nothing where alpha is 0.
fn divided(colour: u8, alpha: u8) -> u8 {
    let quotient = (255 * u32::from(colour)).checked_div(u32::from(alpha));
    quotient.map_or(colour, |value| value.min(255) as u8)
}
