//! `pixelproof export`: a pipeline as another tool's code or options.

use pixelproof::export;

use crate::args::ExportArgs;
use crate::failure::{Failure, Result};
use crate::{output, pipeline};

pub fn export(args: &ExportArgs) -> Result<()> {
    let named = pipeline::load(&args.pipeline)?;
    let text = export::to(args.to, &named.pipeline).map_err(|error| Failure::from(error).about(&named.name))?;
    output::text(&text)
}
