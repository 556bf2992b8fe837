//! Steps that compute each number for itself: rescale, normalise, cast.

use super::state::State;
use crate::error::{Error, Result};
use crate::op::{Arithmetic, Normalise, Precision, Quantise, QuantiseMatches, QuantisedType, Rescale, RescaleBy};
use crate::point::{Operator, PointOp};
use crate::spec::{Channel, DType, ValueRange};

impl State {
    /// Refuses to compute with numbers that are in the model's own type already.
    pub(super) fn reject_final(&self, step: &str) -> Result<()> {
        let last = match (self.dtype, self.range) {
            (DType::F16, _) => "a cast to f16",
            (DType::I8, _) | (_, ValueRange::Quantised) => "quantise",
            _ => return Ok(()),
        };
        Err(Error::invalid_pipeline(format!("{step} after {last}, which must be the last step that computes")))
    }

    pub(super) fn reject_words(&self, step: &str) -> Result<()> {
        if self.dtype == DType::U16 {
            return Err(Error::unsupported(format!(
                "{step} of 16-bit images is not there; rescale to 0-1 before, or decode to 8 bits"
            ))
            .expected("u8 or f32", self.dtype));
        }
        Ok(())
    }

    pub(super) fn rescale(&mut self, rescale: &Rescale) -> Result<()> {
        self.reject_final("rescale")?;
        let (Some((low, high)), Some((to_low, to_high))) = (rescale.from.bounds(), rescale.to.bounds()) else {
            return Err(Error::invalid_pipeline(
                "rescale goes between ranges with bounds; to reach `normalised` use normalise",
            )
            .expected("0-255, 0-1 or -1-1", "normalised"));
        };
        if rescale.from == rescale.to {
            return Err(Error::invalid_pipeline(format!(
                "rescale from {0} to {0} does nothing; remove it",
                rescale.from
            )));
        }
        if rescale.from != self.range {
            return Err(Error::invalid_pipeline(
                "the data is not of the range that this rescale starts from; was it rescaled already? \
                 To rescale it all the same, put `assume` with that range before",
            )
            .expected(rescale.from, self.range));
        }
        let (span, to_span) = (high - low, to_high - to_low);
        let precision = rescale.precision;
        let mut push = |operator, constant| self.pending.push(PointOp::uniform(operator, precision, constant));
        if low != 0.0 {
            push(Operator::Subtract, low);
        }
        // A division by the quotient of the spans where it shrinks (x / 255, x / 127.5), as the libraries write it.
        if rescale.by == RescaleBy::Division && span > to_span {
            push(Operator::Divide, span / to_span);
        } else {
            push(Operator::Multiply, to_span / span);
        }
        if to_low != 0.0 {
            push(Operator::Add, to_low);
        }
        let factor = to_span / span;
        for (scale, offset) in self.scale.iter_mut().zip(&mut self.offset) {
            *scale *= factor;
            *offset = (*offset - low) * factor + to_low;
        }
        self.range = rescale.to;
        self.dtype = DType::F32;
        Ok(())
    }

    pub(super) fn normalise(&mut self, normalise: &Normalise) -> Result<()> {
        self.reject_final("normalise")?;
        let constants = normalise.constants();
        constants.check()?;
        if self.range == ValueRange::Normalised {
            return Err(Error::invalid_pipeline(
                "the data is normalised already; to do it again all the same, put `assume` with a range before",
            )
            .expected(normalise.range, self.range));
        }
        let fused = normalise.arithmetic == Arithmetic::HuggingFace
            && (normalise.range, self.range) == (ValueRange::Unit, ValueRange::Bytes);
        let mut constants = constants.stated_in(self.order, if fused { ValueRange::Unit } else { self.range })?;
        if fused {
            let times_255 = |value: &mut f64| *value = f64::from(*value as f32 * 255.0);
            constants.mean.iter_mut().chain(&mut constants.std).for_each(times_255);
        }
        let before = self.pending.len();
        let mean = four(&constants.mean, 0.0);
        let std = four(&constants.std, 1.0);
        let to_f32 = |list: [f64; 4]| list.map(|value| f64::from(value as f32));
        let mut push = |operator, precision, constants| {
            self.pending.push(PointOp::Arithmetic { operator, precision, constants });
        };
        match normalise.arithmetic {
            Arithmetic::F32 | Arithmetic::HuggingFace => {
                push(Operator::Subtract, Precision::F32, mean);
                push(Operator::Divide, Precision::F32, std);
            }
            Arithmetic::Mmcv => {
                push(Operator::Subtract, Precision::F32, mean);
                push(Operator::Multiply, Precision::F64, std.map(|value| 1.0 / value));
                self.pending.push(PointOp::ToF32);
            }
            Arithmetic::F64 => {
                push(Operator::Subtract, Precision::F64, mean);
                push(Operator::Divide, Precision::F64, std);
            }
            Arithmetic::F64InPlace => {
                push(Operator::Subtract, Precision::F64, mean);
                self.pending.push(PointOp::ToF32);
                self.pending.push(PointOp::Arithmetic {
                    operator: Operator::Divide,
                    precision: Precision::F64,
                    constants: std,
                });
                self.pending.push(PointOp::ToF32);
            }
            Arithmetic::F64F32Constants => {
                push(Operator::Subtract, Precision::F64, to_f32(mean));
                push(Operator::Divide, Precision::F64, to_f32(std));
            }
        }
        self.check_finite(before, "normalise")?;
        for (((scale, offset), mean), std) in self.scale.iter_mut().zip(&mut self.offset).zip(mean).zip(std) {
            *scale /= std;
            *offset = (*offset - mean) / std;
        }
        self.range = ValueRange::Normalised;
        self.dtype = DType::F32;
        Ok(())
    }

