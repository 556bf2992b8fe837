// Bytes through a table of 256 entries a channel, stored in the order, layout and type wanted.
// src: packed bytes. dst: words of one f32, two f16 or four bytes. entries: bits, channel * 256 + byte.
// Twin: crate/src/cpu/table.rs. One invocation a word, so that no two write to the same; 64 is a whole wave everywhere.

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
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> src: array<u32>;
@group(0) @binding(2) var<storage, read_write> dst: array<u32>;
@group(0) @binding(3) var<storage, read> entries: array<u32>;

fn number(channel: u32, at: u32) -> u32 {
    return entries[channel * 256u + load_byte(at)];
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
