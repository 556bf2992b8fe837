//! Rescale and normalise of both backends, and what some classes do after them.

use super::{Processor, Rule};
use crate::error::Result;
use crate::import::steps;
use crate::op::{Arithmetic, Cast, PadPlace, PadTo, Precision, Step};
use crate::pipeline::Pipeline;
use crate::spec::{ChannelOrder, DType, ValueRange};

const PER_BYTE: f64 = 1.0 / 255.0;

impl Processor<'_> {
    /// The steps from bytes to floats.
    pub(super) fn numbers(&mut self) -> Result<Vec<Step>> {
        let do_rescale = self.bool("do_rescale")?.unwrap_or(false);
        let factor = self.number("rescale_factor")?;
        let do_normalize = match self.rule {
            // Its torchvision class has no normalise at all.
            Rule::Mobilevit if self.keys.has("do_normalize") => {
                self.keys.ignore(&mut self.report, &["do_normalize", "image_mean", "image_std"]);
                false
            }
            Rule::Mobilevit => false,
            _ => self.bool("do_normalize")?.unwrap_or(false),
        };
        let rescale = do_rescale.then(|| self.factor(factor));
        if !do_normalize {
            self.keys.ignore(&mut self.report, &["image_mean", "image_std"]);
            return Ok(match rescale {
                None => Vec::new(),
                Some(factor) => vec![self.rescale(factor)?],
            });
        }
        let (mean, std) = (self.constants("image_mean")?, self.constants("image_std")?);
        let offset = self.rule == Rule::Efficientnet && self.bool("rescale_offset")? == Some(true);
        let mut steps = self.normalise(rescale, offset, mean, std.clone())?;
        if self.rule == Rule::Efficientnet && self.bool("include_top")? == Some(true) {
            // include_top divides by std once more.
            steps.push(assume_range(ValueRange::Unit));
            steps.push(unit(vec![0.0], std));
        }
        Ok(steps)
    }

    fn factor(&mut self, told: Option<f64>) -> f64 {
        told.unwrap_or_else(|| {
            self.report.assume("rescale_factor = 1/255", "the default of every processor");
            PER_BYTE
        })
    }

    fn rescale(&mut self, factor: f64) -> Result<Step> {
        Ok(match (factor == PER_BYTE, self.pil) {
            (true, false) => steps::times_f32(ValueRange::Unit),
            (true, true) => steps::times_f64(ValueRange::Unit),
            (false, _) => {
                self.check_factor(factor)?;
                steps::scaled(factor, if self.pil { Precision::F64 } else { Precision::F32 })
            }
        })
    }

    fn check_factor(&self, factor: f64) -> Result<()> {
        if factor > 0.0 && (1.0 / factor).is_finite() {
            return Ok(());
        }
        Err(self.keys.wrong("rescale_factor", "a number above 0", &factor.into()))
    }

    fn normalise(&mut self, rescale: Option<f64>, offset: bool, mean: Vec<f64>, std: Vec<f64>) -> Result<Vec<Step>> {
        let order = ChannelOrder::Rgb;
        let plain = |range| steps::normalise(mean.clone(), std.clone(), order, range, Arithmetic::F32);
        Ok(match rescale {
            None => vec![plain(ValueRange::Bytes)],
            Some(factor) if offset => {
                if (factor - 1.0 / 127.5).abs() > 1e-12 {
                    return Err(self.refuse("`rescale_offset` with another rescale_factor than 1/127.5"));
                }
                let precision = if self.pil { steps::times_f64 } else { steps::times_f32 };
                vec![precision(ValueRange::SignedUnit), plain(ValueRange::SignedUnit)]
            }
            Some(factor) if factor == PER_BYTE && self.pil => {
                vec![steps::times_f64(ValueRange::Unit), plain(ValueRange::Unit)]
            }
            Some(factor) if factor == PER_BYTE && self.rule != Rule::Dinov3 => {
                vec![steps::normalise(mean, std, order, ValueRange::Unit, Arithmetic::HuggingFace)]
            }
            Some(factor) if factor == PER_BYTE => {
                vec![steps::times_f32(ValueRange::Unit), plain(ValueRange::Unit)]
            }
            Some(factor) => {
                self.check_factor(factor)?;
                if self.pil {
                    self.report.inexact(format!("rescale_factor {factor} is folded into the constants"));
                }
                // torch multiplies its f32 constants by the reciprocal, in f32.
                let scale = (1.0 / factor) as f32;
                let fused = |list: &[f64]| list.iter().map(|&value| f64::from(value as f32 * scale)).collect();
                vec![steps::normalise(fused(&mean), fused(&std), order, ValueRange::Bytes, Arithmetic::F32)]
            }
        })
    }

    fn constants(&mut self, key: &str) -> Result<Vec<f64>> {
        let Some(value) = self.take(key) else {
            return Err(self.refuse(format!("it normalises, but neither says `{key}` nor has a default for it")));
        };
        let list = crate::import::keys::numbers(&value).filter(|list| matches!(list.len(), 1 | 3));
        list.ok_or_else(|| self.keys.wrong(key, "one number or three", &value))
    }

    /// Padding and channel order, which come after the numbers.
    pub(super) fn after(&mut self, pipeline: Pipeline) -> Result<Pipeline> {
        let mut pipeline = pipeline;
        match self.rule {
            Rule::Mobilevit => {
                let old = self.keys.bool(&mut self.report, "do_flip_channels")?;
                if self.bool("do_flip_channel_order")?.or(old) == Some(true) {
                    pipeline = pipeline.convert_order(ChannelOrder::Bgr);
                    self.report.trap("the model is fed BGR of 0-1, not normalised");
                }
            }
            Rule::Pplcnet => {
                pipeline = pipeline.convert_order(ChannelOrder::Bgr);
                self.report.trap("image_mean is applied to RGB as it stands; then the channels are reversed to BGR");
            }
            Rule::Donut | Rule::Llava => {}
            Rule::Dpt => {
                if self.bool("do_pad")? == Some(true) {
                    let Some(divisor) = self.edge("size_divisor")? else {
                        return Err(self.keys.missing("size_divisor", "which `do_pad` needs"));
                    };
                    pipeline = pipeline.step(steps::pad(PadTo::Multiple(divisor), PadPlace::Center, vec![0.0]));
                }
            }
            _ => {
                let do_pad = self.bool("do_pad")?;
                let size = if do_pad == Some(true) { self.both("pad_size")? } else { None };
                if let Some(size) = size {
                    pipeline = pipeline.step(steps::pad(PadTo::Size(size), PadPlace::TopLeft, vec![0.0]));
                } else if do_pad == Some(true) {
                    self.report.assume("one image", "do_pad pads a batch to its largest image; one image stays");
                }
            }
        }
        Ok(if matches!(pipeline.steps.last(), Some(Step::Rescale(_) | Step::ScaleShift(_))) && self.pil {
            pipeline.step(Step::Cast(Cast { to: DType::F32 }))
        } else {
            pipeline
        })
    }
}

fn unit(mean: Vec<f64>, std: Vec<f64>) -> Step {
    steps::normalise(mean, std, ChannelOrder::Rgb, ValueRange::Unit, Arithmetic::F32)
}

fn assume_range(range: ValueRange) -> Step {
    Step::Assume(crate::op::Assume { range: Some(range), ..Default::default() })
}
