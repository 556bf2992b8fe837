// OpenCV's 8-bit HSV in whole numbers: its float steps would be fused by some compilers.
// Needs: tables: array<i32>, the divisions of the saturation, then of the hue, 256 each.

// Hue, saturation, value of blue, green, red; the hue has `circle` steps.
fn from_bgr(bgr: vec3<i32>, circle: i32) -> vec3<i32> {
    let value = max(bgr.x, max(bgr.y, bgr.z));
    let delta = value - min(bgr.x, min(bgr.y, bgr.z));
    let saturation = (delta * tables[value] + 2048) >> 12u;
    var sector = bgr.z - bgr.y + 4 * delta;
    if value == bgr.z {
        sector = bgr.y - bgr.x;
    } else if value == bgr.y {
        sector = bgr.x - bgr.z + 2 * delta;
    }
    var hue = (sector * tables[256 + delta] + 2048) >> 12u;
    hue += select(0, circle, hue < 0);
    return vec3<i32>(min(hue, 255), saturation, value);
}

// numerator / denominator, rounded; the denominator is odd, so there are no ties.
fn divide_rounded(numerator: i32, denominator: i32) -> i32 {
    return (2 * numerator + denominator) / (2 * denominator);
}

// The five colours where OpenCV's f32 falls on the other side of a half than the exact fraction: h, s << 8, v << 16.
fn is_rounded_down(hsv: vec3<i32>) -> i32 {
    let key = hsv.x | (hsv.y << 8u) | (hsv.z << 16u);
    return i32(key == 0x6ac5e9 || key == 0x80fed5 || key == 0x98df97 || key == 0x98dfbd || key == 0x98dfec);
}

// Blue, green, red of full-range hue, saturation, value, in OpenCV's rounding form.
fn to_bgr(hsv: vec3<i32>) -> vec3<i32> {
    let hue = hsv.x;
    let saturation = hsv.y;
    let value = hsv.z;
    if saturation == 0 {
        return vec3<i32>(value);
    }
    let sector = (6 * hue / 255) % 6;
    // The fraction of the sector in 255ths, counted from its other end in the even ones.
    var fraction = (6 * hue) % 255;
    if (sector & 1) == 0 {
        fraction = 255 - fraction;
    }
    let low = divide_rounded(value * (255 - saturation), 255);
    let middle = divide_rounded(value * (65025 - saturation * fraction), 65025) - is_rounded_down(hsv);
    switch sector {
        case 0: { return vec3<i32>(low, middle, value); }
        case 1: { return vec3<i32>(low, value, middle); }
        case 2: { return vec3<i32>(middle, value, low); }
        case 3: { return vec3<i32>(value, middle, low); }
        case 4: { return vec3<i32>(value, low, middle); }
        default: { return vec3<i32>(middle, low, value); }
    }
}
