//! Pointwise arithmetic in the reference's own operation order and precision.

use half::f16;

use crate::op::Precision;
use crate::spec::DType;

/// The operation of a [`PointOp::Arithmetic`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    Multiply,
    Divide,
    Add,
    Subtract,
    /// The larger of the two; what is not a number stays so.
    AtLeast,
    /// The smaller of the two; what is not a number stays so.
    AtMost,
}

/// One operation on one number. A chain of them on 8-bit input is a table of 256 entries a channel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PointOp {
    /// `x operator constant`, one constant a channel, in f32 or in f64.
    Arithmetic { operator: Operator, precision: Precision, constants: [f64; 4] },
    /// `x * multiply + add` in f32, rounded once.
    FusedMultiplyAdd { multiply: [f64; 4], add: [f64; 4] },
    /// From sRGB's curve to linear light, both 0-1, in f64.
    SrgbToLinear,
    /// Rounds to f32.
    ToF32,
    /// Rounds to f32, then to f16, half to even.
    ToF16,
    /// Truncates, then wraps modulo 65536, as numpy's `astype(uint16)` on x86.
    ToU16,
    /// Truncates, then wraps modulo 256, as numpy's `astype(uint8)` on x86; what no i64 holds becomes 0.
    ToU8,
    /// Truncates, then wraps into -128 to 127, as numpy's `astype(int8)` on x86.
    ToI8,
    /// Clips to 0-255 and rounds half to even.
    RoundToU8,
    /// Rounds half to even; what is not a number becomes smaller than any that is, as in onnxruntime.
    RoundHalfEven,
    /// Rounds half away from zero.
    RoundHalfAway,
}

impl PointOp {
    /// The same constant for all channels.
    pub fn uniform(operator: Operator, precision: Precision, constant: f64) -> Self {
        Self::Arithmetic { operator, precision, constants: [constant; 4] }
    }

    /// The constants, a list for all channels each.
    pub fn constants_mut(&mut self) -> impl Iterator<Item = &mut [f64; 4]> {
        let lists = match self {
            Self::Arithmetic { constants, .. } => [Some(constants), None],
            Self::FusedMultiplyAdd { multiply, add } => [Some(multiply), Some(add)],
            _ => [None, None],
        };
        lists.into_iter().flatten()
    }

    /// Applies the operation. An f32 travels in the f64 exactly, so each operation rounds as its own precision says.
    pub fn apply(&self, value: f64, channel: usize) -> f64 {
        match self {
            Self::Arithmetic { operator, precision, constants } => {
                let constant = constants.get(channel).copied().unwrap_or_default();
                match precision {
                    Precision::F32 => f64::from(compute(*operator, value as f32, constant as f32)),
                    Precision::F64 => compute(*operator, value, constant),
                }
            }
            Self::FusedMultiplyAdd { multiply, add } => {
                let [multiply, add] = [multiply, add].map(|list| list.get(channel).copied().unwrap_or_default() as f32);
                f64::from((value as f32).mul_add(multiply, add))
            }
            Self::SrgbToLinear => srgb_to_linear(value),
            Self::ToF32 => f64::from(value as f32),
            Self::ToF16 => f64::from(f16::from_f32(value as f32).to_f32()),
            Self::ToU8 => f64::from(to_u8(value)),
            Self::ToI8 => f64::from(to_u8(value).cast_signed()),
            Self::RoundHalfEven if value.is_nan() => f64::from(f32::MIN),
            Self::RoundHalfEven => value.round_ties_even(),
            Self::RoundHalfAway => value.round(),
            Self::ToU16 => f64::from(to_u16(value)),
            Self::RoundToU8 => value.clamp(0.0, 255.0).round_ties_even(),
        }
    }
}

/// IEC 61966-2-1, with the operations in which scikit-image writes it.
fn srgb_to_linear(value: f64) -> f64 {
    if value > 0.04045 { ((value + 0.055) / 1.055).powf(2.4) } else { value / 12.92 }
}

fn compute<T>(operator: Operator, a: T, b: T) -> T
where
    T: PartialOrd
        + std::ops::Mul<Output = T>
        + std::ops::Div<Output = T>
        + std::ops::Add<Output = T>
        + std::ops::Sub<Output = T>,
{
    match operator {
        Operator::Multiply => a * b,
        Operator::Divide => a / b,
        Operator::Add => a + b,
        Operator::Subtract => a - b,
        Operator::AtLeast if a < b => b,
        Operator::AtMost if a > b => b,
        Operator::AtLeast | Operator::AtMost => a,
    }
}

/// `astype(uint8)` of numpy on x86: through i64, of which the low byte is kept.
pub fn to_u8(value: f64) -> u8 {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0; // 2^63
    if value.abs() < LIMIT { (value as i64).to_le_bytes()[0] } else { 0 }
}

/// `astype(uint16)` of numpy on x86: through i64, of which the low 16 bits are kept.
pub fn to_u16(value: f64) -> u16 {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0; // 2^63
    if value.abs() < LIMIT { value as i64 as u16 } else { 0 }
}

/// Runs a chain on one number.
pub fn apply_all(ops: &[PointOp], value: f64, channel: usize) -> f64 {
    ops.iter().fold(value, |value, op| op.apply(value, channel))
}

/// The bits of `value` as a number of `dtype`, in the low end of a word.
pub fn to_bits(value: f64, dtype: DType) -> u32 {
    match dtype {
        // The low byte of a number is the same with and without a sign.
        DType::U8 | DType::I8 => u32::from(to_u8(value)),
        DType::U16 => u32::from(to_u16(value)),
        DType::F16 => u32::from(f16::from_f32(value as f32).to_bits()),
        DType::F32 => (value as f32).to_bits(),
    }
}

/// The 256 results of a chain for each channel, as bits of `dtype`: entry `channel * 256 + byte`.
pub fn table(ops: &[PointOp], channels: usize, dtype: DType) -> Vec<u32> {
    (0..channels)
        .flat_map(|channel| (0..256).map(move |byte| to_bits(apply_all(ops, f64::from(byte), channel), dtype)))
        .collect()
}
