//! `pixelproof compare`: the same image through a pipeline and through the pipeline with a mistake in it.

use std::fmt::Write;

use pixelproof::{
    Backend, Channel, ChannelStats, Mistake, Plan, Tensor, as_the_model_sees_it, channel_stats, difference,
};

use crate::args::CompareArgs;
use crate::execute::{Timed, execute, runner};
use crate::failure::{Failure, Result};
use crate::pipeline::Named;
use crate::progress::Progress;
use crate::{input, output, picture, pipeline};

pub fn compare(args: &CompareArgs) -> Result<()> {
    let mistake = Mistake::find(&args.mistake)?;
    if let Some(file) = &args.output {
        output::check(file, "png", &args.pipeline.inputs(&args.input))?;
    }
    let progress = Progress::new();
    let named = pipeline::load(&args.pipeline)?;
    let comparison = mistake
        .apply(&named.pipeline)
        .map_err(|error| Failure::from(error).about(format_args!("{} in {}", mistake.id, named.name)))?;
    let right = Named { name: named.name.clone(), pipeline: comparison.right };
    let wrong = Named { name: format!("{} with {}", named.name, mistake.id), pipeline: comparison.wrong };

    progress.say("reading the image");
    let input = input::read(&args.input, &args.image, named.pipeline.decode)?;
    let (right, wrong) = (right.compile(&input.image.spec())?, wrong.compile(&input.image.spec())?);
    let backend = Backend::from(args.backend);
    progress.say("looking for a GPU");
    let mut runner = runner(backend)?;
    progress.say("running both pipelines");
    let mut run = |plan: &Plan| execute(&mut runner, plan, &input.image, backend);
    let (done, spoilt) = (run(&right)?, run(&wrong)?);
    let (a, b) = (&done.run.tensor, &spoilt.run.tensor);

    let mut report = input.report();
    let mut line = |key: &str, value: &dyn std::fmt::Display| {
        let _ = writeln!(report, "{key:<10}{value}");
    };
    line("pipeline", &named.name);
    line("mistake", &format_args!("{}: {}", mistake.id, mistake.title));
    if let Some(note) = &comparison.note {
        line("note", note);
    }
    line("right", &one_line(&done));
    line("wrong", &one_line(&spoilt));
    line("backend", &done.executor());
    if done.executor() != spoilt.executor() {
        line("", &format_args!("for the wrong one: {}", spoilt.executor()));
    }
    progress.say("comparing");
    let _ = write!(report, "\n{}\n", table(a, b));
    let _ = writeln!(report, "{}", apart(a, b)?);
    if let Some(file) = &args.output {
        let affine = right.affine();
        let png = picture::side_by_side(&as_the_model_sees_it(a, affine), &as_the_model_sees_it(b, affine))?;
        progress.say("writing the picture");
        if !output::save(file, &png)? {
            return Ok(());
        }
        if !output::is_dash(file) {
            let _ =
                writeln!(report, "wrote {}: the right input on the left, the wrong one on the right", file.display());
        }
    }
    drop(progress);
    done.warn(backend);
    output::report(&report, args.output.as_deref())
}

fn one_line(timed: &Timed) -> String {
    let tensor = &timed.run.tensor;
    format!("{:?} {}, {}", tensor.shape(), tensor.spec().dtype, timed.time())
}

