//! The transforms of OpenMMLab's test pipelines, one after the other.

use serde_json::Value;

use super::keys::{self, Keys};
use super::report::Report;
use super::steps;
use crate::error::{Error, Result};
use crate::op::{
    Arithmetic, CenterCrop, CropMatches, Filter, Fit, InsideRounding, PadPlace, PadTo, ResizeMatches, Step,
};
use crate::pipeline::Pipeline;
use crate::spec::{ChannelOrder, DType, Size, TensorLayout, ValueRange};

/// Transforms that load, label, pack, or do nothing at test time.
const NOTHING: &[&str] = &[
    "LoadImageFromFile",
    "LoadImageFromWebcam",
    "LoadImageFromNDArray",
    "LoadAnnotations",
    "RandomFlip",
    "ImageToTensor",
    "DefaultFormatBundle",
    "Collect",
    "PackDetInputs",
    "PackInputs",
    "PackSegInputs",
    "FixShapeResize",
    "Lift",
    "ToTensor",
];
const KNOWN: &[&str] = &["Resize", "ResizeEdge", "CenterCrop", "Normalize", "Pad", "MultiScaleFlipAug", "ConvertTo"];

pub struct Transforms<'a> {
    pub report: &'a mut Report,
    steps: Vec<Step>,
    rgb: bool,
    normalised: bool,
    scale: Option<Vec<u32>>,
}

impl<'a> Transforms<'a> {
    pub fn new(report: &'a mut Report) -> Self {
        Self { report, steps: Vec::new(), rgb: false, normalised: false, scale: None }
    }

    pub fn list(&mut self, list: Value, at: &str) -> Result<()> {
        let Value::Array(items) = list else { return Err(keys::wrong(at, "a list of transforms", &list)) };
        for (index, item) in items.into_iter().enumerate() {
            if item.is_null() {
                self.report.incomplete(format!("{at}[{index}] is Python that is not read as data"));
                continue;
            }
            self.one(Keys::new(item, format!("{at}[{index}]."))?)?;
        }
        Ok(())
    }

    fn one(&mut self, mut keys: Keys) -> Result<()> {
        let Some(kind) = keys.inner("type").and_then(|kind| kind.as_str().map(str::to_owned)) else {
            return Err(keys.missing("type", "which every transform needs"));
        };
        let kind = kind.rsplit('.').next().unwrap_or_default();
        match kind {
            "Resize" | "ResizeEdge" => self.resize(kind, keys),
            "CenterCrop" => {
                let size = size(&mut keys, self.report, "crop_size")?;
                let size = size.ok_or_else(|| keys.missing("crop_size", "which CenterCrop needs"))?;
                keys.ignore(self.report, &["auto_pad", "efficientnet_style"]);
                keys.finish(self.report);
                self.steps.push(Step::CenterCrop(CenterCrop { size, matches: CropMatches::Megengine }));
                Ok(())
            }
            "Normalize" => self.normalize(keys),
            "Pad" => self.pad(keys),
            "MultiScaleFlipAug" => {
                let scale = keys.edges(self.report, "img_scale")?;
                self.scale = scale;
                if keys.bool(self.report, "flip")? == Some(true) {
                    self.report
                        .incomplete("the config also runs the model on the flipped image; the pipeline does not");
                }
                let inner = keys.inner("transforms");
                keys.ignore(self.report, &["flip_direction", "scale_factor", "img_ratios"]);
                keys.finish(self.report);
                inner.map_or(Ok(()), |inner| self.list(inner, "transforms"))
            }
            _ if NOTHING.contains(&kind) => {
                if keys
                    .peek("color_type")
                    .and_then(Value::as_str)
                    .is_some_and(|told| told.contains("ignore_orientation"))
                {
                    self.report
                        .trap("the config ignores the EXIF orientation of files; pixelproof's decoders apply it");
                }
                keys.ignore_rest(self.report);
                Ok(())
            }
            other => {
                let meant = crate::text::meant(other, KNOWN.iter().chain(NOTHING).copied());
                Err(Error::unsupported(format!("steps cannot say OpenMMLab's {other}{meant}"))
                    .expected(KNOWN.join(", "), other))
            }
        }
    }

