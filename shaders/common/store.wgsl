// The walk that every storing pass shares: window, channel map, layout, and numbers packed into words.
// Needs: params: Store-like fields, and fn number(channel: u32, at: u32) -> u32, the bits of one number.

// The bits of the number at a flat index of the result.
fn number_at(at: u32) -> u32 {
    let plane = params.width * params.height;
    var channel = at % params.channels;
    var pixel = at / params.channels;
    if params.arrangement == 1u {
        channel = at / plane;
        pixel = at % plane;
    }
    var column = pixel % params.width;
    var row = pixel / params.width;
    if params.arrangement == 2u {
        row = at % params.height;
        channel = at / params.height % params.channels;
        column = at / (params.height * params.channels);
    }
    if (params.flip & 1u) != 0u {
        column = params.width - 1u - column;
    }
    if (params.flip & 2u) != 0u {
        row = params.height - 1u - row;
    }
    let x = i32(column) + params.left;
    let y = i32(row) + params.top;
    if x < 0 || y < 0 || x >= i32(params.src_width) || y >= i32(params.src_height) {
        switch channel {
            case 0u: { return params.outside_0; }
            case 1u: { return params.outside_1; }
            case 2u: { return params.outside_2; }
            default: { return params.outside_3; }
        }
    }
    let source = (params.map >> (channel * 8u)) & 255u;
    let source_pixel = u32(y) * params.src_width + u32(x);
    if params.src_planar == 1u {
        return number(channel, source * params.src_width * params.src_height + source_pixel);
    }
    return number(channel, source_pixel * params.src_channels + source);
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
