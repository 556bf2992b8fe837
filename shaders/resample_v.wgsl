// The vertical pass of Pillow and torch on bytes: whole numbers, so the same on every device.
// src: packed bytes, src_channels a pixel, src_width a row. dst: one word a pixel, width * height.
// taps: first source position of each output position, then where its weights begin (one more). weights: fixed point with params.bits bits.
// Twin: crate/src/cpu/resample_v.rs. One invocation a pixel; 64 is a whole wave everywhere, and rows need no alignment.

struct Params {
    src_width: u32,
    src_channels: u32,
    width: u32,
    height: u32,
    // The first row or column of src that dst keeps.
    across: u32,
    // Of a weight, after the point.
    bits: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> src: array<u32>;
@group(0) @binding(2) var<storage, read_write> dst: array<u32>;
@group(0) @binding(3) var<storage, read> taps: array<u32>;
@group(0) @binding(4) var<storage, read> weights: array<i32>;

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
    let x = pixel % params.width;
    let y = pixel / params.width;
    let first = taps[y];
    let begin = taps[params.height + y];
    let end = taps[params.height + y + 1u];
    var sum = vec4<i32>(1 << (params.bits - 1u));
    for (var tap = begin; tap < end; tap++) {
        sum += weights[tap] * load_pixel((first + tap - begin) * params.src_width + x + params.across, params.src_channels);
    }
    dst[pixel] = pack_pixel(sum >> vec4<u32>(params.bits));
}
