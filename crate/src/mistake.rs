//! The classic mistakes, each a rewrite from a right pipeline to a wrong one.

use crate::error::{Error, Result};
use crate::op::{Assume, Cast, ConvertOrder, HueShift, Normalise, Rescale, Step};
use crate::pipeline::Pipeline;
use crate::spec::{ChannelOrder, DType, ValueRange};

/// The share of the colour circle by which the two hue mistakes turn, where the pipeline does not say another.
pub const HUE_ALPHA: f64 = 0.1;

/// A mistake that real projects made, without any error raised.
#[derive(Debug, Clone, Copy)]
pub struct Mistake {
    pub id: &'static str,
    pub title: &'static str,
    /// How it happens, and what it does to a model.
    pub story: &'static str,
    rewrite: fn(&Pipeline) -> Result<Comparison>,
}

/// What the right side and the wrong side run.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// The pipeline as it was, or with the step that the mistake is about added in its right place.
    pub right: Pipeline,
    pub wrong: Pipeline,
    /// What was added to both sides so that there is something to get wrong.
    pub note: Option<String>,
}

impl Mistake {
    /// Finds a mistake.
    ///
    /// *Errors*: `InvalidInput` for an unknown id, with the nearest known one.
    pub fn find(id: &str) -> Result<&'static Self> {
        MISTAKES.iter().find(|mistake| mistake.id == id).ok_or_else(|| {
            Error::invalid_input(crate::text::unknown("mistake", id, MISTAKES.iter().map(|mistake| mistake.id)))
        })
    }

    /// Makes the mistake in a pipeline.
    ///
    /// *Errors*: `InvalidPipeline` if the pipeline has nothing that could be got wrong in this way.
    pub fn apply(&self, pipeline: &Pipeline) -> Result<Comparison> {
        let mut comparison = (self.rewrite)(pipeline)?;
        let name = pipeline.name.as_deref().unwrap_or("pipeline");
        comparison.wrong.name = Some(format!("{name}, {}", self.id));
        comparison.wrong.description = Some(self.title.into());
        comparison.wrong.source = None;
        Ok(comparison)
    }
}

/// All mistakes, in the order in which they are shown.
pub static MISTAKES: &[Mistake] = &[
    Mistake {
        id: "bgr-as-rgb",
        title: "BGR fed as RGB",
        story: "OpenCV reads BGR, Pillow reads RGB. Red and blue change places and nothing complains: \
                the model still answers, only worse. (For a model that wants BGR: RGB fed as BGR.)",
        rewrite: bgr_as_rgb,
    },
    Mistake {
        id: "no-rescale",
        title: "No rescale: 0-255 where 0-1 belongs",
        story: "ToTensor left out, or the rescale of the config overlooked: every value is 255 times too large.",
        rewrite: no_rescale,
    },
    Mistake {
        id: "rescaled-twice",
        title: "Rescaled twice",
        story: "The loader divides by 255, then the processor does it again: nearly everything is black.",
        rewrite: rescaled_twice,
    },
    Mistake {
        id: "255-constants-on-0-1",
        title: "0-255 constants on 0-1 data",
        story: "123.675, 116.28, 103.53 are subtracted from numbers between 0 and 1: \
                a flat picture that looks plausible in a histogram. Every photo becomes the same answer.",
        rewrite: byte_constants_on_unit_data,
    },
    Mistake {
        id: "0-1-constants-on-255",
        title: "0-1 constants on 0-255 data",
        story: "0.485, 0.456, 0.406 are subtracted from bytes: values a hundred times too large, where a model expects -2 to 2.",
        rewrite: unit_constants_on_byte_data,
    },
    Mistake {
        id: "constants-in-other-order",
        title: "Constants in the other channel order",
        story: "The data is right, but mean and std are listed for the reversed channels: a slight colour cast.",
        rewrite: constants_in_other_order,
    },
    Mistake {
        id: "hwc-as-chw",
        title: "HWC read as CHW",
        story: "reshape instead of transpose: the shape check passes, the picture becomes stripes in three planes.",
        rewrite: hwc_as_chw,
    },
    Mistake {
        id: "normalised-twice",
        title: "Normalised twice",
        story: "Once in the data loader, once inside the model.",
        rewrite: normalised_twice,
    },
    Mistake {
        id: "not-normalised",
        title: "Rescaled to 0-1 but not normalised",
        story: "ToTensor without Normalize: the model sees a dim, low-contrast world.",
        rewrite: not_normalised,
    },
    Mistake {
        id: "raw-0-255",
        title: "Raw bytes as floats",
        story: "Neither rescaled nor normalised: astype(float32) and off it goes.",
        rewrite: raw_bytes,
    },
    Mistake {
        id: "hue-on-rgb",
        title: "Hue shift on RGB instead of BGR",
        story: "MegEngine's HueTransform wants BGR. On RGB it turns the colour circle the other way round.",
        rewrite: hue_on_rgb,
    },
    Mistake {
        id: "hue-after-to-tensor",
        title: "Hue shift after ToTensor",
        story: "The augmentation casts to 8 bits; on data of 0-1 that leaves hardly anything but 0: one flat colour.",
        rewrite: hue_after_to_tensor,
    },
];

