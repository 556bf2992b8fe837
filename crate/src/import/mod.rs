//! From a model's own config to a pipeline: what was read, what had to be assumed, and every key that is not known.
//!
//! ```
//! use pixelproof::import;
//!
//! let config = br#"{"image_processor_type": "ViTImageProcessor", "size": 224, "resample": 2}"#;
//! let imported = import::from_bytes("preprocessor_config.json", config)?;
//! assert_eq!(imported.family, import::Family::HuggingFace);
//! assert!(imported.assumed.iter().any(|assumption| assumption.what.starts_with("image_mean")));
//! # Ok::<(), pixelproof::Error>(())
//! ```

mod coreml;
mod deepstream;
mod detect;
mod detectron2;
mod flatbuffer;
mod huggingface;
mod keras;
mod keys;
mod mmdet;
mod mmdet_transforms;
mod ncnn;
mod onnx;
mod openvino;
mod paddle;
mod paddleocr;
mod python;
mod report;
mod rknn;
mod smp;
mod steps;
mod text;
mod tflite;
mod timm;
mod torchvision;
mod ultralytics;
mod yolox;

use serde::Serialize;

pub use detect::{from_bytes, from_bytes_with};
pub use report::{Assumption, Imported, Read, Warning, WarningKind};

/// Whose config an import read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Family {
    HuggingFace,
    Timm,
    Torchvision,
    Keras,
    Ultralytics,
    Openmmlab,
    PaddleDetection,
    PaddleOcr,
    Detectron2,
    Openvino,
    Deepstream,
    Yolox,
    Rknn,
    Ncnn,
    Smp,
    Coreml,
    Tflite,
}

impl Family {
    /// Its name, as people write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::HuggingFace => "Hugging Face",
            Self::Timm => "timm",
            Self::Torchvision => "torchvision",
            Self::Keras => "Keras",
            Self::Ultralytics => "Ultralytics",
            Self::Openmmlab => "OpenMMLab",
            Self::PaddleDetection => "PaddleDetection",
            Self::PaddleOcr => "PaddleOCR",
            Self::Detectron2 => "detectron2",
            Self::Openvino => "OpenVINO",
            Self::Deepstream => "DeepStream",
            Self::Yolox => "YOLOX",
            Self::Rknn => "RKNN",
            Self::Ncnn => "ncnn",
            Self::Smp => "segmentation_models.pytorch",
            Self::Coreml => "Core ML",
            Self::Tflite => "TensorFlow Lite",
        }
    }
}

/// Which of a library's two ways prepares the image, where its config does not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Backend {
    /// Pillow.
    Pil,
    /// torchvision on tensors.
    Torch,
}

/// Finds a file that a config names, by that name.
pub type FindFile<'a> = &'a dyn Fn(&str) -> Option<Vec<u8>>;

/// What a config cannot say.
#[derive(Default, Clone, Copy)]
pub struct Options<'a> {
    /// Hugging Face: the class's backend, torchvision's unless told otherwise. torchvision: what the transforms are given, a
    /// PIL image unless told otherwise.
    pub backend: Option<Backend>,
    /// timm: take `test_input_size` and `test_crop_pct`.
    pub test_size: bool,
    /// detectron2: finds the file that `_BASE_` names.
    pub base: Option<FindFile<'a>>,
}
