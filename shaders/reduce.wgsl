// Pillow's reduce on bytes: means of boxes, in whole numbers, so the same on every device.
// src: packed bytes, src_channels a pixel, src_width a row. dst: one word a pixel, width * height.
// Twin: crate/src/cpu/reduce.rs. One invocation a pixel; 64 is a whole wave everywhere, and rows need no alignment.

struct Params {
    src_width: u32,
    src_channels: u32,
    width: u32,
    height: u32,
    // The pixels of a box, where the first begins, and where boxes are cut off.
    by_x: u32,
    by_y: u32,
    left: u32,
    top: u32,
    right: u32,
    bottom: u32,
    // What sums are multiplied with: of whole boxes, those cut off at the right, at the bottom, at both.
    whole: u32,
    at_right: u32,
    at_bottom: u32,
    at_corner: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> src: array<u32>;
@group(0) @binding(2) var<storage, read_write> dst: array<u32>;

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
    let left = params.left + (pixel % params.width) * params.by_x;
    let top = params.top + (pixel / params.width) * params.by_y;
    let right = min(left + params.by_x, params.right);
    let bottom = min(top + params.by_y, params.bottom);
    var sum = vec4<u32>((right - left) * (bottom - top) / 2u);
    for (var y = top; y < bottom; y++) {
        for (var x = left; x < right; x++) {
            sum += vec4<u32>(load_pixel(y * params.src_width + x, params.src_channels));
        }
    }
    let narrow = right - left < params.by_x;
    let short = bottom - top < params.by_y;
    let factor = select(
        select(params.whole, params.at_right, narrow),
        select(params.at_bottom, params.at_corner, narrow),
        short,
    );
    dst[pixel] = pack_pixel(vec4<i32>((sum * factor) >> vec4<u32>(24u)));
}
