// Colour rules of floats: grey, OpenCV's float HSV both ways, hue, saturation. Contrast needs the mean and is the CPU's.
// src: floats, src_channels a pixel. dst: floats, channels a pixel, the window of src.
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
    channels: u32,
    // Of a mixture; the factor also turns hues.
    library: u32,
    factor: f32,
    rest: f32,
    // What floats are clipped to.
    most: f32,
    zero: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> src: array<f32>;
@group(0) @binding(2) var<storage, read_write> dst: array<f32>;

fn to_hsv(rgb: vec3<f32>) -> vec3<f32> {
    let value = max(rgb.x, max(rgb.y, rgb.z));
    let range = exactly(value - min(rgb.x, min(rgb.y, rgb.z)));
    let saturation = divide(range, exactly(abs(value) + EPSILON));
    let degrees = divide(60.0, exactly(range + EPSILON));
    var hue = fused(exactly(rgb.x - rgb.y), degrees, 240.0);
    if value == rgb.x {
        let difference = exactly(rgb.y - rgb.z);
        if rgb.y < rgb.z {
            hue = fused(difference, degrees, 360.0);
        } else {
            hue = exactly(difference * degrees);
        }
    } else if value == rgb.y {
        hue = fused(exactly(rgb.z - rgb.x), degrees, 120.0);
    }
    return vec3<f32>(hue, saturation, value);
}

fn from_hsv(hsv: vec3<f32>) -> vec3<f32> {
    let turn = exactly(hsv.x * bitcast<f32>(0x3c888889u));
    let sector = floor(turn);
    let fraction = exactly(turn - sector);
    let p = exactly(hsv.z * exactly(1.0 - hsv.y));
    let q = exactly(hsv.z * fused(-hsv.y, fraction, 1.0));
    let t = exactly(hsv.z * fused(-hsv.y, exactly(1.0 - fraction), 1.0));
    return by_sector(i32(sector), hsv.z, p, q, t);
}

// Degrees added to OpenCV's hue.
fn turned(rgb: vec3<f32>) -> vec3<f32> {
    var hsv = to_hsv(rgb);
    var hue = exactly(hsv.x + params.factor);
    if hue >= 360.0 {
        hue = exactly(hue - 360.0);
    } else if hue < 0.0 {
        hue = exactly(hue + 360.0);
    }
    hsv.x = hue;
    return from_hsv(hsv);
}

fn saturated(rgb: vec3<f32>) -> vec3<f32> {
    var grey = 0.0;
    if params.library == 2u {
        grey = torch_grey(rgb);
    } else {
        grey = opencv_grey(rgb, true);
    }
    var mixture = vec3<f32>(0.0);
    for (var channel = 0; channel < 3; channel++) {
        mixture[channel] = clipped(mixed(params.library, rgb[channel], grey), params.most);
    }
    return mixture;
}

fn convert(numbers: vec3<f32>) -> vec3<f32> {
    switch params.code {
        case 0u: { return vec3<f32>(opencv_grey(numbers, false)); }
        case 1u: { return vec3<f32>(opencv_grey(numbers, true)); }
        case 2u: { return vec3<f32>(torch_grey(numbers)); }
        case 3u: { return to_hsv(numbers); }
        case 4u: { return from_hsv(numbers); }
        case 5u: { return torch_hue(numbers); }
        case 6u: { return turned(numbers); }
        default: { return saturated(numbers); }
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
    let at = (y * params.src_width + x) * params.src_channels;
    let result = convert(vec3<f32>(src[at + params.first], src[at + params.second], src[at + params.third]));
    for (var channel = 0u; channel < params.channels; channel++) {
        dst[pixel * params.channels + channel] = result[channel];
    }
}
