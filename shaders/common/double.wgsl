// f64 sums of products in whole numbers, since Pillow keeps weights and sums of float images in f64 and WGSL has none.
// Every operation rounds half to even, as IEEE 754 does, so the bits are the CPU's.

// (-1)^negative * significand * 2^(exponent - 52). The significand has 53 bits, high the upper 21; 0 is the number zero.
// Nothing here comes near the ends of f64's exponent, as the values come from f32.
struct Double {
    negative: u32,
    exponent: i32,
    high: u32,
    low: u32,
}

fn zero() -> Double {
    return Double(0u, 0, 0u, 0u);
}

fn is_zero(a: Double) -> bool {
    return (a.high | a.low) == 0u;
}

// From the bits of an f64, low word first.
fn from_bits(bits: vec2<u32>) -> Double {
    let exponent = (bits.y >> 20u) & 2047u;
    if exponent == 0u {
        return zero();
    }
    return Double(bits.y >> 31u, i32(exponent) - 1023, (bits.y & 0xfffffu) | 0x100000u, bits.x);
}

// a * b as low and high word.
fn wide_product(a: u32, b: u32) -> vec2<u32> {
    let low = (a & 0xffffu) * (b & 0xffffu);
    let middle = (a >> 16u) * (b & 0xffffu) + (low >> 16u);
    let other = (a & 0xffffu) * (b >> 16u) + (middle & 0xffffu);
    return vec2<u32>((other << 16u) | (low & 0xffffu), (a >> 16u) * (b >> 16u) + (middle >> 16u) + (other >> 16u));
}

// One more unit in the last place where `up`, carried into the exponent if need be.
fn rounded(a: Double, up: bool) -> Double {
    var result = a;
    if up {
        result.low += 1u;
        result.high += u32(result.low == 0u);
        if result.high == 0x200000u {
            result.high = 0x100000u;
            result.exponent += 1;
        }
    }
    return result;
}

// What weight * value is where value is no finite f32: 1 for infinity, 2 for minus infinity, 4 for not a number; else 0.
fn beyond_finite(weight: Double, value: u32) -> u32 {
    if ((value >> 23u) & 255u) != 255u {
        return 0u;
    }
    if (value & 0x7fffffu) != 0u || is_zero(weight) {
        return 4u;
    }
    return 1u << (weight.negative ^ (value >> 31u));
}

// weight * value, where value is the bits of a finite f32.
fn multiply(weight: Double, value: u32) -> Double {
    var significand = value & 0x7fffffu;
    var exponent = i32((value >> 23u) & 255u);
    if exponent != 0 {
        significand |= 0x800000u;
    } else if significand != 0u {
        let shift = countLeadingZeros(significand) - 8u;
        significand <<= shift;
        exponent = 1 - i32(shift);
    }
    if significand == 0u || is_zero(weight) {
        return zero();
    }
    let lower = wide_product(weight.low, significand);
    let upper = wide_product(weight.high, significand);
    let middle = lower.y + upper.x;
    let top = upper.y + u32(middle < lower.y);
    // 77 bits, or 76: keep 53.
    let longer = u32(top >= 0x1000u);
    let shift = 23u + longer;
    let result = Double(
        weight.negative ^ (value >> 31u),
        weight.exponent + exponent - 127 + i32(longer),
        (top << (32u - shift)) | (middle >> shift),
        (middle << (32u - shift)) | (lower.x >> shift),
    );
    let lost = lower.x & ((1u << shift) - 1u);
    let half = 1u << (shift - 1u);
    return rounded(result, lost > half || (lost == half && (result.low & 1u) == 1u));
}

// (high, low) shifted right by `by`; a 1 that falls off stays in the last bit.
fn shift_sticky(high: u32, low: u32, by: u32) -> vec2<u32> {
    if by == 0u {
        return vec2<u32>(high, low);
    }
    if by >= 64u {
        return vec2<u32>(0u, u32((high | low) != 0u));
    }
    if by >= 32u {
        let rest = by - 32u;
        let lost = low | (high & ((1u << rest) - 1u));
        return vec2<u32>(0u, (high >> rest) | u32(lost != 0u));
    }
    let lost = low & ((1u << by) - 1u);
    return vec2<u32>(high >> by, (high << (32u - by)) | (low >> by) | u32(lost != 0u));
}

