// 8-bit HSV by tables that the host made in the library's own arithmetic.
// Needs: tables: array<i32>, params.back, exact.wgsl, and for the way there hues and saturations packed at the beginning.

fn packed_byte(at: i32) -> i32 {
    return (tables[at >> 2u] >> (u32(at & 3) * 8u)) & 255;
}

// Pillow's hue, saturation, value: the hue by the largest and the smallest channel, how far the third lies below the largest,
// and the range; then the saturation by range and value.
fn pillow_to_hsv(rgb: vec3<i32>) -> vec3<i32> {
    let value = max(rgb.x, max(rgb.y, rgb.z));
    let range = value - min(rgb.x, min(rgb.y, rgb.z));
    // The two that are not the largest, in their order.
    var first = rgb.x;
    var second = rgb.y;
    var which = 4;
    if rgb.x == value {
        first = rgb.y;
        second = rgb.z;
        which = 0;
    } else if rgb.y == value {
        second = rgb.z;
        which = 2;
    }
    var third = second;
    if second < first {
        third = first;
        which += 1;
    }
    let hue = packed_byte((which * 256 + value - third) * 256 + range);
    return vec3<i32>(hue, packed_byte((6 * 256 + range) * 256 + value), value);
}

// Which of value, p, q and t are red, green and blue.
fn bytes_by_sector(sector: i32, value: i32, p: i32, q: i32, t: i32) -> vec3<i32> {
    switch sector {
        case 0: { return vec3<i32>(value, t, p); }
        case 1: { return vec3<i32>(q, value, p); }
        case 2: { return vec3<i32>(p, value, t); }
        case 3: { return vec3<i32>(p, q, value); }
        case 4: { return vec3<i32>(t, p, value); }
        default: { return vec3<i32>(value, p, q); }
    }
}

// The value in OpenCV's f32 times a factor, as a byte: multiplications alone, so there is nothing to fuse.
fn opencv_byte(value: i32, factor: i32, truncates: bool) -> i32 {
    let unit = exactly(f32(value) * bitcast<f32>(0x3b808081u));
    let byte = exactly(exactly(unit * bitcast<f32>(factor)) * 255.0);
    return i32(select(exactly(round(byte)), trunc(byte), truncates));
}

fn opencv_from_hsv(hsv: vec3<i32>, truncates: bool) -> vec3<i32> {
    let base = i32(params.back);
    let at = base + 512 + hsv.y * 256 + hsv.x;
    let value = opencv_byte(hsv.z, 0x3f800000, truncates);
    let p = opencv_byte(hsv.z, tables[base + 256 + hsv.y], truncates);
    let q = opencv_byte(hsv.z, tables[at], truncates);
    let t = opencv_byte(hsv.z, tables[at + 65536], truncates);
    return bytes_by_sector(tables[base + hsv.x], value, p, q, t);
}

// value * factor / 2^30, rounded half up.
fn fixed_byte(value: i32, factor: i32) -> i32 {
    let product = value * (factor >> 16u) + ((value * (factor & 0xffff)) >> 16u);
    return (product + 0x2000) >> 14u;
}

fn pillow_from_hsv(hsv: vec3<i32>) -> vec3<i32> {
    let base = i32(params.back);
    let at = base + 512 + hsv.y * 256 + hsv.x;
    let p = fixed_byte(hsv.z, tables[base + 256 + hsv.y]);
    let q = fixed_byte(hsv.z, tables[at]);
    let t = fixed_byte(hsv.z, tables[at + 65536]);
    return bytes_by_sector(tables[base + hsv.x], hsv.z, p, q, t);
}
