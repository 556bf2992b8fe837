//! Cases from public bug reports: the right value, and the wrong one that a real project produced, each named by its
//! claim. The collection prints them to six decimals, mostly from f64, so they are compared to [`apart`]; bits are the
//! business of the golden tests.

use pixelproof::{
    Applied, Arithmetic, CenterCrop, ChannelOrder, Constants, DType, Filter, Fit, Image, ImageSpec, InsideRounding,
    Mistake, Normalise, Pad, PadPlace, PadTo, Pipeline, PixelFormat, Plan, Point, Precision, Preset, Resize,
    ResizeMatches, ScaleShift, ScaleShiftBy, Size, Step, Tensor, TensorData, TensorLayout, Transform, ValueRange,
};

const UNIT: ValueRange = ValueRange::Unit;
const BYTES: ValueRange = ValueRange::Bytes;
const RGB: ChannelOrder = ChannelOrder::Rgb;
const BGR: ChannelOrder = ChannelOrder::Bgr;

fn constants(mean: [f64; 3], std: [f64; 3], order: ChannelOrder, range: ValueRange) -> Constants {
    Constants { mean: mean.into(), std: std.into(), order, range }
}

fn imagenet() -> Constants {
    constants([0.485, 0.456, 0.406], [0.229, 0.224, 0.225], RGB, UNIT)
}

fn imagenet_255() -> Constants {
    constants([123.675, 116.28, 103.53], [58.395, 57.12, 57.375], RGB, BYTES)
}

/// rescale, ImageNet constants, NCHW: the pipeline that the reports get wrong.
fn right() -> Pipeline {
    Pipeline::new().convert_order(RGB).rescale(BYTES, UNIT).normalise(imagenet()).layout(TensorLayout::Nchw)
}

fn wrong(id: &str) -> Pipeline {
    Mistake::find(id).and_then(|mistake| mistake.apply(&right())).unwrap_or_else(|error| panic!("{id}: {error}")).wrong
}

fn run(pipeline: &Pipeline, image: &Image<'_>) -> Tensor {
    pipeline.compile(&image.spec()).and_then(|plan| plan.run(image)).unwrap_or_else(|error| panic!("{error}"))
}

fn floats(tensor: &Tensor) -> Vec<f32> {
    tensor.as_f32().expect("an f32 tensor").to_vec()
}

fn bytes(tensor: &Tensor) -> Vec<u8> {
    let TensorData::U8(values) = tensor.data() else { panic!("a u8 tensor") };
    values.clone()
}

fn pixel(rgb: [u8; 3]) -> Image<'static> {
    Image::from_u8(ImageSpec::bytes(Size::new(1, 1), PixelFormat::Rgb8), rgb.to_vec()).expect("a pixel")
}

fn grey_floats(width: u32, height: u32, values: Vec<f32>) -> Image<'static> {
    let spec = ImageSpec { size: Size::new(width, height), format: PixelFormat::GrayF32, range: UNIT };
    Image::from_f32(spec, values).expect("a sound image")
}

/// Whether a number is further off than half a unit of the sixth decimal and one part in a million, f32's own error.
fn apart(got: f32, expected: f64) -> bool {
    (f64::from(got) - expected).abs() > 5e-7 + 1e-6 * expected.abs().max(1.0)
}

/// The numbers of the first pixel.
#[track_caller]
fn assert_pixel(pipeline: &Pipeline, rgb: [u8; 3], expected: [f64; 3]) {
    let got = floats(&run(pipeline, &pixel(rgb)));
    let close = got.iter().zip(expected).all(|(&got, expected)| !apart(got, expected));
    assert!(got.len() >= 3 && close, "{:?} instead of {expected:?}", &got[..3]);
}

#[test]
fn x01_constants_follow_their_channels_whatever_order_the_pixels_have() {
    let photo = [200, 100, 50];
    assert_pixel(&right(), photo, [1.307047, -0.285014, -0.932985]);
    // The same through BGR data, swapped last: the constants know their order.
    let through_bgr = Pipeline::new().convert_order(BGR).rescale(BYTES, UNIT).normalise(imagenet()).convert_order(RGB);
    assert_pixel(&through_bgr, photo, [1.307047, -0.285014, -0.932985]);
    assert_pixel(&wrong("constants-in-other-order"), photo, [1.681394, -0.285014, -1.261666]);
    assert_pixel(&wrong("bgr-as-rgb"), photo, [-1.261666, -0.285014, 1.681394]);
}

