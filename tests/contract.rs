//! The contract: what a pipeline may not say. Every refusal comes from `compile`, has a kind, and names its step.

use pixelproof::{
    Assume, ChannelOrder, Constants, DType, ErrorKind, Filter, Fit, Image, ImageSpec, Pipeline, PixelFormat, Resize,
    ResizeMatches, Size, SrgbToLinear, Step, TensorData, TensorLayout, ValueRange,
};

use ErrorKind::{InvalidInput, InvalidPipeline, Limits, Unsupported};
use ValueRange::{Bytes, Normalised, SignedUnit, Unit};

const SIZE: Size = Size::new(5, 4);

fn spec(format: PixelFormat) -> ImageSpec {
    ImageSpec { size: SIZE, format, range: Bytes }
}

fn constants(mean: &[f64], std: &[f64], order: ChannelOrder, range: ValueRange) -> Constants {
    Constants { mean: mean.into(), std: std.into(), order, range }
}

fn half() -> Constants {
    constants(&[0.5], &[0.5], ChannelOrder::Rgb, Unit)
}

#[track_caller]
fn refuses(pipeline: Pipeline, format: PixelFormat, kind: ErrorKind) {
    let last = pipeline.steps.len() - 1;
    match pipeline.compile(&spec(format)) {
        Ok(plan) => panic!("accepted, with the result {:?}", plan.output()),
        Err(error) => {
            assert_eq!((error.kind(), error.step()), (kind, Some(last)), "{error}");
            let text = error.to_string();
            assert!(text.starts_with(&format!("{}: step {}: ", kind.name(), last + 1)), "{text}");
        }
    }
}

#[test]
fn a_range_is_what_the_step_before_made_of_it() {
    let rgb = PixelFormat::Rgb8;
    refuses(Pipeline::new().rescale(Bytes, Unit).rescale(Bytes, Unit), rgb, InvalidPipeline);
    refuses(Pipeline::new().rescale(Unit, Bytes), rgb, InvalidPipeline);
    refuses(Pipeline::new().rescale(Bytes, Bytes), rgb, InvalidPipeline);
    refuses(Pipeline::new().rescale(Bytes, Normalised), rgb, InvalidPipeline);
    refuses(Pipeline::new().normalise(half()).normalise(half()), rgb, InvalidPipeline);
    refuses(Pipeline::new().normalise(half()).rescale(Bytes, Unit), rgb, InvalidPipeline);
    refuses(Pipeline::new().rescale(Bytes, Unit).cast(DType::U8), rgb, InvalidPipeline);
    refuses(Pipeline::new().rescale(Bytes, SignedUnit).hue_shift(0.1), rgb, InvalidPipeline);
}

#[test]
fn channels_are_there_or_they_are_not() {
    refuses(Pipeline::new().convert_order(ChannelOrder::Rgba), PixelFormat::Rgb8, InvalidPipeline);
    refuses(Pipeline::new().convert_order(ChannelOrder::Gray), PixelFormat::Rgb8, InvalidPipeline);
    refuses(Pipeline::new().assume_order(ChannelOrder::Rgb), PixelFormat::Rgba8, InvalidPipeline);
    refuses(Pipeline::new().hue_shift(0.1), PixelFormat::Gray8, InvalidPipeline);
    refuses(Pipeline::new().hue_shift(0.1), PixelFormat::Bgra8, InvalidPipeline);
    refuses(Pipeline::new().step(Step::Assume(Assume::default())), PixelFormat::Rgb8, InvalidPipeline);
}

#[test]
fn rgba_is_not_resized_as_if_pillow_did_not_premultiply() {
    let resize = |filter, size| Pipeline::new().resize(filter, Fit::Stretch(size));
    let other = Size::new(3, 3);
    // Bytes are premultiplied (tests/golden.rs); of floats Pillow has no RGBA.
    for format in [PixelFormat::Rgba8, PixelFormat::Bgra8, PixelFormat::RgbaF32] {
        if format == PixelFormat::RgbaF32 {
            refuses(resize(Filter::Bilinear, other), format, Unsupported);
        }
        let without = Pipeline::new().convert_order(ChannelOrder::Rgb).resize(Filter::Bilinear, Fit::Stretch(other));
        assert!(without.compile(&spec(format)).is_ok(), "without alpha there is nothing to multiply");
        assert!(resize(Filter::Nearest, other).compile(&spec(format)).is_ok(), "nearest copies pixels");
        assert!(resize(Filter::Bilinear, SIZE).compile(&spec(format)).is_ok(), "the same size is a copy");
    }
}

