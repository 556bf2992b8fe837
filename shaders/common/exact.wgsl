// Float arithmetic that no shader compiler can change. WGSL rounds one f32 add, subtract or multiply correctly, but may
// fuse or reorder several of them, and its division is only good to 2.5 ulp.
// Needs: params.zero, a 0 that the compiler cannot know.

// The value itself, behind a wall that nothing is fused or reordered across.
fn exactly(value: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(value) ^ params.zero);
}

// The correctly rounded quotient, by long division of the significands.
fn divide(a: f32, b: f32) -> f32 {
    let a_bits = bitcast<u32>(a);
    let b_bits = bitcast<u32>(b);
    let a_exponent = (a_bits >> 23u) & 255u;
    let b_exponent = (b_bits >> 23u) & 255u;
    // Zeros, infinities and NaN divide exactly; subnormals may be flushed anyway.
    if a_exponent == 0u || a_exponent == 255u || b_exponent == 0u || b_exponent == 255u {
        return a / b;
    }
    var remainder = (a_bits & 0x7fffffu) | 0x800000u;
    let divisor = (b_bits & 0x7fffffu) | 0x800000u;
    var exponent = i32(a_exponent) - i32(b_exponent) + 127;
    if remainder < divisor {
        remainder <<= 1u;
        exponent -= 1;
    }
    // 24 bits of the quotient and one more to round by.
    var quotient = 0u;
    for (var bit = 0u; bit < 25u; bit++) {
        quotient <<= 1u;
        if remainder >= divisor {
            remainder -= divisor;
            quotient |= 1u;
        }
        remainder <<= 1u;
    }
    var significand = quotient >> 1u;
    if (quotient & 1u) == 1u && (remainder != 0u || (significand & 1u) == 1u) {
        significand += 1u;
    }
    if significand == 0x1000000u {
        significand >>= 1u;
        exponent += 1;
    }
    if exponent <= 0 || exponent >= 255 {
        return a / b;
    }
    let sign = (a_bits ^ b_bits) & 0x80000000u;
    return bitcast<f32>(sign | (u32(exponent) << 23u) | (significand & 0x7fffffu));
}

// Rounds half to even; what is not a number becomes smaller than any that is.
fn round_half_even(value: f32) -> f32 {
    let is_nan = (bitcast<u32>(value) & 0x7fffffffu) > 0x7f800000u;
    return select(exactly(round(value)), -0x1.fffffep+127f, is_nan);
}

// Rounds half away from zero; WGSL's own round goes to the even neighbour.
fn round_half_away(value: f32) -> f32 {
    let whole = trunc(value);
    return select(whole, whole + sign(value), abs(exactly(value - whole)) >= 0.5);
}

// Truncates, then wraps modulo 256; above 2^31 the low byte of an f32 is 0 anyway.
fn to_u8(value: f32) -> u32 {
    let exponent = (bitcast<u32>(value) >> 23u) & 255u;
    if exponent >= 158u {
        return 0u;
    }
    return u32(i32(trunc(value))) & 255u;
}

// The same modulo 65536; from 2^39 on the low 16 bits of an f32 are 0 anyway.
fn to_u16(value: f32) -> u32 {
    let bits = bitcast<u32>(value);
    let exponent = (bits >> 23u) & 255u;
    if exponent < 158u {
        return u32(i32(trunc(value))) & 65535u;
    }
    if exponent >= 166u {
        return 0u;
    }
    let low = (((bits & 0x7fffffu) | 0x800000u) << (exponent - 150u)) & 65535u;
    return select(low, (65536u - low) & 65535u, (bits >> 31u) == 1u);
}

// The bits of the nearest f16, half to even.
fn to_f16(value: f32) -> u32 {
    let bits = bitcast<u32>(value);
    let sign = (bits >> 16u) & 0x8000u;
    let magnitude = bits & 0x7fffffffu;
    if magnitude > 0x7f800000u {
        return sign | 0x7e00u | ((magnitude >> 13u) & 0x3ffu);
    }
    if magnitude >= 0x477ff000u {
        return sign | 0x7c00u;
    }
    if magnitude >= 0x38800000u {
        return sign | round_off(magnitude - 0x38000000u, 13u);
    }
    if magnitude <= 0x33000000u {
        return sign;
    }
    // A subnormal f16: whole units of 2^-24.
    let significand = (magnitude & 0x7fffffu) | 0x800000u;
    return sign | round_off(significand, 126u - (magnitude >> 23u));
}

// The value of an f16, which every f32 can hold.
fn from_f16(bits: u32) -> f32 {
    let sign = (bits & 0x8000u) << 16u;
    let exponent = (bits >> 10u) & 31u;
    let fraction = bits & 0x3ffu;
    if exponent == 0u {
        return bitcast<f32>(sign | bitcast<u32>(f32(fraction) * 0x1p-24));
    }
    let biased = select(exponent + 112u, 255u, exponent == 31u);
    return bitcast<f32>(sign | (biased << 23u) | (fraction << 13u));
}

// Shifts right, rounding half to even.
fn round_off(value: u32, shift: u32) -> u32 {
    let kept = value >> shift;
    let lost = value & ((1u << shift) - 1u);
    let half = 1u << (shift - 1u);
    return kept + u32(lost > half || (lost == half && (kept & 1u) == 1u));
}
