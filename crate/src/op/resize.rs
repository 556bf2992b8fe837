//! Resize: whose rule, which filter, and how the output size follows from the image's.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::spec::Size;

/// Which library a resize equals, bit for bit on bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum ResizeMatches {
    /// Pillow 13: always antialiased; the vertical pass first where that is less work.
    #[serde(rename = "pillow")]
    Pillow,
    /// Pillow 12 and before: always the horizontal pass first.
    #[serde(rename = "pillow-12")]
    Pillow12,
    /// OpenCV 5.0's cv2.resize: never antialiased, but for `area`.
    #[serde(rename = "opencv")]
    Opencv,
    /// OpenCV 4.x, where it differs: `nearest-exact`, and warp_affine.
    #[serde(rename = "opencv-4")]
    Opencv4,
    /// torch 2.15's interpolate and torchvision v2's resize on tensors.
    #[serde(rename = "torch")]
    Torch,
    /// The resize of torchvision's v1 transforms on tensors, which `weights.transforms()` uses: bytes go through f32 and are
    /// rounded half to even.
    #[serde(rename = "torchvision-v1")]
    TorchvisionV1,
    /// TensorFlow 1's tf.image.resize_images: without half-pixel centres. The result is f32, but for nearest.
    #[serde(rename = "tf1")]
    Tf1,
    /// TensorFlow 2's tf.image.resize: half-pixel centres. The result is f32, but for nearest.
    #[serde(rename = "tf2")]
    Tf2,
}

/// The resampling filter, by the field's names. Not every library has every one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Filter {
    Nearest,
    NearestExact,
    Box,
    Bilinear,
    /// OpenCV's INTER_LINEAR_EXACT.
    BilinearExact,
    Hamming,
    Bicubic,
    Lanczos3,
    /// OpenCV's INTER_LANCZOS4.
    Lanczos4,
    /// TensorFlow's.
    Lanczos5,
    /// TensorFlow's.
    Gaussian,
    /// TensorFlow's.
    MitchellCubic,
    /// OpenCV's INTER_AREA, TensorFlow's area and torch's mode `area`.
    Area,
}

/// A rectangle with fractional edges: a part of the image, or a box that a model found.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Region {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Region {
    /// Cut down to what lies in an image of `size`; of what lies outside, nothing but an edge is left.
    #[must_use]
    pub fn clipped(self, size: Size) -> Self {
        let (width, height) = (f64::from(size.width), f64::from(size.height));
        let Self { left, top, right, bottom } = self;
        Self {
            left: left.clamp(0.0, width),
            top: top.clamp(0.0, height),
            right: right.clamp(0.0, width),
            bottom: bottom.clamp(0.0, height),
        }
    }
}

/// Resamples to another size.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Resize {
    pub matches: ResizeMatches,
    pub filter: Filter,
    pub fit: Fit,
    /// For `torch` and `tf2`, whether shrinking is antialiased: unless told otherwise torch does (as torchvision's Resize,
    /// not as interpolate) and tf2 does not. Pillow always does, OpenCV never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub antialias: Option<bool>,
    /// Pillow's `box`: resample only this part of the image.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<Region>,
    /// Pillow's `reducing_gap`, at least 1: boxes of whole pixels are averaged first, as large as leave the image this many
    /// times larger than the result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reducing_gap: Option<f64>,
    /// For `torch` and `tf1`: the centres of the corner pixels stay where they are.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub align_corners: bool,
}

impl Resize {
    /// A resize with what the library does by itself.
    pub const fn new(matches: ResizeMatches, filter: Filter, fit: Fit) -> Self {
        Self { matches, filter, fit, antialias: None, region: None, reducing_gap: None, align_corners: false }
    }
}

/// How the output size follows from the image's.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Fit {
    /// Exactly this size; the aspect ratio is not kept.
    Stretch(Size),
    /// The shorter edge becomes this long, the other `int(edge * long / short)`, as torchvision's Resize(int).
    ShortestEdge(u32),
    /// The shorter edge becomes `edge`, unless the longer would pass `limit`.
    ShortestEdgeUpTo { edge: u32, limit: u32, rounding: LimitRounding },
    /// The longer edge becomes `edge`.
    LongestEdge { edge: u32, rounding: InsideRounding },
    /// The largest size of the same ratio inside `width` x `height`.
    Inside { width: u32, height: u32, rounding: InsideRounding },
    /// This height, and the width that keeps the ratio but does not pass `max_width`: PaddleOCR recognition.
    Height { height: u32, max_width: u32, rounding: InsideRounding },
    /// timm's ResizeKeepRatio: between covering the target (0) and fitting inside it (1).
    KeepRatio { width: u32, height: u32, longest: f64 },
    /// As large as the image is, its pixel count brought into bounds and its edges to multiples: Qwen-VL's smart_resize.
    PixelArea { min: u64, max: u64, multiple: u32 },
    /// DPT: towards `width` x `height`, each edge a multiple; with `keep_ratio` the scale nearer to 1 for both edges.
    MultipleOf { width: u32, height: u32, multiple: u32, keep_ratio: bool },
    /// PaddleOCR detection: scaled, and truncated, only if the side that `limit` names is beyond `edge`; then each edge to the
    /// nearest multiple, at least one.
    LimitSide { edge: u32, limit: SideLimit, multiple: u32 },
    /// Hugging Face's thumbnail: inside `width` x `height`, never larger than the image.
    Thumbnail { width: u32, height: u32 },
    /// Pillow's Image.thumbnail: inside `width` x `height`, never larger than the image. The method itself takes `bicubic`
    /// and a `reducing_gap` of 2. On a JPEG that is still to be decoded it also lets the decoder shrink (draft), which is
    /// not reproduced.
    PillowThumbnail { width: u32, height: u32 },
    /// `floor(edge * factor)`, and what is sampled follows from the factor, not from the two sizes: torch's
    /// interpolate(scale_factor=...). Only for `torch`.
    Scale(f64),
}

/// Whose rounding `shortest_edge_up_to` follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LimitRounding {
    /// torchvision's Resize(size, max_size).
    Torchvision,
    /// detectron2's ResizeShortestEdge.
    Detectron2,
    /// transformers' get_size_with_aspect_ratio (DETR).
    HuggingFace,
    /// torchvision's GeneralizedRCNNTransform: `floor(edge * scale)`, the scale in f32.
    TorchvisionDetection,
}

/// Which side `limit_side` holds, as PaddleOCR's `limit_type`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SideLimit {
    /// The longer edge becomes at most `edge`.
    Max,
    /// The shorter edge becomes at least `edge`.
    Min,
}

/// Whose rounding `longest_edge` and `inside` follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum InsideRounding {
    /// `int(edge * scale + 0.5)`: SAM, mmcv.
    HalfUp,
    /// `int(edge * scale)`: YOLOX, MegEngine.
    Truncate,
    /// `round(edge * scale)`, half to even, at least 1: Ultralytics.
    HalfEven,
    /// `ceil(edge * scale)`: PaddleOCR recognition.
    Ceil,
    /// mmcv.rescale_size: the two numbers are a long and a short limit, whichever way the image lies.
    Mmcv,
}
