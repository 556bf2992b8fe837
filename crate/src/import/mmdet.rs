//! OpenMMLab: mmdetection 2.x `img_norm_cfg`, 3.x `data_preprocessor`, mmpretrain, and mmdeploy's `pipeline.json`.
//!
//! *Source*: mmcv 2.2 (imnormalize, imrescale, impad), mmdet 3 models/data_preprocessors, mmdeploy 1. Python files are read as
//! data (`python.rs`).

use serde_json::Value;

use super::keys::Keys;
use super::mmdet_transforms::Transforms;
use super::report::{Imported, Report};
use super::{Family, python, text};
use crate::error::{Error, Result};

/// Reads a Python config.
///
/// *Errors*: `InvalidInput`, `Unsupported` for a transform that no step can say.
pub fn import_python(name: &str, bytes: &[u8]) -> Result<Imported> {
    let module = python::read(text::utf8(bytes, text::MAX_TEXT)?)?;
    let mut report = Report::default();
    let value = |name: &str| module.values.get(name).filter(|value| !value.is_null()).cloned();
    if let Some(base) = value("_base_") {
        report.incomplete(format!(
            "`_base_` is not read: what {base} says is missing here, unless this file says it too"
        ));
    }
    let model = value("model").unwrap_or_default();
    let preprocessor = model
        .get("data_preprocessor")
        .filter(|value| value.is_object())
        .cloned()
        .or_else(|| value("data_preprocessor"));
    let norm = value("img_norm_cfg");
    let pipeline = value("test_pipeline")
        .or_else(|| find(&value("data")?, &["test", "pipeline"]))
        .or_else(|| find(&value("test_dataloader")?, &["dataset", "pipeline"]))
        .or_else(|| value("val_pipeline"));
    if preprocessor.is_none() && norm.is_none() && pipeline.is_none() {
        return Err(Error::invalid_input(
            "the Python file says nothing of how images are prepared: no img_norm_cfg, data_preprocessor or test_pipeline",
        ));
    }
    let mut transforms = Transforms::new(&mut report);
    let normalises = pipeline.as_ref().is_some_and(|list| list.to_string().contains("Normalize"));
    match pipeline {
        Some(list) => transforms.list(list, "test_pipeline")?,
        None => transforms.report.incomplete("there is no test_pipeline: the resize is not in the pipeline"),
    }
    if let Some(map) = preprocessor {
        transforms.preprocessor(Keys::new(map, "data_preprocessor.")?)?;
    } else if let (Some(norm), false) = (norm, normalises) {
        transforms.normalize(Keys::new(norm, "img_norm_cfg.")?)?;
    }
    let pipeline = transforms.finish();
    let used = [
        "_base_",
        "model",
        "data_preprocessor",
        "img_norm_cfg",
        "test_pipeline",
        "data",
        "test_dataloader",
        "val_pipeline",
    ];
    module.values.keys().filter(|key| !key.contains(['.', '(']) && !used.contains(&key.as_str())).for_each(|key| {
        report.ignore(key);
    });
    Ok(report.finish(Family::Openmmlab, name, "OpenMMLab, mmcv 2.2, OpenCV 5.0", pipeline))
}

/// Reads mmdeploy's `pipeline.json`.
///
/// *Errors*: `InvalidInput`, `Unsupported`.
pub fn import_mmdeploy(name: &str, value: Value) -> Result<Imported> {
    let mut report = Report::default();
    let mut keys = Keys::new(value, "")?;
    let Some(mut keys) = keys.keys("pipeline")? else { return Err(keys.missing("pipeline", "the list of tasks")) };
    let tasks = keys.list("tasks")?.ok_or_else(|| keys.missing("tasks", "the list of tasks"))?;
    keys.ignore(&mut report, &["input", "output"]);
    keys.finish(&mut report);
    let mut found = None;
    for mut task in tasks {
        match task.inner("transforms") {
            Some(list) if found.is_none() => {
                found = Some(list);
                task.ignore(&mut report, &["type", "module", "name", "input", "output", "fuse_transform", "sha256"]);
                task.finish(&mut report);
            }
            _ => task.ignore_rest(&mut report),
        }
    }
    let Some(list) = found else { return Err(Error::invalid_input("no task of the pipeline has `transforms`")) };
    let mut transforms = Transforms::new(&mut report);
    transforms.list(list, "transforms")?;
    let pipeline = transforms.finish();
    Ok(report.finish(Family::Openmmlab, name, "mmdeploy 1, OpenCV 5.0", pipeline))
}

fn find(value: &Value, path: &[&str]) -> Option<Value> {
    path.iter().try_fold(value, |value, key| value.get(key)).cloned()
}
