//! Scaling and shifting in the operations of the source, and clipping.

use super::numeric::four;
use super::state::State;
use crate::constants::{check_factors, check_lists, pick, places};
use crate::error::{Error, Result};
use crate::op::{Clip, Precision, ScaleShift, ScaleShiftBy};
use crate::point::{Operator, PointOp, apply_all};
use crate::spec::{DType, ValueRange};

impl State {
    pub(super) fn scale_shift(&mut self, step: &ScaleShift) -> Result<()> {
        self.reject_final("scale_shift")?;
        let (names, [term, factor]) = match &step.by {
            ScaleShiftBy::SubtractMultiply { subtract, multiply }
            | ScaleShiftBy::FoldedMultiplyAdd { subtract, multiply } => {
                (["subtract", "multiply"], [subtract, multiply])
            }
            ScaleShiftBy::AddDivide { add, divide } => (["add", "divide"], [add, divide]),
            ScaleShiftBy::MultiplyAdd { multiply, add } => (["add", "multiply"], [add, multiply]),
        };
        let [term_name, factor_name] = names;
        check_lists([(term_name, term), (factor_name, factor)], step.order, step.range)?;
        check_factors(factor_name, factor)?;
        let (Some((low, high)), Some((to_low, to_high))) = (step.range.bounds(), self.range.bounds()) else {
            return Err(Error::invalid_pipeline(
                "the data is normalised already; to do it again all the same, put `assume` with a range before",
            )
            .expected(step.range, self.range));
        };
        // The numbers are for x of their own range, which is (x of the data - to_low) / span + low.
        let span = (to_high - to_low) / (high - low);
        let same = step.range == self.range;
        let (mut terms, mut factors) = (Vec::new(), Vec::new());
        for place in places(step.order, self.order, [term, factor])? {
            let neutral = (0.0, 1.0);
            let (term, factor) = place.map_or(neutral, |at| (pick(term, at), pick(factor, at)));
            let (term, factor) = match &step.by {
                _ if same || place.is_none() => (term, factor),
                ScaleShiftBy::SubtractMultiply { .. } | ScaleShiftBy::FoldedMultiplyAdd { .. } => {
                    ((term - low) * span + to_low, factor / span)
                }
                ScaleShiftBy::AddDivide { .. } => ((term + low) * span - to_low, factor * span),
                ScaleShiftBy::MultiplyAdd { .. } => (term + factor * (low - to_low / span), factor / span),
            };
            terms.push(term);
            factors.push(factor);
        }
        let before = self.pending.len();
        let (terms, factors) = (four(&terms, 0.0), four(&factors, 1.0));
        let precision = step.precision;
        let arithmetic = |operator, constants| PointOp::Arithmetic { operator, precision, constants };
        match &step.by {
            ScaleShiftBy::SubtractMultiply { .. } => {
                self.pending.push(arithmetic(Operator::Subtract, terms));
                self.pending.push(arithmetic(Operator::Multiply, factors));
            }
            ScaleShiftBy::AddDivide { .. } => {
                self.pending.push(arithmetic(Operator::Add, terms));
                self.pending.push(arithmetic(Operator::Divide, factors));
            }
            ScaleShiftBy::MultiplyAdd { .. } => {
                self.pending.push(arithmetic(Operator::Multiply, factors));
                self.pending.push(arithmetic(Operator::Add, terms));
            }
            ScaleShiftBy::FoldedMultiplyAdd { .. } => {
                if precision == Precision::F64 {
                    return Err(Error::invalid_pipeline("folded_multiply_add is ncnn's, which computes in f32")
                        .expected("f32", "f64"));
                }
                let mut add = terms;
                for (term, factor) in add.iter_mut().zip(factors) {
                    *term = f64::from(-(*term as f32) * factor as f32);
                }
                self.pending.push(PointOp::FusedMultiplyAdd { multiply: factors, add });
            }
        }
        self.check_finite(before, "scale_shift")?;
        for (((scale, offset), term), factor) in self.scale.iter_mut().zip(&mut self.offset).zip(terms).zip(factors) {
            let (factor, added) = match &step.by {
                ScaleShiftBy::SubtractMultiply { .. } | ScaleShiftBy::FoldedMultiplyAdd { .. } => {
                    (factor, -term * factor)
                }
                ScaleShiftBy::AddDivide { .. } => (1.0 / factor, term / factor),
                ScaleShiftBy::MultiplyAdd { .. } => (factor, term),
            };
            *scale *= factor;
            *offset = *offset * factor + added;
        }
        self.range = ValueRange::Normalised;
        self.dtype = DType::F32;
        Ok(())
    }

