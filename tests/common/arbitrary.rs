//! Images and pipelines chosen by proptest.

use pixelproof::{
    Arithmetic, Assume, Cast, CenterCrop, ChannelOrder, Clip, Composite, ConvertOrder, DType, Filter, Fit, HueShift,
    Image, ImageSpec, Layout, Lighting, Normalise, Pad, PadPlace, PadTo, Pipeline, PixelFormat, Precision, Quantise,
    QuantiseMatches, QuantisedType, Rescale, RescaleBy, Resize, ResizeMatches, ScaleShift, ScaleShiftBy, SideLimit,
    Size, SrgbToLinear, Step, Tensor, TensorData, TensorLayout, TensorSpec, ValueRange, WarpAffine, WarpMap,
    WarpMatches,
};
use proptest::prelude::*;
use proptest::sample::select;

pub const FILTERS: [Filter; 6] =
    [Filter::Nearest, Filter::Box, Filter::Bilinear, Filter::Hamming, Filter::Bicubic, Filter::Lanczos3];

pub fn filter() -> impl Strategy<Value = Filter> {
    select(&FILTERS)
}

pub fn matches() -> impl Strategy<Value = ResizeMatches> {
    select(&[ResizeMatches::Pillow, ResizeMatches::Pillow12])
}

pub fn opencv() -> impl Strategy<Value = ResizeMatches> {
    select(&[ResizeMatches::Opencv, ResizeMatches::Opencv4])
}

pub fn opencv_filter() -> impl Strategy<Value = Filter> {
    use Filter::{Area, Bicubic, Bilinear, BilinearExact, Lanczos4, Nearest, NearestExact};
    select(&[Nearest, NearestExact, Bilinear, BilinearExact, Bicubic, Lanczos4, Area])
}

/// Edges that make trouble: one pixel, primes, powers of two and their neighbours.
pub fn edge() -> impl Strategy<Value = u32> {
    prop_oneof![1_u32..=24, select(&[1, 2, 3, 7, 13, 31, 32, 33, 64, 97])]
}

pub fn size() -> impl Strategy<Value = Size> {
    prop_oneof![
        (edge(), edge()).prop_map(|(width, height)| Size::new(width, height)),
        // Extreme ratios.
        (1_u32..=3, 100_u32..=400).prop_map(|(width, height)| Size::new(width, height)),
        (100_u32..=400, 1_u32..=3).prop_map(|(width, height)| Size::new(width, height)),
    ]
}

pub fn image_of(formats: &'static [PixelFormat]) -> impl Strategy<Value = Image<'static>> {
    (size(), select(formats), any::<u64>()).prop_map(|(size, format, seed)| image(size, format, seed))
}

pub fn image(size: Size, format: PixelFormat, seed: u64) -> Image<'static> {
    let range = if format.dtype() == DType::U16 { ValueRange::Words } else { ValueRange::Bytes };
    let spec = ImageSpec { size, format, range };
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
        DType::U16 => Image::from_u16(spec, words.map(|word| (word >> 40) as u16).take(count).collect::<Vec<_>>()),
        _ => {
            // Whole numbers and others, a little beyond both ends of the range.
            let value = |word: u64| (word >> 44) as f32 / 4000.0 - 3.0;
            Image::from_f32(spec, words.map(value).take(count).collect::<Vec<_>>())
        }
    }
    .expect("a sound image")
}

pub const BYTES_AND_FLOATS: &[PixelFormat] =
    &[PixelFormat::Rgb8, PixelFormat::Bgr8, PixelFormat::Gray8, PixelFormat::RgbF32, PixelFormat::GrayF32];
pub const WORDS: &[PixelFormat] = &[PixelFormat::Gray16, PixelFormat::Rgb16, PixelFormat::Bgra16];
pub const WITH_ALPHA: &[PixelFormat] = &[PixelFormat::Rgba8, PixelFormat::Bgra8, PixelFormat::RgbaF32];

pub fn resize(matches: ResizeMatches, filter: Filter, size: Size) -> Step {
    Step::Resize(Resize::new(matches, filter, Fit::Stretch(size)))
}

pub fn crop(size: Size) -> Step {
    Step::CenterCrop(CenterCrop::new(size))
}

