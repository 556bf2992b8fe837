//! Everything from bytes to floats as one mean and one std a channel, in units of bytes.

use super::{Target, refuse};
use crate::error::{Error, Result};
use crate::op::Step;
use crate::pipeline::Pipeline;
use crate::spec::{ChannelOrder, DType, TensorLayout, ValueRange};

/// `(x - mean) / std` on bytes of `order`.
pub struct Numbers {
    pub order: ChannelOrder,
    pub mean: Vec<f64>,
    pub std: Vec<f64>,
    pub layout: Option<TensorLayout>,
    range: ValueRange,
}

impl Numbers {
    pub fn new() -> Self {
        Self { order: ChannelOrder::Rgb, mean: vec![0.0; 3], std: vec![1.0; 3], layout: None, range: ValueRange::Bytes }
    }

    /// Of a pipeline that does nothing else.
    pub fn only(target: Target, pipeline: &Pipeline) -> Result<Self> {
        let mut numbers = Self::new();
        for (at, step) in pipeline.steps.iter().enumerate() {
            if !numbers.take(target, step, at)? {
                return Err(refuse(target, step, at, "it prepares numbers and channels, not sizes and colours"));
            }
        }
        Ok(numbers)
    }

    /// Takes a step in, or says that it is none of order, numbers and layout.
    pub fn take(&mut self, target: Target, step: &Step, at: usize) -> Result<bool> {
        match step {
            Step::ConvertOrder(convert) => {
                let reversed = convert.to != self.order;
                if !matches!(convert.to, ChannelOrder::Rgb | ChannelOrder::Bgr) {
                    return Err(refuse(target, step, at, "only RGB and BGR"));
                }
                if reversed {
                    self.mean.reverse();
                    self.std.reverse();
                }
                self.order = convert.to;
            }
            Step::Rescale(rescale) => {
                let (Some((low, high)), true) = (rescale.to.bounds(), rescale.from == self.range) else {
                    return Err(refuse(target, step, at, "the data is not of the range that it starts from"));
                };
                let span = high - low;
                self.mean = vec![-low * 255.0 / span; 3];
                self.std = vec![255.0 / span; 3];
                self.range = rescale.to;
            }
            Step::Normalise(normalise) => {
                if self.range == ValueRange::Normalised {
                    return Err(refuse(target, step, at, "the data is normalised already"));
                }
                let constants = normalise.constants().stated_in(self.order, ValueRange::Bytes);
                let constants = constants.map_err(|error| error.at_step(at))?;
                (self.mean, self.std) = (constants.mean, constants.std);
                self.range = ValueRange::Normalised;
            }
            Step::Cast(cast) if cast.to == DType::F32 => {}
            Step::Layout(layout) => self.layout = Some(layout.to),
            _ => return Ok(false),
        }
        Ok(true)
    }

    pub fn nchw(&self, target: Target) -> Result<()> {
        match self.layout {
            Some(TensorLayout::Nchw | TensorLayout::Chw) => Ok(()),
            _ => Err(Error::unsupported(format!("{} gives NCHW; end the pipeline with that layout", target.name()))
                .expected("NCHW", "NHWC")),
        }
    }

    pub fn changes_nothing(&self) -> bool {
        self.mean.iter().all(|&mean| mean == 0.0) && self.std.iter().all(|&std| std == 1.0)
    }
}
