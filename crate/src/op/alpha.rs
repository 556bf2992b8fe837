//! Steps about the alpha channel.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Lays an image with alpha over one colour, and drops the alpha.
///
/// *Shape*: unchanged in size; four channels become three. *Range and order*: bytes of RGBA or BGRA become RGB or BGR.
/// *Convention*: Pillow's `Image.alpha_composite` on an opaque background, in whole numbers.
/// *Errors*: `InvalidPipeline` if there is no alpha, or the data is not bytes.
/// *Precision*: exact. *Source*: Pillow 13, src/libImaging/AlphaComposite.c; transformers 5 does this over white wherever
/// it converts to RGB.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Composite {
    /// The colour behind the image, red, green and blue; white if nothing is said.
    #[serde(default = "white", skip_serializing_if = "is_white")]
    pub over: [u8; 3],
}

impl Default for Composite {
    fn default() -> Self {
        Self { over: white() }
    }
}

const fn white() -> [u8; 3] {
    [255; 3]
}

fn is_white(colour: &[u8; 3]) -> bool {
    *colour == white()
}
