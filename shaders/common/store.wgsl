// The walk that every storing pass shares: window, channel map, layout, and numbers packed into words.
// Needs: params: Store-like fields, and fn number(channel: u32, at: u32, inside: bool) -> u32, the bits of one number.

// The bits of the number at a flat index of the result.
fn number_at(at: u32) -> u32 {
    let plane = params.width * params.height;
    var channel = at % params.channels;
    var pixel = at / params.channels;
    if params.planar == 1u {
        channel = at / plane;
        pixel = at % plane;
    }
    let x = i32(pixel % params.width) + params.left;
    let y = i32(pixel / params.width) + params.top;
    let inside = x >= 0 && y >= 0 && x < i32(params.src_width) && y < i32(params.src_height);
    let source = (params.map >> (channel * 8u)) & 255u;
    let source_pixel = u32(y) * params.src_width + u32(x);
    if params.src_planar == 1u {
        return number(channel, source * params.src_width * params.src_height + source_pixel, inside);
    }
    return number(channel, source_pixel * params.src_channels + source, inside);
}

// Word `word` of the result: one f32, two f16 or four bytes.
fn word_at(word: u32) -> u32 {
    let a_word = 4u / params.bytes;
    let total = params.width * params.height * params.channels;
    var packed = 0u;
    for (var part = 0u; part < a_word; part++) {
        let at = word * a_word + part;
        if at < total {
            packed |= number_at(at) << (part * params.bytes * 8u);
        }
    }
    return packed;
}
