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
        var hsv = from_bgr(vec3<i32>(source[params.blue], source[params.green], source[params.red]), 256);
        hsv.x = (hsv.x + i32(params.shift)) & 255;
        let bgr = to_bgr(hsv);
        result[params.blue] = bgr.x;
        result[params.green] = bgr.y;
        result[params.red] = bgr.z;
    }
    dst[pixel] = pack_pixel(result);
}
