//! The GPU gives the CPU's bits: presets, mistakes, float data, every output type. Without an adapter each test says so.

mod common;

use common::kinds;
use half::f16;
use pixelproof::{
    Assume, Backend, ChannelOrder, ColourMatches, ColourSpace, Constants, ConvertOrder, DType, Filter, Fit, FromColour,
    HueMatches, HueShift, Image, ImageSpec, Jitter, JitterMatches, MISTAKES, PRESETS, Pipeline, PixelFormat, Run,
    Runner, Size, Step, Tensor, TensorData, TensorLayout, ToColour, ValueRange,
};

fn noise(count: usize) -> impl Iterator<Item = u32> {
    let mut state = 0x2545_f491_u32;
    (0..count).map(move |_| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state
    })
}

fn bytes(width: u32, height: u32, format: PixelFormat) -> Image<'static> {
    let count = (width * height) as usize * format.order().count();
    let pixels: Vec<u8> = noise(count).map(|word| (word >> 11) as u8).collect();
    Image::from_u8(ImageSpec::bytes(Size::new(width, height), format), pixels).expect("a sound image")
}

fn floats(width: u32, height: u32, range: ValueRange) -> Image<'static> {
    let count = (width * height) as usize * 3;
    let (low, high) = range.bounds().unwrap_or((-2.5, 2.5));
    let value = |word: u32| (low + (high - low) * f64::from(word) / f64::from(u32::MAX)) as f32;
    let pixels: Vec<f32> = noise(count).map(value).collect();
    let spec = ImageSpec { size: Size::new(width, height), format: PixelFormat::RgbF32, range };
    Image::from_f32(spec, pixels).expect("a sound image")
}

/// Runs on both executors; nothing if there is no adapter here.
fn on_both(runner: &mut Runner, pipeline: &Pipeline, image: &Image<'_>) -> Option<(Tensor, Tensor)> {
    let plan = pipeline.compile(&image.spec()).expect("a sound pipeline");
    let run: Run = pollster::block_on(runner.run(&plan, image, Backend::Gpu)).expect("a run");
    if run.backend != Backend::Gpu {
        let reason = run.fallback_reason.unwrap_or_default();
        assert!(reason.contains("no GPU adapter"), "an adapter is there, but the CPU ran: {reason}");
        eprintln!("SKIPPED on GPU: {reason}");
        return None;
    }
    Some((plan.run(image).expect("a run"), run.tensor))
}

fn assert_same_bits(what: &str, cpu: &Tensor, gpu: &Tensor) {
    assert_eq!(cpu.spec(), gpu.spec(), "{what}");
    let (a, b) = (cpu.to_le_bytes(), gpu.to_le_bytes());
    let first = a.iter().zip(&b).position(|(a, b)| a != b);
    assert!(a == b, "{what}: bytes differ first at {first:?}");
}

#[test]
fn every_kind_of_preset_and_every_mistake_in_it_has_the_same_bits_on_the_gpu() {
    let mut runner = Runner::new();
    let image = bytes(301, 263, PixelFormat::Rgba8);
    for preset in kinds() {
        let pipeline = preset.pipeline();
        let Some((cpu, gpu)) = on_both(&mut runner, &pipeline, &image) else { return };
        assert_same_bits(preset.name, &cpu, &gpu);
        if cpu.to_le_bytes().len() > 1 << 20 {
            // The mistakes need no large tensor.
            continue;
        }
        for comparison in MISTAKES.iter().filter_map(|mistake| mistake.apply(&pipeline).ok()) {
            let name = comparison.wrong.name.clone().unwrap_or_default();
            let Some((cpu, gpu)) = on_both(&mut runner, &comparison.wrong, &image) else { return };
            assert_same_bits(&name, &cpu, &gpu);
        }
    }
}

