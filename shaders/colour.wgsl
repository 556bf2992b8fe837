// Colour rules in whole numbers: grey, OpenCV's HSV and YCrCb, Pillow's CMYK.
// src: packed bytes, src_channels a pixel. dst: one word a pixel, the window of src. tables: what the rule looks up.
// Twin: crate/src/cpu/colour.rs. One invocation a pixel; 64 is a whole wave everywhere.

struct Params {
    src_width: u32,
    src_channels: u32,
    width: u32,
    height: u32,
    left: i32,
    top: i32,
    // The rule; see crate/src/gpu/colour.rs.
    code: u32,
    first: u32,
    second: u32,
    third: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> src: array<u32>;
@group(0) @binding(2) var<storage, read_write> dst: array<u32>;
@group(0) @binding(3) var<storage, read> tables: array<i32>;

// Weights of red, green and blue, rounded off by so many bits.
fn grey(rgb: vec3<i32>) -> i32 {
    let shift = u32(tables[3]);
    let half = 1 << (shift - 1u);
    return (tables[0] * rgb.x + tables[1] * rgb.y + tables[2] * rgb.z + half) >> shift;
}

// OpenCV's hue, saturation, value: divisions by table, first of the saturation, then of the hue, then the circle.
fn to_hsv(rgb: vec3<i32>) -> vec3<i32> {
    let value = max(rgb.x, max(rgb.y, rgb.z));
    let delta = value - min(rgb.x, min(rgb.y, rgb.z));
    let saturation = (delta * tables[value] + 2048) >> 12u;
    var sector = rgb.x - rgb.y + 4 * delta;
    if value == rgb.x {
        sector = rgb.y - rgb.z;
    } else if value == rgb.y {
        sector = rgb.z - rgb.x + 2 * delta;
    }
    var hue = (sector * tables[256 + delta] + 2048) >> 12u;
    hue += select(0, tables[512], hue < 0);
    return vec3<i32>(hue, saturation, value);
}

fn to_ycrcb(rgb: vec3<i32>) -> vec3<i32> {
    let luma = (4899 * rgb.x + 9617 * rgb.y + 1868 * rgb.z + 8192) >> 14u;
    let red = ((rgb.x - luma) * 11682 + 2105344) >> 14u;
    let blue = ((rgb.z - luma) * 9241 + 2105344) >> 14u;
    return vec3<i32>(luma, red, blue);
}

// numerator / denominator, rounded; the denominator is odd, so there are no ties.
fn divide_rounded(numerator: i32, denominator: i32) -> i32 {
    return (2 * numerator + denominator) / (2 * denominator);
}

// The five colours where OpenCV's f32 falls on the other side of a half than the exact fraction: h, s << 8, v << 16.
fn is_rounded_down(hsv: vec3<i32>) -> i32 {
    let key = hsv.x | (hsv.y << 8u) | (hsv.z << 16u);
    return i32(key == 0x6ac5e9 || key == 0x80fed5 || key == 0x98df97 || key == 0x98dfbd || key == 0x98dfec);
}

fn to_bgr(hsv: vec3<i32>) -> vec3<i32> {
    let hue = hsv.x;
    let saturation = hsv.y;
    let value = hsv.z;
    if saturation == 0 {
        return vec3<i32>(value);
    }
    let sector = (6 * hue / 255) % 6;
    // The fraction of the sector in 255ths, counted from its other end in the even ones.
    var fraction = (6 * hue) % 255;
    if (sector & 1) == 0 {
        fraction = 255 - fraction;
    }
    let low = divide_rounded(value * (255 - saturation), 255);
    let middle = divide_rounded(value * (65025 - saturation * fraction), 65025) - is_rounded_down(hsv);
    switch sector {
        case 0: { return vec3<i32>(low, middle, value); }
        case 1: { return vec3<i32>(low, value, middle); }
        case 2: { return vec3<i32>(middle, value, low); }
        case 3: { return vec3<i32>(value, middle, low); }
        case 4: { return vec3<i32>(value, low, middle); }
        default: { return vec3<i32>(middle, low, value); }
    }
}

fn convert(numbers: vec3<i32>) -> vec4<i32> {
    switch params.code {
        case 0u: { return vec4<i32>(grey(numbers), 0, 0, 0); }
        case 1u: { return vec4<i32>(to_hsv(numbers), 0); }
        case 2u: { return vec4<i32>(to_ycrcb(numbers), 0); }
        case 3u: { return vec4<i32>(vec3<i32>(255) - numbers, 0); }
        default: { return vec4<i32>(to_bgr(numbers).zyx, 0); }
    }
}

@compute @workgroup_size(64)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let pixel = invocation(group, groups, local);
    if pixel >= params.width * params.height {
        return;
    }
    let x = u32(i32(pixel % params.width) + params.left);
    let y = u32(i32(pixel / params.width) + params.top);
    let source = load_pixel(y * params.src_width + x, params.src_channels);
    dst[pixel] = pack_pixel(convert(vec3<i32>(source[params.first], source[params.second], source[params.third])));
}
