//! Parity: the GPU gives the CPU's bits, for every case of tests/golden_cases.json and for pipelines that chance makes.

mod common;

use std::cell::{Cell, RefCell};

use common::arbitrary::{image, image_of, resize, sound_step, those_that_compile};
use common::{Case, cases, distance, find, manifest, on_gpu};
use pixelproof::{
    Arithmetic, Assume, Backend, Filter, Fit, Pipeline, PixelFormat, Plan, ResizeMatches, Runner, Size, Step, Tensor,
    TensorLayout, ValueRange,
};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

const BYTES: ValueRange = ValueRange::Bytes;
const UNIT: ValueRange = ValueRange::Unit;

/// What differs, or nothing.
fn compare(cpu: &Tensor, gpu: &Tensor) -> Result<(), String> {
    if cpu.spec() != gpu.spec() {
        return Err(format!("the CPU made {:?}, the GPU {:?}", cpu.spec(), gpu.spec()));
    }
    if cpu.to_le_bytes() == gpu.to_le_bytes() {
        return Ok(());
    }
    Err(format!("{:?}", pixelproof::difference(cpu, gpu)))
}

/// The reason that a plan must give for the CPU: contrast, and Pillow's resize of 16 bits.
fn refused(plan: &Plan) -> Option<&'static str> {
    use pixelproof::plan::{Pass, Weights};
    plan.passes().iter().find_map(|pass| match pass {
        Pass::Colour(colour) if colour.rule.needs_mean().is_some() => Some("the mean of the whole image"),
        Pass::ResampleH(resample) | Pass::ResampleV(resample) if matches!(resample.taps.weights, Weights::Words(_)) => {
            Some("no shader resizes 16-bit pixels")
        }
        _ => None,
    })
}