#[test]
fn x02_the_three_keras_modes_are_three_different_tensors() {
    let orange = [255, 128, 0];
    let caffe = Preset::find("keras/caffe").expect("a preset").pipeline();
    let tf = Preset::find("keras/tf").expect("a preset").pipeline();
    assert_pixel(&caffe, orange, [-103.939, 11.221, 131.32]);
    assert_pixel(&tf, orange, [1.0, 0.003922, -1.0]);
    assert_pixel(&right(), orange, [2.248908, 0.205182, -1.804444]);
}

#[test]
fn x03_caffe_reverses_the_channels_before_it_subtracts() {
    let mean = [103.939, 116.779, 123.68];
    let stated = |order| constants(mean, [1.0; 3], order, BYTES);
    let reverse_first = Pipeline::new().convert_order(BGR).normalise(stated(BGR));
    assert_pixel(&reverse_first, [255, 128, 0], [-103.939, 11.221, 131.32]);
    let subtract_first = Pipeline::new().normalise(stated(RGB)).convert_order(BGR);
    assert_pixel(&subtract_first, [255, 128, 0], [-123.68, 11.221, 151.061]);
}

#[test]
fn x05_a_quirk_that_was_trained_in_can_be_written_down() {
    // PP-OCRv3: BGR pixels, constants in RGB order by position.
    let quirk = Pipeline::new().convert_order(BGR).assume_order(RGB).rescale(BYTES, UNIT).normalise(imagenet());
    assert_pixel(&quirk, [200, 100, 50], [-1.261666, -0.285014, 1.681394]);
    // The preset states the constants by position instead; in NCHW each plane begins with its channel.
    let plan = run(&Preset::find("paddleocr/det").expect("a preset").pipeline(), &pixel([200, 100, 50]));
    assert_eq!(plan.shape(), [1, 3, 32, 32]);
    let planes: Vec<f32> = floats(&plan).chunks_exact(32 * 32).map(|plane| plane[0]).collect();
    let close = planes.iter().zip([-1.261666, -0.285014, 1.681394]).all(|(&got, expected)| !apart(got, expected));
    assert!(close, "{planes:?}");
}

#[test]
fn x07_values_in_the_models_order_hold_whatever_order_the_app_feeds() {
    // The model is RGB; its mean and scale are given in that order, and the app feeds BGR bytes.
    let spec = ImageSpec::bytes(Size::new(1, 1), PixelFormat::Bgr8);
    let fed = Image::from_u8(spec, vec![50, 100, 200]).expect("a pixel");
    let expected = [1.307047, -0.285014, -0.932985];
    let close = |pipeline: &Pipeline, expected: [f64; 3]| {
        let got = floats(&run(pipeline, &fed));
        assert!(!got.iter().zip(expected).any(|(&got, expected)| apart(got, expected)), "{got:?}");
    };
    // Reversed before (2022.1) or after (2021): the constants find their channels.
    close(&Pipeline::new().convert_order(RGB).normalise(imagenet_255()), expected);
    close(&Pipeline::new().normalise(imagenet_255()).convert_order(RGB), expected);
    // Taken by position in what is fed, and reversed after: the bug of the older order.
    let by_position = Constants { order: BGR, ..imagenet_255() };
    close(&Pipeline::new().normalise(by_position).convert_order(RGB), [1.681394, -0.285014, -1.261666]);
}

#[test]
fn x10_rescaling_twice_leaves_0_0039_of_white_and_is_refused_unless_it_is_said() {
    let once = Pipeline::new().rescale(BYTES, UNIT);
    assert_pixel(&once, [255; 3], [1.0; 3]);
    let error = once.clone().rescale(BYTES, UNIT).compile(&pixel([255; 3]).spec()).expect_err("rescaled twice");
    assert_eq!(error.step(), Some(1));
    let said = once.assume_range(BYTES).rescale(BYTES, UNIT);
    let got = floats(&run(&said, &pixel([255; 3])));
    assert!(got.iter().all(|value| (value - 0.003_921_6).abs() < 5e-8), "{got:?}");
}

