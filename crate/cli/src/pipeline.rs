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
        (None, None) => match &args.config {
            Some(source) => config(source),
            None => Err(Failure::invalid_input("name a --preset, a --pipeline file or a --config")),
        },
    }
}

/// A model's own config; what `pixelproof import` would warn of goes to stderr.
fn config(source: &str) -> Result<Named> {
    let imported = crate::import::read(source, None, false)?;
    for warning in &imported.warnings {
        crate::output::message(&format!("warning: {source}: {}", warning.message));
    }
    Ok(Named { name: source.into(), pipeline: imported.pipeline })
}

fn read(path: &Path) -> Result<Named> {
    let name = path.display().to_string();
    let unreadable = |error| Failure::reading(&name, &error);
    let mut bytes = Vec::new();
    File::open(path).map_err(unreadable)?.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Failure::limits(format!("`{name}` is too large for a pipeline (at most {MAX_BYTES} bytes)")));
    }
    let utf_16 = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    let text = String::from_utf8(bytes).map_err(|_| {
        let what = if utf_16 { "UTF-16 text" } else { "no UTF-8 text" };
        Failure::new(
            pixelproof::ErrorKind::InvalidPipeline,
            format!("{name}: not a pipeline: the file is {what}; save it as UTF-8"),
        )
    })?;
    let pipeline = Pipeline::from_json(&text).map_err(|error| Failure::from(error).about(&name))?;
    Ok(Named { name, pipeline })
}
