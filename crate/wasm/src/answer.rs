//! What is asked and answered as JSON text.

use pixelproof::{Error, ImageSpec, MISTAKES, Mistake, PRESETS, Pipeline, Plan, Result, TensorSpec};
use serde::Serialize;

/// An error as `crate/wasm/ts/error.ts` reads it.
#[derive(Serialize)]
pub struct Failure {
    code: &'static str,
    message: String,
    details: Details,
}

#[derive(Serialize)]
struct Details {
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    got: Option<String>,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let code = error.kind().name();
        let text = error.to_string();
        // JavaScript has the kind in `code`, and shows it beside the message.
        let message = text.strip_prefix(code).and_then(|text| text.strip_prefix(": ")).unwrap_or(&text).to_owned();
        let details = Details {
            step: error.step(),
            expected: error.expected_value().map(Into::into),
            got: error.got_value().map(Into::into),
        };
        Self { code, message, details }
    }
}

/// Writes an answer.
pub fn json(value: &impl Serialize) -> String {
    // Only a map with keys that are not text makes serde_json fail; no answer has one.
    serde_json::to_string(value).unwrap_or_default()
}

/// Refuses a shape that is not the one that the spec gives.
pub fn check_shape(spec: &TensorSpec, shape: &str) -> Result<()> {
    let wanted = spec.shape();
    if serde_json::from_str::<Vec<usize>>(shape).is_ok_and(|shape| shape == wanted) {
        return Ok(());
    }
    Err(Error::invalid_input("the shape is not the one of the tensor's spec; hand in the tensor as `run` gave it")
        .expected(json(&wanted), shape))
}

/// Reads how a picture is to be decoded.
#[cfg(feature = "decode")]
pub fn decode_policy(json: &str) -> Result<pixelproof::Decode> {
    serde_json::from_str(json).map_err(|error| Error::invalid_pipeline(format!("decode: {error}")))
}

#[derive(Serialize)]
struct PresetEntry {
    name: &'static str,
    also: &'static [&'static str],
    description: &'static str,
    source: &'static str,
    pipeline: Pipeline,
}

/// All presets with their pipelines.
pub fn presets() -> String {
    let entry = |preset: &pixelproof::Preset| PresetEntry {
        name: preset.name,
        also: preset.also,
        description: preset.description,
        source: preset.source,
        pipeline: preset.pipeline(),
    };
    json(&PRESETS.iter().map(entry).collect::<Vec<_>>())
}

#[derive(Serialize)]
struct MistakeEntry {
    id: &'static str,
    title: &'static str,
    story: &'static str,
}

/// All mistakes.
pub fn mistakes() -> String {
    let entry = |mistake: &Mistake| MistakeEntry { id: mistake.id, title: mistake.title, story: mistake.story };
    json(&MISTAKES.iter().map(entry).collect::<Vec<_>>())
}

#[derive(Serialize)]
struct Comparison {
    right: Pipeline,
    wrong: Pipeline,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// The pipeline beside the one with the mistake in it.
pub fn apply_mistake(pipeline: &str, id: &str) -> Result<String> {
    let mistake = Mistake::find(id)?;
    let pixelproof::Comparison { right, wrong, note } = mistake.apply(&Pipeline::from_json(pipeline)?)?;
    Ok(json(&Comparison { right, wrong, note }))
}

#[derive(Serialize)]
struct Description {
    input: ImageSpec,
    output: TensorHeader,
    passes: Vec<&'static str>,
}

#[derive(Serialize)]
struct TensorHeader {
    #[serde(flatten)]
    spec: TensorSpec,
    shape: Vec<usize>,
}

/// What a plan takes, gives and does.
pub fn describe(plan: &Plan) -> String {
    let spec = plan.output().clone();
    json(&Description {
        input: plan.input(),
        output: TensorHeader { shape: spec.shape(), spec },
        passes: plan.passes().iter().map(|pass| pass.stem()).collect(),
    })
}