pub fn run(steps: impl IntoIterator<Item = Step>, image: &Image<'_>) -> pixelproof::Result<Tensor> {
    let pipeline = Pipeline { steps: steps.into_iter().collect(), ..Pipeline::new() };
    pipeline.compile(&image.spec())?.run(image)
}

/// An interleaved tensor as the image that it is.
pub fn as_image(tensor: Tensor) -> Option<Image<'static>> {
    let TensorSpec { size, order, range, layout, dtype } = *tensor.spec();
    let format = *PixelFormat::ALL.iter().find(|format| format.order() == order && format.dtype() == dtype)?;
    if layout.is_planar() || layout == TensorLayout::Wch {
        return None;
    }
    let spec = ImageSpec { size, format, range };
    match tensor.into_data() {
        TensorData::U8(values) => Image::from_u8(spec, values).ok(),
        TensorData::U16(values) => Image::from_u16(spec, values).ok(),
        TensorData::F32(values) => Image::from_f32(spec, values).ok(),
        TensorData::F16(_) | TensorData::I8(_) => None,
    }
}

pub fn order() -> impl Strategy<Value = ChannelOrder> {
    use ChannelOrder::{Bgr, Bgra, Gray, Rgb, Rgba};
    select(&[Rgb, Bgr, Rgb, Bgr, Rgba, Bgra, Gray])
}

pub fn range() -> impl Strategy<Value = ValueRange> {
    select(&[ValueRange::Bytes, ValueRange::Words, ValueRange::Unit, ValueRange::SignedUnit, ValueRange::Normalised])
}

pub fn layout() -> impl Strategy<Value = TensorLayout> {
    select(&[TensorLayout::Nchw, TensorLayout::Nhwc, TensorLayout::Chw, TensorLayout::Hwc, TensorLayout::Wch])
}

pub fn fit() -> impl Strategy<Value = Fit> {
    let limit = select(&[SideLimit::Max, SideLimit::Min]);
    prop_oneof![
        4 => size().prop_map(Fit::Stretch),
        4 => edge().prop_map(Fit::ShortestEdge),
        4 => (edge(), limit, 1_u32..40).prop_map(|(edge, limit, multiple)| Fit::LimitSide { edge, limit, multiple }),
        1 => (edge(), edge()).prop_map(|(width, height)| Fit::PillowThumbnail { width, height }),
    ]
}

/// TensorFlow's resizes, a few of which TensorFlow has not.
pub fn tensorflow() -> impl Strategy<Value = Step> {
    use Filter::{Area, Bicubic, Bilinear, Gaussian, Lanczos3, Lanczos5, MitchellCubic, Nearest};
    let filters = select(&[Nearest, Bilinear, Bicubic, Area, Lanczos3, Lanczos5, Gaussian, MitchellCubic]);
    let second = (filters, fit(), prop::option::of(any::<bool>())).prop_map(|(filter, fit, antialias)| {
        Step::Resize(Resize { antialias, ..Resize::new(ResizeMatches::Tf2, filter, fit) })
    });
    let first =
        (select(&[Nearest, Bilinear, Bicubic, Area]), fit(), any::<bool>()).prop_map(|(filter, fit, align_corners)| {
            Step::Resize(Resize { align_corners, ..Resize::new(ResizeMatches::Tf1, filter, fit) })
        });
    prop_oneof![second, first]
}

/// OpenCV's warps: fitted, scaled or sheared.
pub fn warp() -> impl Strategy<Value = Step> {
    let factor = || prop_oneof![-2.0..2.0, 0.1..1.0];
    let matrix = ((factor(), -0.5..0.5, -20.0..40.0), (-0.5..0.5, factor(), -20.0..40.0))
        .prop_map(|((a, b, c), (d, e, f))| WarpMap::Matrix([[a, b, c], [d, e, f]]));
    let map = prop_oneof![Just(WarpMap::LongestEdge), matrix];
    let matches = select(&[WarpMatches::Opencv, WarpMatches::Opencv, WarpMatches::Opencv4]);
    (matches, size(), map, 0_u8..=255).prop_map(|(matches, size, map, value)| {
        Step::WarpAffine(WarpAffine { matches, size, map, value: vec![value.into()] })
    })
}

