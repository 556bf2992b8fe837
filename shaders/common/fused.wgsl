// Fused multiply-add, which WGSL leaves to each compiler.
// Needs: exact.wgsl, double.wgsl, params.zero.

// a * b + c, rounded once.
fn fused(a: f32, b: f32, c: f32) -> f32 {
    let product = exactly(a * b);
    // Zeros keep their sign, and what is not finite spreads, without any rounding.
    if a == 0.0 || b == 0.0 || !is_finite(a) || !is_finite(b) || !is_finite(c) {
        return exactly(product + c);
    }
    let sum = add_to_odd(multiply(widen(bitcast<u32>(a)), bitcast<u32>(b)), widen(bitcast<u32>(c)));
    return bitcast<f32>(to_f32_bits(sum, 0u));
}

fn is_finite(value: f32) -> bool {
    return ((bitcast<u32>(value) >> 23u) & 255u) != 255u;
}
