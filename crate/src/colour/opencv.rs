//! OpenCV's 8-bit HSV of 180 steps, and its YCrCb.
//!
//! *Source*: OpenCV 5.0, modules/imgproc/src/color_hsv.simd.hpp, color_yuv.simd.hpp.

use std::sync::LazyLock;

use super::by_sector;
use super::hsv::DivisionTables;

/// How the 8-bit hue goes round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Circle {
    /// 180 steps.
    Half,
    /// 256 steps forward, 255 back.
    Full,
}

/// The tables of the forward conversion with 180 steps.
pub static HALF_TABLES: LazyLock<DivisionTables> = LazyLock::new(|| DivisionTables::new(180.0));

/// Red, green, blue to hue, saturation, value.
pub fn to_hsv([r, g, b]: [u8; 3], circle: Circle) -> [u8; 3] {
    match circle {
        Circle::Half => super::hsv::from_bgr_on([b, g, r], &HALF_TABLES, 180),
        Circle::Full => super::hsv::from_bgr([b, g, r], &super::hsv::DIVISION_TABLES),
    }
}

/// Floats of 0-1: hue in degrees, whatever the circle; a product and a sum are one fused multiply-add.
pub fn to_hsv_float([r, g, b]: [f32; 3]) -> [f32; 3] {
    let value = r.max(g).max(b);
    let range = value - r.min(g).min(b);
    let saturation = range / (value.abs() + f32::EPSILON);
    let degrees = 60.0 / (range + f32::EPSILON);
    let hue = if value == r {
        if g < b { (g - b).mul_add(degrees, 360.0) } else { (g - b) * degrees }
    } else if value == g {
        (b - r).mul_add(degrees, 120.0)
    } else {
        (r - g).mul_add(degrees, 240.0)
    };
    [hue, saturation, value]
}

/// Hue, saturation, value to red, green, blue. The SIMD body of a row truncates, its scalar tail rounds half to even.
pub fn from_hsv([hue, saturation, value]: [u8; 3], circle: Circle, truncates: bool) -> [u8; 3] {
    let (sector, [p, q, t]) = factors(hue, saturation, circle);
    let v = f32::from(value) * (1.0 / 255.0);
    let byte = |x: f32| if truncates { (x * 255.0) as u8 } else { (x * 255.0).round_ties_even() as u8 };
    by_sector(sector, [v, v * p, v * q, v * t].map(byte))
}

/// The sector of a hue, and what the value is multiplied by for `p`, `q` and `t`.
pub fn factors(hue: u8, saturation: u8, circle: Circle) -> (i64, [f32; 3]) {
    let steps = match circle {
        Circle::Half => 180.0,
        Circle::Full => 255.0,
    };
    let s = f32::from(saturation) * (1.0 / 255.0);
    let h = f32::from(hue) * (6.0_f32 / steps);
    let sector = h.floor();
    let fraction = h - sector;
    // One rounding, as the fused multiply-add of the shipped binaries.
    let one_less = |x: f32| (1.0 - f64::from(s) * f64::from(x)) as f32;
    (sector as i64, [1.0 - s, one_less(fraction), one_less(1.0 - fraction)])
}

/// Floats: hue in degrees; `1 - s * x` is one fused multiply-add.
pub fn from_hsv_float([hue, saturation, value]: [f32; 3]) -> [f32; 3] {
    let turn = hue * (6.0 / 360.0);
    let sector = turn.floor();
    let fraction = turn - sector;
    let p = value * (1.0 - saturation);
    let q = value * (-saturation).mul_add(fraction, 1.0);
    let t = value * (-saturation).mul_add(1.0 - fraction, 1.0);
    by_sector(sector as i64, [value, p, q, t])
}

/// There, a wrapping add of degrees as numpy's mod, and back.
pub fn turn(rgb: [f32; 3], degrees: f32) -> [f32; 3] {
    let [hue, saturation, value] = to_hsv_float(rgb);
    let rest = (hue + degrees) % 360.0;
    let hue = if rest < 0.0 { rest + 360.0 } else { rest };
    from_hsv_float([hue, saturation, value])
}

/// Red, green, blue to luma, red difference, blue difference: 14 bits, rounded.
pub fn to_ycrcb([r, g, b]: [u8; 3]) -> [u8; 3] {
    const HALF: i32 = 1 << 13;
    let [r, g, b] = [r, g, b].map(i32::from);
    let luma = (4899 * r + 9617 * g + 1868 * b + HALF) >> 14;
    let difference = |colour: i32, weight: i32| ((colour - luma) * weight + (128 << 14) + HALF) >> 14;
    [luma, difference(r, 11682), difference(b, 9241)].map(|value| value.clamp(0, 255) as u8)
}
