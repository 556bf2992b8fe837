//! Pillow's 8-bit HSV, in which the hue has 256 steps, and its blend. *Source*: Pillow, src/libImaging/Convert.c, Blend.c.

use super::by_sector;

/// Red, green, blue to hue, saturation, value: f32 quotients, f64 in between, truncated.
pub fn to_hsv(rgb: [u8; 3]) -> [u8; 3] {
    let [r, g, b] = rgb;
    let (most, least) = (r.max(g).max(b), r.min(g).min(b));
    if most == least {
        return [0, 0, most];
    }
    let value = f32::from(most);
    let range = value - f32::from(least);
    let [rc, gc, bc] = rgb.map(|colour| (value - f32::from(colour)) / range);
    let hue = if r == most {
        bc - gc
    } else if g == most {
        (2.0 + f64::from(rc) - f64::from(bc)) as f32
    } else {
        (4.0 + f64::from(gc) - f64::from(rc)) as f32
    };
    let hue = ((f64::from(hue) / 6.0 + 1.0) % 1.0) as f32;
    // `as` truncates and clamps.
    [(f64::from(hue) * 255.0) as u8, (f64::from(range / value) * 255.0) as u8, most]
}

/// Hue, saturation, value to red, green, blue, rounded half away from zero.
pub fn from_hsv([hue, saturation, value]: [u8; 3]) -> [u8; 3] {
    let (sector, factors) = factors(hue, saturation);
    let [p, q, t] = factors.map(|factor| (f64::from(value) * factor).round() as u8);
    by_sector(sector, [value, p, q, t])
}

/// The sector of a hue, and what the value is multiplied by for `p`, `q` and `t`.
pub fn factors(hue: u8, saturation: u8) -> (i64, [f64; 3]) {
    let turn = f64::from(hue) * 6.0 / 255.0;
    let sector = turn.floor();
    let fraction = (turn - sector) as f32;
    let s = (f64::from(saturation) / 255.0) as f32;
    let p = 1.0 - f64::from(s);
    let q = 1.0 - f64::from(s * fraction);
    let t = 1.0 - f64::from(s) * (1.0 - f64::from(fraction));
    (sector as i64, [p, q, t])
}

/// adjust_hue of torchvision on a PIL image: there, a wrapping add, and back.
pub fn shift_hue(rgb: [u8; 3], shift: u8) -> [u8; 3] {
    let [hue, saturation, value] = to_hsv(rgb);
    from_hsv([hue.wrapping_add(shift), saturation, value])
}

/// 6 bits after the point, a half added before the truncation, as the tables of ConvertYCbCr.c are made.
fn part(value: i32, weight: f64) -> i32 {
    (f64::from(value) * weight * 64.0 + 0.5) as i32
}

/// Weights of red, green and blue in luma, blue difference and red difference, and where each has its middle.
const TO_YCBCR: [([f64; 3], i32); 3] =
    [([0.299, 0.587, 0.114], 0), ([-0.16874, -0.33126, 0.5], 128), ([0.5, -0.41869, -0.08131], 128)];

/// Weights of red difference in red, blue and red difference in green, blue difference in blue.
const FROM_YCBCR: [f64; 4] = [1.402, -0.34414, -0.71414, 1.772];

/// What each byte of red, green and blue adds to luma, then to blue difference, then to red difference.
pub fn ycbcr_tables() -> Vec<i32> {
    let weights = TO_YCBCR.into_iter().flat_map(|(weights, _)| weights);
    weights.flat_map(|weight| (0..256).map(move |byte| part(byte, weight))).collect()
}

/// What each byte of a difference adds, in the order of its weights.
pub fn rgb_tables() -> Vec<i32> {
    FROM_YCBCR.into_iter().flat_map(|weight| (0..256).map(move |byte| part(byte - 128, weight))).collect()
}

/// Red, green, blue to luma, blue difference, red difference.
pub fn to_ycbcr(rgb: [u8; 3]) -> [u8; 3] {
    TO_YCBCR.map(|(weights, middle)| {
        let sum: i32 = rgb.into_iter().zip(weights).map(|(colour, weight)| part(colour.into(), weight)).sum();
        ((sum >> 6) + middle).clamp(0, 255) as u8
    })
}

/// Luma, blue difference, red difference to red, green, blue.
pub fn from_ycbcr([luma, blue, red]: [u8; 3]) -> [u8; 3] {
    let (blue, red) = (i32::from(blue) - 128, i32::from(red) - 128);
    let [in_red, blue_in_green, red_in_green, in_blue] = FROM_YCBCR;
    let add = [part(red, in_red), part(blue, blue_in_green) + part(red, red_in_green), part(blue, in_blue)];
    add.map(|sum| (i32::from(luma) + (sum >> 6)).clamp(0, 255) as u8)
}

/// Image.blend: from `base` towards `value` by `alpha`, in f32, clipped and truncated.
pub fn blend(base: u8, value: u8, alpha: f32) -> u8 {
    (f32::from(base) + alpha * f32::from(i16::from(value) - i16::from(base))) as u8
}
