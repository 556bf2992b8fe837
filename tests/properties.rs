//! Properties that hold for every image and every pipeline, on images and pipelines chosen by proptest.

use half::f16;
use pixelproof::{
    Arithmetic, Assume, Cast, CenterCrop, ChannelOrder, ConvertOrder, DType, Filter, Fit, HueShift, Image, ImageSpec,
    Layout, Normalise, Pipeline, PixelFormat, Precision, Rescale, RescaleBy, Resize, ResizeMatches, Size, Step, Tensor,
    TensorData, TensorLayout, TensorSpec, ValueRange,
};
use proptest::prelude::*;
use proptest::sample::select;

const FILTERS: [Filter; 6] =
    [Filter::Nearest, Filter::Box, Filter::Bilinear, Filter::Hamming, Filter::Bicubic, Filter::Lanczos3];

fn filter() -> impl Strategy<Value = Filter> {
    select(&FILTERS)
}

fn matches() -> impl Strategy<Value = ResizeMatches> {
    select(&[ResizeMatches::Pillow, ResizeMatches::Pillow12])
}

/// Edges that make trouble: one pixel, primes, powers of two and their neighbours.
fn edge() -> impl Strategy<Value = u32> {
    prop_oneof![1_u32..=24, select(&[1, 2, 3, 7, 13, 31, 32, 33, 64, 97])]
}

fn size() -> impl Strategy<Value = Size> {
    prop_oneof![
        (edge(), edge()).prop_map(|(width, height)| Size::new(width, height)),
        // Extreme ratios.
        (1_u32..=3, 100_u32..=400).prop_map(|(width, height)| Size::new(width, height)),
        (100_u32..=400, 1_u32..=3).prop_map(|(width, height)| Size::new(width, height)),
    ]
}

fn image_of(formats: &'static [PixelFormat]) -> impl Strategy<Value = Image<'static>> {
    (size(), select(formats), any::<u64>()).prop_map(|(size, format, seed)| image(size, format, seed))
}

fn image(size: Size, format: PixelFormat, seed: u64) -> Image<'static> {
    let spec = ImageSpec { size, format, range: ValueRange::Bytes };
    let count = spec.values().expect("a sound image");
    let mut state = seed | 1;
    let words = std::iter::repeat_with(move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    });
    match format.dtype() {
        DType::U8 => Image::from_u8(spec, words.map(|word| (word >> 40) as u8).take(count).collect::<Vec<_>>()),
        _ => {
            // Whole numbers and others, a little beyond both ends of the range.
            let value = |word: u64| (word >> 44) as f32 / 4000.0 - 3.0;
            Image::from_f32(spec, words.map(value).take(count).collect::<Vec<_>>())
        }
    }
    .expect("a sound image")
}

const BYTES_AND_FLOATS: &[PixelFormat] =
    &[PixelFormat::Rgb8, PixelFormat::Bgr8, PixelFormat::Gray8, PixelFormat::RgbF32, PixelFormat::GrayF32];
const WITH_ALPHA: &[PixelFormat] = &[PixelFormat::Rgba8, PixelFormat::Bgra8, PixelFormat::RgbaF32];

fn resize(matches: ResizeMatches, filter: Filter, size: Size) -> Step {
    Step::Resize(Resize { matches, filter, fit: Fit::Stretch(size) })
}

fn crop(size: Size) -> Step {
    Step::CenterCrop(CenterCrop { size })
}

fn run(steps: impl IntoIterator<Item = Step>, image: &Image<'_>) -> pixelproof::Result<Tensor> {
    let pipeline = Pipeline { steps: steps.into_iter().collect(), ..Pipeline::new() };
    pipeline.compile(&image.spec())?.run(image)
}

/// An interleaved tensor as the image that it is.
fn as_image(tensor: Tensor) -> Option<Image<'static>> {
    let TensorSpec { size, order, range, layout, dtype } = *tensor.spec();
    let format = *PixelFormat::ALL.iter().find(|format| format.order() == order && format.dtype() == dtype)?;
    if layout.is_planar() {
        return None;
    }
    let spec = ImageSpec { size, format, range };
    match tensor.into_data() {
        TensorData::U8(values) => Image::from_u8(spec, values).ok(),
        TensorData::F32(values) => Image::from_f32(spec, values).ok(),
        TensorData::F16(_) => None,
    }
}

