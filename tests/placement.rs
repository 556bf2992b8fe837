//! Placement: the maps agree with what the pixels did, and there and back is the same point.

mod common;

use common::arbitrary::as_image;
use pixelproof::{
    Applied, CenterCrop, Crop, CropMatches, Filter, Fit, Flip, FlipAxis, Image, ImageSpec, InsideRounding,
    LimitRounding, Pad, PadPlace, PadTo, Pipeline, PixelFormat, Placement, Plan, Point, Region, Resize, ResizeMatches,
    Size, Step, TensorData, Transform,
};
use proptest::prelude::*;
use proptest::sample::select;

fn spec(size: Size) -> ImageSpec {
    ImageSpec::bytes(size, PixelFormat::Gray8)
}

fn edge() -> impl Strategy<Value = u32> + Clone {
    prop_oneof![1_u32..=64, 65_u32..=4000, select(&[1, 2, 3, 4000])]
}

fn size_of(edge: impl Strategy<Value = u32> + Clone) -> impl Strategy<Value = Size> {
    (edge.clone(), edge).prop_map(|(width, height)| Size::new(width, height))
}

fn inside_rounding() -> impl Strategy<Value = InsideRounding> {
    use InsideRounding::{Ceil, HalfEven, HalfUp, Mmcv, Truncate};
    select(&[HalfUp, Truncate, HalfEven, Ceil, Mmcv])
}

/// Every way to choose a size.
fn fit(edge: impl Strategy<Value = u32> + Clone + 'static) -> BoxedStrategy<Fit> {
    let limit = {
        use LimitRounding::{Detectron2, HuggingFace, Torchvision, TorchvisionDetection};
        select(&[Torchvision, Detectron2, HuggingFace, TorchvisionDetection])
    };
    let two = (edge.clone(), edge.clone());
    prop_oneof![
        size_of(edge.clone()).prop_map(Fit::Stretch),
        edge.clone().prop_map(Fit::ShortestEdge),
        (two.clone(), limit).prop_map(|((edge, limit), rounding)| Fit::ShortestEdgeUpTo { edge, limit, rounding }),
        (edge.clone(), inside_rounding()).prop_map(|(edge, rounding)| Fit::LongestEdge { edge, rounding }),
        (two.clone(), inside_rounding()).prop_map(|((width, height), rounding)| Fit::Inside {
            width,
            height,
            rounding
        }),
        (two.clone(), inside_rounding()).prop_map(|((height, max_width), rounding)| Fit::Height {
            height,
            max_width,
            rounding
        }),
        (two.clone(), 0.0..=1.0).prop_map(|((width, height), longest)| Fit::KeepRatio { width, height, longest }),
        (100_u64..10_000, 10_000_u64..4_000_000, 1_u32..33).prop_map(|(min, max, multiple)| Fit::PixelArea {
            min,
            max,
            multiple
        }),
        (two.clone(), 1_u32..33, any::<bool>()).prop_map(|((width, height), multiple, keep_ratio)| {
            Fit::MultipleOf { width, height, multiple, keep_ratio }
        }),
        two.prop_map(|(width, height)| Fit::Thumbnail { width, height }),
    ]
    .boxed()
}

fn resize(fit: impl Strategy<Value = Fit>) -> impl Strategy<Value = Step> {
    (fit, prop::option::weighted(0.2, (0.0..0.5, 0.0..0.5, 0.5..1.0, 0.5..1.0))).prop_map(|(fit, region)| {
        let mut resize = Resize::new(ResizeMatches::Pillow, Filter::Nearest, fit);
        // In parts of the image until its size is known.
        resize.region = region.map(|(left, top, right, bottom)| Region { left, top, right, bottom });
        Step::Resize(resize)
    })
}

/// Crops, pads and flips.
fn frame(edge: impl Strategy<Value = u32> + Clone + 'static) -> BoxedStrategy<Step> {
    let crop_matches = {
        use CropMatches::{HuggingFace, HuggingFacePil, Megengine, Torchvision};
        select(&[Torchvision, HuggingFace, HuggingFacePil, Megengine])
    };
    let small = 0_u32..40;
    let to = prop_oneof![
        size_of(edge.clone()).prop_map(PadTo::Size),
        (1_u32..65).prop_map(PadTo::Multiple),
        Just(PadTo::Square),
        (small.clone(), small.clone(), small.clone(), small.clone())
            .prop_map(|(left, top, right, bottom)| PadTo::Edges { left, top, right, bottom }),
    ];
    let place = select(&[PadPlace::TopLeft, PadPlace::Center, PadPlace::Ultralytics]);
    prop_oneof![
        (size_of(edge.clone()), crop_matches)
            .prop_map(|(size, matches)| Step::CenterCrop(CenterCrop { size, matches })),
        (small.clone(), small, size_of(edge)).prop_map(|(x, y, size)| Step::Crop(Crop { x, y, size })),
        (to, place).prop_map(|(to, place)| Step::Pad(Pad { to, place, value: vec![0.0] })),
        select(&[FlipAxis::Horizontal, FlipAxis::Vertical]).prop_map(|axis| Step::Flip(Flip { axis })),
    ]
    .boxed()
}

