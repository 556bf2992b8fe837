// OpenCV's resize of bytes along both axes: whole numbers, or f32 that no compiler can fuse.
// src: packed bytes, src_channels a pixel, src_width a row. dst: one word a pixel, width * height.
// across, down: where the taps of each column or row begin (one more), their sources, their weights (i32, or f32 for AREA).
// Twin: crate/src/cpu/resample_2d.rs. One invocation a pixel; 64 is a whole wave everywhere, and rows need no alignment.

struct Params {
    src_width: u32,
    src_channels: u32,
    width: u32,
    height: u32,
    // How many taps each list holds.
    across_taps: u32,
    down_taps: u32,
    rule: u32,
    // For FIXED: how many bits are rounded off. For MEAN: the bits of the factor.
    bits: u32,
    zero: u32,
}

const LINEAR: u32 = 0u;
const FIXED: u32 = 1u;
const MEAN: u32 = 2u;
const AREA: u32 = 3u;

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> src: array<u32>;
@group(0) @binding(2) var<storage, read_write> dst: array<u32>;
@group(0) @binding(3) var<storage, read> across: array<u32>;
@group(0) @binding(4) var<storage, read> down: array<u32>;

fn pixel_at(tap: u32, y: u32) -> vec4<i32> {
    return load_pixel(y * params.src_width + across[params.width + 1u + tap], params.src_channels);
}

fn across_weight(tap: u32) -> u32 {
    return across[params.width + 1u + params.across_taps + tap];
}

fn down_weight(tap: u32) -> u32 {
    return down[params.height + 1u + params.down_taps + tap];
}

fn row_sum(x: u32, y: u32) -> vec4<i32> {
    var sum = vec4<i32>(0);
    for (var tap = across[x]; tap < across[x + 1u]; tap++) {
        sum += bitcast<i32>(across_weight(tap)) * pixel_at(tap, y);
    }
    return sum;
}

fn exactly_4(value: vec4<f32>) -> vec4<f32> {
    return bitcast<vec4<f32>>(bitcast<vec4<u32>>(value) ^ vec4<u32>(params.zero));
}

fn row_sum_area(x: u32, y: u32) -> vec4<f32> {
    var sum = exactly_4(vec4<f32>(0.0));
    for (var tap = across[x]; tap < across[x + 1u]; tap++) {
        sum = exactly_4(sum + exactly_4(vec4<f32>(pixel_at(tap, y)) * bitcast<f32>(across_weight(tap))));
    }
    return sum;
}

// Half to even, by an addition that has no room for fractions.
fn rounded(value: vec4<f32>) -> vec4<i32> {
    const BIG: f32 = 12582912.0;
    return vec4<i32>(exactly_4(exactly_4(value + BIG) - BIG));
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
    let x = pixel % params.width;
    let y = pixel / params.width;
    var sum = vec4<i32>(0);
    var area = vec4<f32>(0.0);
    for (var tap = down[y]; tap < down[y + 1u]; tap++) {
        let row = down[params.height + 1u + tap];
        let weight = bitcast<i32>(down_weight(tap));
        switch params.rule {
            case LINEAR: { sum += ((row_sum(x, row) >> vec4<u32>(4u)) * weight) >> vec4<u32>(16u); }
            case AREA: {
                area = exactly_4(area + exactly_4(row_sum_area(x, row) * bitcast<f32>(weight)));
            }
            default: { sum += row_sum(x, row) * weight; }
        }
    }
    switch params.rule {
        case LINEAR: { sum = (sum + 2) >> vec4<u32>(2u); }
        case FIXED: { sum = (sum + (1 << (params.bits - 1u))) >> vec4<u32>(params.bits); }
        case MEAN: { sum = rounded(exactly_4(vec4<f32>(sum) * bitcast<f32>(params.bits))); }
        default: { sum = rounded(area); }
    }
    dst[pixel] = pack_pixel(sum);
}
