//! From steps to passes: every contradiction between a step and the data is found here.

use super::prune::prune;
use super::state::State;
use super::{Pass, Plan};
use crate::error::{Error, Result};
use crate::op::{Assume, Step};
use crate::pipeline::Pipeline;
use crate::spec::{Channel, ChannelOrder, ImageSpec, TensorLayout, TensorSpec};

pub(super) fn compile(pipeline: &Pipeline, input: &ImageSpec) -> Result<Plan> {
    input.values()?;
    // Pixels are decoded already, but a file that contradicts itself is wrong for every image.
    pipeline.decode.unwrap_or_default().rules()?;
    let mut state = State::new(input);
    for (at, step) in pipeline.steps.iter().enumerate() {
        match step {
            Step::Assume(assume) => state.assume(assume),
            Step::ConvertOrder(convert) => state.convert_order(convert.to),
            Step::Composite(composite) => state.composite(composite),
            Step::Resize(resize) => state.resize(resize),
            Step::WarpAffine(warp) => state.warp_affine(warp),
            Step::CenterCrop(crop) => state.center_crop(crop),
            Step::Crop(crop) => state.crop(crop),
            Step::Pad(pad) => state.pad(pad),
            Step::Flip(flip) => {
                state.flip(flip.axis);
                Ok(())
            }
            Step::HueShift(hue) => state.hue_shift(hue),
            Step::Brightness(jitter) => state.brightness(jitter),
            Step::Contrast(jitter) => state.contrast(jitter),
            Step::Saturation(jitter) => state.saturation(jitter),
            Step::HsvJitter(jitter) => state.hsv_jitter(jitter),
            Step::Lighting(lighting) => state.lighting(lighting),
            Step::ToColour(step) => state.enter_colour_space(step),
            Step::FromColour(step) => state.leave_colour_space(step),
            Step::Rescale(rescale) => state.rescale(rescale),
            Step::Normalise(normalise) => state.normalise(normalise),
            Step::ScaleShift(step) => state.scale_shift(step),
            Step::Clip(clip) => state.clip(clip),
            Step::SrgbToLinear(_) => state.srgb_to_linear(),
            Step::Cast(cast) => state.cast(cast.to),
            Step::Quantise(quantise) => state.quantise(quantise),
            Step::Layout(layout) => {
                state.layout = layout.to;
                Ok(())
            }
        }
        .map_err(|error| error.at_step(at))?;
    }
    let output = TensorSpec {
        size: state.size(),
        order: state.order,
        range: state.range,
        layout: state.layout,
        dtype: state.dtype,
    };
    state.emit(output.layout, output.dtype)?;
    let affine = state.affine();
    let mut passes = state.passes;
    prune(&mut passes);
    Ok(Plan { input: *input, output, passes, affine, placement: state.placement })
}

impl State {
    fn assume(&mut self, assume: &Assume) -> Result<()> {
        if *assume == Assume::default() {
            return Err(Error::invalid_pipeline("assume says nothing; give it an order, a range or a layout"));
        }
        if let Some(order) = assume.order {
            if order.count() != self.order.count() {
                return Err(Error::invalid_pipeline(
                    "assume relabels channels, it cannot add or drop any; use convert_order",
                )
                .expected(format!("{} channels", self.order.count()), order));
            }
            self.order = order;
        }
        if let Some(range) = assume.range {
            self.range = range;
        }
        if let Some(layout) = assume.layout {
            self.assume_layout(layout)?;
        }
        Ok(())
    }

    /// numpy's `reshape`: the same memory, read with the axes of `layout`.
    fn assume_layout(&mut self, layout: TensorLayout) -> Result<()> {
        if layout == TensorLayout::Wch || self.layout == TensorLayout::Wch {
            return Err(Error::invalid_pipeline("WCH can be laid out, but not assumed nor taken for another layout")
                .expected("NCHW, NHWC, CHW or HWC", TensorLayout::Wch));
        }
        if layout.is_planar() != self.layout.is_planar() {
            // Other passes may leave gaps between their pixels; only an image and what a storing pass writes have none.
            match self.passes.last() {
                None | Some(Pass::Table(_) | Pass::Pointwise(_)) => self.settle(self.layout.is_planar())?,
                Some(_) => self.store(self.layout.is_planar())?,
            }
            self.surface.planar = layout.is_planar();
        }
        self.layout = layout;
        Ok(())
    }

    pub(super) fn convert_order(&mut self, to: ChannelOrder) -> Result<()> {
        let from = self.order;
        let position = |channel: Channel| {
            let grey = (matches!(from, ChannelOrder::Gray | ChannelOrder::GrayAlpha) && channel != Channel::Alpha)
                .then_some(0);
            from.position(channel).or(grey).ok_or_else(|| match channel {
                Channel::Gray => Error::invalid_pipeline(format!(
                    "cannot convert {from} to {to} by moving channels; to_colour mixes them into grey"
                )),
                _ => Error::invalid_pipeline(format!("cannot convert {from} to {to}: the data has no such channel")),
            })
        };
        let positions: Vec<usize> = to.channels().iter().map(|&channel| position(channel)).collect::<Result<_>>()?;
        let pick = |list: &[f64]| positions.iter().filter_map(|&at| list.get(at).copied()).collect::<Vec<_>>();
        (self.scale, self.offset) = (pick(&self.scale), pick(&self.offset));
        self.outside = pick(&self.outside);
        self.map = positions.iter().filter_map(|&at| self.map.get(at).copied()).collect();
        // What is owed was stated for the channels as they were, so its constants move with them.
        for op in &mut self.pending {
            for constants in op.constants_mut() {
                let moved = pick(constants);
                constants.iter_mut().zip(moved).for_each(|(constant, moved)| *constant = moved);
            }
        }
        self.order = to;
        Ok(())
    }
}