// From the bits of a finite f32.
fn widen(value: u32) -> Double {
    var significand = value & 0x7fffffu;
    var exponent = i32((value >> 23u) & 255u);
    if exponent != 0 {
        significand |= 0x800000u;
    } else if significand != 0u {
        let shift = countLeadingZeros(significand) - 8u;
        significand <<= shift;
        exponent = 1 - i32(shift);
    } else {
        return zero();
    }
    return Double(value >> 31u, exponent - 127, significand >> 3u, significand << 29u);
}

// A sum cut off to 53 bits, and the next three, the last of which stands for all that follow.
struct Sum {
    value: Double,
    lost: u32,
}

fn add(a: Double, b: Double) -> Double {
    let sum = sum_of(a, b);
    return rounded(sum.value, sum.lost > 4u || (sum.lost == 4u && (sum.value.low & 1u) == 1u));
}

// A sum that ends in a 1 where it is not exact, so that rounding it to f32 next is as good as rounding once.
fn add_to_odd(a: Double, b: Double) -> Double {
    let sum = sum_of(a, b);
    var result = sum.value;
    result.low |= u32(sum.lost != 0u);
    return result;
}

fn sum_of(a: Double, b: Double) -> Sum {
    if is_zero(a) {
        return Sum(b, 0u);
    }
    if is_zero(b) {
        return Sum(a, 0u);
    }
    let a_is_larger = a.exponent > b.exponent
        || (a.exponent == b.exponent && (a.high > b.high || (a.high == b.high && a.low >= b.low)));
    var large = a;
    var small = b;
    if !a_is_larger {
        large = b;
        small = a;
    }
    // Three more bits: two to round by, and one for all that falls off.
    var high = (large.high << 3u) | (large.low >> 29u);
    var low = large.low << 3u;
    let other = shift_sticky((small.high << 3u) | (small.low >> 29u), small.low << 3u, u32(large.exponent - small.exponent));
    var exponent = large.exponent;
    if large.negative == small.negative {
        let sum = low + other.y;
        high += other.x + u32(sum < low);
        low = sum;
        if high >= 0x1000000u {
            let shifted = shift_sticky(high, low, 1u);
            high = shifted.x;
            low = shifted.y;
            exponent += 1;
        }
    } else {
        high -= other.x + u32(low < other.y);
        low -= other.y;
        if (high | low) == 0u {
            return Sum(zero(), 0u);
        }
        // The leading bit back to its place, bit 55.
        var zeros = countLeadingZeros(high);
        if high == 0u {
            zeros = 32u + countLeadingZeros(low);
        }
        let shift = zeros - 8u;
        if shift >= 32u {
            high = low << (shift - 32u);
            low = 0u;
        } else if shift > 0u {
            high = (high << shift) | (low >> (32u - shift));
            low <<= shift;
        }
        exponent -= i32(shift);
    }
    return Sum(Double(large.negative, exponent, high >> 3u, (high << 29u) | (low >> 3u)), low & 7u);
}

// The bits of the nearest f32; `beyond` joins what beyond_finite said of each summand.
fn to_f32_bits(a: Double, beyond: u32) -> u32 {
    switch beyond {
        case 0u: {}
        case 1u: { return 0x7f800000u; }
        case 2u: { return 0xff800000u; }
        default: { return 0x7fc00000u; }
    }
    if is_zero(a) {
        return 0u;
    }
    let exponent = a.exponent + 127;
    if exponent >= 255 {
        return (a.negative << 31u) | 0x7f800000u;
    }
    // 24 bits stay of a normal number, fewer of a subnormal one.
    let shifted = shift_sticky(a.high, a.low, 27u + u32(max(1 - exponent, 0)));
    let kept = shifted.y >> 2u;
    let lost = shifted.y & 3u;
    let magnitude = kept + u32(lost > 2u || (lost == 2u && (kept & 1u) == 1u));
    // The leading bit of a normal number adds 1 to the exponent; so does a carry out of the rounding.
    return (a.negative << 31u) | ((u32(max(exponent, 1) - 1) << 23u) + magnitude);
}
