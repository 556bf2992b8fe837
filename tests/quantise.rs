//! Quantise against onnxruntime 1.32's QuantizeLinear on all bytes, and the three roundings against each other.

mod common;

use common::sha256;
use pixelproof::{
    Constants, DType, ErrorKind, Image, ImageSpec, Normalise, Pad, PadPlace, PadTo, Pipeline, PixelFormat, Quantise,
    QuantiseMatches, QuantisedType, Runner, Size, Step, Tensor, TensorData, ValueRange,
};

use QuantisedType::{I8, U8};
use ValueRange::{Bytes, Quantised, Unit};

fn quantise(to: QuantisedType, scale: f64, zero_point: i32, matches: QuantiseMatches) -> Step {
    Step::Quantise(Quantise { to, scale: vec![scale], zero_point: vec![zero_point], matches })
}

fn onnx(to: QuantisedType, scale: f64, zero_point: i32) -> Step {
    quantise(to, scale, zero_point, QuantiseMatches::Onnx)
}

fn all_bytes() -> Image<'static> {
    let spec = ImageSpec::bytes(Size::new(256, 1), PixelFormat::Gray8);
    Image::from_u8(spec, (0..=255).collect::<Vec<u8>>()).unwrap()
}

fn as_floats(image: &Image<'_>) -> Image<'static> {
    let pixelproof::Pixels::U8(bytes) = image.pixels() else { panic!("bytes") };
    let spec = ImageSpec { format: PixelFormat::GrayF32, ..image.spec() };
    Image::from_f32(spec, bytes.iter().copied().map(f32::from).collect::<Vec<_>>()).unwrap()
}

fn floats(values: &[f32]) -> Image<'static> {
    let size = Size::new(values.len() as u32, 1);
    let spec = ImageSpec { size, format: PixelFormat::GrayF32, range: Unit };
    Image::from_f32(spec, values.to_vec()).unwrap()
}

fn run(pipeline: &Pipeline, image: &Image<'_>) -> Tensor {
    pipeline.compile(&image.spec()).and_then(|plan| plan.run(image)).unwrap_or_else(|error| panic!("{error}"))
}

fn signed(tensor: &Tensor) -> Vec<i8> {
    let TensorData::I8(values) = tensor.data() else { panic!("an i8 tensor") };
    values.clone()
}

/// Pipelines on all bytes, and the beginning of the sha256 of what onnxruntime makes of the same floats.
fn cases() -> Vec<(&'static str, Pipeline, &'static str)> {
    let bytes = |step| Pipeline::new().cast(DType::F32).step(step);
    let unit = |step| Pipeline::new().rescale(Bytes, Unit).step(step);
    let imagenet = |step| {
        let constants =
            Constants { mean: vec![0.485], std: vec![0.229], order: pixelproof::ChannelOrder::Gray, range: Unit };
        Pipeline::new().rescale(Bytes, Unit).normalise(Normalise::from(constants)).step(step)
    };
    vec![
        ("bytes less 128", bytes(onnx(I8, 1.0, -128)), "2bae3a9530e35152"),
        ("doubled and clamped", bytes(onnx(I8, 0.5, 3)), "b706ddb8f3c776c3"),
        ("halves to even", bytes(onnx(U8, 2.0, 0)), "678c8a24c6a34e0c"),
        ("there and back", unit(onnx(U8, 1.0 / 255.0, 0)), "40aff2e9d2d8922e"),
        ("there and back, signed", unit(onnx(I8, 1.0 / 255.0, -128)), "2bae3a9530e35152"),
        ("normalised", imagenet(onnx(I8, 0.018_658_448_010_683_1, -14)), "857c1b7d3b7e27f9"),
        ("normalised, unsigned", imagenet(onnx(U8, 0.018_658_448_010_683_1, 114)), "6b52ac9504c365dc"),
        ("normalised and clamped", imagenet(onnx(I8, 0.01, 0)), "0c1353fe452e2121"),
    ]
}

#[test]
fn every_byte_is_quantised_as_onnxruntime_quantises_it() {
    for (what, pipeline, digest) in cases() {
        // Through the table, and one by one.
        for image in [all_bytes(), as_floats(&all_bytes())] {
            let tensor = run(&pipeline, &image);
            assert!(sha256(&tensor.to_le_bytes()).starts_with(digest), "{what}: {:?}", tensor.data());
            assert_eq!(tensor.spec().range, Quantised);
        }
    }
}

