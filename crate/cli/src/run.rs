//! `pixelproof run`: an image in, a model's input out.

use std::fmt::Write;

use crate::args::RunArgs;
use crate::execute::{execute, runner};
use crate::failure::Result;
use crate::progress::Progress;
use crate::{input, npy, output, pipeline};

pub fn run(args: &RunArgs) -> Result<()> {
    output::check(&args.output, "npy", &args.pipeline.inputs(&args.input))?;
    let progress = Progress::new();
    let named = pipeline::load(&args.pipeline)?;
    progress.say("reading the image");
    let input = input::read(&args.input, &args.image, named.pipeline.decode)?;
    let plan = named.compile(&input.image.spec())?;
    let backend = args.backend.into();
    progress.say("looking for a GPU");
    let mut runner = runner(backend)?;
    progress.say("running the pipeline");
    let timed = execute(&mut runner, &plan, &input.image, backend)?;
    let tensor = &timed.run.tensor;
    progress.say("writing the array");
    let file = npy::encode(tensor);
    let taken = output::save(&args.output, &file)?;
    drop(progress);
    if !taken {
        return Ok(());
    }
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
