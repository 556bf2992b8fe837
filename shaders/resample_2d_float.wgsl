// OpenCV's and TensorFlow's resize of floats along both axes: f32, each operation rounded by itself and in their order.
// src: floats, src_channels a pixel, src_width a row. dst: the same, channels a pixel, width * height.
// across, down: where the taps of each column or row begin (one more), their sources, their weights in bits.
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
    // For BLOCK and SCALED: the bits of the factor. For COLUMNS: those of the number that sums begin with.
    bits: u32,
    zero: u32,
    channels: u32,
    // So many numbers of a row are added in another order.
    body: u32,
}

const AREA: u32 = 3u;
const BLOCK: u32 = 5u;
const BETWEEN: u32 = 6u;
const COLUMNS: u32 = 7u;
const SCALED: u32 = 8u;
const NOTHING: u32 = 0x80000000u;

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> src: array<u32>;
@group(0) @binding(2) var<storage, read_write> dst: array<f32>;
@group(0) @binding(3) var<storage, read> across: array<u32>;
@group(0) @binding(4) var<storage, read> down: array<u32>;

fn number_at(tap: u32, y: u32, channel: u32) -> f32 {
    let column = across[params.width + 1u + tap];
    return bitcast<f32>(src[(y * params.src_width + column) * params.src_channels + channel]);
}

fn row_sum(x: u32, y: u32, channel: u32) -> f32 {
    var sum = bitcast<f32>(select(NOTHING, 0u, params.rule == AREA) ^ params.zero);
    for (var tap = across[x]; tap < across[x + 1u]; tap++) {
        let weight = bitcast<f32>(across[params.width + 1u + params.across_taps + tap]);
        sum = exactly(sum + exactly(number_at(tap, y, channel) * weight));
    }
    return sum;
}

fn weighted(x: u32, y: u32, channel: u32, backwards: bool) -> f32 {
    var sum = bitcast<f32>(NOTHING ^ params.zero);
    let begin = down[y];
    let count = down[y + 1u] - begin;
    for (var at = 0u; at < count; at++) {
        let tap = begin + select(at, count - 1u - at, backwards);
        let row = down[params.height + 1u + tap];
        let weight = bitcast<f32>(down[params.height + 1u + params.down_taps + tap]);
        sum = exactly(sum + exactly(row_sum(x, row, channel) * weight));
    }
    return sum;
}

// From a first number to a second, as far as the weight of the second says.
fn along(first: f32, second: f32, part: f32) -> f32 {
    return exactly(first + exactly(exactly(second - first) * part));
}

fn between_columns(x: u32, row: u32, channel: u32) -> f32 {
    let part = bitcast<f32>(across[params.width + 2u + params.across_taps + across[x]]);
    return along(number_at(across[x], row, channel), number_at(across[x] + 1u, row, channel), part);
}

fn between(x: u32, y: u32, channel: u32) -> f32 {
    let part = bitcast<f32>(down[params.height + 2u + params.down_taps + down[y]]);
    let first = between_columns(x, down[params.height + 1u + down[y]], channel);
    let second = between_columns(x, down[params.height + 2u + down[y]], channel);
    return along(first, second, part);
}

fn columns_first(x: u32, y: u32, channel: u32) -> f32 {
    var sum = bitcast<f32>(params.bits ^ params.zero);
    for (var tap = across[x]; tap < across[x + 1u]; tap++) {
        var column = bitcast<f32>(params.bits ^ params.zero);
        for (var row = down[y]; row < down[y + 1u]; row++) {
            let weight = bitcast<f32>(down[params.height + 1u + params.down_taps + row]);
            column = exactly(column + exactly(number_at(tap, down[params.height + 1u + row], channel) * weight));
        }
        let weight = bitcast<f32>(across[params.width + 1u + params.across_taps + tap]);
        sum = exactly(sum + exactly(column * weight));
    }
    return sum;
}

fn block(x: u32, y: u32, channel: u32, in_pairs: bool) -> f32 {
    let columns = across[x + 1u] - across[x];
    let count = columns * (down[y + 1u] - down[y]);
    let whole = count & ~3u;
    var sum = bitcast<f32>(params.zero);
    var part = 0.0;
    var pair = 0.0;
    for (var at = 0u; at < count; at++) {
        let value = number_at(across[x] + at % columns, down[params.height + 1u + down[y] + at / columns], channel);
        let place = at & 3u;
        if at >= whole {
            sum = exactly(sum + value);
        } else if place == 0u {
            part = value;
        } else if in_pairs && place == 2u {
            pair = value;
        } else if in_pairs && place == 3u {
            sum = exactly(part + exactly(pair + value));
        } else {
            part = exactly(part + value);
            if place == 3u {
                sum = exactly(sum + part);
            }
        }
    }
    return exactly(sum * bitcast<f32>(params.bits));
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
    for (var channel = 0u; channel < params.channels; channel++) {
        let in_body = x * params.channels + channel < params.body;
        var value = 0.0;
        switch params.rule {
            case BLOCK: { value = block(x, y, channel, in_body); }
            case BETWEEN: { value = between(x, y, channel); }
            case COLUMNS: { value = columns_first(x, y, channel); }
            case SCALED: {
                let sum = exactly(weighted(x, y, channel, in_body) + bitcast<f32>(params.zero));
                value = exactly(sum * bitcast<f32>(params.bits));
            }
            default: { value = weighted(x, y, channel, in_body); }
        }
        dst[pixel * params.channels + channel] = value;
    }
}