/// The plan of those steps that are possible, a region being made one of the image that is there.
fn plan(image: Size, steps: Vec<Step>) -> Plan {
    let mut pipeline = Pipeline::new();
    let mut plan = pipeline.compile(&spec(image)).unwrap();
    for mut step in steps {
        if let Step::Resize(Resize { region: Some(region), .. }) = &mut step {
            let (width, height) = (f64::from(plan.output().size.width), f64::from(plan.output().size.height));
            let Region { left, top, right, bottom } = *region;
            *region = Region { left: left * width, top: top * height, right: right * width, bottom: bottom * height };
        }
        let longer = pipeline.clone().step(step);
        if let Ok(longer_plan) = longer.compile(&spec(image))
            && longer_plan.output().size.pixels() <= 16_000_000
        {
            (pipeline, plan) = (longer, longer_plan);
        }
    }
    plan
}

fn corners(size: Size) -> [Point; 4] {
    let (width, height) = (f64::from(size.width), f64::from(size.height));
    [Point::new(0.0, 0.0), Point::new(width, 0.0), Point::new(0.0, height), Point::new(width, height)]
}

fn near(a: Point, b: Point) -> bool {
    (a.x - b.x).abs() <= 1e-6 && (a.y - b.y).abs() <= 1e-6
}

/// How many pixels of the image the longest side of a pixel of the model spans.
fn span(placement: &Placement) -> f64 {
    let Transform([a, b, _, d, e, _]) = *placement.image_transform();
    [a, b, d, e].into_iter().map(f64::abs).fold(0.0, f64::max)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn there_and_back_is_the_same_corner(
        image in size_of(edge()),
        steps in prop::collection::vec(prop_oneof![resize(fit(edge())), frame(edge())], 0..6),
    ) {
        let plan = plan(image, steps);
        let placement = plan.placement();
        prop_assert_eq!((placement.image(), placement.model()), (image, plan.output().size));
        // Where a model's pixel spans more than a whole image, f64 itself holds no corner any more.
        prop_assume!(span(placement) < 1e5);
        for corner in corners(image) {
            let back = placement.to_image(placement.to_model(corner));
            prop_assert!(near(back, corner), "{:?} instead of {:?}", back, corner);
        }
        let whole = Region { left: 0.0, top: 0.0, right: f64::from(image.width), bottom: f64::from(image.height) };
        let back = placement.box_to_image(placement.box_to_model(whole));
        prop_assert!(near(Point::new(back.left, back.top), Point::new(0.0, 0.0)), "{:?}", back);
        prop_assert!(near(Point::new(back.right, back.bottom), Point::new(whole.right, whole.bottom)), "{:?}", back);
    }

    /// One resize by the nearest pixel, crops, pads and flips around it: the mask goes where the pixels went.
    #[test]
    fn a_mask_goes_where_the_pixels_go(
        image in size_of(1_u32..40),
        before in prop::collection::vec(frame(1_u32..40), 0..4),
        resize in resize(fit(1_u32..60)),
        after in prop::collection::vec(frame(1_u32..60), 0..4),
    ) {
        let steps = before.into_iter().chain([resize]).chain(after).collect();
        let plan = plan(image, steps);
        let pixels: Vec<u8> = (0..image.pixels()).map(|at| (at * 7 % 255 + 1) as u8).collect();
        let tensor = plan.run(&Image::from_u8(spec(image), pixels.clone()).unwrap()).unwrap();
        let TensorData::U8(moved) = tensor.into_data() else { panic!("bytes") };
        let mask = plan.placement().mask_to_model(&pixels, image, 0).unwrap();
        prop_assert_eq!(mask.len(), moved.len());
        for (at, (mask, moved)) in mask.iter().zip(&moved).enumerate() {
            let (x, y) = (at as u32 % plan.output().size.width, at as u32 / plan.output().size.width);
            let centre = plan.placement().to_image(Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5));
            // A centre just between two pixels may go to either: Pillow adds up its steps, and ends beside it.
            let between = |at: f64| (at - at.round()).abs() < 1e-9;
            prop_assert!(mask == moved || between(centre.x) || between(centre.y), "{x}, {y}: {:?}", plan.placement());
        }
    }

    /// Without a resize every pixel that the model sees comes back to its place.
    #[test]
    fn a_mask_comes_back_to_its_place(image in size_of(1_u32..40), steps in prop::collection::vec(frame(1_u32..40), 0..6)) {
        let plan = plan(image, steps);
        let pixels: Vec<u8> = (0..image.pixels()).map(|at| (at % 255 + 1) as u8).collect();
        let placement = plan.placement();
        let moved = placement.mask_to_model(&pixels, image, 0).unwrap();
        let back = placement.mask_to_image(&moved, placement.model(), 0).unwrap();
        prop_assert!(back.iter().zip(&pixels).all(|(&back, &pixel)| back == pixel || back == 0), "{:?}", placement);
        let seen = moved.iter().filter(|&&pixel| pixel != 0).count();
        prop_assert_eq!(back.iter().filter(|&&pixel| pixel != 0).count(), seen);
    }
}