/// Pillow's resizes with a reducing gap.
pub fn reduced() -> impl Strategy<Value = Step> {
    (matches(), filter(), fit(), 1.0..4.0).prop_map(|(matches, filter, fit, gap)| {
        Step::Resize(Resize { reducing_gap: Some(gap), ..Resize::new(matches, filter, fit) })
    })
}

/// torch's resizes, a few of which torch has not.
fn torch_resize() -> impl Strategy<Value = Step> {
    const FILTERS: [Filter; 5] =
        [Filter::Nearest, Filter::NearestExact, Filter::Bilinear, Filter::Bicubic, Filter::Area];
    let matches = select(&[ResizeMatches::Torch, ResizeMatches::TorchvisionV1]);
    let fit = prop_oneof![4 => fit(), 1 => (0.05..3.0).prop_map(Fit::Scale)];
    let fields = (prop::option::of(any::<bool>()), prop::bool::weighted(0.2));
    (matches, select(&FILTERS), fit, fields).prop_map(|(matches, filter, fit, (antialias, align_corners))| {
        Step::Resize(Resize { antialias, align_corners, ..Resize::new(matches, filter, fit) })
    })
}

fn quantise() -> impl Strategy<Value = Step> {
    let to = select(&[QuantisedType::I8, QuantisedType::U8]);
    let matches = select(&[QuantiseMatches::Onnx, QuantiseMatches::Tflite, QuantiseMatches::Numpy]);
    let scale = prop_oneof![select(&[1.0 / 255.0, 0.5, 1.0, 2.0]), 0.003..3.0];
    (to, prop::collection::vec(scale, 1..=4), prop::collection::vec(-128..256, 1..=4), matches)
        .prop_map(|(to, scale, zero_point, matches)| Step::Quantise(Quantise { to, scale, zero_point, matches }))
}

/// Scales and shifts that a GPU computes on floats too.
fn scale_shift_by() -> impl Strategy<Value = ScaleShiftBy> {
    let number = || prop_oneof![0.01..3.0, 20.0..200.0];
    let list = move || prop_oneof![prop::collection::vec(number(), 1), prop::collection::vec(number(), 3)];
    (list(), list(), 0..3).prop_map(|(term, factor, form)| match form {
        0 => ScaleShiftBy::SubtractMultiply { subtract: term, multiply: factor },
        1 => ScaleShiftBy::AddDivide { add: term, divide: factor },
        _ => ScaleShiftBy::MultiplyAdd { multiply: factor, add: term },
    })
}

/// Steps that mean something, in f32 throughout.
pub fn sound_step() -> impl Strategy<Value = Step> {
    let number = || prop_oneof![0.01..3.0, 20.0..200.0];
    let numbers = move || prop_oneof![prop::collection::vec(number(), 1), prop::collection::vec(number(), 3)];
    let arithmetic = select(&[Arithmetic::F32, Arithmetic::Mmcv, Arithmetic::F64InPlace]);
    let by = select(&[RescaleBy::Division, RescaleBy::Multiplication]);
    prop_oneof![
        (prop::option::of(order()), prop::option::of(range()), prop::option::weighted(0.2, layout()))
            .prop_map(|(order, range, layout)| Step::Assume(Assume { order, range, layout })),
        order().prop_map(|to| Step::ConvertOrder(ConvertOrder { to })),
        any::<[u8; 3]>().prop_map(|over| Step::Composite(Composite { over })),
        (matches(), filter(), fit()).prop_map(|(matches, filter, fit)| Step::Resize(Resize::new(matches, filter, fit))),
        torch_resize(),
        tensorflow(),
        warp(),
        (opencv(), opencv_filter(), fit())
            .prop_map(|(matches, filter, fit)| Step::Resize(Resize::new(matches, filter, fit))),
        size().prop_map(crop),
        (size(), 1_u32..40, 0_u8..=255).prop_map(|(Size { width, height }, multiple, value)| Step::Pad(Pad {
            to: PadTo::AtLeast { width, height, multiple },
            place: PadPlace::Center,
            value: vec![value.into()],
        })),
        (-0.5..=0.5).prop_map(|alpha| Step::HueShift(HueShift::new(alpha))),
        (range(), range(), by).prop_map(|(from, to, by)| Step::Rescale(Rescale {
            from,
            to,
            by,
            precision: Precision::F32
        })),
        (numbers(), numbers(), order(), range(), arithmetic).prop_map(|(mean, std, order, range, arithmetic)| {
            Step::Normalise(Normalise { mean, std, order, range, arithmetic })
        }),
        (scale_shift_by(), order(), range()).prop_map(|(by, order, range)| {
            Step::ScaleShift(ScaleShift { by, order, range, precision: Precision::F32 })
        }),
        (prop::option::of(-3..200), prop::option::of(-3..200)).prop_map(|(min, max)| {
            Step::Clip(Clip { min: min.map(f64::from), max: max.map(f64::from), precision: Precision::F32 })
        }),
        select(&[DType::U8, DType::U16, DType::F32]).prop_map(|to| Step::Cast(Cast { to })),
        quantise(),
        layout().prop_map(|to| Step::Layout(Layout { to })),
    ]
}

