//! Normalising in each runtime's own operations: the digests were made by the runtime itself where one is named with its
//! version, else by numpy in f32 in the operations of its source. Every channel holds every byte.

mod common;

use common::sha256;
use pixelproof::{
    Backend, ChannelOrder, Image, ImageSpec, Lighting, Pipeline, PixelFormat, Precision, Runner, ScaleShift,
    ScaleShiftBy, Size, Step, TensorLayout, ValueRange,
};

const MEAN: [f64; 3] = [123.675, 116.28, 103.53];
const STD: [f64; 3] = [58.395, 57.12, 57.375];

fn every_byte() -> Image<'static> {
    let pixels: Vec<u8> = (0..=255).flat_map(|byte| [byte; 3]).collect();
    Image::from_u8(ImageSpec::bytes(Size::new(256, 1), PixelFormat::Rgb8), pixels).expect("a sound image")
}

fn step(by: ScaleShiftBy, precision: Precision) -> Step {
    Step::ScaleShift(ScaleShift { by, order: ChannelOrder::Rgb, range: ValueRange::Bytes, precision })
}

fn subtract_multiply(subtract: &[f64], multiply: &[f64]) -> Step {
    let by = ScaleShiftBy::SubtractMultiply { subtract: subtract.to_vec(), multiply: multiply.to_vec() };
    step(by, Precision::F32)
}

#[track_caller]
fn gives(what: &str, pipeline: &Pipeline, digest: &str) {
    let image = every_byte();
    let plan = pipeline.clone().layout(TensorLayout::Nchw).compile(&image.spec()).expect("a sound pipeline");
    assert_eq!(plan.output().range, ValueRange::Normalised, "{what}");
    assert_eq!(sha256(&plan.run(&image).expect("a run").to_le_bytes()), digest, "{what}");
}

#[test]
fn blob_from_image_of_opencv_5_subtracts_and_multiplies_in_f32() {
    let digest = "8f7d369b8701d2028404e8876fcea1225712a6d908eaa2375cecf2262b3a4f27";
    gives("one factor", &Pipeline::new().step(subtract_multiply(&MEAN, &[0.017])), digest);
    let digest = "1aaf3a83ace38e5ee517c5cdc01bb665a67937667162adc633ceb9a8b4d9cb59";
    gives("one a channel", &Pipeline::new().step(subtract_multiply(&MEAN, &[0.017, 0.018, 0.019])), digest);
}

#[test]
fn ncnn_1_0_20261020_folds_its_mean_into_a_fused_multiply_add() {
    let by = ScaleShiftBy::FoldedMultiplyAdd { subtract: MEAN.to_vec(), multiply: vec![0.017125, 0.017507, 0.017429] };
    let digest = "97aa626d9304024ea7fb945ae2ce729db23f951ccaf69e3c4d2def2ac6653451";
    gives("ncnn", &Pipeline::new().step(step(by, Precision::F32)), digest);
}

#[test]
fn from_image_of_onnxruntime_1_30_adds_and_divides_in_f64() {
    let by = ScaleShiftBy::AddDivide { add: MEAN.map(|mean| -mean).to_vec(), divide: STD.to_vec() };
    let digest = "9243928c3ab0dbc2609a421c65ce0ed601892a65d273f80dcc6d1e69c72ae159";
    gives("onnxruntime-web", &Pipeline::new().step(step(by, Precision::F64)), digest);
}

#[test]
fn core_ml_multiplies_by_one_scale_and_adds_a_bias_a_channel() {
    let by = ScaleShiftBy::MultiplyAdd { multiply: vec![0.017], add: MEAN.map(|mean| -mean * 0.017).to_vec() };
    let digest = "fcc4968cbe865f6465ba250491fb8c0373e54c143f5844db1966fe645cf80ceb";
    gives("Core ML", &Pipeline::new().step(step(by, Precision::F32)), digest);
}

#[test]
fn nvinfer_multiplies_what_is_left_of_the_offset_by_one_factor() {
    let digest = "fbd8ce8ce5389cc67cec882429f6bff636cd67c07497b9adb806e610c9514485";
    gives("nvinfer", &Pipeline::new().step(subtract_multiply(&MEAN, &[0.003_921_569_790_691_137])), digest);
}

#[test]
fn human_pose_subtracts_128_and_multiplies_by_1_256th() {
    let digest = "dc010a21548fe8f95a3b41c70ab49ad16dbd4d415d33afed03bbb4ecd471a055";
    gives("human pose", &Pipeline::new().step(subtract_multiply(&[128.0], &[1.0 / 256.0])), digest);
}

