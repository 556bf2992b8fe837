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

fn to_ycrcb(rgb: vec3<i32>) -> vec3<i32> {
    let luma = (4899 * rgb.x + 9617 * rgb.y + 1868 * rgb.z + 8192) >> 14u;
    let red = ((rgb.x - luma) * 11682 + 2105344) >> 14u;
    let blue = ((rgb.z - luma) * 9241 + 2105344) >> 14u;
    return vec3<i32>(luma, red, blue);
}

fn convert(numbers: vec3<i32>) -> vec4<i32> {
    switch params.code {
        case 0u: { return vec4<i32>(grey(numbers), 0, 0, 0); }
        case 1u: { return vec4<i32>(from_bgr(numbers.zyx, tables[512]), 0); }
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
