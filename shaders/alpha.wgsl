// Colours times alpha, and divided by it again, as Pillow's RGBa; or laid over a colour, as its alpha_composite. Whole
// numbers, so the same on every device.
// src: packed bytes, four a pixel, alpha the last. dst: one word a pixel, of src from left and top on.
// Twin: crate/src/cpu/alpha.rs. One invocation a pixel; 64 is a whole wave everywhere.

struct Params {
    src_width: u32,
    width: u32,
    height: u32,
    left: u32,
    top: u32,
    // 0 multiplies, 1 divides, 2 lays over `under`.
    rule: u32,
    // A byte a channel.
    under: u32,
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
    let x = pixel % params.width + params.left;
    let y = pixel / params.width + params.top;
    let colour = load_pixel(y * params.src_width + x, 4u);
    let alpha = colour.w;
    var result = colour;
    if params.rule == 0u {
        let product = colour * alpha + 128;
        result = ((product >> vec4<u32>(8u)) + product) >> vec4<u32>(8u);
    } else if params.rule == 2u {
        let under = vec4<i32>((vec4<u32>(params.under) >> vec4<u32>(0u, 8u, 16u, 24u)) & vec4<u32>(255u));
        let sum = (colour * alpha + under * (255 - alpha)) * 128 + 16384;
        result = (((sum >> vec4<u32>(8u)) + sum) >> vec4<u32>(8u)) >> vec4<u32>(7u);
    } else if alpha != 0 {
        result = (colour * 255) / alpha;
    }
    result.w = select(alpha, 255, params.rule == 2u);
    dst[pixel] = pack_pixel(result);
}
