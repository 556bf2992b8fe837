//! Normalisation constants that say which order and range they are stated in.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::spec::{Channel, ChannelOrder, ValueRange};

/// Mean and standard deviation, with the channel order and the value range they are stated in.
///
/// `0.485,0.456,0.406 (RGB, 0-1)`, `123.675,116.28,103.53 (RGB, 0-255)` and `103.53,116.28,123.675 (BGR, 0-255)` are
/// the same constants; [`Constants::stated_in`] converts between them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Constants {
    /// Subtracted: one number for all channels, or one a channel.
    pub mean: Vec<f64>,
    /// Divides (never a reciprocal): one number for all channels, or one a channel.
    pub std: Vec<f64>,
    /// The channel order that the lists follow.
    pub order: ChannelOrder,
    /// The range of the data that the numbers are for.
    pub range: ValueRange,
}

impl Constants {
    /// *Errors*: `InvalidPipeline` if a list has the wrong length, a number is not finite, a std is not above 0, or the
    /// range has no bounds.
    pub fn check(&self) -> Result<()> {
        for (name, list) in [("mean", &self.mean), ("std", &self.std)] {
            let count = self.order.count();
            if list.len() != 1 && list.len() != count {
                return Err(Error::invalid_pipeline(format!(
                    "{name} needs one number for all channels, or one a channel"
                ))
                .expected(format!("1 or {count} numbers for {}", self.order), list.len()));
            }
            if let Some(value) = list.iter().find(|value| !value.is_finite() || value.abs() > f64::from(f32::MAX)) {
                return Err(
                    Error::invalid_pipeline(format!("{name} must be finite")).expected("a finite number", value)
                );
            }
        }
        // Below the smallest normal f32 the quotient overflows for every pixel that is not the mean.
        if let Some(value) = self.std.iter().find(|&&value| value < f64::from(f32::MIN_POSITIVE)) {
            return Err(Error::invalid_pipeline(
                "std divides, so it must be above 0; if your source lists 1/std, write its reciprocal",
            )
            .expected("a number above 0", value));
        }
        if self.range.bounds().is_none() {
            return Err(Error::invalid_pipeline("constants are stated for data of a range, which `normalised` is not")
                .expected("0-255, 0-1 or -1-1", self.range));
        }
        Ok(())
    }

    /// The same constants for data of another channel order and value range.
    ///
    /// Converted in f64; an alpha channel gets mean 0 and std 1.
    ///
    /// *Errors*: `InvalidPipeline` if a channel has no constant, or either range has no bounds.
    pub fn stated_in(&self, order: ChannelOrder, range: ValueRange) -> Result<Self> {
        self.check()?;
        let (Some((low, high)), Some((to_low, to_high))) = (self.range.bounds(), range.bounds()) else {
            return Err(Error::invalid_pipeline(
                "these constants cannot be applied to data that is already normalised",
            )
            .expected(self.range, range));
        };
        let scale = (to_high - to_low) / (high - low);
        let convert_mean = |mean: f64| if range == self.range { mean } else { (mean - low) * scale + to_low };
        let convert_std = |std: f64| if range == self.range { std } else { std * scale };
        let mut mean = Vec::with_capacity(order.count());
        let mut std = Vec::with_capacity(order.count());
        for &channel in order.channels() {
            if channel == Channel::Alpha && self.order.position(channel).is_none() {
                mean.push(0.0);
                std.push(1.0);
                continue;
            }
            let at = self.order.position(channel).or((self.mean.len() == 1 && self.std.len() == 1).then_some(0));
            let Some(at) = at else {
                return Err(Error::invalid_pipeline("the constants have no number for a channel of the data")
                    .expected(self.order, order));
            };
            let pick = |list: &[f64]| list.get(at).or(list.first()).copied().unwrap_or_default();
            mean.push(convert_mean(pick(&self.mean)));
            std.push(convert_std(pick(&self.std)));
        }
        Ok(Self { mean, std, order, range })
    }
}
