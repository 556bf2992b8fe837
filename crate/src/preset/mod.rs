//! Named pipelines of well-known models, each with its source. One file a family.

mod build;
mod detection;
mod hugging_face;
mod keras;
mod other;
mod paddle;
mod timm;
mod torchvision;
mod torchvision_rest;

use crate::error::{Error, Result};
use crate::pipeline::Pipeline;

/// A pipeline with a name and a source.
#[derive(Debug, Clone, Copy)]
pub struct Preset {
    pub name: &'static str,
    /// Other models that are prepared by the very same steps; [`Preset::find`] knows these names too.
    pub also: &'static [&'static str],
    pub description: &'static str,
    /// The library and version whose numbers it gives.
    pub source: &'static str,
    build: fn() -> Pipeline,
}

const FAMILIES: [&[Preset]; 8] = [
    torchvision::PRESETS,
    torchvision_rest::PRESETS,
    timm::PRESETS,
    keras::PRESETS,
    hugging_face::PRESETS,
    detection::PRESETS,
    paddle::PRESETS,
    other::PRESETS,
];

const COUNT: usize = {
    let mut count = 0;
    let mut family = 0;
    while family < FAMILIES.len() {
        count += FAMILIES[family].len();
        family += 1;
    }
    count
};

// Computed by the compiler, so an index out of bounds would not build.
static ALL: [Preset; COUNT] = {
    let mut all = [FAMILIES[0][0]; COUNT];
    let (mut at, mut family) = (0, 0);
    while family < FAMILIES.len() {
        let mut preset = 0;
        while preset < FAMILIES[family].len() {
            all[at] = FAMILIES[family][preset];
            at += 1;
            preset += 1;
        }
        family += 1;
    }
    all
};

/// All presets, in the order in which they are shown.
pub static PRESETS: &[Preset] = &ALL;

impl Preset {
    /// The pipeline, with the preset's name, description and source written in it.
    pub fn pipeline(&self) -> Pipeline {
        Pipeline {
            name: Some(self.name.into()),
            description: Some(self.description.into()),
            source: Some(self.source.into()),
            ..(self.build)()
        }
    }

    /// The name and those in `also`.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + Clone + use<> {
        std::iter::once(self.name).chain(self.also.iter().copied())
    }

    /// Finds a preset by any of its names.
    ///
    /// *Errors*: `InvalidInput` for an unknown name, with the nearest known one.
    pub fn find(name: &str) -> Result<&'static Self> {
        PRESETS.iter().find(|preset| preset.names().any(|known| known == name)).ok_or_else(|| {
            Error::invalid_input(crate::text::unknown("preset", name, PRESETS.iter().flat_map(Preset::names)))
        })
    }
}