#[test]
fn x11_the_mean_is_subtracted_before_the_division() {
    let spec = ImageSpec { size: Size::new(1, 1), format: PixelFormat::RgbF32, range: UNIT };
    let half = Image::from_f32(spec, vec![0.5; 3]).expect("a pixel");
    let close = |pipeline: &Pipeline, expected: [f64; 3]| {
        let got = floats(&run(pipeline, &half));
        assert!(!got.iter().zip(expected).any(|(&got, expected)| apart(got, expected)), "{got:?}");
    };
    close(&Pipeline::new().normalise(imagenet()), [0.065502, 0.196429, 0.417778]);
    // x - mean / std, as it was written.
    let Constants { mean, std, .. } = imagenet();
    let quotient: Vec<f64> = mean.iter().zip(&std).map(|(mean, std)| mean / std).collect();
    let precedence = Constants { mean: quotient, std: vec![1.0], ..imagenet() };
    close(&Pipeline::new().normalise(precedence), [-1.617904, -1.535714, -1.304444]);
}

#[test]
fn x13_constants_state_their_range_and_meet_the_data_in_it() {
    let grey = [128; 3];
    let expected = [0.074065, 0.205182, 0.426492];
    assert_pixel(&right(), grey, expected);
    // Constants for 0-255 on data of 0-1, and the other way round, are converted.
    assert_pixel(&Pipeline::new().rescale(BYTES, UNIT).normalise(imagenet_255()), grey, expected);
    assert_pixel(&Pipeline::new().normalise(imagenet()), grey, expected);
    assert_pixel(&Pipeline::new().normalise(imagenet_255()), grey, expected);
    assert_pixel(&wrong("255-constants-on-0-1"), grey, [-2.109308, -2.026926, -1.795696]);
    let got = floats(&run(&wrong("0-1-constants-on-255"), &pixel(grey)));
    assert!(got.iter().zip([556.83, 569.39, 567.08]).all(|(got, expected)| (got - expected).abs() < 0.0051), "{got:?}");
}

#[test]
fn x14_normalising_twice_is_refused_unless_it_is_said() {
    assert_pixel(&wrong("normalised-twice"), [128; 3], [-1.794478, -1.119723, 0.091077]);
    let twice = Pipeline::new().rescale(BYTES, UNIT).normalise(imagenet()).normalise(imagenet());
    let error = twice.compile(&pixel([0; 3]).spec()).expect_err("normalised twice");
    assert_eq!(error.step(), Some(2));
}

#[test]
fn x17_yolox_takes_bytes_as_they_are_and_its_legacy_mode_takes_imagenet() {
    let new = Preset::find("yolox").expect("a preset").pipeline();
    let legacy = Preset::find("yolox/legacy").expect("a preset").pipeline();
    assert_pixel(&new, [255; 3], [255.0; 3]);
    // Twice as wide as high: the lower half is padding, put there before the normalisation.
    let wide = Image::from_u8(ImageSpec::bytes(Size::new(2, 1), PixelFormat::Rgb8), vec![255; 6]).expect("an image");
    for (pipeline, padding) in [(new, [114.0; 3]), (legacy, [-0.165682, -0.039916, 0.182484])] {
        let tensor = run(&pipeline, &wide);
        assert_eq!(tensor.shape(), [1, 3, 640, 640]);
        let last: Vec<f32> = floats(&tensor).chunks_exact(640 * 640).map(|plane| plane[640 * 640 - 1]).collect();
        let close = last.iter().zip(padding).all(|(&got, expected)| !apart(got, expected));
        assert!(close, "{last:?} instead of {padding:?}");
    }
}

#[test]
fn x19_nvinfer_has_one_factor_for_all_channels() {
    let nvinfer = Step::ScaleShift(ScaleShift {
        by: ScaleShiftBy::SubtractMultiply { subtract: vec![0.0], multiply: vec![0.003_921_569_790_691_137] },
        order: RGB,
        range: BYTES,
        precision: Precision::F32,
    });
    let got = floats(&run(&Pipeline::new().step(nvinfer), &pixel([255; 3])));
    assert!(got.iter().all(|value| (value - 1.000_000_3).abs() < 2e-7), "{got:?}");
}