/// The statistics of each channel, by its place: the model knows no other name of it.
fn table(right: &Tensor, wrong: &Tensor) -> String {
    let columns = format!("  {:>10} {:>10} {:>10}", "mean", "min", "max");
    let mut text = format!("{:<8}  {:<32}  wrong\n{:<8}{columns}{columns}\n", "channel", "right", "");
    let (a, b) = (channel_stats(right), channel_stats(wrong));
    let channels = right.spec().order.channels();
    for at in 0..a.len().max(b.len()) {
        let name = match channels.get(at) {
            Some(Channel::Red) => "R",
            Some(Channel::Green) => "G",
            Some(Channel::Blue) => "B",
            Some(Channel::Alpha) => "A",
            Some(Channel::Gray) => "Gray",
            Some(Channel::Hue) => "hue",
            Some(Channel::Saturation) => "saturation",
            Some(Channel::Value) => "value",
            Some(Channel::Luma) => "luma",
            Some(Channel::RedDifference) => "red difference",
            Some(Channel::BlueDifference) => "blue difference",
            Some(Channel::Cyan) => "cyan",
            Some(Channel::Magenta) => "magenta",
            Some(Channel::Yellow) => "yellow",
            Some(Channel::Black) => "black",
            None => "-",
        };
        let _ = writeln!(text, "{name:<8}{}{}", cells(a.get(at)), cells(b.get(at)));
    }
    text
}

fn cells(stats: Option<&ChannelStats>) -> String {
    let [mean, min, max] = match stats {
        Some(stats) => [stats.mean, stats.min.into(), stats.max.into()].map(number),
        None => ["-", "-", "-"].map(String::from),
    };
    format!("  {mean:>10} {min:>10} {max:>10}")
}

fn apart(right: &Tensor, wrong: &Tensor) -> Result<String> {
    if right.shape() != wrong.shape() {
        return Ok(format!(
            "the shapes differ, right {:?} and wrong {:?}: a model refuses the wrong one",
            right.shape(),
            wrong.shape()
        ));
    }
    let found = difference(right, wrong)?;
    let Some(first) = found.first else { return Ok("no difference: not one value differs".into()) };
    // Rounded down, so that 100 % is said only if every value differs.
    let share = (found.count as f64 / found.total as f64 * 1e4).floor() / 1e2;
    Ok(format!(
        "difference: largest {}, mean {}; {} of {} values differ ({share:.2} %), the first at index {first}",
        number(found.max),
        number(found.mean),
        found.count,
        found.total
    ))
}

/// Four decimals where these say something.
fn number(value: f64) -> String {
    let size = value.abs();
    if size != 0.0 && !(1e-3..1e6).contains(&size) { format!("{value:.3e}") } else { format!("{value:.4}") }
}

#[cfg(test)]
mod tests {
    use pixelproof::{ChannelOrder, DType, Size, Tensor, TensorData, TensorLayout, TensorSpec, ValueRange};

    use super::{apart, number, table};

    fn tensor(layout: TensorLayout, order: ChannelOrder) -> Tensor {
        let spec = TensorSpec { size: Size::new(2, 1), order, range: ValueRange::Bytes, layout, dtype: DType::U8 };
        let values = vec![7; spec.values()];
        Tensor::new(spec, TensorData::U8(values)).unwrap()
    }

    #[test]
    fn other_shapes_are_told_instead_of_a_difference() {
        let right = tensor(TensorLayout::Nchw, ChannelOrder::Rgb);
        let told = apart(&right, &tensor(TensorLayout::Nhwc, ChannelOrder::Rgb)).unwrap();
        assert!(told.starts_with("the shapes differ, right [1, 3, 1, 2] and wrong [1, 1, 2, 3]"), "{told}");
        let grey = table(&right, &tensor(TensorLayout::Nchw, ChannelOrder::Gray));
        let blue = grey.lines().last().unwrap_or_default().split_whitespace().collect::<Vec<_>>();
        assert_eq!(blue, ["B", "7.0000", "7.0000", "7.0000", "-", "-", "-"]);
    }

    #[test]
    fn numbers_keep_their_digits_and_their_columns() {
        let cases = [0.0, 0.00012, -2.1179, 55_000.0, -3e7, f64::INFINITY, f64::NAN];
        assert_eq!(cases.map(number), ["0.0000", "1.200e-4", "-2.1179", "55000.0000", "-3.000e7", "inf", "NaN"]);
    }
}