#[test]
fn every_pixel_format_and_every_output_has_the_same_bits_on_the_gpu() {
    let mut runner = Runner::new();
    for format in [PixelFormat::Rgb8, PixelFormat::Bgr8, PixelFormat::Rgba8, PixelFormat::Bgra8, PixelFormat::Gray8] {
        for layout in [TensorLayout::Nchw, TensorLayout::Hwc] {
            for dtype in [DType::U8, DType::F16, DType::F32] {
                for filter in [Filter::Nearest, Filter::Bilinear, Filter::Bicubic, Filter::Lanczos3] {
                    let pipeline = Pipeline::new()
                        .convert_order(ChannelOrder::Bgr)
                        .resize(filter, Fit::ShortestEdge(13))
                        .center_crop(15)
                        .cast(dtype)
                        .layout(layout);
                    let Some((cpu, gpu)) = on_both(&mut runner, &pipeline, &bytes(31, 23, format)) else { return };
                    assert_same_bits(&format!("{format} {layout} {dtype} {filter:?}"), &cpu, &gpu);
                }
            }
        }
    }
}

#[test]
fn float_data_rescaled_normalised_and_cast_has_the_same_bits_on_the_gpu() {
    let mut runner = Runner::new();
    let constants = Constants {
        mean: vec![0.485, 0.456, 0.406],
        std: vec![0.229, 0.224, 0.225],
        order: ChannelOrder::Rgb,
        range: ValueRange::Unit,
    };
    let image = floats(97, 61, ValueRange::Bytes);
    let normalised = Pipeline::new().rescale(ValueRange::Bytes, ValueRange::Unit).normalise(constants.clone());
    for dtype in [DType::F32, DType::F16] {
        let pipeline = normalised.clone().cast(dtype).layout(TensorLayout::Nchw);
        let Some((cpu, gpu)) = on_both(&mut runner, &pipeline, &image) else { return };
        assert_same_bits(&format!("float chain to {dtype}"), &cpu, &gpu);
    }
    let wrapped = normalised.assume_range(ValueRange::Bytes).cast(DType::U8);
    let Some((cpu, gpu)) = on_both(&mut runner, &wrapped, &image) else { return };
    assert_same_bits("normalised floats wrapped to bytes", &cpu, &gpu);
    let turned = Pipeline::new().hue_shift(-0.3).convert_order(ChannelOrder::Bgr);
    let Some((cpu, gpu)) = on_both(&mut runner, &turned, &image) else { return };
    assert_same_bits("hue shift of floats", &cpu, &gpu);
}

#[test]
fn the_colours_of_floats_have_the_same_bits_on_the_gpu() {
    use ColourMatches::{Opencv, Torchvision};
    let unit = floats(301, 263, ValueRange::Unit);
    // Greys, primaries and neighbours: where the rules branch.
    let coarse: Vec<f32> = noise(301 * 263 * 3).map(|word| (word % 5) as f32 / 4.0).collect();
    let coarse = Image::from_f32(unit.spec(), coarse).expect("a sound image");
    let to = |to, matches| Step::ToColour(ToColour { to, matches });
    let back = Step::FromColour(FromColour { from: ColourSpace::HSV, to: ChannelOrder::Bgr, matches: Opencv });
    let hue = |alpha, matches| Step::HueShift(HueShift { alpha, matches });
    let saturation = |factor, matches| Step::Saturation(Jitter { factor, matches });
    let rules = [
        vec![to(ColourSpace::Gray, Opencv)],
        vec![Step::ConvertOrder(ConvertOrder { to: ChannelOrder::Bgr }), to(ColourSpace::Gray, Opencv)],
        vec![to(ColourSpace::Gray, Torchvision)],
        vec![to(ColourSpace::HSV, Opencv)],
        vec![to(ColourSpace::HSV, Opencv), back],
        vec![hue(0.37, HueMatches::Torchvision)],
        vec![hue(-0.5, HueMatches::Torchvision)],
        vec![hue(0.37, HueMatches::Albumentations)],
        vec![hue(-0.5, HueMatches::Albumentations)],
        vec![saturation(1.7, JitterMatches::Torchvision)],
        vec![saturation(0.0, JitterMatches::Torchvision)],
        vec![
            Step::Assume(Assume { range: Some(ValueRange::Bytes), ..Assume::default() }),
            saturation(1.7, JitterMatches::Megengine),
        ],
    ];
    let mut runner = Runner::new();
    for steps in rules {
        for image in [&unit, &coarse] {
            let pipeline = Pipeline { steps: steps.clone(), ..Pipeline::new() };
            let Some((cpu, gpu)) = on_both(&mut runner, &pipeline, image) else { return };
            assert_same_bits(&pipeline.in_words().join("; "), &cpu, &gpu);
        }
    }
}