fn order() -> impl Strategy<Value = ChannelOrder> {
    use ChannelOrder::{Bgr, Bgra, Gray, Rgb, Rgba};
    select(&[Rgb, Bgr, Rgb, Bgr, Rgba, Bgra, Gray])
}

fn range() -> impl Strategy<Value = ValueRange> {
    select(&[ValueRange::Bytes, ValueRange::Unit, ValueRange::SignedUnit, ValueRange::Normalised])
}

fn layout() -> impl Strategy<Value = TensorLayout> {
    select(&[TensorLayout::Nchw, TensorLayout::Nhwc, TensorLayout::Chw, TensorLayout::Hwc])
}

fn fit() -> impl Strategy<Value = Fit> {
    prop_oneof![size().prop_map(Fit::Stretch), edge().prop_map(Fit::ShortestEdge)]
}

/// Steps that mean something, in f32 throughout.
fn sound_step() -> impl Strategy<Value = Step> {
    let number = || prop_oneof![0.01..3.0, 20.0..200.0];
    let numbers = move || prop_oneof![prop::collection::vec(number(), 1), prop::collection::vec(number(), 3)];
    let arithmetic = select(&[Arithmetic::F32, Arithmetic::Mmcv]);
    let by = select(&[RescaleBy::Division, RescaleBy::Multiplication]);
    prop_oneof![
        (prop::option::of(order()), prop::option::of(range()), prop::option::weighted(0.2, layout()))
            .prop_map(|(order, range, layout)| Step::Assume(Assume { order, range, layout })),
        order().prop_map(|to| Step::ConvertOrder(ConvertOrder { to })),
        (matches(), filter(), fit()).prop_map(|(matches, filter, fit)| Step::Resize(Resize { matches, filter, fit })),
        size().prop_map(crop),
        (-0.5..=0.5).prop_map(|alpha| Step::HueShift(HueShift { alpha })),
        (range(), range(), by).prop_map(|(from, to, by)| Step::Rescale(Rescale {
            from,
            to,
            by,
            precision: Precision::F32
        })),
        (numbers(), numbers(), order(), range(), arithmetic).prop_map(|(mean, std, order, range, arithmetic)| {
            Step::Normalise(Normalise { mean, std, order, range, arithmetic })
        }),
        select(&[DType::U8, DType::F32]).prop_map(|to| Step::Cast(Cast { to })),
        layout().prop_map(|to| Step::Layout(Layout { to })),
    ]
}

/// Steps with whatever the types can hold.
fn any_step() -> impl Strategy<Value = Step> {
    let edge = || prop_oneof![edge(), Just(0), Just(u32::MAX), 1_u32..100_000];
    let size = move || (edge(), edge()).prop_map(|(width, height)| Size::new(width, height));
    let fit = prop_oneof![size().prop_map(Fit::Stretch), edge().prop_map(Fit::ShortestEdge)];
    let numbers = || prop::collection::vec(any::<f64>(), 0..5);
    let arithmetic = select(&[Arithmetic::F32, Arithmetic::Mmcv, Arithmetic::F64, Arithmetic::F64F32Constants]);
    let precision = select(&[Precision::F32, Precision::F64]);
    prop_oneof![
        sound_step(),
        (matches(), filter(), fit).prop_map(|(matches, filter, fit)| Step::Resize(Resize { matches, filter, fit })),
        size().prop_map(crop),
        any::<f64>().prop_map(|alpha| Step::HueShift(HueShift { alpha })),
        (range(), range(), precision).prop_map(|(from, to, precision)| Step::Rescale(Rescale {
            from,
            to,
            by: RescaleBy::Division,
            precision
        })),
        (numbers(), numbers(), order(), range(), arithmetic).prop_map(|(mean, std, order, range, arithmetic)| {
            Step::Normalise(Normalise { mean, std, order, range, arithmetic })
        }),
        select(&[DType::U8, DType::F16, DType::F32]).prop_map(|to| Step::Cast(Cast { to })),
    ]
}

