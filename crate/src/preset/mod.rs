//! Named pipelines of well-known models, each with its source.

mod build;
mod list;

pub use list::PRESETS;

use crate::error::{Error, Result};
use crate::pipeline::Pipeline;

/// A pipeline with a name and a source.
#[derive(Debug, Clone, Copy)]
pub struct Preset {
    pub name: &'static str,
    pub description: &'static str,
    /// The library and version whose numbers it gives.
    pub source: &'static str,
    build: fn() -> Pipeline,
}

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

    /// Finds a preset.
    ///
    /// *Errors*: `InvalidInput` for an unknown name, with the nearest known one.
    pub fn find(name: &str) -> Result<&'static Self> {
        PRESETS.iter().find(|preset| preset.name == name).ok_or_else(|| {
            Error::invalid_input(crate::text::unknown("preset", name, PRESETS.iter().map(|preset| preset.name)))
        })
    }
}
