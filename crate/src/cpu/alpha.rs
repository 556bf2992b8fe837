//! Colours times alpha, and divided by it again, as Pillow's RGBa; or laid over a colour. Twin of shaders/alpha.wgsl.

use crate::colour::alpha::{divided, multiplied, over};
use crate::plan::{Alpha, AlphaRule};

pub fn run(pass: &Alpha, src: &[u8]) -> Vec<u8> {
    let Alpha { src: from, dst: to, left, top, rule } = pass;
    let mut dst = vec![0; to.values()];
    let stride = from.size.width as usize * from.channels;
    let rows = src.chunks_exact(stride).skip(*top as usize);
    for (row, out) in rows.zip(dst.chunks_exact_mut(to.size.width as usize * to.channels)) {
        let pixels = row.chunks_exact(from.channels).skip(*left as usize);
        for (pixel, out) in pixels.zip(out.chunks_exact_mut(to.channels)) {
            let alpha = pixel.last().copied().unwrap_or_default();
            match rule {
                AlphaRule::Multiply => {
                    out.iter_mut().zip(pixel).for_each(|(out, &colour)| *out = multiplied(colour, alpha));
                }
                AlphaRule::Divide => {
                    out.iter_mut().zip(pixel).for_each(|(out, &colour)| *out = divided(colour, alpha));
                }
                AlphaRule::Over(under) => {
                    let colours = pixel.iter().zip(under);
                    out.iter_mut().zip(colours).for_each(|(out, (&colour, &under))| *out = over(colour, under, alpha));
                }
            }
            if let Some(value) = out.last_mut() {
                *value = if matches!(rule, AlphaRule::Over(_)) { 255 } else { alpha };
            }
        }
    }
    dst
}
