//! Hugging Face: `preprocessor_config.json` and `processor_config.json`.
//!
//! *Source*: transformers 5.24, image_processing_backends.py and models/*/image_processing_*.py. What a file leaves out
//! is the default of its class, which `defaults.json` lists.

mod numbers;
mod sizes;
mod space;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::keys::Keys;
use super::report::{Imported, Report};
use super::{Backend, Family, Options};
use crate::error::{Error, Result};
use crate::op::{Filter, Step};
use crate::pipeline::Pipeline;
use crate::spec::{ChannelOrder, TensorLayout};

/// What a class does besides resize, crop, rescale, normalise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Rule {
    Base,
    NoCrop,
    Convnext,
    Levit,
    Poolformer,
    Sam,
    Dpt,
    Efficientnet,
    Mobilevit,
    Donut,
    Llava,
    Qwen,
    Dinov3,
    Pplcnet,
}

#[derive(Deserialize)]
struct Table {
    processors: Map<String, Value>,
    refused: Vec<String>,
}

/// One processor while it is read.
struct Processor<'a> {
    keys: Keys,
    defaults: Keys,
    rule: Rule,
    class: &'a str,
    pil: bool,
    report: Report,
}

/// Keys that say nothing about the tensor of one image.
const IGNORED: &[&str] = &[
    "_valid_processor_keys",
    "processor_class",
    "auto_map",
    "_processor_class",
    "feature_extractor_type",
    "image_processor_type",
    "do_reduce_labels",
    "reduce_labels",
    "format",
    "do_convert_annotations",
    "return_segmentation_masks",
    "annotations",
    "masks_path",
    "keep_keys",
    "device",
    "return_tensors",
    "disable_grouping",
    "input_data_format",
    "image_seq_length",
    "num_labels",
    "ignore_index",
    "apply_ocr",
    "ocr_lang",
    "tesseract_config",
    "mask_size",
    "mask_pad_size",
    "video_processor_type",
    "transformers_version",
    "num_image_tokens",
    "use_fast",
    "name_or_path",
];

/// Keys that some classes read, and the others pass over.
const UNUSED: &[&str] = &[
    "default_to_square",
    "size",
    "max_size",
    "resample",
    "crop_size",
    "do_center_crop",
    "crop_pct",
    "do_pad",
    "pad_size",
    "size_divisor",
    "size_divisibility",
    "do_flip_channel_order",
    "image_mean",
    "image_std",
    "rescale_offset",
    "include_top",
    "ensure_multiple_of",
    "keep_aspect_ratio",
    "patch_size",
    "merge_size",
    "temporal_patch_size",
    "min_pixels",
    "max_pixels",
    "crop_to_patches",
    "min_patches",
    "max_patches",
    "do_grayscale",
];

/// Reads a `preprocessor_config.json` or `processor_config.json`.
///
/// *Errors*: `InvalidInput` for what is no such file, `Unsupported` for a type that is unknown or that does more to an
/// image than steps can say.
pub fn import_value(name: &str, value: Value, options: &Options) -> Result<Imported> {
    let mut report = Report::default();
    let mut keys = Keys::new(value, "")?;
    if let Some(inner) = keys.keys("image_processor")? {
        for key in ["video_processor", "feature_extractor", "tokenizer", "processor_class"] {
            keys.ignore(&mut report, &[key]);
        }
        keys.finish(&mut report);
        keys = inner;
    }
    let table: Table = serde_json::from_str(include_str!("defaults.json"))
        .map_err(|error| Error::internal(format!("the table of processors: {error}")))?;
    let (class, pil) = class(&mut keys, &mut report, &table, options)?;
    let Some((known, row)) = table.processors.get_key_value(&class) else {
        return Err(unknown_class(&class, &table));
    };
    let mut defaults = Keys::new(row.clone(), "")?;
    let rule = defaults.inner("rule").map(serde_json::from_value).transpose();
    let rule = rule.ok().flatten().ok_or_else(|| Error::internal("a row of the table of processors has no rule"))?;
    if pil && defaults.inner("pil") == Some(Value::Bool(false)) {
        return Err(Error::unsupported(format!("{class} has no PIL backend; import it without asking for one")));
    }
    let source = format!(
        "transformers 5.24, {class}{} on a PIL image, Pillow 13.0",
        if pil { "Pil" } else { ", torchvision 0.29.2" }
    );
    let processor = Processor { keys, defaults, rule, class: known, pil, report };
    let (pipeline, report) = processor.pipeline()?;
    Ok(report.finish(Family::HuggingFace, name, source, pipeline))
}