/// Keeps the steps that compile after those before them.
fn those_that_compile(steps: Vec<Step>, spec: &ImageSpec) -> Vec<Step> {
    let mut kept = Pipeline::new();
    for step in steps {
        let longer = kept.clone().step(step);
        if longer.compile(spec).is_ok_and(|plan| plan.output().values() < 1 << 16) {
            kept = longer;
        }
    }
    kept.steps
}

proptest! {
    // A failure is shown whole and minimal; nothing is written beside the tests.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_resize_to_the_same_size_changes_nothing(image in image_of(BYTES_AND_FLOATS), filter in filter(), matches in matches()) {
        let resized = run([resize(matches, filter, image.spec().size)], &image).unwrap();
        prop_assert_eq!(resized.to_le_bytes(), run([], &image).unwrap().to_le_bytes());
    }

    #[test]
    fn a_constant_image_stays_constant(from in size(), to in size(), filter in filter(), value: u8) {
        let spec = ImageSpec::bytes(from, PixelFormat::Gray8);
        let image = Image::from_u8(spec, vec![value; from.pixels() as usize]).unwrap();
        let resized = run([resize(ResizeMatches::Pillow, filter, to)], &image).unwrap();
        prop_assert!(resized.to_le_bytes().iter().all(|&byte| byte == value));
    }

    #[test]
    fn filters_without_negative_lobes_stay_between_the_darkest_and_the_brightest_pixel(
        image in image_of(&[PixelFormat::Gray8]),
        to in size(),
        filter in select(&[Filter::Nearest, Filter::Box, Filter::Bilinear, Filter::Hamming]),
    ) {
        let bytes = run([], &image).unwrap().to_le_bytes();
        let (low, high) = (bytes.iter().min(), bytes.iter().max());
        let resized = run([resize(ResizeMatches::Pillow, filter, to)], &image).unwrap().to_le_bytes();
        prop_assert!(resized.iter().min() >= low && resized.iter().max() <= high);
    }

    #[test]
    fn nearest_only_copies_pixels(image in image_of(&[PixelFormat::Rgb8]), to in size()) {
        let bytes = run([], &image).unwrap().to_le_bytes();
        let pixels: Vec<_> = bytes.chunks_exact(3).collect();
        let resized = run([resize(ResizeMatches::Pillow, Filter::Nearest, to)], &image).unwrap().to_le_bytes();
        prop_assert!(resized.chunks_exact(3).all(|pixel| pixels.contains(&pixel)));
    }

    #[test]
    fn a_pruned_resize_and_crop_is_the_resize_and_then_the_crop(
        image in image_of(BYTES_AND_FLOATS),
        to in size(),
        window in size(),
        filter in filter(),
        matches in matches(),
    ) {
        let together = run([resize(matches, filter, to), crop(window)], &image).unwrap();
        let resized = as_image(run([resize(matches, filter, to)], &image).unwrap()).unwrap();
        let apart = run([crop(window)], &resized).unwrap();
        prop_assert_eq!(together, apart);
    }

    #[test]
    fn pillow_12_resizes_the_rows_first_and_pillow_13_the_columns_where_that_is_less_work(
        image in image_of(BYTES_AND_FLOATS),
        to in size(),
        filter in filter(),
    ) {
        let from = image.spec().size;
        let two = |between: Size| {
            run([resize(ResizeMatches::Pillow12, filter, between), resize(ResizeMatches::Pillow12, filter, to)], &image)
        };
        let rows_first = two(Size::new(to.width, from.height)).unwrap();
        prop_assert_eq!(&run([resize(ResizeMatches::Pillow12, filter, to)], &image).unwrap(), &rows_first);
        let (shorter, narrower) =
            (i64::from(from.height) - i64::from(to.height), i64::from(from.width) - i64::from(to.width));
        let columns_first = shorter > 0 && shorter > 2 * narrower;
        let expected = if columns_first { two(Size::new(from.width, to.height)).unwrap() } else { rows_first };
        prop_assert_eq!(run([resize(ResizeMatches::Pillow, filter, to)], &image).unwrap(), expected);
    }

    #[test]
    fn assuming_the_reversed_order_twice_is_nothing(image in image_of(BYTES_AND_FLOATS)) {
        let order = image.spec().format.order();
        let assume = |order| Step::Assume(Assume { order: Some(order), ..Assume::default() });
        let twice = run([assume(order.reversed()), assume(order)], &image).unwrap();
        prop_assert_eq!(twice, run([], &image).unwrap());
    }

    #[test]
    fn converting_there_and_back_is_nothing(image in image_of(&[PixelFormat::Rgb8, PixelFormat::RgbF32])) {
        let convert = |to| Step::ConvertOrder(ConvertOrder { to });
        let back = run([convert(ChannelOrder::Bgr), convert(ChannelOrder::Rgb)], &image).unwrap();
        prop_assert_eq!(back, run([], &image).unwrap());
    }

    #[test]
    fn f16_is_the_f32_result_rounded_once(
        image in image_of(BYTES_AND_FLOATS),
        mean in 0.0..200.0,
        std in 0.001..100.0,
    ) {
        let gray = image.spec().format.order();
        let normalise = Step::Normalise(Normalise {
            mean: vec![mean],
            std: vec![std],
            order: gray,
            range: ValueRange::Bytes,
            arithmetic: Arithmetic::F32,
        });
        let full = run([normalise.clone()], &image).unwrap();
        let half = run([normalise, Step::Cast(Cast { to: DType::F16 })], &image).unwrap();
        let TensorData::F16(half) = half.data() else { panic!("f16 expected") };
        let expected = full.as_f32().unwrap().iter().map(|&value| f16::from_f32(value).to_bits());
        prop_assert!(half.iter().map(|value| value.to_bits()).eq(expected));
    }

    #[test]
    fn a_pipeline_is_its_first_part_and_then_the_rest(
        image in prop_oneof![3 => image_of(BYTES_AND_FLOATS), 1 => image_of(WITH_ALPHA)],
        steps in prop::collection::vec(sound_step(), 2..8),
        at in any::<prop::sample::Index>(),
    ) {
        let steps = those_that_compile(steps, &image.spec());
        let (first, rest) = steps.split_at(at.index(steps.len() + 1));
        let whole = run(steps.clone(), &image).unwrap();
        prop_assert_eq!(whole.data().len(), whole.spec().values());
        // Only what lies as an image does, and says what it is, can be handed over.
        let Some(middle) = as_image(run(first.to_vec(), &image).unwrap()) else { return Ok(()) };
        prop_assert_eq!(whole.to_le_bytes(), run(rest.to_vec(), &middle).unwrap().to_le_bytes(), "{:?} | {:?}", first, rest);
    }

    #[test]
    fn compile_refuses_or_promises_and_run_delivers_whatever_the_steps(
        image in prop_oneof![3 => image_of(BYTES_AND_FLOATS), 1 => image_of(WITH_ALPHA)],
        steps in prop::collection::vec(any_step(), 0..6),
    ) {
        let pipeline = Pipeline { steps, ..Pipeline::new() };
        if let Ok(plan) = pipeline.compile(&image.spec()) && plan.output().values() < 1 << 20 {
            let tensor = plan.run(&image).unwrap();
            prop_assert_eq!(tensor.spec(), plan.output());
            prop_assert_eq!(tensor.data().len(), plan.output().values());
        }
    }

    #[test]
    fn a_pipeline_survives_its_json(steps in prop::collection::vec(sound_step(), 0..6)) {
        let pipeline = Pipeline { steps, ..Pipeline::new() };
        prop_assert_eq!(Pipeline::from_json(&pipeline.to_json()).unwrap(), pipeline);
    }

    #[test]
    fn any_text_is_a_pipeline_or_an_error(text in ".{0,200}", op in "[a-z_]{0,12}", field in "[a-z]{0,8}", value in -1e9..1e9) {
        let _ = Pipeline::from_json(&text);
        let _ = Pipeline::from_json(&format!(r#"{{"steps":[{{"op":"{op}","{field}":{value}}}]}}"#));
    }

    #[test]
    fn any_bytes_are_a_picture_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..200), magic in 0_usize..4) {
        let magics: [&[u8]; 4] = [b"", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"\xff\xd8\xff\xe0\0\x10JFIF\0", b"BM"];
        let _ = pixelproof::decode(&[magics[magic], &bytes].concat());
    }
}
