//! Steps that compute each number for itself, in plain words.

use std::fmt;

use super::list;
use crate::op::{Clip, Precision, ScaleShift, ScaleShiftBy};

pub(super) fn scaled(f: &mut fmt::Formatter<'_>, step: &ScaleShift) -> fmt::Result {
    match &step.by {
        ScaleShiftBy::SubtractMultiply { subtract, multiply } => {
            write!(f, "subtract {}, multiply by {}", list(subtract), list(multiply))
        }
        ScaleShiftBy::AddDivide { add, divide } => write!(f, "add {}, divide by {}", list(add), list(divide)),
        ScaleShiftBy::MultiplyAdd { multiply, add } => write!(f, "multiply by {}, add {}", list(multiply), list(add)),
        ScaleShiftBy::FoldedMultiplyAdd { subtract, multiply } => {
            write!(f, "multiply by {0}, subtract {1} times {0}", list(multiply), list(subtract))
        }
    }?;
    write!(f, " (stated for {}, {})", step.order, step.range)?;
    f.write_str(precision(step.precision))
}

pub(super) fn clipped(f: &mut fmt::Formatter<'_>, clip: &Clip) -> fmt::Result {
    match (clip.min, clip.max) {
        (Some(min), Some(max)) => write!(f, "clip to {min} and {max}"),
        (Some(min), None) => write!(f, "clip below at {min}"),
        (None, Some(max)) => write!(f, "clip above at {max}"),
        (None, None) => f.write_str("clip to nothing"),
    }?;
    f.write_str(precision(clip.precision))
}

const fn precision(precision: Precision) -> &'static str {
    match precision {
        Precision::F32 => "",
        Precision::F64 => ", in f64",
    }
}
