//! The way back: a pipeline as another tool's code or options. What the target cannot express is refused, with its step.
//!
//! ```
//! use pixelproof::{Preset, export};
//!
//! let pipeline = Preset::find("torchvision/resnet50")?.pipeline();
//! let code = export::to(export::Target::Torchvision, &pipeline)?;
//! assert!(code.contains("T.Resize(256"));
//! let refused = export::to(export::Target::Openvino, &pipeline).unwrap_err();
//! assert_eq!(refused.step(), Some(1));
//! # Ok::<(), pixelproof::Error>(())
//! ```

mod config;
mod flags;
mod numbers;
mod python;

use serde::Serialize;

use crate::error::{Error, Result};
use crate::op::Step;
use crate::pipeline::Pipeline;

/// What a pipeline is written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Target {
    /// torchvision.transforms on a PIL image, as Python.
    Torchvision,
    /// cv2 and numpy, as Python.
    Opencv,
    /// mmdetection 3's `test_pipeline` and `data_preprocessor`, as Python.
    Mmdetection,
    /// A `preprocessor_config.json`.
    HuggingFace,
    /// The options of onnxruntime-web's `Tensor.fromImage`, as JSON.
    OnnxruntimeWeb,
    /// ncnn's `from_pixels` and `substract_mean_normalize`, as C++.
    Ncnn,
    /// The flags of OpenVINO's converter, for an application that feeds BGR.
    Openvino,
}

impl Target {
    pub const ALL: [Self; 7] = [
        Self::Torchvision,
        Self::Opencv,
        Self::Mmdetection,
        Self::HuggingFace,
        Self::OnnxruntimeWeb,
        Self::Ncnn,
        Self::Openvino,
    ];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Torchvision => "torchvision",
            Self::Opencv => "opencv",
            Self::Mmdetection => "mmdetection",
            Self::HuggingFace => "hugging-face",
            Self::OnnxruntimeWeb => "onnxruntime-web",
            Self::Ncnn => "ncnn",
            Self::Openvino => "openvino",
        }
    }
}

/// Writes a pipeline for a target.
///
/// *Errors*: `Unsupported` at the first step that the target cannot express, `InvalidPipeline` where it contradicts itself.
pub fn to(target: Target, pipeline: &Pipeline) -> Result<String> {
    match target {
        Target::Torchvision => python::torchvision(pipeline),
        Target::Opencv => python::opencv(pipeline),
        Target::Mmdetection => config::mmdetection(pipeline),
        Target::HuggingFace => config::hugging_face(pipeline),
        Target::OnnxruntimeWeb => flags::onnxruntime_web(pipeline),
        Target::Ncnn => flags::ncnn(pipeline),
        Target::Openvino => flags::openvino(pipeline),
    }
}

/// The refusal of one step.
fn refuse(target: Target, step: &Step, at: usize, why: &str) -> Error {
    Error::unsupported(format!("{} cannot express `{step}`: {why}", target.name())).at_step(at)
}

/// Numbers between commas, as short as they read back the same as f32.
fn list(values: &[f64]) -> String {
    values.iter().map(|&value| (value as f32).to_string()).collect::<Vec<_>>().join(", ")
}

/// Numbers between commas, as short as they read back the same.
fn exact(values: &[f64]) -> String {
    values.iter().map(f64::to_string).collect::<Vec<_>>().join(", ")
}