#[test]
fn constants_are_complete_and_can_divide() {
    let rgb = |mean: &[f64], std: &[f64]| {
        refuses(
            Pipeline::new().normalise(constants(mean, std, ChannelOrder::Rgb, Unit)),
            PixelFormat::Rgb8,
            InvalidPipeline,
        );
    };
    rgb(&[0.5, 0.5], &[0.5]);
    rgb(&[], &[0.5]);
    rgb(&[0.5], &[0.5, 0.5, 0.5, 0.5]);
    rgb(&[0.5], &[0.0]);
    rgb(&[0.5], &[-1.0]);
    rgb(&[f64::NAN], &[0.5]);
    rgb(&[0.5], &[f64::INFINITY]);
    rgb(&[0.5], &[1e-46]);
    rgb(&[0.5], &[1e-40]);
    rgb(&[0.5], &[1e-37, 1.0, 1.0].map(|std| std / 100.0));
    let gray = constants(&[0.4, 0.5, 0.6], &[0.5], ChannelOrder::Rgb, Unit);
    refuses(Pipeline::new().normalise(gray), PixelFormat::Gray8, InvalidPipeline);
    let nowhere = constants(&[0.5], &[0.5], ChannelOrder::Rgb, Normalised);
    refuses(Pipeline::new().normalise(nowhere), PixelFormat::Rgb8, InvalidPipeline);
}

#[test]
fn constants_that_leave_f32_are_refused_by_their_channel() {
    let said = |pipeline: Pipeline| {
        let error = pipeline.compile(&spec(PixelFormat::Rgb8)).expect_err("a pipeline whose numbers leave f32");
        assert_eq!((error.kind(), error.step()), (InvalidPipeline, Some(pipeline.steps.len() - 1)));
        error.to_string()
    };
    let rgb =
        |mean: [f64; 3], std: [f64; 3]| Pipeline::new().normalise(constants(&mean, &std, ChannelOrder::Rgb, Unit));
    assert!(said(rgb([0.5; 3], [1.0, 1e-46, 1.0])).contains("0 in f32"));
    // Converted to the data's 0-255.
    assert!(said(rgb([0.5, 0.5, 3e38], [1.0; 3])).contains("Blue"));
    assert!(said(rgb([0.5; 3], [3e38, 1.0, 1.0])).contains("Red"));
    // The quotient: 1e38 over a hundredth.
    assert!(said(rgb([0.5, 1e36, 0.5], [1.0, 1e-3, 1.0])).contains("Green"));
    // Constants of 0-255 for data of 0-1.
    let small = constants(&[0.0], &[1.0, 1.0, 2e-36], ChannelOrder::Rgb, Bytes);
    assert!(said(Pipeline::new().rescale(Bytes, Unit).normalise(small)).contains("Blue"));
}

#[test]
fn scale_and_shift_say_what_cannot_be_computed() {
    use pixelproof::{Precision, ScaleShift, ScaleShiftBy};
    let step = |by, order, range| Step::ScaleShift(ScaleShift { by, order, range, precision: Precision::F32 });
    let (rgb, order) = (PixelFormat::Rgb8, ChannelOrder::Rgb);
    let by = |subtract: &[f64], multiply: &[f64]| ScaleShiftBy::SubtractMultiply {
        subtract: subtract.to_vec(),
        multiply: multiply.to_vec(),
    };
    let refuse = |by, range| refuses(Pipeline::new().step(step(by, order, range)), rgb, InvalidPipeline);
    refuse(by(&[1.0, 2.0], &[1.0]), Bytes);
    refuse(by(&[1.0], &[]), Bytes);
    refuse(by(&[1.0], &[0.0]), Bytes);
    refuse(by(&[1.0], &[1e-46]), Bytes);
    refuse(by(&[f64::NAN], &[1.0]), Bytes);
    refuse(by(&[1e38], &[10.0]), Bytes);
    refuse(by(&[1.0], &[1.0]), Normalised);
    refuse(ScaleShiftBy::AddDivide { add: vec![1.0], divide: vec![0.0] }, Bytes);
    refuse(ScaleShiftBy::MultiplyAdd { multiply: vec![3e38], add: vec![0.0] }, Bytes);
    let sound = || Pipeline::new().step(step(by(&[1.0], &[-0.5]), order, Bytes));
    assert_eq!(sound().compile(&spec(rgb)).expect("a sound pipeline").output().range, Normalised);
    refuses(sound().step(step(by(&[1.0], &[1.0]), order, Bytes)), rgb, InvalidPipeline);
    let folded = ScaleShiftBy::FoldedMultiplyAdd { subtract: vec![1.0], multiply: vec![0.1] };
    let f64 = Step::ScaleShift(ScaleShift { by: folded, order, range: Bytes, precision: Precision::F64 });
    refuses(Pipeline::new().step(f64), rgb, InvalidPipeline);
}

