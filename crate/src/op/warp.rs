//! Warp: an affine map of the whole image onto a frame.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::spec::Size;

/// Maps the image onto a frame, between whose pixels it is bilinear: cv2.warpAffine with INTER_LINEAR and BORDER_CONSTANT.
///
/// *Shape*: any image to `size`. *Range and order*: kept; outside the image lies `value`. *Convention*: the map goes from the
/// image to the frame, and whole numbers are pixel centres. *Errors*: `InvalidPipeline` for a map that cannot be turned
/// round; `Limits` for edges that OpenCV's coordinates do not hold; `Unsupported` for floats with `opencv-4`. *Precision*:
/// exact. *Source*: OpenCV 5.0, imgproc/src/warp_kernels.simd.hpp; OpenCV 4.12, imgproc/src/imgwarp.cpp.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WarpAffine {
    pub matches: WarpMatches,
    /// Of the frame.
    pub size: Size,
    pub map: WarpMap,
    /// In the units that the data has at this step: one number for all channels, or one a channel.
    #[serde(default = "super::frame::black")]
    pub value: Vec<f64>,
}

/// Whose arithmetic a warp follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum WarpMatches {
    /// OpenCV 5.0: f32 with fused multiply-adds.
    #[serde(rename = "opencv")]
    Opencv,
    /// OpenCV 4.x: whole numbers, 32 places between two pixels. Bytes only.
    #[serde(rename = "opencv-4")]
    Opencv4,
}

/// Where the pixels of the image go.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum WarpMap {
    /// `x' = a x + b y + c` and `y' = d x + e y + f`, as the two rows `[a, b, c]` and `[d, e, f]`.
    Matrix([[f64; 3]; 2]),
    /// The longer edge becomes as long as the frame is wide, centre on centre: CenterNet's
    /// get_affine_transform(c, max(h, w), 0, size), to the last bit.
    LongestEdge,
}
