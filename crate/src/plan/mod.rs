//! A compiled pipeline: integers, tap tables, lookup tables and buffer sizes. An executor decides nothing.

mod alpha;
mod colour;
mod compile;
mod fields;
mod numeric;
mod opencv;
mod pass;
mod pillow;
mod prune;
mod scale_shift;
mod spatial;
mod state;
mod tensorflow;
mod torch;
mod warp;

pub use crate::colour::mix::{Against, Library, Mix};
pub use crate::colour::opencv::Circle;
pub use crate::colour::rule::{Grey, Rule as ColourRule};
pub use crate::taps::Weights;
pub use pass::{
    Affine, Alpha, AlphaRule, Colour, Flip, HueShift, Pass, Pointwise, Reduce, Resample, Resample2d, Rule, Store,
    Surface, SurfaceKind, Table, WarpAffine, WarpRule, reciprocal,
};

use crate::error::{Error, Result};
use crate::image::Image;
use crate::pipeline::Pipeline;
use crate::placement::Placement;
use crate::spec::{ImageSpec, TensorSpec};

/// A pipeline made ready for images of one spec.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    input: ImageSpec,
    output: TensorSpec,
    passes: Vec<Pass>,
    affine: Affine,
    placement: Placement,
}

impl Pipeline {
    /// Checks the pipeline against an image's spec and computes all coefficients.
    ///
    /// *Errors*: `InvalidPipeline` if a step contradicts what the data is at that point; `Limits` for images, results or
    /// tables that are too large; `InvalidInput` for an impossible spec; `Unsupported` for what this version cannot do.
    pub fn compile(&self, input: &ImageSpec) -> Result<Plan> {
        compile::compile(self, input)
    }
}

impl Plan {
    /// The images that it is for.
    pub fn input(&self) -> ImageSpec {
        self.input
    }

    /// What it delivers.
    pub fn output(&self) -> &TensorSpec {
        &self.output
    }

    /// The passes in their order; each runs on the surface that the one before it wrote.
    pub fn passes(&self) -> &[Pass] {
        &self.passes
    }

    /// How a tensor value follows from a pixel value, channel by channel of the output, as the labels say it.
    pub fn affine(&self) -> &Affine {
        &self.affine
    }

    /// What it does to the geometry, and the maps between image and model.
    pub fn placement(&self) -> &Placement {
        &self.placement
    }

    /// Refuses an image that the plan was not compiled for.
    pub(crate) fn check(&self, image: &Image<'_>) -> Result<()> {
        if self.input == image.spec() {
            return Ok(());
        }
        let show = |spec: ImageSpec| format!("{} {} {}", spec.size, spec.format, spec.range);
        Err(Error::invalid_input("the plan was compiled for another kind of image; compile it for this one")
            .expected(show(self.input), show(image.spec())))
    }
}