#[test]
fn clips_have_limits_that_the_data_can_hold() {
    use pixelproof::{Clip, Lighting};
    let clip = |min, max| Pipeline::new().step(Step::Clip(Clip { min, max, ..Clip::default() }));
    for (min, max) in [(None, None), (Some(2.0), Some(1.0)), (Some(f64::NAN), None), (None, Some(1e39))] {
        refuses(clip(min, max), PixelFormat::RgbF32, InvalidPipeline);
    }
    refuses(clip(Some(0.5), None), PixelFormat::Rgb8, InvalidPipeline);
    refuses(clip(None, Some(256.0)), PixelFormat::Rgb8, InvalidPipeline);
    let lighting = |alpha| Step::Lighting(Lighting { alpha });
    refuses(Pipeline::new().step(lighting([0.0, f64::NAN, 0.0])), PixelFormat::Rgb8, InvalidPipeline);
    refuses(Pipeline::new().step(lighting([1.0; 3])), PixelFormat::Rgba8, InvalidPipeline);
    refuses(Pipeline::new().rescale(Bytes, Unit).step(lighting([1.0; 3])), PixelFormat::Rgb8, InvalidPipeline);
}

#[test]
fn srgb_is_made_linear_from_0_to_1_and_without_alpha() {
    let linear = |pipeline: Pipeline| pipeline.step(Step::SrgbToLinear(SrgbToLinear {}));
    refuses(linear(Pipeline::new()), PixelFormat::Rgb8, InvalidPipeline);
    refuses(linear(Pipeline::new().rescale(Bytes, Unit).normalise(half())), PixelFormat::Rgb8, InvalidPipeline);
    refuses(linear(Pipeline::new().rescale(Bytes, Unit)), PixelFormat::Rgba8, InvalidPipeline);
    let image = Image::from_u8(ImageSpec::bytes(Size::new(3, 1), PixelFormat::Gray8), vec![0, 10, 255]).unwrap();
    let plan = linear(Pipeline::new().rescale(Bytes, Unit)).compile(&image.spec()).unwrap();
    assert_eq!(plan.run(&image).unwrap().as_f32(), Some([0.0, (10_f32 / 255.0 / 12.92), 1.0].as_slice()));
}

#[test]
fn columns_outermost_can_be_laid_out_but_not_assumed() {
    let assume = |layout| Step::Assume(Assume { layout: Some(layout), ..Assume::default() });
    refuses(Pipeline::new().step(assume(TensorLayout::Wch)), PixelFormat::Rgb8, InvalidPipeline);
    let columns = Pipeline::new().layout(TensorLayout::Wch);
    refuses(columns.clone().step(assume(TensorLayout::Chw)), PixelFormat::Rgb8, InvalidPipeline);
    let pixels: Vec<u8> = (0..12).collect();
    let image = Image::from_u8(ImageSpec::bytes(Size::new(2, 2), PixelFormat::Rgb8), pixels).unwrap();
    let tensor = columns.compile(&image.spec()).unwrap().run(&image).unwrap();
    assert_eq!(tensor.shape(), [2, 3, 2]);
    assert_eq!(tensor.data(), &TensorData::U8(vec![0, 6, 1, 7, 2, 8, 3, 9, 4, 10, 5, 11]));
}