    /// Refuses operations owed since `before` whose constants leave f32 once converted, or whose results do at either end
    /// of the data's range.
    pub(super) fn check_finite(&self, before: usize, step: &str) -> Result<()> {
        let ops = self.pending.get(before..).unwrap_or_default();
        let (low, high) = self.range.bounds().unwrap_or((0.0, 255.0));
        for (at, channel) in self.order.channels().iter().enumerate() {
            for mut op in ops.iter().cloned() {
                let divides = matches!(op, PointOp::Arithmetic { operator: Operator::Divide | Operator::Multiply, .. });
                for constant in op.constants_mut().filter_map(|list| list.get(at)) {
                    let held = *constant as f32;
                    if !held.is_finite() || (divides && held.abs() < f32::MIN_POSITIVE) {
                        return Err(Error::invalid_pipeline(format!(
                            "a constant of {step} leaves f32 in the {channel:?} channel, converted to data of {}",
                            self.range
                        ))
                        .expected("a normal f32", format!("{constant:e}")));
                    }
                }
            }
            for end in [low, high] {
                let result = apply_all(ops, end, at);
                if !(result as f32).is_finite() {
                    return Err(Error::invalid_pipeline(format!(
                        "the constants of {step} make {end} leave f32 in the {channel:?} channel"
                    ))
                    .expected("a finite result", format!("{result:e}")));
                }
            }
        }
        Ok(())
    }

    pub(super) fn clip(&mut self, clip: &Clip) -> Result<()> {
        self.reject_final("clip")?;
        let Clip { min, max, precision } = *clip;
        let (least, most) = (min.unwrap_or(f64::NEG_INFINITY), max.unwrap_or(f64::INFINITY));
        if min.is_none() && max.is_none() {
            return Err(Error::invalid_pipeline("clip has no limit; give it a min, a max or both"));
        }
        if let Some(limit) = [min, max].into_iter().flatten().find(|limit| !(*limit as f32).is_finite()) {
            return Err(
                Error::invalid_pipeline("the limits of clip must be finite in f32").expected("a finite number", limit)
            );
        }
        if least > most {
            return Err(
                Error::invalid_pipeline("clip's min is above its max").expected(format!("at most {most}"), least)
            );
        }
        let largest = match self.dtype {
            DType::U8 => Some(255.0),
            DType::U16 => Some(65_535.0),
            DType::I8 | DType::F16 | DType::F32 => None,
        };
        if let Some(largest) = largest {
            let is_held = |limit: &f64| (0.0..=largest).contains(limit) && limit.fract() == 0.0;
            if let Some(limit) = [min, max].into_iter().flatten().find(|limit| !is_held(limit)) {
                return Err(Error::invalid_pipeline(format!(
                    "the data is {}, so clip needs whole limits; or cast to f32 first",
                    self.dtype
                ))
                .expected(format!("a whole number of 0 to {largest}"), limit));
            }
        }
        let limits = [(Operator::AtLeast, min), (Operator::AtMost, max)];
        for (operator, limit) in limits.into_iter().filter_map(|(operator, limit)| Some((operator, limit?))) {
            self.pending.push(PointOp::uniform(operator, precision, limit));
        }
        Ok(())
    }
}
