//! A pipeline is data: an ordered list of steps, written in JSON or built in code.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::json;
use crate::op::{
    Assume, Cast, CenterCrop, ConvertOrder, Filter, Fit, HueShift, Layout, Normalise, Rescale, Resize, ResizeMatches,
    Step,
};
use crate::policy::Decode;
use crate::spec::{ChannelOrder, DType, Size, TensorLayout, ValueRange};

/// An ordered list of steps from an image to a model's input.
///
/// ```
/// use pixelproof::{Pipeline, ChannelOrder, TensorLayout, ValueRange};
///
/// let pipeline = Pipeline::new()
///     .convert_order(ChannelOrder::Rgb)
///     .rescale(ValueRange::Bytes, ValueRange::Unit)
///     .layout(TensorLayout::Nchw);
/// assert_eq!(pipeline, Pipeline::from_json(&pipeline.to_json())?);
/// # Ok::<(), pixelproof::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pipeline {
    /// Where the JSON Schema of this file lies, for editors.
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// What it is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What it is for, in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The library and version whose numbers it gives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// How a picture file becomes the image that the first step gets; an image that comes as pixels is taken as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decode: Option<Decode>,
    pub steps: Vec<Step>,
}

impl Pipeline {
    /// More steps than any real pipeline has; bounds the work that an untrusted file can ask for.
    pub const MAX_STEPS: usize = 256;

    pub fn new() -> Self {
        Self::default()
    }

    /// Reads a pipeline.
    ///
    /// *Errors*: `InvalidPipeline` for anything that is not the schema's, an unknown key among it.
    pub fn from_json(json: &str) -> Result<Self> {
        let pipeline: Self = json::read(json).map_err(|reason| {
            Error::invalid_pipeline(format!("not a pipeline: {reason}; `pixelproof schema` prints what is allowed"))
        })?;
        if pipeline.steps.len() > Self::MAX_STEPS {
            return Err(Error::limits("the pipeline has too many steps")
                .expected(format!("at most {}", Self::MAX_STEPS), pipeline.steps.len()));
        }
        Ok(pipeline)
    }

    /// Writes the pipeline as indented JSON.
    pub fn to_json(&self) -> String {
        // Only a map with keys that are not text, or a failing writer, makes serde_json fail; there is neither here.
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// Each step in plain words.
    pub fn in_words(&self) -> Vec<String> {
        self.steps.iter().map(Step::to_string).collect()
    }

    /// The JSON Schema of a pipeline file, generated from these types.
    pub fn json_schema() -> serde_json::Value {
        schemars::schema_for!(Self).to_value()
    }

    /// Says how a picture file is decoded.
    #[must_use]
    pub fn decode(mut self, decode: Decode) -> Self {
        self.decode = Some(decode);
        self
    }

    /// Adds any step.
    #[must_use]
    pub fn step(mut self, step: Step) -> Self {
        self.steps.push(step);
        self
    }

    /// Adds a step that takes the channels to be `order`, moving nothing.
    #[must_use]
    pub fn assume_order(self, order: ChannelOrder) -> Self {
        self.step(Step::Assume(Assume { order: Some(order), ..Assume::default() }))
    }

    /// Adds a step that takes the values to be of `range`, changing none.
    #[must_use]
    pub fn assume_range(self, range: ValueRange) -> Self {
        self.step(Step::Assume(Assume { range: Some(range), ..Assume::default() }))
    }

    /// Adds a step that moves the channels into `to`.
    #[must_use]
    pub fn convert_order(self, to: ChannelOrder) -> Self {
        self.step(Step::ConvertOrder(ConvertOrder { to }))
    }

    /// Adds Pillow's resize.
    #[must_use]
    pub fn resize(self, filter: Filter, fit: Fit) -> Self {
        self.step(Step::Resize(Resize::new(ResizeMatches::Pillow, filter, fit)))
    }

    /// Adds torchvision's centre crop to a square.
    #[must_use]
    pub fn center_crop(self, edge: u32) -> Self {
        self.step(Step::CenterCrop(CenterCrop::new(Size::new(edge, edge))))
    }

    /// Adds MegEngine's hue shift.
    #[must_use]
    pub fn hue_shift(self, alpha: f64) -> Self {
        self.step(Step::HueShift(HueShift::new(alpha)))
    }

    /// Adds a rescale by division in f32, as torchvision's ToTensor.
    #[must_use]
    pub fn rescale(self, from: ValueRange, to: ValueRange) -> Self {
        self.step(Step::Rescale(Rescale { from, to, by: Default::default(), precision: Default::default() }))
    }

    /// Adds a normalise with constants that state their order and range.
    #[must_use]
    pub fn normalise(self, constants: impl Into<Normalise>) -> Self {
        self.step(Step::Normalise(constants.into()))
    }

    /// Adds a change of the number type.
    #[must_use]
    pub fn cast(self, to: DType) -> Self {
        self.step(Step::Cast(Cast { to }))
    }

    /// Adds a change of the layout.
    #[must_use]
    pub fn layout(self, to: TensorLayout) -> Self {
        self.step(Step::Layout(Layout { to }))
    }
}