#[test]
fn sizes_have_limits_before_any_memory_is_taken() {
    let stretch = |width, height| Pipeline::new().resize(Filter::Bilinear, Fit::Stretch(Size::new(width, height)));
    let rgb = PixelFormat::Rgb8;
    refuses(stretch(0, 3), rgb, InvalidPipeline);
    refuses(Pipeline::new().center_crop(0), rgb, InvalidPipeline);
    refuses(Pipeline::new().resize(Filter::Bilinear, Fit::ShortestEdge(0)), rgb, InvalidPipeline);
    refuses(stretch(u32::MAX, u32::MAX), rgb, Limits);
    refuses(stretch(1 << 27, 1), rgb, Limits);
    refuses(Pipeline::new().center_crop(u32::MAX), rgb, Limits);
    refuses(Pipeline::new().resize(Filter::Bilinear, Fit::ShortestEdge(u32::MAX)), rgb, Limits);
}

#[test]
fn after_f16_nothing_computes() {
    let f16 = || Pipeline::new().rescale(Bytes, Unit).cast(DType::F16);
    let rgb = PixelFormat::Rgb8;
    refuses(f16().normalise(half()), rgb, InvalidPipeline);
    refuses(f16().rescale(Unit, SignedUnit), rgb, InvalidPipeline);
    refuses(f16().resize(Filter::Box, Fit::ShortestEdge(2)), rgb, InvalidPipeline);
    refuses(f16().assume_range(Bytes).hue_shift(0.1), rgb, InvalidPipeline);
    refuses(f16().assume_range(Bytes).cast(DType::U8), rgb, InvalidPipeline);
}

#[test]
fn hue_shifts_stay_on_the_circle() {
    for alpha in [0.51, -0.51, f64::NAN, f64::INFINITY] {
        refuses(Pipeline::new().hue_shift(alpha), PixelFormat::Rgb8, InvalidPipeline);
    }
}

#[test]
fn an_image_is_what_its_spec_says() {
    let kind =
        |spec: ImageSpec, bytes: usize| Image::from_u8(spec, vec![0; bytes]).map(|_| ()).map_err(|error| error.kind());
    assert_eq!(kind(spec(PixelFormat::Rgb8), 60), Ok(()));
    assert_eq!(kind(spec(PixelFormat::Rgb8), 59), Err(InvalidInput));
    assert_eq!(kind(spec(PixelFormat::RgbF32), 60), Err(InvalidInput));
    assert_eq!(kind(ImageSpec { range: Unit, ..spec(PixelFormat::Rgb8) }, 60), Err(InvalidInput));
    assert_eq!(kind(ImageSpec::bytes(Size::new(0, 4), PixelFormat::Rgb8), 0), Err(InvalidInput));
    assert_eq!(kind(ImageSpec::bytes(Size::new(1 << 15, 1 << 15), PixelFormat::Rgb8), 0), Err(Limits));
    let mut floats = vec![0.5; 60];
    floats[41] = f32::NAN;
    floats[50] = f32::INFINITY;
    let error = Image::from_f32(spec(PixelFormat::RgbF32), floats).expect_err("floats that are none");
    assert_eq!(error.kind(), InvalidInput);
    assert!(error.message().contains("index 41"), "{error}");
    let plan = Pipeline::new().compile(&spec(PixelFormat::Rgb8)).expect("a sound pipeline");
    let other = Image::from_u8(spec(PixelFormat::Bgr8), vec![0; 60]).expect("a sound image");
    assert_eq!(plan.run(&other).expect_err("another kind of image").kind(), InvalidInput);
}

