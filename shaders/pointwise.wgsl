// Floats through a chain of operations, stored in the order, layout and type wanted.
// src: floats. dst: words of one f32, two f16 or 16-bit numbers, or four bytes. ops: the chain, with one constant a channel.
// Twin: crate/src/cpu/pointwise.rs. The chain is read from memory, so nothing of it can be fused.
// One invocation a word, so that no two write to the same; 64 is a whole wave everywhere.

struct Params {
    src_width: u32,
    src_height: u32,
    src_channels: u32,
    src_planar: u32,
    width: u32,
    height: u32,
    left: i32,
    top: i32,
    channels: u32,
    // The source channel of each result channel, a byte each.
    map: u32,
    // 0 interleaved, 1 one plane a channel, 2 columns, then channels.
    arrangement: u32,
    // Bytes a number.
    bytes: u32,
    words: u32,
    // 1 mirrors left and right, 2 top and bottom.
    flip: u32,
    // What each channel of the result is outside src, in bits.
    outside_0: u32,
    outside_1: u32,
    outside_2: u32,
    outside_3: u32,
    count: u32,
    zero: u32,
    // 1 where two bytes are a whole number, 0 where they are an f16.
    whole: u32,
}

struct Op {
    constants: vec4<f32>,
    code: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> src: array<f32>;
@group(0) @binding(2) var<storage, read_write> dst: array<u32>;
@group(0) @binding(3) var<storage, read> ops: array<Op>;

fn number(channel: u32, at: u32) -> u32 {
    var value = src[at];
    for (var step = 0u; step < params.count; step++) {
        let constant = ops[step].constants[channel];
        switch ops[step].code {
            case 0u: { value = exactly(value * constant); }
            case 1u: { value = divide(value, constant); }
            case 2u: { value = exactly(value + constant); }
            case 3u: { value = exactly(value - constant); }
            case 7u: { value = select(value, constant, value < constant); }
            case 8u: { value = select(value, constant, value > constant); }
            case 4u: { value = from_f16(to_f16(value)); }
            case 5u: { value = f32(to_u8(value)); }
            case 9u: { value = round_half_even(value); }
            case 10u: { value = round_half_away(value); }
            case 11u: { value = f32(extractBits(i32(to_u8(value)), 0u, 8u)); }
            case 12u: { value = f32(to_u16(value)); }
            default: { value = exactly(round(clamp(value, 0.0, 255.0))); }
        }
    }
    switch params.bytes {
        case 1u: { return to_u8(value); }
        case 2u: {
            if params.whole == 1u {
                return to_u16(value);
            }
            return to_f16(value);
        }
        default: { return bitcast<u32>(value); }
    }
}

@compute @workgroup_size(64)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let word = invocation(group, groups, local);
    if word < params.words {
        dst[word] = word_at(word);
    }
}
