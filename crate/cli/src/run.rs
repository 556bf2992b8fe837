//! `pixelproof run`: an image in, a model's input out.

use std::fmt::Write;

use crate::args::RunArgs;
use crate::execute::{execute, runner};
use crate::failure::Result;
use crate::{input, npy, output, pipeline};

pub fn run(args: &RunArgs) -> Result<()> {
    let named = pipeline::load(&args.pipeline)?;
    let input = input::read(&args.input, &args.image)?;
    let plan = named.compile(&input.image.spec())?;
    let backend = args.backend.into();
    let timed = execute(&mut runner(backend)?, &plan, &input.image, backend)?;
    let tensor = &timed.run.tensor;
    let file = npy::encode(tensor);
    output::save(&args.output, &file)?;
    timed.warn(backend);

    let spec = tensor.spec();
    let mut report = input.report();
    let mut line = |key: &str, value: &dyn std::fmt::Display| {
        let _ = writeln!(report, "{key:<10}{value}");
    };
    line("pipeline", &named.name);
    line("shape", &format_args!("{:?}", tensor.shape()));
    line("dtype", &spec.dtype);
    line("order", &spec.order);
    line("range", &spec.range);
    line("layout", &spec.layout);
    line("backend", &timed.executor());
    line("time", &timed.time());
    if !output::is_dash(&args.output) {
        line("wrote", &format_args!("{} ({} bytes)", args.output.display(), file.len()));
    }
    output::report(&report, Some(&args.output))
}
