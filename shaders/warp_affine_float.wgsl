// OpenCV 5's affine warp of floats, bilinear.
// src: bits of floats, src_channels a pixel, src_width a row. dst: floats, channels a pixel, width * height.
// Twin: crate/src/cpu/warp_affine.rs. One invocation a pixel; 64 is a whole wave everywhere, and rows need no alignment.

struct Params {
    src_width: u32,
    src_channels: u32,
    width: u32,
    height: u32,
    // The first column and row of the frame that dst keeps.
    left: u32,
    top: u32,
    // Where the image lies in src, and its size.
    origin_x: u32,
    origin_y: u32,
    image_width: i32,
    image_height: i32,
    zero: u32,
    // So many columns of the frame are computed in another order.
    body: u32,
    // The two rows of the matrix from the frame back to the image; the fourth numbers are not read.
    from_x: vec4<f32>,
    from_y: vec4<f32>,
    border: vec4<u32>,
    channels: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> src: array<u32>;
@group(0) @binding(2) var<storage, read_write> dst: array<f32>;

fn corner(x: i32, y: i32, channel: u32) -> f32 {
    if x < 0 || y < 0 || x >= params.image_width || y >= params.image_height {
        return bitcast<f32>(params.border[channel]);
    }
    let at = (params.origin_y + u32(y)) * params.src_width + params.origin_x + u32(x);
    return bitcast<f32>(src[at * params.src_channels + channel]);
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
    let column = params.left + pixel % params.width;
    let row = params.top + pixel / params.width;
    let at = vec2<f32>(coordinate(params.from_x.xyz, column, row), coordinate(params.from_y.xyz, column, row));
    // Beyond any image, and within an i32.
    let first = vec2<i32>(clamp(floor(at), vec2<f32>(-1e9), vec2<f32>(1e9)));
    let part = vec2<f32>(exactly(at.x - floor(at.x)), exactly(at.y - floor(at.y)));
    for (var channel = 0u; channel < params.channels; channel++) {
        dst[pixel * params.channels + channel] = between(
            corner(first.x, first.y, channel),
            corner(first.x + 1, first.y, channel),
            corner(first.x, first.y + 1, channel),
            corner(first.x + 1, first.y + 1, channel),
            part,
        );
    }
}
