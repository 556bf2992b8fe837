// The float arithmetic of colour rules, for pixels of bytes and of floats: each operation rounded by itself or, where the
// library fuses a multiplication and an addition, once. Twins: crate/src/colour.
// Needs: fused.wgsl, params.factor, params.rest.

const EPSILON: f32 = 0x1p-23f;

// Between 0 and `most`; unlike clamp it keeps -0, and what is not a number.
fn clipped(value: f32, most: f32) -> f32 {
    return select(select(value, most, value > most), 0.0, value < 0.0);
}

// Which of value, p, q and t are red, green and blue.
fn by_sector(sector: i32, value: f32, p: f32, q: f32, t: f32) -> vec3<f32> {
    switch ((sector % 6) + 6) % 6 {
        case 0: { return vec3<f32>(value, t, p); }
        case 1: { return vec3<f32>(q, value, p); }
        case 2: { return vec3<f32>(p, value, t); }
        case 3: { return vec3<f32>(p, q, value); }
        case 4: { return vec3<f32>(t, p, value); }
        default: { return vec3<f32>(value, p, q); }
    }
}

// OpenCV's float grey: green first, then the channels as they lie in memory.
fn opencv_grey(rgb: vec3<f32>, blue_first: bool) -> f32 {
    let green = exactly(rgb.y * 0.587);
    if blue_first {
        return fused(rgb.x, 0.299, fused(rgb.z, 0.114, green));
    }
    return fused(rgb.z, 0.114, fused(rgb.x, 0.299, green));
}

fn torch_grey(rgb: vec3<f32>) -> f32 {
    return fused(rgb.z, 0.114, fused(rgb.y, 0.587, exactly(rgb.x * 0.2989)));
}

// torchvision's adjust_hue of a tensor.
fn torch_hue(rgb: vec3<f32>) -> vec3<f32> {
    let most = max(rgb.x, max(rgb.y, rgb.z));
    let range = exactly(most - min(rgb.x, min(rgb.y, rgb.z)));
    let grey = range == 0.0;
    let saturation = divide(range, select(most, 1.0, grey));
    let over = select(range, 1.0, grey);
    let red = divide(exactly(most - rgb.x), over);
    let green = divide(exactly(most - rgb.y), over);
    let blue = divide(exactly(most - rgb.z), over);
    var hue = exactly(exactly(green + 4.0) - red);
    if most == rgb.x {
        hue = exactly(blue - green);
    } else if most == rgb.y {
        hue = exactly(exactly(red + 2.0) - blue);
    }
    hue = exactly(exactly(hue * bitcast<f32>(0x3e2aaaabu)) + 1.0);
    hue = exactly(exactly(hue - trunc(hue)) + params.factor);
    hue = exactly(hue - trunc(hue));
    if hue < 0.0 {
        hue = exactly(hue + 1.0);
    }
    let turn = exactly(hue * 6.0);
    let sector = floor(turn);
    let part = exactly(saturation * exactly(turn - sector));
    let rest = exactly(1.0 - saturation);
    let q = clipped(exactly(exactly(1.0 - part) * most), 1.0);
    let t = clipped(exactly(exactly(part + rest) * most), 1.0);
    let p = clipped(exactly(rest * most), 1.0);
    return by_sector(i32(sector), most, p, q, t);
}

// One channel against a grey; `library` is MegEngine's 0, Pillow's 1, torch's 2, albumentations' 3.
fn mixed(library: u32, value: f32, grey: f32) -> f32 {
    switch library {
        case 1u: { return exactly(grey + exactly(params.factor * exactly(value - grey))); }
        case 2u: { return fused(grey, params.rest, exactly(value * params.factor)); }
        case 3u: { return fused(value, params.factor, exactly(grey * params.rest)); }
        default: { return exactly(exactly(value * params.factor) + exactly(grey * params.rest)); }
    }
}
