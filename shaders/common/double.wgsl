// Sums of products with twice the bits of f32, for weights that Pillow keeps in f64. Needs: common/exact.wgsl.
// A number is high + low, low at most half an ulp of high.

// a + b and what the rounding of it lost (Knuth).
fn two_sum(a: f32, b: f32) -> vec2<f32> {
    let sum = exactly(a + b);
    let b_part = exactly(sum - a);
    let a_part = exactly(sum - b_part);
    let lost = exactly(exactly(a - a_part) + exactly(b - b_part));
    return vec2<f32>(sum, lost);
}

// A number as two halves of 12 bits (Dekker).
fn split(value: f32) -> vec2<f32> {
    let scaled = exactly(4097.0 * value);
    let high = exactly(scaled - exactly(scaled - value));
    return vec2<f32>(high, exactly(value - high));
}

// a * b and what the rounding of it lost (Dekker).
fn two_product(a: f32, b: f32) -> vec2<f32> {
    let product = exactly(a * b);
    let a_parts = split(a);
    let b_parts = split(b);
    var lost = exactly(exactly(a_parts.x * b_parts.x) - product);
    lost = exactly(lost + exactly(a_parts.x * b_parts.y));
    lost = exactly(lost + exactly(a_parts.y * b_parts.x));
    lost = exactly(lost + exactly(a_parts.y * b_parts.y));
    return vec2<f32>(product, lost);
}

// sum + weight * value.
fn accumulate(sum: vec2<f32>, weight: vec2<f32>, value: f32) -> vec2<f32> {
    let product = two_product(weight.x, value);
    let tail = exactly(product.y + exactly(weight.y * value));
    let total = two_sum(sum.x, product.x);
    let rest = exactly(exactly(total.y + sum.y) + tail);
    return two_sum(total.x, rest);
}