    fn resize(&mut self, kind: &str, mut keys: Keys) -> Result<()> {
        let named = keys.text(self.report, "interpolation")?.unwrap_or_else(|| "bilinear".into());
        let pillow = keys.text(self.report, "backend")?.as_deref() == Some("pillow");
        let filter = match (pillow, named.as_str()) {
            (false, "lanczos") => Filter::Lanczos4,
            (_, named) => steps::named_filter(named).ok_or_else(|| {
                keys.wrong("interpolation", "bilinear, nearest, bicubic, area or lanczos", &named.into())
            })?,
        };
        let fit = if kind == "ResizeEdge" {
            let edge = keys.edge(self.report, "scale")?.ok_or_else(|| keys.missing("scale", "the edge's length"))?;
            match keys.text(self.report, "edge")?.as_deref() {
                None | Some("short") => Fit::ShortestEdge(edge),
                Some("long") => Fit::LongestEdge { edge, rounding: InsideRounding::Truncate },
                Some(other) => return Err(keys.wrong("edge", "short or long", &other.into())),
            }
        } else {
            let keep = keys.bool(self.report, "keep_ratio")?.unwrap_or(false);
            // mmdet 2 says img_scale, mmdet 3 scale, both width first; mmdeploy says size, height first.
            let told = keys.edges(self.report, "scale")?.or(keys.edges(self.report, "img_scale")?);
            let told = told.or(self.scale.clone());
            let size = match told.as_deref() {
                Some([width, height]) => Some(Size::new(*width, *height)),
                Some(_) => return Err(keys.missing("scale", "one width and height")),
                None => size(&mut keys, self.report, "size")?,
            };
            let Some(Size { width, height }) = size else {
                return Err(keys.missing("scale", "the size to resize to"));
            };
            if keep {
                Fit::Inside { width, height, rounding: InsideRounding::Mmcv }
            } else {
                Fit::Stretch(Size::new(width, height))
            }
        };
        keys.ignore(self.report, &["clip_object_border", "multiscale_mode", "ratio_range", "override"]);
        keys.finish(self.report);
        let mut step = if pillow { steps::pillow(filter, fit) } else { steps::opencv(filter, fit) };
        if let (true, Step::Resize(resize)) = (self.normalised, &mut step) {
            resize.matches = ResizeMatches::Opencv;
        }
        self.steps.push(step);
        Ok(())
    }

    /// mmcv.imnormalize, whose constants mmdet 2 makes f32.
    pub fn normalize(&mut self, mut keys: Keys) -> Result<()> {
        let (mean, std) = (constants(&mut keys, self.report, "mean")?, constants(&mut keys, self.report, "std")?);
        self.rgb = keys.bool(self.report, "to_rgb")?.unwrap_or_else(|| {
            self.report.assume("to_rgb True", "mmcv's default");
            true
        });
        keys.finish(self.report);
        let (Some(mean), Some(std)) = (mean, std) else {
            return Err(Error::invalid_input("Normalize needs both mean and std"));
        };
        let f32 = |list: Vec<f64>| list.into_iter().map(|value| f64::from(value as f32)).collect();
        self.push_normalise(f32(mean), f32(std), Arithmetic::Mmcv);
        Ok(())
    }