/// The class without its backend's suffix, and whether that is PIL.
fn class(keys: &mut Keys, report: &mut Report, table: &Table, options: &Options) -> Result<(String, bool)> {
    let named = keys.text(report, "image_processor_type")?;
    let old = keys.text(report, "feature_extractor_type")?;
    let Some(named) = named.or(old.map(|old| old.replace("FeatureExtractor", "ImageProcessor"))) else {
        let known = ["do_resize", "do_normalize", "image_mean", "size"].iter().any(|key| keys.has(key));
        return Err(Error::invalid_input(if known {
            "the config does not say its `image_processor_type`, on which its defaults depend; add it, for example \
             \"image_processor_type\": \"ViTImageProcessor\""
        } else {
            "the config has no image keys: it is about text or sound, or its image processor lies in another file"
        }));
    };
    let (class, by_name) = if let Some(class) = named.strip_suffix("Fast") {
        (class, Some(Backend::Torch))
    } else if let Some(class) = named.strip_suffix("Pil") {
        (class, Some(Backend::Pil))
    } else {
        (named.as_str(), None)
    };
    let backend = by_name.or(options.backend);
    if backend.is_none() && table.processors.contains_key(class) {
        report.assume(
            "the torchvision backend",
            format!(
                "transformers 5 takes it for {class}; transformers 4 took the PIL one, whose last bits and some sizes \
                 differ: ask for `pil`"
            ),
        );
    }
    Ok((class.to_owned(), backend == Some(Backend::Pil)))
}

fn unknown_class(class: &str, table: &Table) -> Error {
    if table.refused.iter().any(|refused| refused == class) {
        return Error::unsupported(format!(
            "{class} is known, but does to an image what steps cannot say: several crops, patches, or sizes of its own"
        ))
        .expected("a processor that makes one image of one", class);
    }
    let meant = crate::text::meant(class, table.processors.keys().map(String::as_str));
    Error::unsupported(format!("no image processor is called {class}{meant}"))
        .expected("an image_processor_type of transformers 5.24", class)
}

impl Processor<'_> {
    fn pipeline(mut self) -> Result<(Pipeline, Report)> {
        self.keys.ignore(&mut self.report, IGNORED);
        let mut pipeline = self.convert_rgb(Pipeline::new())?;
        let filter = self.filter()?;
        pipeline = match self.rule {
            Rule::Dinov3 => {
                if self.bool("do_center_crop")? == Some(true) {
                    return Err(self.refuse("a centre crop of its floats"));
                }
                let (resized, numbers) = (self.resize(filter)?, self.numbers()?);
                dinov3(pipeline, resized, numbers)?
            }
            _ => {
                for step in self.space(filter)? {
                    pipeline = pipeline.step(step);
                }
                self.numbers()?.into_iter().fold(pipeline, Pipeline::step)
            }
        };
        pipeline = self.after(pipeline)?;
        let layout = match self.keys.text(&mut self.report, "data_format")?.as_deref() {
            None | Some("channels_first") => TensorLayout::Nchw,
            Some("channels_last") => TensorLayout::Nhwc,
            Some(other) => {
                return Err(self.keys.wrong("data_format", "channels_first or channels_last", &Value::from(other)));
            }
        };
        self.keys.ignore(&mut self.report, UNUSED);
        self.keys.finish(&mut self.report);
        Ok((pipeline.layout(layout), self.report))
    }

    fn convert_rgb(&mut self, pipeline: Pipeline) -> Result<Pipeline> {
        if self.bool("do_convert_rgb")? == Some(true) {
            self.report.trap("transformers 5 lays alpha over white: put `composite` first for pictures with alpha");
        } else {
            self.report.assume("an RGB image", "the config does not convert one; its model is for RGB");
        }
        Ok(pipeline.convert_order(ChannelOrder::Rgb))
    }

    fn filter(&mut self) -> Result<Filter> {
        let number = match self.take("resample") {
            None => 2,
            Some(value) => value
                .as_u64()
                .and_then(|number| u32::try_from(number).ok())
                .ok_or_else(|| self.keys.wrong("resample", "0 to 5, as Pillow numbers its filters", &value))?,
        };
        super::steps::pillow_filter(number)
            .ok_or_else(|| self.keys.wrong("resample", "0 to 5, as Pillow numbers its filters", &Value::from(number)))
    }

    /// A key of the file, or what its class says.
    fn take(&mut self, key: &str) -> Option<Value> {
        if self.keys.has(key) {
            return self.keys.take(&mut self.report, key);
        }
        // null in the file means the class's default as well.
        self.keys.inner(key);
        let value = self.defaults.inner(key)?;
        self.report.assume(format!("{key} = {value}"), format!("the default of {}", self.class));
        Some(value)
    }

    fn bool(&mut self, key: &str) -> Result<Option<bool>> {
        self.take(key)
            .map(|value| value.as_bool().ok_or_else(|| self.keys.wrong(key, "true or false", &value)))
            .transpose()
    }

    fn number(&mut self, key: &str) -> Result<Option<f64>> {
        self.take(key)
            .map(|value| super::keys::number(&value).ok_or_else(|| self.keys.wrong(key, "a number", &value)))
            .transpose()
    }

    fn edge(&mut self, key: &str) -> Result<Option<u32>> {
        self.take(key)
            .map(|value| {
                super::keys::edge(&value).ok_or_else(|| self.keys.wrong(key, "a whole number above 0", &value))
            })
            .transpose()
    }

    fn refuse(&self, what: impl std::fmt::Display) -> Error {
        Error::unsupported(format!("{}: {what}", self.class))
    }
}

/// DINOv3 rescales, resizes floats, then normalises.
fn dinov3(pipeline: Pipeline, resized: Vec<Step>, numbers: Vec<Step>) -> Result<Pipeline> {
    let mut numbers = numbers.into_iter();
    let rescale = numbers.next().into_iter();
    Ok(rescale.chain(resized).chain(numbers).fold(pipeline, Pipeline::step))
}
