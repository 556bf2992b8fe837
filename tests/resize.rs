//! The resize rules and the warp, each by itself: vectors that the libraries made, and what holds for every image.

mod common;

use common::arbitrary::*;
use common::{Case, npy_at, on_gpu, root};
use pixelproof::{
    Filter, Fit, Flip, FlipAxis, Image, ImageSpec, Pipeline, PixelFormat, Resize, ResizeMatches, Runner, Size, Step,
    Tensor, WarpAffine, WarpMap, WarpMatches,
};
use proptest::prelude::*;
use proptest::sample::select;

use Filter::{
    Area, Bicubic, Bilinear, BilinearExact, Box, Gaussian, Hamming, Lanczos3, Lanczos4, Lanczos5, MitchellCubic,
    Nearest, NearestExact,
};
use ResizeMatches::{Opencv, Opencv4, Pillow, Pillow12, Tf1, Tf2, Torch, TorchvisionV1};

/// Every library with each of its filters.
const ALL: [(ResizeMatches, &[Filter]); 8] = [
    (Pillow, &[Nearest, Box, Bilinear, Hamming, Bicubic, Lanczos3]),
    (Pillow12, &[Nearest, Box, Bilinear, Hamming, Bicubic, Lanczos3]),
    (Opencv, &[Nearest, NearestExact, Bilinear, BilinearExact, Bicubic, Lanczos4, Area]),
    (Opencv4, &[Nearest, NearestExact, Bilinear, BilinearExact, Bicubic, Lanczos4, Area]),
    (Torch, &[Nearest, NearestExact, Bilinear, Bicubic, Area]),
    (TorchvisionV1, &[Nearest, NearestExact, Bilinear, Bicubic, Area]),
    (Tf1, &[Nearest, Bilinear, Bicubic, Area]),
    (Tf2, &[Nearest, Bilinear, Bicubic, Area, Lanczos3, Lanczos5, Gaussian, MitchellCubic]),
];

const LIBRARIES: [&str; 5] = ["tensorflow", "pillow", "torch", "opencv5", "opencv4"];

fn rule() -> impl Strategy<Value = (ResizeMatches, Filter)> {
    select(&ALL).prop_flat_map(|(matches, filters)| (Just(matches), select(filters)))
}

/// Whether the library has this filter for such data.
fn has(matches: ResizeMatches, filter: Filter, format: PixelFormat) -> bool {
    let bytes = format.dtype() == pixelproof::DType::U8;
    !(bytes && filter == Area && matches!(matches, Torch | TorchvisionV1)) && (bytes || filter != BilinearExact)
}

fn numbers(steps: impl IntoIterator<Item = Step>, image: &Image<'_>) -> Vec<f64> {
    common::numbers(&run(steps, image).unwrap())
}