    /// mmdet 3's data_preprocessor: channels, numbers, padding.
    pub fn preprocessor(&mut self, mut keys: Keys) -> Result<()> {
        keys.ignore(
            self.report,
            &[
                "type",
                "pad_mask",
                "mask_pad_value",
                "pad_seg",
                "seg_pad_value",
                "boxtype2tensor",
                "batch_augments",
                "num_classes",
                "non_blocking",
                "to_onehot",
                "test_cfg",
            ],
        );
        let flip = |keys: &mut Keys, report: &mut Report, key: &str| keys.bool(report, key);
        let bgr_to_rgb = flip(&mut keys, self.report, "bgr_to_rgb")?.unwrap_or(false);
        let rgb_to_bgr = flip(&mut keys, self.report, "rgb_to_bgr")?.unwrap_or(false);
        let to_rgb = flip(&mut keys, self.report, "to_rgb")?.unwrap_or(false);
        self.rgb = bgr_to_rgb || rgb_to_bgr || to_rgb;
        let (mean, std) = (constants(&mut keys, self.report, "mean")?, constants(&mut keys, self.report, "std")?);
        let divisor = keys.edge(self.report, "pad_size_divisor")?.unwrap_or(1);
        let value = keys.numbers(self.report, "pad_value")?.unwrap_or_else(|| vec![0.0]);
        let fixed = size(&mut keys, self.report, "size")?;
        keys.finish(self.report);
        match (mean, std) {
            (Some(mean), Some(std)) => self.push_normalise(mean, std, Arithmetic::F32),
            (None, None) => self.report.trap("the data_preprocessor has no mean: the model is fed 0-255"),
            _ => return Err(Error::invalid_input("data_preprocessor needs both mean and std, or neither")),
        }
        if let Some(size) = fixed {
            self.steps.push(steps::pad(PadTo::Size(size), PadPlace::TopLeft, value));
        } else if divisor > 1 {
            self.steps.push(steps::pad(PadTo::Multiple(divisor), PadPlace::TopLeft, value));
        }
        Ok(())
    }

    fn push_normalise(&mut self, mean: Vec<f64>, std: Vec<f64>, arithmetic: Arithmetic) {
        self.steps.push(steps::normalise(mean, std, self.order(), ValueRange::Bytes, arithmetic));
        self.normalised = true;
    }

    fn pad(&mut self, mut keys: Keys) -> Result<()> {
        let divisor = keys.edge(self.report, "size_divisor")?;
        let square = keys.bool(self.report, "pad_to_square")? == Some(true);
        let size = size(&mut keys, self.report, "size")?;
        let value = match keys.take(self.report, "pad_val") {
            Some(Value::Object(map)) => map.get("img").cloned(),
            told => told,
        };
        let value = match value {
            Some(value) => {
                keys::numbers(&value).ok_or_else(|| keys.wrong("pad_val", "a number, or one a channel", &value))?
            }
            None => vec![0.0],
        };
        keys.ignore(self.report, &["padding_mode"]);
        keys.finish(self.report);
        let to = match (divisor, size) {
            (Some(divisor), _) => PadTo::Multiple(divisor),
            (None, Some(size)) => PadTo::Size(size),
            (None, None) if square => PadTo::Square,
            (None, None) => return Err(Error::invalid_input("Pad says neither size, size_divisor nor pad_to_square")),
        };
        self.steps.push(steps::pad(to, PadPlace::TopLeft, value));
        Ok(())
    }

    fn order(&self) -> ChannelOrder {
        if self.rgb { ChannelOrder::Rgb } else { ChannelOrder::Bgr }
    }

    pub fn finish(self) -> Pipeline {
        let order = self.order();
        let mut pipeline = self.steps.into_iter().fold(Pipeline::new().convert_order(order), Pipeline::step);
        if !self.normalised {
            pipeline = pipeline.cast(DType::F32);
        }
        pipeline.layout(TensorLayout::Nchw)
    }
}

/// A size with the height first; one number is a square.
fn size(keys: &mut Keys, report: &mut Report, key: &str) -> Result<Option<Size>> {
    let Some(list) = keys.edges(report, key)? else { return Ok(None) };
    match list.as_slice() {
        [edge] => Ok(Some(steps::square(*edge))),
        [height, width] => Ok(Some(Size::new(*width, *height))),
        _ => Err(keys.wrong(key, "a height and a width", &list.clone().into())),
    }
}

fn constants(keys: &mut Keys, report: &mut Report, key: &str) -> Result<Option<Vec<f64>>> {
    match keys.numbers(report, key)? {
        Some(list) if matches!(list.len(), 1 | 3) => Ok(Some(list)),
        Some(list) => Err(keys.wrong(key, "three numbers", &list.into())),
        None => Ok(None),
    }
}
