//! OpenCV's affine warp. Twin of shaders/warp_affine.wgsl and warp_affine_float.wgsl.

use crate::plan::{WarpAffine, WarpRule};

/// 8-bit: OpenCV 5 rounds half to even, OpenCV 4 is in whole numbers.
pub fn bytes(warp: &WarpAffine, src: &[u8]) -> Vec<u8> {
    let border: Vec<u8> = warp.border.iter().map(|&value| value as u8).collect();
    match warp.rule {
        WarpRule::Fused { .. } => run(warp, src, &border, |place, corners| {
            between(corners.map(f32::from), place.part).round_ties_even() as u8
        }),
        WarpRule::Fixed => run(warp, src, &border, |place, corners| {
            // 32 places between two pixels; the sum has 10 bits after the point.
            let [x, y] = place.part.map(|part| part as i32);
            let weights = [(32 - x) * (32 - y), x * (32 - y), (32 - x) * y, x * y];
            let sum: i32 = corners.iter().zip(weights).map(|(&corner, weight)| i32::from(corner) * weight).sum();
            ((sum + 512) >> 10) as u8
        }),
    }
}

/// Floats, as OpenCV 5 computes them.
pub fn floats(warp: &WarpAffine, src: &[f32]) -> Vec<f32> {
    run(warp, src, &warp.border, |place, corners| between(corners, place.part))
}

/// Where a pixel of the frame lies in the image: the pixel at or before it, and the way to the next.
struct Place {
    x: i64,
    y: i64,
    part: [f32; 2],
}

fn between([a, b, c, d]: [f32; 4], [x, y]: [f32; 2]) -> f32 {
    let (above, below) = (x.mul_add(b - a, a), x.mul_add(d - c, c));
    y.mul_add(below - above, above)
}

fn run<T: Copy>(warp: &WarpAffine, src: &[T], border: &[T], mix: impl Fn(&Place, [T; 4]) -> T) -> Vec<T> {
    let WarpAffine { src: from, dst: to, window, left, top, .. } = warp;
    let mut dst = Vec::with_capacity(to.values());
    for row in *top..top + to.size.height {
        for column in *left..left + to.size.width {
            let place = place(warp, column, row);
            dst.extend(border.iter().take(to.channels).enumerate().map(|(channel, &outside)| {
                let at = |dx: i64, dy: i64| {
                    let (x, y) = (place.x + dx, place.y + dy);
                    let inside = (0..i64::from(window.size.width)).contains(&x)
                        && (0..i64::from(window.size.height)).contains(&y);
                    let index = || from.index((window.x + x) as usize, (window.y + y) as usize, channel);
                    if inside { src.get(index()).copied().unwrap_or(outside) } else { outside }
                };
                mix(&place, [at(0, 0), at(1, 0), at(0, 1), at(1, 1)])
            }));
        }
    }
    dst
}

fn place(warp: &WarpAffine, column: u32, row: u32) -> Place {
    let [a, b, c, d, e, f] = warp.matrix;
    match warp.rule {
        WarpRule::Fused { body } => {
            let (x, y) = (column as f32, row as f32);
            // The vector code adds the row's part and the offset first, the rest of a row the offset last.
            let along = |a: f64, b: f64, c: f64| {
                let [a, b, c] = [a, b, c].map(|entry| entry as f32);
                if column < body { a.mul_add(x, y * b + c) } else { x.mul_add(a, y * b) + c }
            };
            let (x, y) = (along(a, b, c), along(d, e, f));
            let (left, top) = (x.floor(), y.floor());
            Place { x: left as i64, y: top as i64, part: [x - left, y - top] }
        }
        WarpRule::Fixed => {
            let x = WarpAffine::fixed_column(column, a).wrapping_add(WarpAffine::fixed_row(row, b, c)) >> 5;
            let y = WarpAffine::fixed_column(column, d).wrapping_add(WarpAffine::fixed_row(row, e, f)) >> 5;
            let whole = |at: i32| i64::from((at >> 5).clamp(i16::MIN.into(), i16::MAX.into()));
            Place { x: whole(x), y: whole(y), part: [(x & 31) as f32, (y & 31) as f32] }
        }
    }
}
