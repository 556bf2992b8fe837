//! Ultralytics: `metadata_props` inside an ONNX file, and `metadata.yaml` beside other exports.
//!
//! *Source*: ultralytics, engine/exporter.py and data/augment.py (LetterBox, classify_transforms); YOLOv5's export.py,
//! which writes only stride and names. RGB, 0-1 and the grey of 114 are said nowhere: they are what the predictor does.

use serde_json::{Map, Value};

use super::keys::Keys;
use super::report::{Imported, Report};
use super::{Family, onnx, python, steps, text};
use crate::error::{Error, Result};
use crate::op::{CenterCrop, Filter, Fit, InsideRounding, PadPlace, PadTo, Step};
use crate::pipeline::Pipeline;
use crate::spec::{ChannelOrder, Size, TensorLayout, ValueRange};

const IGNORED: &[&str] = &[
    "description",
    "author",
    "date",
    "version",
    "license",
    "docs",
    "batch",
    "names",
    "args",
    "kpt_shape",
    "kpt_names",
    "dla",
    "end2end",
    "half",
    "int8",
    "dynamic",
    "nms",
    "export_args",
    "imx_version",
    "head",
    "model_type",
];

/// Reads the metadata inside an ONNX file.
///
/// *Errors*: `InvalidInput` for what is not ONNX, or not Ultralytics'.
pub fn import_onnx(name: &str, bytes: &[u8]) -> Result<Imported> {
    let metadata = onnx::metadata(bytes)?;
    let has = |key: &str| metadata.entries.iter().any(|(known, _)| known == key);
    if !(has("stride") && has("names")) {
        let known: Vec<&str> = metadata.entries.iter().take(12).map(|(key, _)| key.as_str()).collect();
        return Err(Error::invalid_input(format!(
            "the ONNX file of `{}` does not say how its input is prepared; take the config beside it",
            metadata.producer
        ))
        .expected("Ultralytics' metadata: stride, names, task, imgsz", format!("[{}]", known.join(", "))));
    }
    let mut map = Map::new();
    for (key, value) in metadata.entries {
        // Each value is Python's repr of it; plain words are none.
        let literal = if IGNORED.contains(&key.as_str()) { None } else { python::literal(&value).ok() };
        map.insert(key, literal.filter(|value| !value.is_null()).unwrap_or(Value::String(value)));
    }
    import_map(name, map, &metadata.input)
}

/// Reads a `metadata.yaml`.
///
/// *Errors*: `InvalidInput`.
pub fn import_yaml(name: &str, bytes: &[u8]) -> Result<Imported> {
    match text::yaml(text::utf8(bytes, text::MAX_TEXT)?)? {
        Value::Object(map) => import_map(name, map, &[]),
        other => Err(super::keys::wrong("metadata.yaml", "a map", &other)),
    }
}

pub fn import_map(name: &str, map: Map<String, Value>, input: &[i64]) -> Result<Imported> {
    let mut report = Report::default();
    let mut keys = Keys::new(map.into(), "")?;
    keys.ignore(&mut report, IGNORED);
    let stride = keys.edge(&mut report, "stride")?;
    if keys.number(&mut report, "channels")?.is_some_and(|channels| channels != 3.0) {
        return Err(Error::unsupported("a model of other than three channels; Ultralytics' letterbox is for RGB"));
    }
    let size = size(&mut keys, &mut report, input)?;
    let task = match keys.text(&mut report, "task")? {
        Some(task) => task,
        None => {
            report.assume("the task detect", "YOLOv5's exports do not say it");
            "detect".into()
        }
    };
    keys.finish(&mut report);
    let known = ["detect", "segment", "pose", "obb", "classify", "world", "semantic"];
    if !known.contains(&task.as_str()) {
        return Err(Error::unsupported(crate::text::unknown("task of Ultralytics", &task, known.into_iter())));
    }
    let pipeline = if task == "classify" { classify(size, &mut report) } else { letterbox(size, stride, &mut report) };
    Ok(report.finish(Family::Ultralytics, name, format!("Ultralytics, {task}, OpenCV 5.0"), pipeline))
}

fn size(keys: &mut Keys, report: &mut Report, input: &[i64]) -> Result<Size> {
    if let Some(list) = keys.edges(report, "imgsz")? {
        return match list.as_slice() {
            [edge] => Ok(steps::square(*edge)),
            [height, width] => Ok(Size::new(*width, *height)),
            _ => Err(keys.wrong("imgsz", "a height and a width", &list.clone().into())),
        };
    }
    if let [_, 3, height, width] = *input
        && let (Ok(height @ 1..), Ok(width @ 1..)) = (u32::try_from(height), u32::try_from(width))
    {
        report.read("the model's input", Value::from(vec![height, width]));
        return Ok(Size::new(width, height));
    }
    report
        .assume("an input of 640x640", "the file does not say its size; that is what YOLO is exported with by default");
    Ok(steps::square(640))
}

fn letterbox(size: Size, stride: Option<u32>, report: &mut Report) -> Pipeline {
    report
        .assume("a letterbox of 114, centred, bilinear of OpenCV", "Ultralytics' LetterBox; the file does not say so");
    report.assume("RGB of 0-1, x / 255", "Ultralytics' predictor; the file does not say so");
    if let Some(stride) = stride {
        report.trap(format!(
            "PyTorch models are padded only to a multiple of the stride {stride} (auto=True); exports, as here, to the whole \
             input"
        ));
    }
    let Size { width, height } = size;
    Pipeline::new()
        .convert_order(ChannelOrder::Rgb)
        .step(steps::opencv(Filter::Bilinear, Fit::Inside { width, height, rounding: InsideRounding::HalfEven }))
        .step(steps::pad(PadTo::Size(size), PadPlace::Ultralytics, vec![114.0]))
        .rescale(ValueRange::Bytes, ValueRange::Unit)
        .layout(TensorLayout::Nchw)
}

fn classify(size: Size, report: &mut Report) -> Pipeline {
    report.assume(
        "shortest edge and centre crop, bilinear of Pillow, RGB of 0-1, not normalised",
        "Ultralytics' classify_transforms, whose default mean is 0 and std 1",
    );
    let edge = size.width.min(size.height);
    Pipeline::new()
        .convert_order(ChannelOrder::Rgb)
        .resize(Filter::Bilinear, Fit::ShortestEdge(edge))
        .step(Step::CenterCrop(CenterCrop::new(size)))
        .rescale(ValueRange::Bytes, ValueRange::Unit)
        .layout(TensorLayout::Nchw)
}