#[test]
fn every_case_of_the_table_has_the_same_bits_on_the_gpu_as_on_the_cpu() {
    let mut runner = Runner::new();
    let cases = cases();
    let manifest = manifest();
    let record = |case: &Case, tensor: &Tensor, on_cpu| {
        let distance = distance(find(&manifest, &case.id), tensor).unwrap_or_else(|why| panic!("{}: {why}", case.id));
        case.record("vulkan", &distance, on_cpu);
    };
    let mut failures = Vec::new();
    let mut adapter = None;
    let mut on_cpu = 0;
    for case in &cases {
        let image = case.image();
        let plan = case.pipeline().compile(&image.spec()).unwrap_or_else(|error| panic!("{}: {error}", case.id));
        if let Some(reason) = refused(&plan) {
            let run = pollster::block_on(runner.run(&plan, &image, Backend::Gpu)).expect("a run");
            let said = run.fallback_reason.unwrap_or_default();
            let none = said.contains("no GPU");
            assert!(run.backend == Backend::Cpu && (none || said.contains(reason)), "{}: {said}", case.id);
            record(case, &run.tensor, true);
            on_cpu += 1;
            continue;
        }
        let Some(run) = on_gpu(&mut runner, "parity", &plan, &image) else { return };
        adapter = run.adapter;
        record(case, &run.tensor, false);
        if let Err(why) = compare(&plan.run(&image).expect("a run"), &run.tensor) {
            failures.push(format!("  {}: {why}", case.id));
        }
    }
    let compared = cases.len() - on_cpu;
    eprintln!("{} of {compared} cases are the same on {adapter:?}", compared - failures.len());
    eprintln!("{on_cpu} cases have what the CPU alone runs, and say so");
    assert!(failures.is_empty(), "{} cases differ:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn pipelines_made_by_chance_have_the_same_bits_on_the_gpu_as_on_the_cpu() {
    const FORMATS: &[PixelFormat] = &[
        PixelFormat::Rgb8,
        PixelFormat::Bgra8,
        PixelFormat::Gray8,
        PixelFormat::RgbF32,
        PixelFormat::GrayF32,
        PixelFormat::Gray16,
    ];
    let runner = RefCell::new(Runner::new());
    let skipped = Cell::new(false);
    let default = ProptestConfig::default();
    let config = ProptestConfig { failure_persistence: None, cases: default.cases.max(1000), ..default };
    let strategy = (image_of(FORMATS), prop::collection::vec(sound_step(), 1..8));
    let result = TestRunner::new(config).run(&strategy, |(image, mut steps)| {
        if skipped.get() {
            return Ok(());
        }
        for step in &mut steps {
            if let Step::Normalise(normalise) = step {
                // f64 on floats is for the CPU alone.
                normalise.arithmetic = Arithmetic::F32;
            }
        }
        let steps = those_that_compile(steps, &image.spec());
        let plan = Pipeline { steps, ..Pipeline::new() }.compile(&image.spec()).expect("steps that compile");
        if refused(&plan).is_some() {
            return Ok(());
        }
        let Some(run) = on_gpu(&mut runner.borrow_mut(), "parity by chance", &plan, &image) else {
            skipped.set(true);
            return Ok(());
        };
        compare(&plan.run(&image).expect("a run"), &run.tensor).map_err(TestCaseError::fail)
    });
    result.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn every_filter_of_opencv_has_the_same_bits_on_the_gpu_as_on_the_cpu() {
    use Filter::{Area, Bicubic, Bilinear, BilinearExact, Lanczos4, Nearest, NearestExact};
    const FORMATS: [PixelFormat; 6] = [
        PixelFormat::Gray8,
        PixelFormat::Rgb8,
        PixelFormat::Rgba8,
        PixelFormat::GrayF32,
        PixelFormat::RgbF32,
        PixelFormat::RgbaF32,
    ];
    let mut runner = Runner::new();
    for format in FORMATS {
        let image = image(Size::new(60, 42), format, 7);
        for filter in [Nearest, NearestExact, Bilinear, BilinearExact, Bicubic, Lanczos4, Area] {
            // Blocks of 2x2, 3x2, 7x7; parts of pixels; larger; larger one way only; one axis kept.
            for (width, height) in [(30, 21), (20, 21), (6, 6), (37, 17), (97, 64), (13, 64), (60, 5)] {
                let step = resize(ResizeMatches::Opencv, filter, Size::new(width, height));
                let plan = match Pipeline::new().step(step).compile(&image.spec()) {
                    Ok(plan) => plan,
                    Err(_) if filter == BilinearExact && !BYTE_FORMATS.contains(&format) => continue,
                    Err(error) => panic!("{format} {filter:?}: {error}"),
                };
                let Some(run) = on_gpu(&mut runner, "opencv", &plan, &image) else { return };
                let what = format!("{format} {filter:?} {width}x{height}");
                assert_eq!(compare(&plan.run(&image).expect("a run"), &run.tensor), Ok(()), "{what}");
            }
        }
    }
}

const BYTE_FORMATS: [PixelFormat; 3] = [PixelFormat::Gray8, PixelFormat::Rgb8, PixelFormat::Rgba8];

#[test]
fn planes_read_from_what_any_pass_wrote_are_the_same_on_the_gpu() {
    // The GPU keeps a word a pixel where it resizes or turns the hue; planes must not see the gaps.
    let image = common::input("photo_c", PixelFormat::Rgb8, BYTES, 0);
    let chw = Step::Assume(Assume { layout: Some(TensorLayout::Chw), ..Assume::default() });
    let stretch = Pipeline::new().resize(Filter::Bilinear, Fit::Stretch(Size::new(20, 31)));
    let mut runner = Runner::new();
    for before in [Pipeline::new(), stretch, Pipeline::new().hue_shift(0.1), Pipeline::new().rescale(BYTES, UNIT)] {
        let plan = before.step(chw.clone()).compile(&image.spec()).expect("a sound pipeline");
        let Some(run) = on_gpu(&mut runner, "planes", &plan, &image) else { return };
        assert_eq!(compare(&plan.run(&image).expect("a run"), &run.tensor), Ok(()), "{:?}", plan.passes().len());
    }
}