#[test]
fn the_gpu_quantises_with_the_same_bits() {
    let hard = [-0.0, 1e30, -1e30, 0.5, 1.5, -0.5, -2.5, 127.5, 255.5];
    let mut runner = Runner::new();
    for to in [I8, U8] {
        for matches in [QuantiseMatches::Onnx, QuantiseMatches::Tflite, QuantiseMatches::Numpy] {
            for scale in [1.0, 0.3, 1.0 / 255.0] {
                let pipeline = Pipeline::new().step(quantise(to, scale, 7, matches));
                for image in [all_bytes(), as_floats(&all_bytes()), floats(&hard)] {
                    let plan = pipeline.compile(&image.spec()).unwrap();
                    let Some(gpu) = common::on_gpu(&mut runner, "quantise", &plan, &image) else { return };
                    assert_eq!(gpu.tensor, plan.run(&image).unwrap(), "{to:?} {matches:?} {scale}");
                }
            }
        }
    }
}

#[test]
fn halves_tell_the_three_libraries_apart() {
    let image = floats(&[-2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 300.0, -300.0]);
    let all = |matches| signed(&run(&Pipeline::new().step(quantise(I8, 1.0, 3, matches)), &image));
    assert_eq!(all(QuantiseMatches::Onnx), [1, 1, 3, 3, 5, 5, 127, -128]);
    assert_eq!(all(QuantiseMatches::Tflite), [0, 1, 2, 4, 5, 6, 127, -128]);
    // numpy truncates the sum and wraps: 303 is 47, -297 is -41.
    assert_eq!(all(QuantiseMatches::Numpy), [0, 1, 2, 3, 4, 5, 47, -41]);
}

#[test]
fn lists_follow_the_channels_as_they_are_there() {
    let spec = ImageSpec::bytes(Size::new(1, 1), PixelFormat::Rgb8);
    let image = Image::from_u8(spec, vec![10, 20, 30]).unwrap();
    let step =
        Quantise { to: I8, scale: vec![1.0, 2.0, 3.0], zero_point: vec![0, 1, 2], matches: QuantiseMatches::Onnx };
    let pipeline = Pipeline::new().convert_order(pixelproof::ChannelOrder::Bgr).step(Step::Quantise(step));
    assert_eq!(signed(&run(&pipeline, &image)), [30, 11, 5]);
    assert_eq!(signed(&run(&pipeline.convert_order(pixelproof::ChannelOrder::Rgb), &image)), [5, 11, 30]);
}

#[test]
fn a_padding_after_it_is_in_quantised_numbers() {
    let image = floats(&[1.0]);
    let pad = |value| {
        let to = PadTo::Edges { left: 1, top: 0, right: 0, bottom: 0 };
        let pad = Step::Pad(Pad { to, place: PadPlace::TopLeft, value: vec![value] });
        Pipeline::new().step(onnx(I8, 0.1, -5)).step(pad)
    };
    assert_eq!(signed(&run(&pad(-128.0), &image)), [-128, 5]);
    assert_eq!(pad(128.0).compile(&image.spec()).unwrap_err().kind(), ErrorKind::InvalidPipeline);
    assert_eq!(pad(0.5).compile(&image.spec()).unwrap_err().kind(), ErrorKind::InvalidPipeline);
}

#[test]
fn what_no_quantised_model_has_is_refused_at_the_step() {
    let spec = ImageSpec::bytes(Size::new(2, 2), PixelFormat::Rgb8);
    let refused = |pipeline: Pipeline, at: usize| {
        let error = pipeline.compile(&spec).expect_err("a wrong pipeline");
        assert_eq!((error.kind(), error.step()), (ErrorKind::InvalidPipeline, Some(at)), "{error}");
    };
    for scale in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-60, 1e60] {
        refused(Pipeline::new().step(onnx(I8, scale, 0)), 0);
    }
    for (to, zero_point) in [(I8, 128), (I8, -129), (U8, -1), (U8, 256)] {
        refused(Pipeline::new().step(onnx(to, 1.0, zero_point)), 0);
    }
    for (scale, zero_point) in [(vec![], vec![0]), (vec![1.0; 2], vec![0]), (vec![1.0], vec![0; 4])] {
        let step = Quantise { to: U8, scale, zero_point, matches: QuantiseMatches::Onnx };
        refused(Pipeline::new().step(Step::Quantise(step)), 0);
    }
    for to in [I8, U8] {
        let done = || Pipeline::new().step(onnx(to, 1.0, 0));
        refused(done().step(onnx(to, 1.0, 0)), 1);
        refused(done().rescale(Bytes, Unit), 1);
        refused(done().hue_shift(0.1), 1);
    }
    refused(Pipeline::new().cast(DType::I8), 0);
}