#[test]
fn a_file_with_an_unknown_word_is_refused() {
    let kind = |json: &str| Pipeline::from_json(json).map(|_| ()).map_err(|error| error.kind());
    assert_eq!(kind(r#"{"steps":[{"op":"layout","to":"NCHW"}]}"#), Ok(()));
    for json in [
        "",
        "[]",
        "{}",
        r#"{"steps":[],"extra":1}"#,
        r#"{"steps":[{"op":"letterbox"}]}"#,
        r#"{"steps":[{"op":"layout","to":"NCHW","from":"NHWC"}]}"#,
        r#"{"steps":[{"op":"normalise","mean":[0.5],"order":"RGB","range":"0-1"}]}"#,
        r#"{"steps":[{"op":"normalise","mean":[0.5],"std":[0.5],"order":"RGB","range":"0-1","scale":2}]}"#,
        r#"{"steps":[{"op":"resize","matches":"pillow","filter":"linear","fit":{"shortest_edge":2}}]}"#,
        r#"{"steps":[{"op":"center_crop","size":{"width":-1,"height":2}}]}"#,
    ] {
        assert_eq!(kind(json), Err(InvalidPipeline), "{json}");
    }
    let many = format!(r#"{{"steps":[{}]}}"#, vec![r#"{"op":"cast","to":"f32"}"#; Pipeline::MAX_STEPS + 1].join(","));
    assert_eq!(kind(&many), Err(Limits));
}

#[test]
fn jitters_want_the_range_that_their_library_is_made_for() {
    use pixelproof::{Jitter, JitterMatches};
    let jitter = |matches| Step::Contrast(Jitter { factor: 1.4, matches });
    let after = |pipeline: Pipeline, matches| pipeline.step(jitter(matches));
    let rescaled = || Pipeline::new().rescale(ValueRange::Bytes, ValueRange::Unit);
    let rgb = PixelFormat::Rgb8;
    refuses(after(rescaled(), JitterMatches::Megengine), rgb, InvalidPipeline);
    refuses(after(rescaled(), JitterMatches::TorchvisionPil), rgb, InvalidPipeline);
    refuses(after(rescaled(), JitterMatches::Albumentations), rgb, InvalidPipeline);
    refuses(after(Pipeline::new().cast(DType::F32), JitterMatches::Torchvision), rgb, InvalidPipeline);
    refuses(after(Pipeline::new(), JitterMatches::Megengine), PixelFormat::Gray8, InvalidPipeline);
    // The remedy that the refusal names.
    let assumed = Step::Assume(Assume { range: Some(ValueRange::Bytes), ..Assume::default() });
    let spec = ImageSpec::bytes(Size::new(8, 8), rgb);
    after(rescaled().step(assumed), JitterMatches::Megengine)
        .compile(&spec)
        .expect("a pipeline that says what it does");
}

#[test]
fn other_colour_spaces_are_left_only_by_their_own_step() {
    use pixelproof::{ColourMatches, ColourSpace, FromColour, ToColour};
    let matches = ColourMatches::Opencv;
    let to = Pipeline::new().step(Step::ToColour(ToColour { to: ColourSpace::HSV, matches }));
    let back = Step::FromColour(FromColour { from: ColourSpace::HSV, to: ChannelOrder::Rgb, matches });
    refuses(to.clone().convert_order(ChannelOrder::Rgb), PixelFormat::Rgb8, InvalidPipeline);
    refuses(to.clone().hue_shift(0.1), PixelFormat::Rgb8, InvalidPipeline);
    refuses(Pipeline::new().step(back.clone()), PixelFormat::Rgb8, InvalidPipeline);
    to.step(back).compile(&spec(PixelFormat::Rgb8)).expect("there and back");
}

/// A fit, a crop or a pad that no image can have is the pipeline's fault, and the field is named with what it may be.
#[test]
fn a_field_that_no_image_can_have_is_named() {
    use pixelproof::{CenterCrop, Crop, InsideRounding, LimitRounding, Pad, PadTo, Resize, ResizeMatches};
    let zero = Size::new(5, 0);
    let resize = |fit| Step::Resize(Resize::new(ResizeMatches::Pillow, Filter::Bilinear, fit));
    let pad = |to| Step::Pad(Pad { to, place: Default::default(), value: vec![0.0] });
    let rounding = InsideRounding::HalfUp;
    let up_to = |edge, limit| Fit::ShortestEdgeUpTo { edge, limit, rounding: LimitRounding::Torchvision };
    let multiple_of = |width, height, multiple| Fit::MultipleOf { width, height, multiple, keep_ratio: true };
    for (step, field) in [
        (resize(Fit::Stretch(zero)), "stretch.height"),
        (resize(Fit::ShortestEdge(0)), "shortest_edge"),
        (resize(up_to(0, 5)), "shortest_edge_up_to.edge"),
        (resize(up_to(5, 0)), "shortest_edge_up_to.limit"),
        (resize(Fit::LongestEdge { edge: 0, rounding }), "longest_edge.edge"),
        (resize(Fit::Inside { width: 0, height: 5, rounding }), "inside.width"),
        (resize(Fit::Height { height: 0, max_width: 5, rounding }), "height.height"),
        (resize(Fit::Height { height: 5, max_width: 0, rounding }), "height.max_width"),
        (resize(Fit::KeepRatio { width: 0, height: 5, longest: 1.0 }), "keep_ratio.width"),
        (resize(Fit::KeepRatio { width: 5, height: 5, longest: 1e300 }), "keep_ratio.longest"),
        (resize(Fit::KeepRatio { width: 5, height: 5, longest: -0.5 }), "keep_ratio.longest"),
        (resize(Fit::PixelArea { min: 1, max: 0, multiple: 1 }), "pixel_area.max"),
        (resize(Fit::PixelArea { min: 9, max: 8, multiple: 1 }), "pixel_area.max"),
        (resize(Fit::PixelArea { min: 0, max: 0, multiple: 1 }), "pixel_area.max"),
        (resize(Fit::PixelArea { min: u64::MAX, max: u64::MAX, multiple: 1 }), "pixel_area.min"),
        (resize(Fit::PixelArea { min: 1, max: 9, multiple: 0 }), "pixel_area.multiple"),
        (resize(Fit::PixelArea { min: 1, max: 9, multiple: u32::MAX }), "pixel_area.multiple"),
        (resize(multiple_of(0, 5, 1)), "multiple_of.width"),
        (resize(multiple_of(5, 5, 0)), "multiple_of.multiple"),
        (resize(multiple_of(5, 5, u32::MAX)), "multiple_of.multiple"),
        (resize(Fit::Thumbnail { width: 5, height: 0 }), "thumbnail.height"),
        (Step::CenterCrop(CenterCrop::new(zero)), "size.height"),
        (Step::Crop(Crop { x: 0, y: 0, size: zero }), "size.height"),
        (pad(PadTo::Size(zero)), "to.size.height"),
        (pad(PadTo::Multiple(0)), "to.multiple"),
        (pad(PadTo::Multiple(u32::MAX)), "to.multiple"),
    ] {
        let pipeline = Pipeline::new().step(step);
        let error = pipeline.compile(&spec(PixelFormat::Rgb8)).expect_err("a field that no image can have");
        assert!(error.message().starts_with(&format!("{field} ")), "{field}: {error}");
        assert!(error.expected_value().is_some_and(|expected| expected.contains("number from")), "{error}");
        refuses(pipeline, PixelFormat::Rgb8, InvalidPipeline);
    }
}

#[test]
fn a_frame_over_the_limits_is_answered_with_a_smaller_one() {
    use pixelproof::{Pad, PadTo};
    let edges = |edge| PadTo::Edges { left: edge, top: 0, right: edge, bottom: 0 };
    for to in [edges(u32::MAX), edges(1 << 27), PadTo::Multiple(1 << 28), PadTo::Size(Size::new(1 << 27, 9))] {
        let pad = Pipeline::new().step(Step::Pad(Pad { to, place: Default::default(), value: vec![0.0] }));
        let error = pad.compile(&spec(PixelFormat::Rgb8)).expect_err("a frame over the limits");
        assert!(error.message().contains("by less") || error.message().contains("smaller size"), "{error}");
        refuses(pad, PixelFormat::Rgb8, Limits);
    }
}

#[test]
fn a_difference_is_of_two_tensors_that_mean_the_same_by_place() {
    use pixelproof::{Tensor, TensorData, TensorLayout, TensorSpec, difference};
    let tensor = |order, layout| {
        let spec = TensorSpec { size: Size::new(3, 3), order, range: Unit, layout, dtype: DType::U8 };
        Tensor::new(spec.clone(), TensorData::U8(vec![7; spec.values()])).expect("a sound tensor")
    };
    let rgb = tensor(ChannelOrder::Rgb, TensorLayout::Chw);
    for (other, got) in [
        (tensor(ChannelOrder::Bgr, TensorLayout::Chw), "BGR"),
        (tensor(ChannelOrder::Hsv, TensorLayout::Chw), "HSV"),
        // Of the same shape, as the image is as wide and high as it has channels.
        (tensor(ChannelOrder::Rgb, TensorLayout::Hwc), "HWC"),
    ] {
        let error = difference(&rgb, &other).expect_err("another meaning");
        assert_eq!((error.kind(), error.got_value()), (InvalidInput, Some(got)), "{error}");
    }
    let other_range = Tensor::new(TensorSpec { range: Bytes, ..rgb.spec().clone() }, rgb.data().clone());
    assert_eq!(difference(&rgb, &other_range.expect("a sound tensor")).map(|found| found.count), Ok(0));
}

#[test]
fn composite_wants_bytes_with_alpha() {
    use pixelproof::Composite;
    let over = || Step::Composite(Composite { over: [1, 2, 3] });
    for format in [PixelFormat::Rgb8, PixelFormat::Gray8] {
        refuses(Pipeline::new().step(over()), format, InvalidPipeline);
    }
    refuses(Pipeline::new().rescale(Bytes, Unit).step(over()), PixelFormat::Rgba8, InvalidPipeline);
    refuses(Pipeline::new().step(over()).step(over()), PixelFormat::Bgra8, InvalidPipeline);
    let plan = Pipeline::new().step(over()).compile(&spec(PixelFormat::Bgra8)).expect("bytes with alpha");
    assert_eq!(plan.output().order, ChannelOrder::Bgr);
    let clear = Image::from_u8(spec(PixelFormat::Bgra8), vec![0; 80]).expect("an image");
    let colour = plan.run(&clear).expect("a run").to_le_bytes();
    assert!(colour.chunks(3).all(|pixel| pixel == [3, 2, 1]), "the colour is red, green, blue: {colour:?}");
}

#[test]
fn sixteen_bits_go_where_a_library_has_them_and_nowhere_else() {
    let words = |format| ImageSpec::words(SIZE, format);
    let kind = |pipeline: Pipeline, format| pipeline.compile(&words(format)).map(|_| ()).map_err(|error| error.kind());
    let resize =
        |matches| Pipeline::new().step(Step::Resize(Resize::new(matches, Filter::Bilinear, Fit::ShortestEdge(3))));
    assert_eq!(kind(resize(ResizeMatches::Pillow), PixelFormat::Gray16), Ok(()));
    assert_eq!(kind(resize(ResizeMatches::Pillow), PixelFormat::Rgb16), Err(Unsupported), "Pillow has I;16 alone");
    assert_eq!(kind(resize(ResizeMatches::Opencv), PixelFormat::Gray16), Err(Unsupported));
    assert_eq!(kind(resize(ResizeMatches::Torch), PixelFormat::Gray16), Err(Unsupported));
    assert_eq!(kind(Pipeline::new().cast(DType::F32).hue_shift(0.1), PixelFormat::Rgb16), Err(InvalidPipeline));
    assert_eq!(kind(Pipeline::new().hue_shift(0.1), PixelFormat::Rgb16), Err(Unsupported));
    assert_eq!(kind(Pipeline::new().cast(DType::U8), PixelFormat::Rgb16), Err(InvalidPipeline), "it would wrap");
    assert_eq!(kind(Pipeline::new().rescale(Bytes, Unit), PixelFormat::Rgb16), Err(InvalidPipeline));
    let plan = Pipeline::new().rescale(ValueRange::Words, Unit).compile(&words(PixelFormat::Rgb16)).expect("a plan");
    let white = Image::from_u16(words(PixelFormat::Rgb16), vec![u16::MAX; 60]).expect("an image");
    assert!(plan.run(&white).expect("a run").as_f32().is_some_and(|values| values.iter().all(|&value| value == 1.0)));
    // Bytes of 0-65535 do not exist.
    assert_eq!(words(PixelFormat::Rgb8).values().map_err(|error| error.kind()), Err(InvalidInput));
    assert_eq!(ImageSpec::bytes(SIZE, PixelFormat::Rgb16).values().map_err(|error| error.kind()), Err(InvalidInput));
}