fn only(wrong: Pipeline, right: &Pipeline) -> Comparison {
    Comparison { right: right.clone(), wrong, note: None }
}

fn position(pipeline: &Pipeline, wanted: fn(&Step) -> bool, what: &str) -> Result<usize> {
    pipeline
        .steps
        .iter()
        .position(wanted)
        .ok_or_else(|| Error::invalid_pipeline(format!("this pipeline has no {what}, so that cannot be got wrong")))
}

fn is_rescale(step: &Step) -> bool {
    matches!(step, Step::Rescale(_))
}

fn is_normalise(step: &Step) -> bool {
    matches!(step, Step::Normalise(_))
}

fn is_numeric(step: &Step) -> bool {
    matches!(step, Step::Rescale(_) | Step::Normalise(_) | Step::Cast(_))
}

fn rescale_of(pipeline: &Pipeline) -> Result<(usize, &Rescale)> {
    let at = position(pipeline, is_rescale, "rescale")?;
    match pipeline.steps.get(at) {
        Some(Step::Rescale(rescale)) => Ok((at, rescale)),
        _ => Err(Error::internal("a step changed its kind")),
    }
}

fn normalise_of(pipeline: &Pipeline) -> Result<(usize, &Normalise)> {
    let at = position(pipeline, is_normalise, "normalise")?;
    match pipeline.steps.get(at) {
        Some(Step::Normalise(normalise)) => Ok((at, normalise)),
        _ => Err(Error::internal("a step changed its kind")),
    }
}

fn assume_range(range: ValueRange) -> Step {
    Step::Assume(Assume { range: Some(range), ..Assume::default() })
}

fn assume_order(order: ChannelOrder) -> Step {
    Step::Assume(Assume { order: Some(order), ..Assume::default() })
}

fn convert_order(to: ChannelOrder) -> Step {
    Step::ConvertOrder(ConvertOrder { to })
}

fn as_floats() -> Step {
    Step::Cast(Cast { to: DType::F32 })
}

/// The rescale to 0-1 that torchvision's ToTensor does.
fn to_tensor() -> Step {
    let (by, precision) = Default::default();
    Step::Rescale(Rescale { from: ValueRange::Bytes, to: ValueRange::Unit, by, precision })
}

/// Puts `steps` in the place of `count` steps.
fn splice(pipeline: &Pipeline, at: usize, count: usize, steps: impl IntoIterator<Item = Step>) -> Pipeline {
    let mut result = pipeline.clone();
    let end = (at + count).min(result.steps.len());
    result.steps.splice(at.min(end)..end, steps);
    result
}

fn order_of(pipeline: &Pipeline) -> Result<(usize, ChannelOrder)> {
    let found = pipeline.steps.iter().enumerate().find_map(|(at, step)| match step {
        Step::ConvertOrder(ConvertOrder { to }) if *to != ChannelOrder::Gray => Some((at, *to)),
        _ => None,
    });
    found.ok_or_else(|| {
        Error::invalid_pipeline("this pipeline does not say which channel order it wants; begin it with convert_order")
    })
}

fn bgr_as_rgb(pipeline: &Pipeline) -> Result<Comparison> {
    let (at, order) = order_of(pipeline)?;
    let steps = [convert_order(order.reversed()), assume_order(order)];
    Ok(only(splice(pipeline, at, 1, steps), pipeline))
}

fn no_rescale(pipeline: &Pipeline) -> Result<Comparison> {
    let (at, rescale) = rescale_of(pipeline)?;
    Ok(only(splice(pipeline, at, 1, [as_floats(), assume_range(rescale.to)]), pipeline))
}

fn rescaled_twice(pipeline: &Pipeline) -> Result<Comparison> {
    let (at, rescale) = rescale_of(pipeline)?;
    let again = [assume_range(rescale.from), Step::Rescale(rescale.clone())];
    Ok(only(splice(pipeline, at + 1, 0, again), pipeline))
}

fn byte_constants_on_unit_data(pipeline: &Pipeline) -> Result<Comparison> {
    let (at, _) = normalise_of(pipeline)?;
    let mut steps = vec![assume_range(ValueRange::Bytes)];
    if !pipeline.steps.iter().take(at).any(is_rescale) {
        steps.insert(0, to_tensor());
    }
    Ok(only(splice(pipeline, at, 0, steps), pipeline))
}

