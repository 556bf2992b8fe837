//! torchvision weights by name: `torchvision:ResNet50_Weights.IMAGENET1K_V2`.
//!
//! *Source*: torchvision 0.29.2, transforms/_presets.py; `torchvision.json` lists what each weights' `transforms` is.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::report::{Imported, Report};
use super::{Backend, Family, Options, steps};
use crate::error::{Error, Result};
use crate::op::{CenterCrop, Filter, Fit, Resize, ResizeMatches, Step};
use crate::pipeline::Pipeline;
use crate::spec::{ChannelOrder, Size, TensorLayout, ValueRange};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
enum Kind {
    ImageClassification,
    ObjectDetection,
    SemanticSegmentation,
    VideoClassification,
    OpticalFlow,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    kind: Kind,
    crop_size: Option<Edges>,
    resize_size: Option<Edges>,
    mean: Option<Vec<f64>>,
    std: Option<Vec<f64>>,
    interpolation: Option<String>,
}

#[derive(Clone, Deserialize)]
#[serde(untagged)]
enum Edges {
    One(u32),
    List(Vec<u32>),
}

/// The transforms of weights by name: `ResNet50_Weights.IMAGENET1K_V2`, or a model, whose default weights are taken.
///
/// *Errors*: `InvalidInput` for an unknown name, with the nearest known one.
pub fn import(name: &str, options: &Options) -> Result<Imported> {
    let table: Map<String, Value> = serde_json::from_str(include_str!("torchvision.json"))
        .map_err(|error| Error::internal(format!("the table of torchvision's weights: {error}")))?;
    let mut report = Report::default();
    let (class, weights) = find(name, &table, &mut report)?;
    let rows = table.get(class).and_then(Value::as_object);
    let row = rows.and_then(|rows| rows.get(&weights)).cloned().ok_or_else(|| unknown(name, &table))?;
    report.read("weights", Value::from(format!("{class}.{weights}")));
    let row: Row = serde_json::from_value(row).map_err(|error| Error::internal(format!("{class}: {error}")))?;
    let tensor = options.backend == Some(Backend::Torch) || row.kind == Kind::VideoClassification;
    let given = if tensor { "a tensor of bytes" } else { "a PIL image, Pillow 13.0" };
    if options.backend.is_none() && row.resize_size.is_some() && !tensor {
        report.assume("a PIL image", "torchvision resizes a tensor with other numbers; ask for `torch` to have those");
    }
    let pipeline = pipeline(&row, tensor, &mut report);
    let source = format!("torchvision 0.29.2, {class}.{weights}.transforms() on {given}");
    Ok(report.finish(Family::Torchvision, &format!("{class}.{weights}"), source, pipeline))
}

/// The class and the member of it, aliases followed.
fn find<'a>(name: &str, table: &'a Map<String, Value>, report: &mut Report) -> Result<(&'a str, String)> {
    let (class, member) = name.split_once('.').unwrap_or((name, "DEFAULT"));
    let plain = |name: &str| {
        let name = name.to_ascii_lowercase();
        name.strip_suffix("_weights").unwrap_or(&name).replace('_', "")
    };
    let class = table.keys().find(|known| plain(known) == plain(class)).ok_or_else(|| unknown(name, table))?;
    let mut member = member.to_owned();
    if member == "DEFAULT" && !name.contains('.') {
        report.assume("the default weights", format!("`{name}` names a model and no weights"));
    }
    // DEFAULT names another member, and that may be an alias too.
    for _ in 0..3 {
        match table.get(class).and_then(|rows| rows.get(&member)).and_then(Value::as_str) {
            Some(alias) => member = alias.to_owned(),
            None => break,
        }
    }
    Ok((class, member))
}

fn unknown(name: &str, table: &Map<String, Value>) -> Error {
    let names: Vec<String> = table
        .iter()
        .flat_map(|(class, rows)| {
            rows.as_object().into_iter().flat_map(Map::keys).map(move |member| format!("{class}.{member}"))
        })
        .collect();
    let meant = crate::text::meant(name, names.iter().map(String::as_str));
    Error::invalid_input(format!("torchvision 0.29.2 has no weights `{name}`{meant}"))
        .expected("weights as ResNet50_Weights.IMAGENET1K_V2, or a model", name)
}

fn pipeline(row: &Row, tensor: bool, report: &mut Report) -> Pipeline {
    let mut pipeline = Pipeline::new().convert_order(ChannelOrder::Rgb);
    let unit = |pipeline: Pipeline| pipeline.rescale(ValueRange::Bytes, ValueRange::Unit);
    match row.kind {
        Kind::ObjectDetection => {
            report.trap("the model resizes and normalises inside; normalising before it does so twice");
            return unit(pipeline).layout(TensorLayout::Chw);
        }
        Kind::OpticalFlow => {
            report.incomplete("the model takes two images; this prepares one of them");
            return normalise(unit(pipeline), vec![0.5], vec![0.5]).layout(TensorLayout::Nchw);
        }
        Kind::VideoClassification => {
            report.incomplete("the model takes frames as (N, C, T, H, W); this prepares one frame");
        }
        Kind::ImageClassification | Kind::SemanticSegmentation => {}
    }
    let filter = if row.interpolation.as_deref() == Some("bicubic") { Filter::Bicubic } else { Filter::Bilinear };
    let classification = row.kind == Kind::ImageClassification;
    if let Some(size) = row.resize_size.clone().or(classification.then_some(Edges::One(256))) {
        let fit = match size.both() {
            Some(size) => Fit::Stretch(size),
            None => Fit::ShortestEdge(size.first()),
        };
        pipeline = pipeline.step(if tensor {
            let antialias = Some(row.kind != Kind::VideoClassification);
            Step::Resize(Resize { antialias, ..Resize::new(ResizeMatches::TorchvisionV1, filter, fit) })
        } else {
            steps::pillow(filter, fit)
        });
    }
    if let Some(crop) = &row.crop_size {
        let size = crop.both().unwrap_or(steps::square(crop.first()));
        pipeline = pipeline.step(Step::CenterCrop(CenterCrop::new(size)));
    }
    let (mean, std) = if row.kind == Kind::VideoClassification {
        ([0.43216, 0.394666, 0.37645], [0.22803, 0.22145, 0.216989])
    } else {
        steps::IMAGENET
    };
    let mean = row.mean.clone().unwrap_or(mean.into());
    let std = row.std.clone().unwrap_or(std.into());
    normalise(unit(pipeline), mean, std).layout(TensorLayout::Nchw)
}

fn normalise(pipeline: Pipeline, mean: Vec<f64>, std: Vec<f64>) -> Pipeline {
    pipeline.step(steps::normalise(mean, std, ChannelOrder::Rgb, ValueRange::Unit, Default::default()))
}

impl Edges {
    fn first(&self) -> u32 {
        match self {
            Self::One(edge) => *edge,
            Self::List(list) => list.first().copied().unwrap_or_default(),
        }
    }

    /// Height and width, where both are said.
    fn both(&self) -> Option<Size> {
        match self {
            Self::List(list) => match list.as_slice() {
                [height, width] => Some(Size::new(*width, *height)),
                _ => None,
            },
            Self::One(_) => None,
        }
    }
}