/// Scales and shifts of every form, by whatever numbers.
fn any_scale_shift() -> impl Strategy<Value = ScaleShift> {
    let list = || prop::collection::vec(prop_oneof![any::<f64>(), -300.0..300.0], 1..4);
    let folded = |subtract, multiply| ScaleShiftBy::FoldedMultiplyAdd { subtract, multiply };
    let by = prop_oneof![scale_shift_by(), (list(), list()).prop_map(move |(a, b)| folded(a, b))];
    (by, order(), range()).prop_map(|(by, order, range)| ScaleShift { by, order, range, precision: Precision::F32 })
}

/// Steps with whatever the types can hold.
pub fn any_step() -> impl Strategy<Value = Step> {
    let edge = || prop_oneof![edge(), Just(0), Just(u32::MAX), 1_u32..100_000];
    let size = move || (edge(), edge()).prop_map(|(width, height)| Size::new(width, height));
    let fit = prop_oneof![size().prop_map(Fit::Stretch), edge().prop_map(Fit::ShortestEdge)];
    let numbers = || prop::collection::vec(any::<f64>(), 0..5);
    let arithmetic = select(&[
        Arithmetic::F32,
        Arithmetic::Mmcv,
        Arithmetic::F64,
        Arithmetic::F64InPlace,
        Arithmetic::F64F32Constants,
    ]);
    let precision = select(&[Precision::F32, Precision::F64]);
    prop_oneof![
        sound_step(),
        (matches(), filter(), fit).prop_map(|(matches, filter, fit)| Step::Resize(Resize::new(matches, filter, fit))),
        size().prop_map(crop),
        any::<f64>().prop_map(|alpha| Step::HueShift(HueShift::new(alpha))),
        (range(), range(), precision).prop_map(|(from, to, precision)| Step::Rescale(Rescale {
            from,
            to,
            by: RescaleBy::Division,
            precision
        })),
        (any_scale_shift(), select(&[Precision::F32, Precision::F64]))
            .prop_map(|(step, precision)| { Step::ScaleShift(ScaleShift { precision, ..step }) }),
        (prop::option::of(any::<f64>()), prop::option::of(any::<f64>()), select(&[Precision::F32, Precision::F64]))
            .prop_map(|(min, max, precision)| Step::Clip(Clip { min, max, precision })),
        any::<[f64; 3]>().prop_map(|alpha| Step::Lighting(Lighting { alpha })),
        prop::array::uniform3(-80.0..80.0).prop_map(|alpha| Step::Lighting(Lighting { alpha })),
        (numbers(), numbers(), order(), range(), arithmetic).prop_map(|(mean, std, order, range, arithmetic)| {
            Step::Normalise(Normalise { mean, std, order, range, arithmetic })
        }),
        select(&[DType::U8, DType::F16, DType::F32]).prop_map(|to| Step::Cast(Cast { to })),
        Just(Step::SrgbToLinear(SrgbToLinear {})),
    ]
}

/// Keeps the steps that compile after those before them.
pub fn those_that_compile(steps: Vec<Step>, spec: &ImageSpec) -> Vec<Step> {
    let mut kept = Pipeline::new();
    for step in steps {
        let longer = kept.clone().step(step);
        if longer.compile(spec).is_ok_and(|plan| plan.output().values() < 1 << 16) {
            kept = longer;
        }
    }
    kept.steps
}
