//! OpenCV's 8-bit full-range HSV (`COLOR_BGR2HSV_FULL` and back), the one MegEngine's HueTransform uses.
//!
//! *Source*: OpenCV 5.0, modules/imgproc/src/color_hsv.simd.hpp. Forward and backward disagree on the circle: 256 steps
//! there, 255 back. Backward is the rounding form (the scalar tail; Intel IPP differs in 88 of 2^24 colours).

use std::sync::LazyLock;

/// Bits after the point of the division tables.
const DIVISION_BITS: u32 = 12;

/// `round(255 * 2^12 / v)` and `round(256 * 2^12 / (6 d))`, half to even; entry 0 is 0.
pub struct DivisionTables {
    pub saturation: [i32; 256],
    pub hue: [i32; 256],
}

/// The tables of the forward conversion.
pub static DIVISION_TABLES: LazyLock<DivisionTables> = LazyLock::new(|| {
    let table = |numerator: f64, times: f64| {
        std::array::from_fn(|at| if at == 0 { 0 } else { (numerator / (times * at as f64)).round_ties_even() as i32 })
    };
    let one = f64::from(1 << DIVISION_BITS);
    DivisionTables { saturation: table(255.0 * one, 1.0), hue: table(256.0 * one, 6.0) }
});

/// Blue, green, red bytes to hue, saturation, value bytes; integer arithmetic throughout.
pub fn from_bgr([blue, green, red]: [u8; 3], tables: &DivisionTables) -> [u8; 3] {
    let (b, g, r) = (i32::from(blue), i32::from(green), i32::from(red));
    let value = b.max(g).max(r);
    let delta = value - b.min(g).min(r);
    let divide = |table: &[i32; 256], at: i32| table.get(at as usize).copied().unwrap_or_default();
    let half = 1 << (DIVISION_BITS - 1);
    let saturation = (delta * divide(&tables.saturation, value) + half) >> DIVISION_BITS;
    let sector = if value == r {
        g - b
    } else if value == g {
        b - r + 2 * delta
    } else {
        r - g + 4 * delta
    };
    let hue = (sector * divide(&tables.hue, delta) + half) >> DIVISION_BITS;
    let hue = if hue < 0 { hue + 256 } else { hue };
    // 256 saturates; it does not wrap.
    [hue.clamp(0, 255) as u8, saturation.clamp(0, 255) as u8, value as u8]
}

/// Hue, saturation, value bytes to blue, green, red bytes, in OpenCV's f32 steps.
pub fn to_bgr([hue, saturation, value]: [u8; 3]) -> [u8; 3] {
    if saturation == 0 {
        return [value; 3];
    }
    let s = f32::from(saturation) * (1.0 / 255.0);
    let v = f32::from(value) * (1.0 / 255.0);
    let h = f32::from(hue) * (6.0 / 255.0);
    let sector = h.floor();
    let fraction = h - sector;
    // One rounding, as the fused multiply-add of the shipped binaries.
    let one_less = |x: f32| (1.0 - f64::from(s) * f64::from(x)) as f32;
    let p = v * (1.0 - s);
    let q = v * one_less(fraction);
    let t = v * one_less(1.0 - fraction);
    let byte = |x: f32| (x * 255.0).round_ties_even() as u8;
    let (v, p, q, t) = (byte(v), byte(p), byte(q), byte(t));
    match sector as u8 % 6 {
        0 => [p, t, v],
        1 => [p, v, q],
        2 => [t, v, p],
        3 => [v, q, p],
        4 => [v, p, t],
        _ => [q, p, v],
    }
}

/// MegEngine's HueTransform of one pixel: there, a wrapping add, and back.
pub fn shift_hue(bgr: [u8; 3], shift: u8, tables: &DivisionTables) -> [u8; 3] {
    let [hue, saturation, value] = from_bgr(bgr, tables);
    to_bgr([hue.wrapping_add(shift), saturation, value])
}
