//! Which pipeline to run: a preset or a JSON file.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use pixelproof::{ImageSpec, Pipeline, Plan, Preset};

use crate::args::PipelineArgs;
use crate::failure::{Failure, Result};

/// Far more than the most steps that a pipeline may have.
const MAX_BYTES: u64 = 1 << 20;

/// A pipeline, and what the user calls it.
pub struct Named {
    pub name: String,
    pub pipeline: Pipeline,
}

impl Named {
    pub fn compile(&self, spec: &ImageSpec) -> Result<Plan> {
        self.pipeline.compile(spec).map_err(|error| Failure::from(error).about(&self.name))
    }
}

pub fn load(args: &PipelineArgs) -> Result<Named> {
    match (&args.preset, &args.pipeline) {
        (Some(name), _) => Ok(Named { name: name.clone(), pipeline: Preset::find(name)?.pipeline() }),
        (None, Some(path)) => read(path),
        (None, None) => Err(Failure::invalid_input("name a --preset or a --pipeline file")),
    }
}

fn read(path: &Path) -> Result<Named> {
    let name = path.display().to_string();
    let unreadable = |error| Failure::reading(&name, &error);
    let mut bytes = Vec::new();
    File::open(path).map_err(unreadable)?.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Failure::limits(format!("`{name}` is too large for a pipeline (at most {MAX_BYTES} bytes)")));
    }
    let text = String::from_utf8(bytes).map_err(|_| {
        Failure::new(pixelproof::ErrorKind::InvalidPipeline, format!("{name}: not a pipeline: the file is no text"))
    })?;
    // Editors on Windows put a byte order mark in front, which JSON has none of.
    let pipeline =
        Pipeline::from_json(text.trim_start_matches('\u{feff}')).map_err(|error| Failure::from(error).about(&name))?;
    Ok(Named { name, pipeline })
}