fn unit_constants_on_byte_data(pipeline: &Pipeline) -> Result<Comparison> {
    let (at, _) = normalise_of(pipeline)?;
    let mut wrong = splice(pipeline, at, 0, [assume_range(ValueRange::Unit)]);
    if let Some(rescale) = wrong.steps.iter().take(at).position(is_rescale) {
        wrong.steps.remove(rescale);
    }
    Ok(only(wrong, pipeline))
}

fn constants_in_other_order(pipeline: &Pipeline) -> Result<Comparison> {
    let (at, normalise) = normalise_of(pipeline)?;
    if normalise.mean.len() == 1 && normalise.std.len() == 1 {
        return Err(Error::invalid_pipeline(
            "this pipeline has one mean and one std for all channels, which have no order",
        ));
    }
    let wrong = Normalise { order: normalise.order.reversed(), ..normalise.clone() };
    Ok(only(splice(pipeline, at, 1, [Step::Normalise(wrong)]), pipeline))
}

fn hwc_as_chw(pipeline: &Pipeline) -> Result<Comparison> {
    let layout = position(pipeline, |step| matches!(step, Step::Layout(_)), "layout step")?;
    let Some(Step::Layout(to)) = pipeline.steps.get(layout) else {
        return Err(Error::internal("a step changed its kind"));
    };
    if !to.to.is_planar() {
        return Err(Error::invalid_pipeline(
            "this model takes HWC, as images lie in memory; there is nothing to transpose",
        ));
    }
    let wrong = splice(pipeline, layout, 1, []);
    // The bytes are reshaped as they come from the image, before anything is computed a channel.
    let at = wrong.steps.iter().position(is_numeric).unwrap_or(layout);
    let reshape = Step::Assume(Assume { layout: Some(to.to), ..Assume::default() });
    Ok(only(splice(&wrong, at, 0, [reshape]), pipeline))
}

fn normalised_twice(pipeline: &Pipeline) -> Result<Comparison> {
    let (at, normalise) = normalise_of(pipeline)?;
    let again = [assume_range(normalise.range), Step::Normalise(normalise.clone())];
    Ok(only(splice(pipeline, at + 1, 0, again), pipeline))
}

fn not_normalised(pipeline: &Pipeline) -> Result<Comparison> {
    let (at, _) = normalise_of(pipeline)?;
    let rescaled = pipeline.steps.iter().take(at).any(is_rescale);
    Ok(only(splice(pipeline, at, 1, (!rescaled).then(to_tensor)), pipeline))
}

fn raw_bytes(pipeline: &Pipeline) -> Result<Comparison> {
    let at = position(pipeline, |step| is_rescale(step) || is_normalise(step), "rescale and no normalise")?;
    let mut wrong = splice(pipeline, at, 0, [as_floats()]);
    wrong.steps.retain(|step| !is_rescale(step) && !is_normalise(step));
    Ok(only(wrong, pipeline))
}

/// The pipeline with a hue shift before its numbers, added if it has none, and where that stands.
fn with_hue(pipeline: &Pipeline) -> (Pipeline, usize, Option<String>) {
    if let Some(at) = pipeline.steps.iter().position(|step| matches!(step, Step::HueShift(_))) {
        return (pipeline.clone(), at, None);
    }
    let numeric = |step: &Step| is_numeric(step) || matches!(step, Step::Layout(_));
    let at = pipeline.steps.iter().position(numeric).unwrap_or(pipeline.steps.len());
    let hue = Step::HueShift(HueShift::new(HUE_ALPHA));
    let note = format!("both sides have a hue shift of {HUE_ALPHA} added, as this pipeline has none");
    (splice(pipeline, at, 0, [hue]), at, Some(note))
}

fn hue_on_rgb(pipeline: &Pipeline) -> Result<Comparison> {
    let (right, at, note) = with_hue(pipeline);
    let before = Pipeline { steps: right.steps.iter().take(at).rev().cloned().collect(), ..Pipeline::new() };
    let (_, order) = order_of(&before)?;
    let Some(hue) = right.steps.get(at).cloned() else { return Err(Error::internal("the hue shift was not found")) };
    // Said to be reversed while it turns, and itself again afterwards.
    let steps = [assume_order(order.reversed()), hue, assume_order(order)];
    Ok(Comparison { wrong: splice(&right, at, 1, steps), right, note })
}

fn hue_after_to_tensor(pipeline: &Pipeline) -> Result<Comparison> {
    let (right, at, note) = with_hue(pipeline);
    let Some(hue) = right.steps.get(at).cloned() else { return Err(Error::internal("the hue shift was not found")) };
    let without = splice(&right, at, 1, []);
    let rescale = position(&without, is_rescale, "rescale")?;
    let range = rescale_of(&without)?.1.to;
    let steps = [assume_range(ValueRange::Bytes), hue, assume_range(range)];
    Ok(Comparison { wrong: splice(&without, rescale + 1, 0, steps), right, note })
}
