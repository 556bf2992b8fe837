//! Grey from red, green and blue: three libraries, three sets of weights.

/// OpenCV's bytes: 15 bits, rounded. *Source*: color_rgb.simd.hpp.
pub fn opencv([r, g, b]: [u8; 3]) -> u8 {
    ((9798 * u32::from(r) + 19235 * u32::from(g) + 3735 * u32::from(b) + (1 << 14)) >> 15) as u8
}

/// OpenCV's floats: green first, then the channels as they lie in memory, each a fused multiply-add.
pub fn opencv_float([r, g, b]: [f32; 3], blue_first: bool) -> f32 {
    let green = g * 0.587;
    let (red, blue) = ((r, 0.299), (b, 0.114));
    let [first, last] = if blue_first { [blue, red] } else { [red, blue] };
    last.0.mul_add(last.1, first.0.mul_add(first.1, green))
}

/// Pillow's mode L: 16 bits, rounded. *Source*: Convert.c.
pub fn pillow([r, g, b]: [u8; 3]) -> u8 {
    ((19595 * u32::from(r) + 38470 * u32::from(g) + 7471 * u32::from(b) + (1 << 15)) >> 16) as u8
}

/// torchvision's rgb_to_grayscale: f32, two fused multiply-adds; bytes are truncated afterwards.
pub fn torch([r, g, b]: [f32; 3]) -> f32 {
    b.mul_add(0.114, g.mul_add(0.587, r * 0.2989))
}