#[test]
fn x22_subtracting_in_bytes_wraps_and_in_floats_does_not() {
    let less_104 =
        Normalise { mean: vec![104.0], std: vec![1.0], order: RGB, range: BYTES, arithmetic: Arithmetic::default() };
    let floats = Pipeline::new().normalise(less_104);
    assert_pixel(&floats, [100; 3], [-4.0; 3]);
    let wrapped = floats.assume_range(BYTES).cast(DType::U8);
    assert_eq!(bytes(&run(&wrapped, &pixel([100; 3]))), [252; 3]);
}

#[test]
fn x24_pixel_centres_lie_at_one_half_but_for_tensorflow_1() {
    let image = grey_floats(3, 3, (1..=9).map(|value| value as f32).collect());
    let doubled = |matches| {
        let step = Step::Resize(Resize::new(matches, Filter::Bilinear, Fit::Stretch(Size::new(6, 6))));
        floats(&run(&Pipeline::new().step(step), &image))
    };
    for matches in [ResizeMatches::Pillow, ResizeMatches::Opencv, ResizeMatches::Torch, ResizeMatches::Tf2] {
        let resized = doubled(matches);
        assert_eq!(resized[..6], [1.0, 1.25, 1.75, 2.25, 2.75, 3.0], "{matches:?}");
        assert_eq!(resized[6..12], [1.75, 2.0, 2.5, 3.0, 3.5, 3.75], "{matches:?}");
        assert_eq!(resized[30..], [7.0, 7.25, 7.75, 8.25, 8.75, 9.0], "{matches:?}");
    }
    let legacy = doubled(ResizeMatches::Tf1);
    assert_eq!(legacy[..6], [1.0, 1.5, 2.0, 2.5, 3.0, 3.0]);
    assert_eq!(legacy[6..12], [2.5, 3.0, 3.5, 4.0, 4.5, 4.5]);
}

#[test]
fn x20_floats_of_0_1_become_bytes_only_by_a_rescale() {
    let spec = ImageSpec { size: Size::new(1, 1), format: PixelFormat::RgbF32, range: UNIT };
    // Read as bytes they would collapse to black.
    let error = Pipeline::new().cast(DType::U8).compile(&spec).expect_err("a cast of 0-1");
    assert_eq!(error.step(), Some(0));
    assert!(error.to_string().contains("rescale"), "{error}");
    let image = Image::from_f32(spec, vec![0.0, 0.5, 1.0]).expect("a pixel");
    assert_eq!(bytes(&run(&Pipeline::new().rescale(UNIT, BYTES).cast(DType::U8), &image)), [0, 127, 255]);
}

fn stripes(filter: Filter) -> Vec<u8> {
    stripes_as(ResizeMatches::Pillow, filter)
}

fn stripes_as(matches: ResizeMatches, filter: Filter) -> Vec<u8> {
    let row: Vec<u8> = [0, 255, 255, 0].repeat(8);
    let image = Image::from_u8(ImageSpec::bytes(Size::new(32, 1), PixelFormat::Gray8), row).expect("a sound image");
    let resize = Step::Resize(Resize::new(matches, filter, Fit::Stretch(Size::new(8, 1))));
    bytes(&run(&Pipeline::new().step(resize), &image))
}

#[test]
fn x27_stripes_shrink_to_grey_with_antialias_and_to_white_without() {
    assert_eq!(stripes(Filter::Bilinear), [137, 128, 128, 128, 128, 128, 128, 137]);
    assert_eq!(stripes(Filter::Nearest), [255; 8]);
    assert_eq!(stripes_as(ResizeMatches::Opencv, Filter::Bilinear), [255; 8]);
    assert_eq!(stripes_as(ResizeMatches::Opencv, Filter::Area), [128; 8]);
}

#[test]
fn x29_six_resamplings_give_six_results() {
    let all = [Filter::Nearest, Filter::Lanczos3, Filter::Bilinear, Filter::Bicubic, Filter::Box, Filter::Hamming];
    let results = all.map(stripes);
    for (at, result) in results.iter().enumerate() {
        assert!(!results[..at].contains(result), "{:?} gives what another filter gives: {result:?}", all[at]);
    }
}

#[test]
fn x32_an_odd_padding_still_gives_the_size_asked_for() {
    let spec = ImageSpec::bytes(Size::new(3, 3), PixelFormat::Rgb8);
    let plan = Pipeline::new().center_crop(8).layout(TensorLayout::Chw).compile(&spec).expect("a sound pipeline");
    assert_eq!(plan.output().shape(), [3, 8, 8]);
}