fn vectors(library: &str) -> Vec<Case> {
    let path = root().join(format!("tests/vectors/{library}.json"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn run_case(case: &Case) -> (Image<'static>, Tensor) {
    let image = case.image();
    let tensor = case.pipeline().compile(&image.spec()).and_then(|plan| plan.run(&image));
    (image, tensor.unwrap_or_else(|error| panic!("{}: {error}", case.id)))
}

#[test]
fn every_vector_is_what_its_library_gave_bit_for_bit() {
    for library in LIBRARIES {
        let cases = vectors(library);
        for case in &cases {
            let (_, tensor) = run_case(case);
            let (shape, array) = npy_at(&root().join(format!("tests/vectors/{}.npy", case.id)));
            assert_eq!(tensor.shape(), shape, "{}", case.id);
            assert!(tensor.to_le_bytes() == array.le_bytes(), "{}: {:?}", case.id, &common::numbers(&tensor)[..6]);
        }
        eprintln!("{library}: {} vectors", cases.len());
    }
}

#[test]
fn every_vector_has_the_same_bits_on_the_gpu() {
    let mut runner = Runner::new();
    for case in LIBRARIES.into_iter().flat_map(vectors) {
        let (image, tensor) = run_case(&case);
        let plan = case.pipeline().compile(&image.spec()).unwrap();
        let Some(run) = on_gpu(&mut runner, &case.id, &plan, &image) else { return };
        assert!(run.tensor.to_le_bytes() == tensor.to_le_bytes(), "{}", case.id);
    }
}

#[test]
fn every_rule_has_the_same_bits_on_the_gpu_at_sizes_that_make_trouble() {
    let mut runner = Runner::new();
    let sizes = [(1, 1), (1, 9), (9, 1), (7, 13), (60, 2), (2, 60), (31, 5)].map(|(w, h)| Size::new(w, h));
    for format in [PixelFormat::Rgb8, PixelFormat::GrayF32] {
        for (from, to) in sizes.iter().flat_map(|&from| sizes.map(|to| (from, to))) {
            let image = image(from, format, 5);
            for (matches, filters) in ALL {
                for &filter in filters.iter().filter(|&&filter| has(matches, filter, format)) {
                    let plan = Pipeline::new().step(resize(matches, filter, to)).compile(&image.spec()).unwrap();
                    let what = format!("{matches:?} {filter:?} {format} {from} to {to}");
                    let Some(run) = on_gpu(&mut runner, &what, &plan, &image) else { return };
                    assert!(run.tensor.to_le_bytes() == plan.run(&image).unwrap().to_le_bytes(), "{what}");
                }
            }
        }
    }
}

#[test]
fn a_reduced_resize_has_the_same_bits_on_the_gpu_and_floats_say_why_they_have_none() {
    let mut runner = Runner::new();
    for (from, to, gap) in [((97, 61), (7, 5), 2.0), ((64, 33), (9, 16), 1.0), ((300, 3), (2, 3), 1.5)] {
        let step = |format| {
            let image = image(Size::new(from.0, from.1), format, 3);
            let fit = Fit::Stretch(Size::new(to.0, to.1));
            let step = Step::Resize(Resize { reducing_gap: Some(gap), ..Resize::new(Pillow, Bicubic, fit) });
            (Pipeline::new().step(step).compile(&image.spec()).unwrap(), image)
        };
        for format in [PixelFormat::Gray8, PixelFormat::Rgb8, PixelFormat::Rgba8] {
            let (plan, image) = step(format);
            let Some(run) = on_gpu(&mut runner, "reduce", &plan, &image) else { return };
            assert!(run.tensor.to_le_bytes() == plan.run(&image).unwrap().to_le_bytes(), "{format} {from:?}");
        }
        let (plan, image) = step(PixelFormat::GrayF32);
        let run = pollster::block_on(runner.run(&plan, &image, pixelproof::Backend::Gpu)).unwrap();
        assert!(run.fallback_reason.is_some_and(|reason| reason.contains("reducing_gap")));
    }
}

#[test]
fn a_factor_and_aligned_corners_are_refused_where_the_library_has_neither() {
    let spec = ImageSpec::bytes(Size::new(9, 7), PixelFormat::Rgb8);
    for (matches, filters) in ALL {
        let to = |fit| Resize::new(matches, filters[0], fit);
        let refused = |resize: Resize| Pipeline::new().step(Step::Resize(resize)).compile(&spec).is_err();
        assert_eq!(refused(to(Fit::Scale(0.5))), matches != Torch, "{matches:?}");
        assert!([0.0, -1.0, f64::NAN, f64::INFINITY].iter().all(|&factor| refused(to(Fit::Scale(factor)))));
        let aligned = Resize { align_corners: true, ..to(Fit::Stretch(Size::new(4, 4))) };
        // torch aligns the corners of what weighs pixels only, and that is not its first filter.
        assert_eq!(refused(aligned), matches != Tf1, "{matches:?}");
    }
}

#[test]
fn a_factor_samples_with_itself_and_a_size_with_the_two_sizes() {
    let row: Vec<f32> = (0..10).map(|value| value as f32).collect();
    let spec = ImageSpec { size: Size::new(10, 1), format: PixelFormat::GrayF32, range: pixelproof::ValueRange::Bytes };
    let image = Image::from_f32(spec, row).unwrap();
    let resize = |fit| {
        let step = Resize { antialias: Some(false), ..Resize::new(Torch, Bilinear, fit) };
        numbers([Step::Resize(step)], &image)
    };
    // floor(10 * .37) = 3 pixels, 1 / .37 apart; or 10 / 3.
    let close = |got: Vec<f64>, want: [f64; 3]| got.iter().zip(want).all(|(got, want)| (got - want).abs() < 1e-5);
    assert!(close(resize(Fit::Stretch(Size::new(3, 1))), [1.166_667, 4.5, 7.833_333]));
    let image_two_rows = Image::from_f32(
        ImageSpec { size: Size::new(10, 3), ..spec },
        (0..30).map(|value| (value % 10) as f32).collect::<Vec<_>>(),
    )
    .unwrap();
    let step = Resize { antialias: Some(false), ..Resize::new(Torch, Bilinear, Fit::Scale(0.37)) };
    assert!(close(numbers([Step::Resize(step)], &image_two_rows), [0.851_351, 3.554_054, 6.256_757]));
}

#[test]
fn a_point_is_where_the_resize_sampled_it() {
    use pixelproof::Point;
    let spec = ImageSpec::bytes(Size::new(10, 5), PixelFormat::Gray8);
    let back = |resize: Resize, x: f64| {
        let plan = Pipeline::new().step(Step::Resize(resize)).compile(&spec).unwrap();
        plan.placement().to_image(Point::new(x, 0.5)).x
    };
    let stretch = Fit::Stretch(Size::new(4, 2));
    // The last of four pixels: by the sizes, from the corner of the first, from corner to corner, by a factor.
    assert_eq!(back(Resize::new(Tf2, Bilinear, stretch), 3.5), 8.75);
    assert_eq!(back(Resize::new(Tf1, Bilinear, stretch), 3.5), 8.0);
    let aligned = Resize { align_corners: true, ..Resize::new(Torch, Bilinear, stretch) };
    assert_eq!(back(aligned, 3.5), 9.5);
    assert!((back(Resize::new(Torch, Bilinear, Fit::Scale(0.45)), 3.5) - 3.5 / 0.45).abs() < 1e-12);
}

fn warped(matches: WarpMatches, size: Size, map: WarpMap) -> Step {
    Step::WarpAffine(WarpAffine { matches, size, map, value: vec![0.0] })
}

#[test]
fn a_warp_has_the_same_bits_on_the_gpu() {
    let mut runner = Runner::new();
    let maps = [
        WarpMap::LongestEdge,
        WarpMap::Matrix([[0.7, 0.2, 3.3], [-0.4, 1.9, -2.7]]),
        WarpMap::Matrix([[1e-3, 0.0, 0.5], [0.0, 250.0, -90.0]]),
    ];
    for format in
        [PixelFormat::Gray8, PixelFormat::Rgb8, PixelFormat::Rgba8, PixelFormat::GrayF32, PixelFormat::RgbaF32]
    {
        for (from, size) in [((97, 61), (40, 40)), ((1, 1), (3, 5)), ((3, 200), (35, 17)), ((64, 64), (1, 1))] {
            let image = image(Size::new(from.0, from.1), format, 11);
            for (matches, map) in
                maps.into_iter().flat_map(|map| [(WarpMatches::Opencv, map), (WarpMatches::Opencv4, map)])
            {
                // A window of the image first, and of the frame afterwards.
                let size = Size::new(size.0, size.1);
                let kept = crop(Size::new(size.width.div_ceil(2), size.height.div_ceil(2)));
                let window = crop(Size::new(from.0.div_ceil(2), from.1));
                for steps in [vec![warped(matches, size, map)], vec![window, warped(matches, size, map), kept]] {
                    let pipeline = Pipeline { steps, ..Pipeline::new() };
                    let Ok(plan) = pipeline.compile(&image.spec()) else {
                        assert!(matches == WarpMatches::Opencv4 && format.dtype() != pixelproof::DType::U8);
                        continue;
                    };
                    let what = format!("{matches:?} {map:?} {format} {from:?} to {size}");
                    let Some(run) = on_gpu(&mut runner, &what, &plan, &image) else { return };
                    assert!(run.tensor.to_le_bytes() == plan.run(&image).unwrap().to_le_bytes(), "{what}");
                }
            }
        }
    }
}

#[test]
fn a_warp_needs_a_map_that_can_be_turned_round_and_edges_that_opencv_holds() {
    let compile = |from: Size, step: Step| {
        Pipeline::new().step(step).compile(&ImageSpec::bytes(from, PixelFormat::Rgb8)).map_err(|error| error.kind())
    };
    use pixelproof::ErrorKind::{InvalidPipeline, Limits};
    let (small, size) = (Size::new(9, 7), Size::new(4, 4));
    for rows in [[[0.0; 3]; 2], [[1.0, 2.0, 0.0], [2.0, 4.0, 0.0]], [[f64::NAN, 0.0, 0.0], [0.0, 1.0, 0.0]]] {
        let step = warped(WarpMatches::Opencv, size, WarpMap::Matrix(rows));
        assert_eq!(compile(small, step).err(), Some(InvalidPipeline), "{rows:?}");
    }
    let long = Size::new(0x7fff, 1);
    assert_eq!(compile(long, warped(WarpMatches::Opencv4, size, WarpMap::LongestEdge)).err(), Some(Limits));
    assert!(compile(long, warped(WarpMatches::Opencv, size, WarpMap::LongestEdge)).is_ok());
    let empty = warped(WarpMatches::Opencv, Size::new(0, 4), WarpMap::LongestEdge);
    assert_eq!(compile(small, empty).err(), Some(InvalidPipeline));
}

#[test]
fn points_follow_a_warp() {
    use pixelproof::Point;
    let spec = ImageSpec::bytes(Size::new(320, 240), PixelFormat::Rgb8);
    let step = warped(WarpMatches::Opencv, Size::new(512, 512), WarpMap::LongestEdge);
    let plan = Pipeline::new().step(step).compile(&spec).unwrap();
    // 1.6 times as large and 64 lower, from pixel centre to pixel centre.
    let close = |a: Point, b: Point| (a.x - b.x).abs() < 1e-9 && (a.y - b.y).abs() < 1e-9;
    assert!(close(plan.placement().to_model(Point::new(10.5, 20.5)), Point::new(16.5, 96.5)));
    assert!(close(plan.placement().to_image(Point::new(16.5, 96.5)), Point::new(10.5, 20.5)));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_same_size_is_the_same_image(image in image_of(BYTES_AND_FLOATS), (matches, filter) in rule()) {
        prop_assume!(has(matches, filter, image.spec().format));
        let resized = run([resize(matches, filter, image.spec().size)], &image).unwrap();
        prop_assert_eq!(resized, run([], &image).unwrap());
    }

    #[test]
    fn one_colour_stays_one_colour(from in size(), to in size(), (matches, filter) in rule(), value: u8) {
        prop_assume!(has(matches, filter, PixelFormat::Gray8));
        let spec = ImageSpec::bytes(from, PixelFormat::Gray8);
        let image = Image::from_u8(spec, vec![value; from.pixels() as usize]).unwrap();
        // The weights of OpenCV's cubic and lanczos are rounded one by one, and do not add up to one; f32 sums drift.
        let most = match (matches, filter) {
            (Opencv | Opencv4, Bicubic | Lanczos4) => 1.0,
            (Torch, Bilinear | Bicubic) => 1.0,
            (Tf1 | Tf2, Area) => 0.1,
            (Tf1 | Tf2, _) => 1e-3,
            _ => 0.0,
        };
        let resized = numbers([resize(matches, filter, to)], &image);
        let off = resized.iter().map(|number| (number - f64::from(value)).abs()).fold(0.0, f64::max);
        prop_assert!(off <= most, "{off}");
    }

    #[test]
    fn a_flip_before_is_a_flip_after_where_pixel_centres_lie_at_one_half(
        image in image_of(&[PixelFormat::Gray8, PixelFormat::Rgb8]),
        to in size(),
        (matches, filter) in rule(),
    ) {
        // Those that copy one pixel, or end with a step, break ties to one side; TensorFlow 1 begins at the corner.
        let sided = matches!(filter, Nearest | NearestExact | Area | Box | Gaussian) || matches == Tf1;
        prop_assume!(!sided && has(matches, filter, image.spec().format));
        let flip = || Step::Flip(Flip { axis: FlipAxis::Horizontal });
        let before = numbers([flip(), resize(matches, filter, to)], &image);
        let after = numbers([resize(matches, filter, to), flip()], &image);
        // A half that is rounded up becomes one that is rounded down.
        let most = before.iter().zip(&after).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        prop_assert!(most <= 2.0, "{most}");
    }

    #[test]
    fn what_is_finite_stays_finite(image in image_of(BYTES_AND_FLOATS), step in prop_oneof![tensorflow(), reduced(), warp()]) {
        if let Ok(tensor) = run([step], &image) {
            prop_assert!(common::numbers(&tensor).iter().all(|number| number.is_finite()));
        }
    }

    #[test]
    fn what_a_crop_throws_away_is_not_resampled_and_nothing_else_changes(
        image in image_of(BYTES_AND_FLOATS),
        step in prop_oneof![tensorflow(), reduced(), warp()],
        window in size(),
    ) {
        let Ok(whole) = run([step.clone()], &image) else { return Ok(()) };
        let together = run([step, crop(window)], &image).unwrap();
        prop_assert_eq!(together, run([crop(window)], &as_image(whole).unwrap()).unwrap());
    }
}
