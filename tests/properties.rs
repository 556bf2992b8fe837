//! Properties that hold for every image and every pipeline, on images and pipelines chosen by proptest.

mod common;

use common::arbitrary::*;
use half::f16;
use pixelproof::{
    Arithmetic, Assume, Cast, ChannelOrder, ConvertOrder, DType, Filter, Image, ImageSpec, Normalise, Pipeline,
    PixelFormat, ResizeMatches, Size, Step, TensorData, ValueRange,
};
use proptest::prelude::*;
use proptest::sample::select;

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
    fn a_pruned_resize_of_opencv_and_crop_is_the_resize_and_then_the_crop(
        image in image_of(BYTES_AND_FLOATS),
        to in size(),
        window in size(),
        filter in opencv_filter(),
        matches in opencv(),
    ) {
        // Floats have no bilinear-exact.
        let Ok(whole) = run([resize(matches, filter, to)], &image) else { return Ok(()) };
        let together = run([resize(matches, filter, to), crop(window)], &image).unwrap();
        let apart = run([crop(window)], &as_image(whole).unwrap()).unwrap();
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
        image in prop_oneof![3 => image_of(BYTES_AND_FLOATS), 1 => image_of(WITH_ALPHA), 1 => image_of(WORDS)],
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
        image in prop_oneof![3 => image_of(BYTES_AND_FLOATS), 1 => image_of(WITH_ALPHA), 1 => image_of(WORDS)],
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

    #[cfg(feature = "decode")]
    #[test]
    fn any_bytes_are_a_picture_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..200), magic in 0_usize..4) {
        let magics: [&[u8]; 4] = [b"", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"\xff\xd8\xff\xe0\0\x10JFIF\0", b"BM"];
        let _ = pixelproof::decode(&[magics[magic], &bytes].concat());
    }
}