#[test]
fn what_was_done_is_told_in_the_integers_that_were_applied() {
    let crop = Step::CenterCrop(CenterCrop::new(Size::new(10, 4)));
    let flip = Step::Flip(Flip { axis: FlipAxis::Horizontal });
    let to = Size::new(5, 8);
    let plan = Pipeline::new()
        .resize(Filter::Bilinear, Fit::Stretch(to))
        .step(crop)
        .step(flip)
        .compile(&spec(Size::new(20, 16)))
        .unwrap();
    let expected = [
        Applied::Resize { from: Size::new(20, 16), to, region: None },
        Applied::Pad { left: 2, top: 0, right: 3, bottom: 0 },
        Applied::Crop { x: 0, y: 2, size: Size::new(10, 4) },
        Applied::Flip { axis: FlipAxis::Horizontal },
    ];
    assert_eq!(plan.placement().applied(), expected);
    // 20 wide to 5, two pixels of padding, mirrored in 10: the left edge lies at 8.
    assert_eq!(plan.placement().to_model(Point::new(0.0, 4.0)), Point::new(8.0, 0.0));
    assert_eq!(plan.placement().to_model(Point::new(20.0, 12.0)), Point::new(3.0, 4.0));
}

#[test]
fn a_box_is_clipped_only_where_it_is_asked_to_be() {
    let pad =
        Pad { to: PadTo::Edges { left: 4, top: 0, right: 0, bottom: 0 }, place: PadPlace::TopLeft, value: vec![0.0] };
    let plan = Pipeline::new().step(Step::Pad(pad)).compile(&spec(Size::new(10, 10))).unwrap();
    let found = plan.placement().box_to_image(Region { left: 1.0, top: 2.0, right: 9.5, bottom: 12.0 });
    assert_eq!(found, Region { left: -3.0, top: 2.0, right: 5.5, bottom: 12.0 });
    let clipped = found.clipped(plan.placement().image());
    assert_eq!(clipped, Region { left: 0.0, top: 2.0, right: 5.5, bottom: 10.0 });
}

#[test]
fn a_coarse_mask_covers_the_whole_input() {
    let pad = Pad { to: PadTo::Size(Size::new(8, 8)), place: PadPlace::TopLeft, value: vec![0.0] };
    let plan = Pipeline::new().step(Step::Pad(pad)).compile(&spec(Size::new(8, 4))).unwrap();
    let mask = plan.placement().mask_to_image(&[1, 2, 3, 4], Size::new(2, 2), 0).unwrap();
    assert_eq!(mask, [[1, 1, 1, 1, 2, 2, 2, 2]; 4].concat());
    for (mask, size) in [(vec![1; 3], Size::new(2, 2)), (vec![], Size::new(0, 5))] {
        let error = plan.placement().mask_to_image(&mask, size, 0).unwrap_err();
        assert_eq!(error.kind(), pixelproof::ErrorKind::InvalidInput);
    }
}

#[test]
fn a_general_map_is_composed_and_inverted() {
    let turn = Transform([0.0, -2.0, 7.0, 3.0, 0.0, 1.0]);
    let shift = Transform::axes([0.5, 4.0], [-1.0, 2.0]);
    let point = Point::new(3.0, 5.0);
    assert_eq!(turn.then(&shift).apply(point), shift.apply(turn.apply(point)));
    assert!(near(turn.inverse().unwrap().apply(turn.apply(point)), point));
    assert_eq!(Transform([1.0, 2.0, 0.0, 2.0, 4.0, 0.0]).inverse(), None);
}

#[test]
fn a_placement_is_of_the_image_that_is_run() {
    let image = Image::from_u8(spec(Size::new(3, 2)), vec![1; 6]).unwrap();
    let plan = Pipeline::new().center_crop(5).compile(&image.spec()).unwrap();
    let run = pollster::block_on(pixelproof::Runner::new().run(&plan, &image, pixelproof::Backend::Cpu)).unwrap();
    assert_eq!(&run.placement, plan.placement());
    assert_eq!(as_image(run.tensor).unwrap().spec().size, run.placement.model());
}
