// Colour rules of bytes: grey, HSV both ways, YCrCb, YCbCr, CMYK, hue, saturation. Contrast needs the mean and is the CPU's.
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
    // So many columns lie where OpenCV's SIMD code runs.
    body: u32,
    // Of a mixture; the factor also turns hues.
    library: u32,
    factor: f32,
    rest: f32,
    // Where in the tables the changes of hue, saturation and value begin, and the way back.
    changes: u32,
    back: u32,
    zero: u32,
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

fn to_ycrcb(rgb: vec3<i32>) -> vec3<i32> {
    let luma = (4899 * rgb.x + 9617 * rgb.y + 1868 * rgb.z + 8192) >> 14u;
    let red = ((rgb.x - luma) * 11682 + 2105344) >> 14u;
    let blue = ((rgb.z - luma) * 9241 + 2105344) >> 14u;
    return vec3<i32>(luma, red, blue);
}

// What a byte of each colour adds to luma, blue difference and red difference, 6 bits after the point.
fn to_ycbcr(rgb: vec3<i32>) -> vec3<i32> {
    var sums = vec3<i32>(0);
    for (var part = 0; part < 3; part++) {
        let at = part * 768;
        sums[part] = (tables[at + rgb.x] + tables[at + 256 + rgb.y] + tables[at + 512 + rgb.z]) >> 6u;
    }
    return sums + vec3<i32>(0, 128, 128);
}

fn from_ycbcr(ycbcr: vec3<i32>) -> vec3<i32> {
    let blue = ycbcr.y;
    let red = ycbcr.z;
    let sums = vec3<i32>(tables[red], tables[256 + blue] + tables[512 + red], tables[768 + blue]);
    return vec3<i32>(ycbcr.x) + vec3<i32>(sums.x >> 6u, sums.y >> 6u, sums.z >> 6u);
}

// The tables of a change of hue, saturation and value.
fn changed(hsv: vec3<i32>) -> vec3<i32> {
    let at = i32(params.changes);
    return vec3<i32>(tables[at + hsv.x], tables[at + 256 + hsv.y], tables[at + 512 + hsv.z]);
}

fn truncated(value: f32) -> i32 {
    return i32(trunc(clipped(value, 255.0)));
}

fn torch_hue_of_bytes(rgb: vec3<i32>) -> vec3<i32> {
    let ratio = bitcast<f32>(0x3b808081u);
    let unit = vec3<f32>(exactly(f32(rgb.x) * ratio), exactly(f32(rgb.y) * ratio), exactly(f32(rgb.z) * ratio));
    let turned = torch_hue(unit);
    return vec3<i32>(truncated(turned.x * 255.999), truncated(turned.y * 255.999), truncated(turned.z * 255.999));
}

fn saturated(rgb: vec3<i32>) -> vec3<i32> {
    let colours = vec3<f32>(rgb);
    var base = 0.0;
    switch params.library {
        case 0u: { base = opencv_grey(colours, true); }
        case 2u: { base = floor(torch_grey(colours)); }
        default: { base = f32(grey(rgb)); }
    }
    var result = vec3<i32>(0);
    for (var channel = 0; channel < 3; channel++) {
        let mixture = mixed(params.library, colours[channel], base);
        // addWeighted rounds, the others truncate.
        result[channel] = truncated(select(mixture, exactly(round(mixture)), params.library == 3u));
    }
    return result;
}

fn convert(numbers: vec3<i32>, truncates: bool) -> vec3<i32> {
    switch params.code {
        case 0u: { return vec3<i32>(grey(numbers)); }
        case 1u: { return from_bgr(numbers.zyx, tables[512]); }
        case 2u: { return to_ycrcb(numbers); }
        case 3u: { return vec3<i32>(255) - numbers; }
        case 4u: { return to_bgr(numbers).zyx; }
        case 5u: { return vec3<i32>(truncated(torch_grey(vec3<f32>(numbers)))); }
        case 6u: { return to_ycbcr(numbers); }
        case 7u: { return from_ycbcr(numbers); }
        case 8u: { return pillow_to_hsv(numbers); }
        case 9u: { return opencv_from_hsv(numbers, truncates); }
        case 10u: { return pillow_from_hsv(numbers); }
        case 11u: { return pillow_from_hsv(changed(pillow_to_hsv(numbers))); }
        case 12u: { return opencv_from_hsv(changed(from_bgr(numbers.zyx, tables[512])), truncates); }
        case 13u: { return torch_hue_of_bytes(numbers); }
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
    let column = pixel % params.width;
    let x = u32(i32(column) + params.left);
    let y = u32(i32(pixel / params.width) + params.top);
    let source = load_pixel(y * params.src_width + x, params.src_channels);
    let numbers = vec3<i32>(source[params.first], source[params.second], source[params.third]);
    dst[pixel] = pack_pixel(vec4<i32>(convert(numbers, column < params.body), 0));
}