#[test]
fn paddle_ocr_rescales_and_then_normalises_in_f32() {
    let recognition = r#"{"steps": [
        {"op": "rescale", "from": "0-255", "to": "0-1"},
        {"op": "normalise", "mean": [0.5], "std": [0.5], "order": "RGB", "range": "0-1"}]}"#;
    let digest = "59e92db758d185f3e78b2d7a346580fc50ce7b0317d28f68f40ad10293501ab3";
    gives("recognition", &Pipeline::from_json(recognition).expect("a pipeline"), digest);
    // BGR pixels, constants that were listed for RGB.
    let detection = r#"{"steps": [
        {"op": "convert_order", "to": "BGR"},
        {"op": "assume", "order": "RGB"},
        {"op": "rescale", "from": "0-255", "to": "0-1", "by": "multiplication"},
        {"op": "normalise", "mean": [0.485, 0.456, 0.406], "std": [0.229, 0.224, 0.225], "order": "RGB", "range": "0-1"}]}"#;
    let digest = "000219c35056cdffe555889658a32cefce385fb2dfbd779a46c03f68e1daaf95";
    gives("detection", &Pipeline::from_json(detection).expect("a pipeline"), digest);
}

#[test]
fn every_form_meets_the_data_in_its_own_order_and_range() {
    let [r, g, b] = MEAN;
    let factors = [0.017125, 0.017507, 0.017429];
    let list = |values: [f64; 3]| values.to_vec();
    let negative = |values: [f64; 3]| values.map(|value| -value).to_vec();
    let bias = [0, 1, 2].map(|at| -MEAN[at] * factors[at]);
    let forms = [
        ScaleShiftBy::SubtractMultiply { subtract: list(MEAN), multiply: list(factors) },
        ScaleShiftBy::AddDivide { add: negative([r, g, b]), divide: factors.map(|factor| 1.0 / factor).to_vec() },
        ScaleShiftBy::MultiplyAdd { multiply: list(factors), add: list(bias) },
        ScaleShiftBy::FoldedMultiplyAdd { subtract: list(MEAN), multiply: list(factors) },
    ];
    let image = every_byte();
    let run = |pipeline: Pipeline| {
        let plan = pipeline.convert_order(ChannelOrder::Rgb).compile(&image.spec()).expect("a sound pipeline");
        plan.run(&image).expect("a run").as_f32().expect("floats").to_vec()
    };
    for by in forms {
        let step = step(by.clone(), Precision::F32);
        let plain = run(Pipeline::new().step(step.clone()));
        for (at, value) in plain.iter().enumerate() {
            let expected = ((at / 3) as f64 - MEAN[at % 3]) * factors[at % 3];
            assert!((f64::from(*value) - expected).abs() < 1e-6, "{by:?}: {value} instead of {expected} at {at}");
        }
        assert_eq!(run(Pipeline::new().convert_order(ChannelOrder::Bgr).step(step.clone())), plain, "{by:?} of BGR");
        for range in [ValueRange::Unit, ValueRange::SignedUnit] {
            let rescaled = run(Pipeline::new().rescale(ValueRange::Bytes, range).step(step.clone()));
            let furthest = plain.iter().zip(&rescaled).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            assert!(furthest < 1e-6, "{by:?} of {range}: {furthest}");
        }
    }
}

#[test]
fn megengine_lights_the_axes_of_colour_and_clips() {
    let lit = |alpha, before: Pipeline| {
        let image = common::input("photo_c", PixelFormat::Rgb8, ValueRange::Bytes, 0);
        let pipeline = before.step(Step::Lighting(Lighting { alpha })).convert_order(ChannelOrder::Bgr);
        let plan = pipeline.compile(&image.spec()).expect("a sound pipeline");
        let run = pollster::block_on(Runner::new().run(&plan, &image, Backend::Auto)).expect("a run");
        assert_eq!(plan.run(&image).expect("a run").to_le_bytes(), run.tensor.to_le_bytes());
        sha256(&run.tensor.to_le_bytes())
    };
    let floats = || Pipeline::new().cast(pixelproof::DType::F32);
    // Of BGR and of RGB: a colour gets its own number wherever it lies.
    for order in [ChannelOrder::Bgr, ChannelOrder::Rgb] {
        let bytes = || Pipeline::new().convert_order(order);
        let digest = "583c7a3f6f2cc061120b76852601ead22a4850c2849f70b03d76fe2bd72beb9f";
        assert_eq!(lit([12.5, -31.0, 7.25], bytes()), digest);
        let digest = "2699cfee8c2824450922d12e34304c9c72fd4b716bb62e527244e2a2a76659b9";
        assert_eq!(lit([-40.1, 22.2, -3.3], bytes()), digest);
    }
    let digest = "14e3925616814976fee711cfb77df21865521b8e19ab44745c5b41605a6656b4";
    assert_eq!(lit([12.5, -31.0, 7.25], floats()), digest);
    let digest = "1fc48fcb8705108af3cbc1a737c04147cb63daae46751217283d51d2842500a2";
    assert_eq!(lit([-40.1, 22.2, -3.3], floats()), digest);
}