#[test]
fn float_data_resized_has_the_same_bits_on_the_gpu() {
    let mut runner = Runner::new();
    let image = floats(97, 61, ValueRange::Normalised);
    for filter in [Filter::Nearest, Filter::Box, Filter::Bilinear, Filter::Bicubic, Filter::Lanczos3] {
        for size in [Size::new(40, 31), Size::new(130, 17), Size::new(97, 200)] {
            let pipeline = Pipeline::new().resize(filter, Fit::Stretch(size));
            let Some((cpu, gpu)) = on_both(&mut runner, &pipeline, &image) else { return };
            assert_same_bits(&format!("{filter:?} to {size}"), &cpu, &gpu);
        }
    }
}

#[test]
fn floats_of_any_size_resized_have_the_same_bits_on_the_gpu() {
    // Any finite bits: subnormal, huge; times 255 some are infinite, and their sums not a number.
    let tame = |word: u32| Some(f32::from_bits(word)).filter(|v| v.is_finite()).unwrap_or(f32::from_bits(word >> 9));
    let pixels: Vec<f32> = noise(97 * 61 * 3).map(tame).collect();
    let spec = ImageSpec { size: Size::new(97, 61), format: PixelFormat::RgbF32, range: ValueRange::Unit };
    let image = Image::from_f32(spec, pixels).expect("a sound image");
    let overflowing = Pipeline::new().rescale(ValueRange::Unit, ValueRange::Bytes);
    for (what, before) in [("finite bits", Pipeline::new()), ("any bits", overflowing)] {
        for filter in [Filter::Box, Filter::Bilinear, Filter::Bicubic, Filter::Hamming] {
            let pipeline = before.clone().resize(filter, Fit::Stretch(Size::new(61, 83)));
            let Some((cpu, gpu)) = on_both(&mut Runner::new(), &pipeline, &image) else { return };
            let (cpu, gpu) = (cpu.as_f32().expect("floats"), gpu.as_f32().expect("floats"));
            let same = |a: f32, b: f32| a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan());
            let wrong = cpu.iter().zip(gpu).position(|(&a, &b)| !same(a, b));
            assert_eq!(wrong, None, "{what}, {filter:?}: {:?}", wrong.map(|at| (cpu[at], gpu[at])));
        }
    }
}

