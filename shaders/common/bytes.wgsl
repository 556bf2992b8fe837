// Bytes packed four to a word. Needs: src: array<u32>.

fn load_byte(at: u32) -> u32 {
    return (src[at >> 2u] >> ((at & 3u) * 8u)) & 255u;
}

// A pixel of up to four bytes; channels that are not there read as 0.
fn load_pixel(pixel: u32, channels: u32) -> vec4<i32> {
    if channels == 4u {
        let word = src[pixel];
        return vec4<i32>(vec4<u32>(word, word >> 8u, word >> 16u, word >> 24u) & vec4<u32>(255u));
    }
    var value = vec4<i32>(0);
    for (var channel = 0u; channel < channels; channel++) {
        value[channel] = i32(load_byte(pixel * channels + channel));
    }
    return value;
}

fn pack_pixel(value: vec4<i32>) -> u32 {
    let bytes = vec4<u32>(clamp(value, vec4<i32>(0), vec4<i32>(255)));
    return bytes.x | (bytes.y << 8u) | (bytes.z << 16u) | (bytes.w << 24u);
}
