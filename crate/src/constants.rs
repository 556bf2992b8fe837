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
        check_lists([("mean", &self.mean), ("std", &self.std)], self.order, self.range)?;
        if let Some(value) = self.std.iter().find(|&&value| value <= 0.0) {
            return Err(Error::invalid_pipeline(
                "std divides, so it must be above 0; if your source lists 1/std, write it as scale_shift",
            )
            .expected("a number above 0", value));
        }
        check_factors("std", &self.std)
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
        for place in places(self.order, order, [&self.mean, &self.std])? {
            let pick = |list: &[f64]| place.map(|at| pick(list, at));
            mean.push(pick(&self.mean).map_or(0.0, convert_mean));
            std.push(pick(&self.std).map_or(1.0, convert_std));
        }
        Ok(Self { mean, std, order, range })
    }
}

/// Where the numbers of each channel of the data stand in lists of `stated`; nowhere for an alpha that has none.
///
/// *Errors*: `InvalidPipeline` if another channel has none.
pub(crate) fn places(stated: ChannelOrder, data: ChannelOrder, lists: [&[f64]; 2]) -> Result<Vec<Option<usize>>> {
    let one_for_all = lists.iter().all(|list| list.len() == 1);
    let place =
        |&channel: &Channel| match stated.position(channel) {
            None if channel == Channel::Alpha => Ok(None),
            None if one_for_all => Ok(Some(0)),
            None => Err(Error::invalid_pipeline("the constants have no number for a channel of the data")
                .expected(stated, data)),
            place => Ok(place),
        };
    data.channels().iter().map(place).collect()
}

/// The number at a place, or the one that stands for all.
pub(crate) fn pick(list: &[f64], at: usize) -> f64 {
    list.get(at).or(list.first()).copied().unwrap_or_default()
}

/// Refuses lists of a wrong length, numbers that no f32 holds, and constants that are for no range.
pub(crate) fn check_lists(lists: [(&str, &[f64]); 2], order: ChannelOrder, range: ValueRange) -> Result<()> {
    for (name, list) in lists {
        let count = order.count();
        if list.len() != 1 && list.len() != count {
            return Err(Error::invalid_pipeline(format!("{name} needs one number for all channels, or one a channel"))
                .expected(format!("1 or {count} numbers for {order}"), list.len()));
        }
        if let Some(value) = list.iter().find(|value| !(**value as f32).is_finite()) {
            return Err(
                Error::invalid_pipeline(format!("{name} must be finite in f32")).expected("a finite number", value)
            );
        }
    }
    if range.bounds().is_none() {
        return Err(Error::invalid_pipeline("constants are stated for data of a range, which `normalised` is not")
            .expected("0-255, 0-1 or -1-1", range));
    }
    Ok(())
}

/// Refuses numbers to multiply or divide by that an f32 cannot hold, or only without all of its bits.
pub(crate) fn check_factors(name: &str, list: &[f64]) -> Result<()> {
    const LEAST: f32 = f32::MIN_POSITIVE;
    let Some(value) = list.iter().find(|&&value| (value as f32).abs() < LEAST) else { return Ok(()) };
    let what = if *value as f32 == 0.0 { "0" } else { "less than the smallest normal number" };
    Err(Error::invalid_pipeline(format!("{name} has a number that is {what} in f32"))
        .expected(format!("at least {LEAST:e}"), format!("{value:e}")))
}