#[test]
fn every_half_float_is_rounded_on_the_gpu_as_on_the_cpu() {
    // Every f16, the ties between them and their neighbours, as f32 data cast to f16.
    let mut values = Vec::new();
    for bits in 0..=u16::MAX {
        let value = f16::from_bits(bits).to_f32();
        if value.is_finite() && (value == 0.0 || value.abs() >= 1e-7) {
            let next = f16::from_bits(bits.wrapping_add(1)).to_f32();
            let tie = if next.is_finite() { (value + next) / 2.0 } else { 65520.0 };
            values.extend([value, tie, f32::from_bits(tie.to_bits() + 1), f32::from_bits(tie.to_bits() - 1)]);
        }
    }
    values.retain(|value| value.is_finite() && value.is_normal() || *value == 0.0);
    values.resize(values.len().next_multiple_of(256), 0.5);
    let size = Size::new(256, values.len() as u32 / 256);
    let spec = ImageSpec { size, format: PixelFormat::GrayF32, range: ValueRange::Normalised };
    let image = Image::from_f32(spec, values).expect("a sound image");
    let pipeline = Pipeline::new().cast(DType::F16);
    let Some((cpu, gpu)) = on_both(&mut Runner::new(), &pipeline, &image) else { return };
    let (TensorData::F16(cpu), TensorData::F16(gpu)) = (cpu.data(), gpu.data()) else { panic!("not f16") };
    let wrong = cpu.iter().zip(gpu).filter(|(a, b)| a.to_bits() != b.to_bits()).count();
    assert_eq!(wrong, 0, "of {}", cpu.len());
}

#[test]
fn more_than_65535_workgroups_of_pixels_have_the_same_bits_on_the_gpu() {
    // 64 pixels a workgroup: 4,300,800 pixels are 67,200 groups, so the grid has a second row.
    let image = bytes(2100, 2048, PixelFormat::Gray8);
    let pipeline = Pipeline::new().convert_order(ChannelOrder::Rgb).cast(DType::F32);
    let Some((cpu, gpu)) = on_both(&mut Runner::new(), &pipeline, &image) else { return };
    assert_same_bits("a large image", &cpu, &gpu);
}

#[test]
fn what_no_gpu_can_compute_runs_on_the_cpu_and_says_why() {
    let pipeline = Pipeline::from_json(r#"{"steps":[{"op":"rescale","from":"0-255","to":"0-1","precision":"f64"}]}"#)
        .expect("a sound pipeline");
    let image = floats(5, 4, ValueRange::Bytes);
    let plan = pipeline.compile(&image.spec()).expect("a sound pipeline");
    let run = pollster::block_on(Runner::new().run(&plan, &image, Backend::Gpu)).expect("a run");
    assert_eq!(run.backend, Backend::Cpu);
    let reason = run.fallback_reason.expect("a reason");
    assert!(reason.contains("f64") || reason.contains("no GPU adapter"), "{reason}");
}

#[test]
fn auto_never_takes_a_software_adapter() {
    let image = bytes(5, 4, PixelFormat::Rgb8);
    let plan = Pipeline::new().compile(&image.spec()).expect("a sound pipeline");
    let mut runner = Runner::new();
    let named = pollster::block_on(runner.run(&plan, &image, Backend::Gpu)).expect("a run");
    let auto = pollster::block_on(runner.run(&plan, &image, Backend::Auto)).expect("a run");
    if named.adapter.is_some_and(|name| name.contains("software")) {
        assert_eq!(auto.backend, Backend::Cpu);
        assert!(auto.fallback_reason.is_some_and(|reason| reason.contains("software")));
    } else {
        assert_eq!(auto.backend, named.backend);
    }
}

#[test]
fn a_destroyed_device_is_reported_once_and_the_next_run_opens_another() {
    let image = bytes(31, 23, PixelFormat::Rgb8);
    let pipeline = PRESETS[0].pipeline();
    let mut runner = Runner::new();
    let Some((cpu, _)) = on_both(&mut runner, &pipeline, &image) else { return };
    runner.destroy_gpu();
    let plan = pipeline.compile(&image.spec()).expect("a sound pipeline");
    let run = pollster::block_on(runner.run(&plan, &image, Backend::Gpu)).expect("the CPU finishes the run");
    assert_eq!(run.backend, Backend::Cpu);
    let reason = run.fallback_reason.expect("a reason");
    assert!(reason.contains("lost"), "{reason}");
    assert_same_bits("after the loss", &cpu, &run.tensor);
    let (_, gpu) = on_both(&mut runner, &pipeline, &image).expect("another device");
    assert_same_bits("on the new device", &cpu, &gpu);
}