    pub(super) fn srgb_to_linear(&mut self) -> Result<()> {
        self.reject_final("srgb_to_linear")?;
        if self.range != ValueRange::Unit {
            return Err(Error::invalid_pipeline("sRGB's curve is stated for 0-1; rescale to 0-1 first")
                .expected(ValueRange::Unit, self.range));
        }
        if self.order.position(Channel::Alpha).is_some() {
            return Err(Error::invalid_pipeline(
                "alpha is linear already; drop it with convert_order, or composite it",
            ));
        }
        self.pending.push(PointOp::SrgbToLinear);
        self.dtype = DType::F32;
        Ok(())
    }

    /// Bytes fit as they are; floats are truncated where they are stored.
    fn cast_to_words(&mut self) -> Result<()> {
        self.reject_final("cast to u16")?;
        if !matches!(self.range, ValueRange::Bytes | ValueRange::Words) {
            return Err(Error::invalid_pipeline(
                "a cast to u16 truncates, which turns such data nearly black; rescale to 0-65535 first",
            )
            .expected("0-65535", self.range));
        }
        if self.dtype == DType::F32 {
            self.pending.push(PointOp::ToU16);
        }
        Ok(())
    }

    pub(super) fn cast(&mut self, to: DType) -> Result<()> {
        match to {
            DType::U8 if self.dtype == DType::U8 => {}
            DType::U8 => {
                self.reject_final("cast to u8")?;
                if self.range != ValueRange::Bytes {
                    return Err(Error::invalid_pipeline(
                        "a cast to u8 truncates and wraps, which leaves nothing of such data; rescale to 0-255 first",
                    )
                    .expected("0-255", self.range));
                }
                self.pending.push(PointOp::ToU8);
            }
            DType::I8 => {
                return Err(Error::invalid_pipeline(
                    "a cast to i8 would wrap half of all values; use quantise with the model's scale and zero point",
                ));
            }
            DType::U16 => self.cast_to_words()?,
            DType::F16 => self.pending.push(PointOp::ToF16),
            DType::F32 => {}
        }
        self.dtype = to;
        Ok(())
    }

    pub(super) fn quantise(&mut self, quantise: &Quantise) -> Result<()> {
        self.reject_final("quantise")?;
        let Quantise { to, ref scale, ref zero_point, matches } = *quantise;
        let (least, most) = to.bounds();
        let count = self.order.count();
        if let Some(&length) = [scale.len(), zero_point.len()].iter().find(|&&length| length != 1 && length != count) {
            return Err(Error::invalid_pipeline(
                "quantise needs one scale and zero point for all channels, or one a channel",
            )
            .expected(format!("1 or {count}"), length));
        }
        // It divides in f32, where the smallest f64 is 0.
        if let Some(bad) = scale.iter().find(|&&scale| !(scale as f32 > 0.0 && (scale as f32).is_finite())) {
            return Err(Error::invalid_pipeline("the scale of a quantised model is above 0").expected("above 0", bad));
        }
        if let Some(bad) = zero_point.iter().find(|zero| !(least..=most).contains(zero)) {
            return Err(Error::invalid_pipeline("the zero point is a number of the quantised type itself")
                .expected(format!("{least} to {most}"), bad));
        }
        let all = |list: &[f64]| if let [one] = list { [*one; 4] } else { four(list, 1.0) };
        let scales = all(scale);
        let zeros = all(&zero_point.iter().copied().map(f64::from).collect::<Vec<_>>());
        let arithmetic = |operator, constants| PointOp::Arithmetic { operator, precision: Precision::F32, constants };
        self.pending.push(arithmetic(Operator::Divide, scales));
        match matches {
            QuantiseMatches::Onnx => self.pending.push(PointOp::RoundHalfEven),
            QuantiseMatches::Tflite => self.pending.push(PointOp::RoundHalfAway),
            QuantiseMatches::Numpy => {}
        }
        self.pending.push(arithmetic(Operator::Add, zeros));
        if matches == QuantiseMatches::Numpy {
            self.pending.push(if to == QuantisedType::I8 { PointOp::ToI8 } else { PointOp::ToU8 });
        } else {
            self.pending.push(arithmetic(Operator::AtLeast, [f64::from(least); 4]));
            self.pending.push(arithmetic(Operator::AtMost, [f64::from(most); 4]));
        }
        for (((scale, offset), by), zero) in self.scale.iter_mut().zip(&mut self.offset).zip(scales).zip(zeros) {
            *scale /= by;
            *offset = *offset / by + zero;
        }
        self.range = ValueRange::Quantised;
        self.dtype = if to == QuantisedType::I8 { DType::I8 } else { DType::U8 };
        Ok(())
    }
}

pub(super) fn four(list: &[f64], rest: f64) -> [f64; 4] {
    let mut array = [rest; 4];
    array.iter_mut().zip(list).for_each(|(slot, &value)| *slot = value);
    array
}
