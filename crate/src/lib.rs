//! pixelproof prepares images for vision models, with the same numbers as the Python library the model was trained with.
//!
//! Say what the image is ([`ImageSpec`]), say what the model wants ([`Pipeline`], a preset or JSON), compile once to a
//! [`Plan`], and run it on the CPU or, through a [`Runner`], on the GPU: the same numbers either way.
//!
//! ```
//! use pixelproof::{Image, ImageSpec, PixelFormat, Preset, Size};
//!
//! let pixels = vec![128_u8; 320 * 240 * 3];
//! let spec = ImageSpec::bytes(Size::new(320, 240), PixelFormat::Rgb8);
//! let plan = Preset::find("torchvision/resnet50")?.pipeline().compile(&spec)?;
//! let tensor = plan.run(&Image::from_u8(spec, pixels)?)?;
//! assert_eq!(tensor.shape(), [1, 3, 224, 224]);
//! # Ok::<(), pixelproof::Error>(())
//! ```

// Library code returns errors; it never panics.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::todo,
        clippy::unreachable,
        clippy::unimplemented
    )
)]

mod backend;
mod colour;
mod compare;
mod constants;
mod cpu;
#[cfg(feature = "decode")]
mod decode;
mod error;
pub mod export;
mod geometry;
#[cfg(feature = "gpu")]
mod gpu;
mod image;
#[cfg(feature = "import")]
pub mod import;
mod json;
mod mistake;
mod op;
mod pipeline;
mod placement;
pub mod plan;
mod point;
mod policy;
mod preset;
mod spec;
mod taps;
mod tensor;
mod text;
mod view;
mod words;

pub use backend::{Backend, Run, Runner};
pub use compare::{ChannelStats, Difference, channel_stats, difference};
pub use constants::Constants;
#[cfg(feature = "decode")]
pub use decode::{Decoded, decode, decode_as};
pub use error::{Error, ErrorKind, Result};
pub use geometry::Window;
pub use image::{Image, Pixels};
pub use mistake::{Comparison, HUE_ALPHA, MISTAKES, Mistake};
pub use op::{
    Arithmetic, Assume, Cast, CenterCrop, Clip, ColourMatches, ColourSpace, Composite, ConvertOrder, Crop, CropMatches,
    Filter, Fit, Flip, FlipAxis, FromColour, HsvJitter, HsvMatches, HueMatches, HueShift, InsideRounding, Jitter,
    JitterMatches, Layout, Lighting, LimitRounding, Normalise, Pad, PadPlace, PadTo, Precision, Quantise,
    QuantiseMatches, QuantisedType, Region, Rescale, RescaleBy, Resize, ResizeMatches, ScaleShift, ScaleShiftBy,
    SideLimit, SrgbToLinear, Step, ToColour, WarpAffine, WarpMap, WarpMatches,
};
pub use pipeline::Pipeline;
pub use placement::{Applied, Placement, Point, Transform};
pub use plan::Plan;
pub use policy::{Alpha, Decode, DecodeMatches, DecodeMode, Depth, Orientation};
pub use preset::{PRESETS, Preset};
pub use spec::{Channel, ChannelOrder, DType, ImageSpec, PixelFormat, Size, TensorLayout, TensorSpec, ValueRange};
pub use tensor::{Tensor, TensorData};
pub use view::{Picture, as_the_model_sees_it};

/// The WGSL of every stage by its stem, for tools that validate or show it.
#[cfg(feature = "gpu")]
#[doc(hidden)]
pub fn gpu_shaders() -> impl Iterator<Item = (&'static str, &'static str)> {
    gpu::shaders::SHADERS.iter().map(|shader| (shader.stem, shader.source))
}
