// OpenCV's affine warp of bytes, bilinear: OpenCV 5 in f32, OpenCV 4 in whole numbers.
// src: packed bytes, src_channels a pixel, src_width a row. dst: one word a pixel, width * height.
// places: for OpenCV 4 what each column of dst adds to x and to y, then each row, in fixed point of 10 bits.
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
    // 1 for OpenCV 4.
    fixed: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> src: array<u32>;
@group(0) @binding(2) var<storage, read_write> dst: array<u32>;
@group(0) @binding(3) var<storage, read> places: array<vec2<i32>>;

fn corner(x: i32, y: i32) -> vec4<i32> {
    if x < 0 || y < 0 || x >= params.image_width || y >= params.image_height {
        return vec4<i32>(params.border);
    }
    return load_pixel((params.origin_y + u32(y)) * params.src_width + params.origin_x + u32(x), params.src_channels);
}

// Half to even, by an addition that has no room for fractions.
fn rounded_to_even(value: f32) -> i32 {
    const BIG: f32 = 12582912.0;
    return i32(exactly(exactly(value + BIG) - BIG));
}

fn fixed_pixel(column: u32, row: u32) -> vec4<i32> {
    let at = (places[column] + places[params.width + row]) >> vec2<u32>(5u);
    let whole = clamp(at >> vec2<u32>(5u), vec2<i32>(-32768), vec2<i32>(32767));
    let part = at & vec2<i32>(31);
    let sum = corner(whole.x, whole.y) * ((32 - part.x) * (32 - part.y))
        + corner(whole.x + 1, whole.y) * (part.x * (32 - part.y))
        + corner(whole.x, whole.y + 1) * ((32 - part.x) * part.y)
        + corner(whole.x + 1, whole.y + 1) * (part.x * part.y);
    return (sum + 512) >> vec4<u32>(10u);
}

fn fused_pixel(column: u32, row: u32) -> vec4<i32> {
    let x = params.left + column;
    let y = params.top + row;
    let at = vec2<f32>(coordinate(params.from_x.xyz, x, y), coordinate(params.from_y.xyz, x, y));
    // Beyond any image, and within an i32.
    let whole = clamp(floor(at), vec2<f32>(-1e9), vec2<f32>(1e9));
    let part = vec2<f32>(exactly(at.x - floor(at.x)), exactly(at.y - floor(at.y)));
    let first = vec2<i32>(whole);
    let a = corner(first.x, first.y);
    let b = corner(first.x + 1, first.y);
    let c = corner(first.x, first.y + 1);
    let d = corner(first.x + 1, first.y + 1);
    var pixel = vec4<i32>(0);
    for (var channel = 0u; channel < params.src_channels; channel++) {
        let value = between(f32(a[channel]), f32(b[channel]), f32(c[channel]), f32(d[channel]), part);
        pixel[channel] = rounded_to_even(value);
    }
    return pixel;
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
    let row = pixel / params.width;
    if params.fixed == 1u {
        dst[pixel] = pack_pixel(fixed_pixel(column, row));
    } else {
        dst[pixel] = pack_pixel(fused_pixel(column, row));
    }
}
