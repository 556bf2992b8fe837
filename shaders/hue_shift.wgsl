// MegEngine's HueTransform: OpenCV's 8-bit full-range HSV of a BGR pixel, a wrapping add to the hue, and back.
// src: packed bytes, src_channels a pixel. dst: one word a pixel, the window of src. tables: saturation, then hue divisions.
// Twin: crate/src/cpu/hue_shift.rs. All in whole numbers: the float steps of OpenCV would be fused by some compilers.
// One invocation a pixel; 64 is a whole wave everywhere.

struct Params {
    src_width: u32,
    src_height: u32,
    src_channels: u32,
    width: u32,
    height: u32,
    left: i32,
    top: i32,
    blue: u32,
    green: u32,
    red: u32,
    shift: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> src: array<u32>;
@group(0) @binding(2) var<storage, read_write> dst: array<u32>;
@group(0) @binding(3) var<storage, read> tables: array<i32>;

// Hue, saturation, value of blue, green, red.
fn from_bgr(bgr: vec3<i32>) -> vec3<i32> {
    let value = max(bgr.x, max(bgr.y, bgr.z));
    let delta = value - min(bgr.x, min(bgr.y, bgr.z));
    let saturation = (delta * tables[value] + 2048) >> 12u;
    var sector = bgr.z - bgr.y + 4 * delta;
    if value == bgr.z {
        sector = bgr.y - bgr.x;
    } else if value == bgr.y {
        sector = bgr.x - bgr.z + 2 * delta;
    }
    var hue = (sector * tables[256 + delta] + 2048) >> 12u;
    hue += select(0, 256, hue < 0);
    return vec3<i32>(min(hue, 255), saturation, value);
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
    let x = i32(pixel % params.width) + params.left;
    let y = i32(pixel / params.width) + params.top;
    var result = vec4<i32>(0);
    // Outside is black, which every hue shift leaves black.
    if x >= 0 && y >= 0 && x < i32(params.src_width) && y < i32(params.src_height) {
        let source = load_pixel(u32(y) * params.src_width + u32(x), params.src_channels);
        var hsv = from_bgr(vec3<i32>(source[params.blue], source[params.green], source[params.red]));
        hsv.x = (hsv.x + i32(params.shift)) & 255;
        let bgr = to_bgr(hsv);
        result[params.blue] = bgr.x;
        result[params.green] = bgr.y;
        result[params.red] = bgr.z;
    }
    dst[pixel] = pack_pixel(result);
}