#[test]
fn x34_nhwc_to_nchw_keeps_rows_rows() {
    let spec = ImageSpec { size: Size::new(3, 2), format: PixelFormat::RgbF32, range: UNIT };
    let image = Image::from_f32(spec, (0..18).map(|value| value as f32).collect::<Vec<_>>()).expect("a sound image");
    let tensor = run(&Pipeline::new().layout(TensorLayout::Nchw), &image);
    assert_eq!(tensor.shape(), [1, 3, 2, 3]);
    assert_eq!(floats(&tensor)[..6], [0.0, 3.0, 6.0, 9.0, 12.0, 15.0]);
}

fn geometry(width: u32, height: u32, pipeline: &Pipeline) -> Plan {
    pipeline.compile(&ImageSpec::bytes(Size::new(width, height), PixelFormat::Rgb8)).expect("a sound pipeline")
}

#[test]
fn x35_height_and_width_are_padded_to_the_multiple_and_not_channels_and_height() {
    let pad = Pad { to: PadTo::Multiple(32), place: PadPlace::TopLeft, value: vec![0.0] };
    let plan = geometry(1333, 800, &Pipeline::new().step(Step::Pad(pad)).layout(TensorLayout::Nchw));
    assert_eq!(plan.output().shape(), [1, 3, 800, 1344]);
    assert_eq!(plan.placement().applied(), [Applied::Pad { left: 0, top: 0, right: 11, bottom: 0 }]);
}

#[test]
fn x37_the_way_back_subtracts_the_padding_that_was_applied() {
    let inside = Fit::Inside { width: 320, height: 320, rounding: InsideRounding::HalfEven };
    let pad = Pad { to: PadTo::Size(Size::new(320, 320)), place: PadPlace::Ultralytics, value: vec![114.0] };
    let plan = geometry(1600, 2128, &Pipeline::new().resize(Filter::Bilinear, inside).step(Step::Pad(pad)));
    let [Applied::Resize { to, .. }, Applied::Pad { left, right, .. }] = *plan.placement().applied() else {
        panic!("{:?}", plan.placement())
    };
    assert_eq!((to, left, right), (Size::new(241, 320), 39, 40));
    assert_eq!(plan.placement().to_image(Point::new(39.0, 0.0)), Point::new(0.0, 0.0));
    let with_half_a_pixel = (39.0 - 39.5) / (320.0 / 2128.0);
    assert!((with_half_a_pixel + 3.325_f64).abs() < 1e-9, "{with_half_a_pixel}");
}

#[test]
fn x39_each_axis_has_the_scale_of_the_size_that_was_made() {
    let longest = Fit::LongestEdge { edge: 1024, rounding: InsideRounding::HalfUp };
    let plan = |width, height| geometry(width, height, &Pipeline::new().resize(Filter::Bilinear, longest));
    for (width, height, made) in [(2130, 1960, (1024, 942)), (2145, 1960, (1024, 936)), (1500, 2250, (683, 1024))] {
        assert_eq!(plan(width, height).output().size, Size::new(made.0, made.1));
    }
    let placement = plan(2130, 1960).placement().clone();
    let Transform([x, _, _, _, y, _]) = *placement.model_transform();
    assert!((x - 0.480_751).abs() < 5e-7 && (y - 0.480_612).abs() < 5e-7, "{x} {y}");
    assert_eq!(placement.to_model(Point::new(0.0, 1960.0)).y, 942.0);
    let one_scale_for_both = 1960.0 * x - 942.0;
    assert!((one_scale_for_both - 0.27_f64).abs() < 0.005, "{one_scale_for_both}");
}

#[test]
fn x41_padding_is_0_in_the_data_as_it_is_there() {
    let larger = Step::CenterCrop(CenterCrop::new(Size::new(3, 3)));
    let pad_first = Pipeline::new().step(larger.clone()).rescale(BYTES, UNIT).normalise(imagenet());
    assert_pixel(&pad_first, [200, 100, 50], [-2.117904, -2.035714, -1.804444]);
    let pad_last = Pipeline::new().rescale(BYTES, UNIT).normalise(imagenet()).step(larger);
    assert_pixel(&pad_last, [200, 100, 50], [0.0; 3]);
}
