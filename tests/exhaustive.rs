//! Exhaustive: the hue shift and the colour steps on all 2^24 colours, against their libraries, and on the GPU.
//!
//! The two directions of HSV for themselves are unit tests of crate/src/colour/hsv.rs.

mod common;

use std::collections::HashMap;

use common::{Array, find, manifest, npy, on_gpu, sha256};
use pixelproof::{
    Assume, Backend, ChannelOrder, ColourMatches, ColourSpace, FromColour, HsvJitter, HsvMatches, HueMatches, HueShift,
    Image, ImageSpec, Jitter, JitterMatches, Pipeline, PixelFormat, Pixels, Plan, Runner, Size, Step, ToColour,
};

/// The hue shifts of the goldens, in parts of the circle and as MegEngine adds them to the 8-bit hue.
const SHIFTS: [(f64, u8); 4] = [(0.1, 25), (0.25, 63), (0.5, 127), (-0.3, 180)];

/// Pixel `i` of 4096 x 4096 is (i & 255, i >> 8 & 255, i >> 16), as blue, green, red.
fn all_colours() -> Image<'static> {
    let pixels: Vec<u8> = (0..1_u32 << 24).flat_map(|i| [i as u8, (i >> 8) as u8, (i >> 16) as u8]).collect();
    Image::from_u8(ImageSpec::bytes(Size::new(4096, 4096), PixelFormat::Bgr8), pixels).expect("a sound image")
}

fn compile(alpha: f64, image: &Image<'_>) -> Plan {
    Pipeline::new().hue_shift(alpha).compile(&image.spec()).expect("a sound pipeline")
}

/// OpenCV's forward conversion once more, written from the rule and not from the code under test.
fn to_hsv([b, g, r]: [u8; 3]) -> [u8; 3] {
    let [b, g, r] = [b, g, r].map(i64::from);
    let value = b.max(g).max(r);
    let delta = value - b.min(g).min(r);
    // round(numerator * 4096 / divisor), half to even.
    let table = |numerator: i64, divisor: i64| {
        let (quotient, rest) = (numerator * 4096 / divisor, numerator * 4096 % divisor);
        quotient + i64::from(2 * rest > divisor || (2 * rest == divisor && quotient % 2 == 1))
    };
    if delta == 0 {
        return [0, 0, value as u8];
    }
    let saturation = (delta * table(255, value) + 2048) >> 12;
    let sixths = match value {
        _ if value == r => g - b,
        _ if value == g => b - r + 2 * delta,
        _ => r - g + 4 * delta,
    };
    let hue = (sixths * table(256, 6 * delta) + 2048) >> 12;
    let hue = if hue < 0 { hue + 256 } else { hue };
    [hue.min(255) as u8, saturation as u8, value as u8]
}

/// What IPP makes of the colours in which it differs from OpenCV's own rounding code.
fn ipp() -> HashMap<[u8; 3], [u8; 3]> {
    let (_, Array::U8(listed)) = npy("idx/ipp_hsv2bgr_full_exceptions.npy") else { panic!("bytes expected") };
    // The 89th is where a fused multiply-add, which IPP lacks, matters.
    listed
        .chunks_exact(6)
        .chain([&[249, 246, 242, 41, 9, 242][..]])
        .map(|row| ([row[0], row[1], row[2]], [row[3], row[4], row[5]]))
        .collect()
}

#[test]
fn the_hue_shift_of_all_colours_equals_megengine_but_where_ipp_rounds_otherwise() {
    let manifest = manifest();
    let image = all_colours();
    let pixelproof::Pixels::U8(colours) = image.pixels() else { panic!("bytes expected") };
    let ipp = ipp();
    for (alpha, shift) in SHIFTS {
        let tensor = compile(alpha, &image).run(&image).expect("a run");
        let mut bytes = tensor.to_le_bytes();
        let mut patched = 0;
        for (pixel, colour) in bytes.chunks_exact_mut(3).zip(colours.chunks_exact(3)) {
            let [hue, saturation, value] = to_hsv([colour[0], colour[1], colour[2]]);
            if let Some(exception) = ipp.get(&[hue.wrapping_add(shift), saturation, value]) {
                assert_ne!(pixel, exception, "an exception that is none");
                pixel.copy_from_slice(exception);
                patched += 1;
            }
        }
        eprintln!("hue {alpha}: {patched} of 2^24 colours fall on one where IPP rounds otherwise");
        let golden = find(&manifest, &format!("exh_megengine_hue_{alpha}"));
        assert_eq!(Some(sha256(&bytes)), golden.sha256_full, "hue {alpha}");
    }
}

/// A pipeline of one step on all colours.
fn all(format: PixelFormat, steps: Vec<Step>) -> (Plan, Image<'static>) {
    let Pixels::U8(pixels) = all_colours().pixels().clone() else { panic!("bytes expected") };
    let image = Image::from_u8(ImageSpec::bytes(Size::new(4096, 4096), format), pixels).expect("a sound image");
    let plan = Pipeline { steps, ..Pipeline::new() }.compile(&image.spec()).expect("a sound pipeline");
    (plan, image)
}

#[test]
fn the_colour_steps_of_all_colours_equal_their_libraries() {
    let hsv = Step::Assume(Assume { order: Some(ChannelOrder::Hsv), ..Assume::default() });
    let to = |to, matches| vec![Step::ToColour(ToColour { to, matches })];
    let from = |from, to, matches| vec![hsv.clone(), Step::FromColour(FromColour { from, to, matches })];
    let hue = HueShift { alpha: 0.1, matches: HueMatches::TorchvisionPil };
    let without_ipp = HueShift { alpha: 0.1, matches: HueMatches::MegengineSimd };
    let (rgb, bgr) = (PixelFormat::Rgb8, PixelFormat::Bgr8);
    let cases = [
        ("exh_cv2_BGR2HSV", bgr, to(ColourSpace::HSV, ColourMatches::Opencv)),
        ("exh_cv2_RGB2GRAY", rgb, to(ColourSpace::Gray, ColourMatches::Opencv)),
        ("exh_pil_L", rgb, to(ColourSpace::Gray, ColourMatches::Pillow)),
        ("exh_pil_HSV2RGB", rgb, from(ColourSpace::HSV, ChannelOrder::Rgb, ColourMatches::Pillow)),
        (
            "exh_cv2_HSV2BGR_FULL_noipp_wide",
            rgb,
            from(ColourSpace::HsvFull, ChannelOrder::Bgr, ColourMatches::OpencvSimd),
        ),
        (
            "exh_cv2_HSV2BGR_FULL_noipp_scalar",
            rgb,
            from(ColourSpace::HsvFull, ChannelOrder::Bgr, ColourMatches::Opencv),
        ),
        ("exh_tv_adjust_hue_pil_0.1", rgb, vec![Step::HueShift(hue)]),
        ("exh_megengine_hue_0.1_noipp", bgr, vec![Step::HueShift(without_ipp)]),
    ];
    let manifest = manifest();
    let mut runner = Runner::new();
    for (id, format, steps) in cases {
        let (plan, image) = all(format, steps);
        let digest = |bytes: &[u8]| assert_eq!(Some(sha256(bytes)), find(&manifest, id).sha256_full, "{id}");
        digest(&plan.run(&image).expect("a run").to_le_bytes());
        // On the GPU where there is one and it has the rule.
        let run = pollster::block_on(runner.run(&plan, &image, Backend::Gpu)).expect("a run");
        eprintln!("{id}: {:?}", run.adapter.as_ref().or(run.fallback_reason.as_ref()));
        digest(&run.tensor.to_le_bytes());
    }
}

#[test]
fn the_colour_rules_of_all_colours_have_the_same_bits_on_the_gpu() {
    use ColourMatches::{Opencv, OpencvSimd, Pillow, Torchvision};
    let to = |to, matches| vec![Step::ToColour(ToColour { to, matches })];
    let from = |order, from, matches| {
        let order = Step::Assume(Assume { order: Some(order), ..Assume::default() });
        vec![order, Step::FromColour(FromColour { from, to: ChannelOrder::Rgb, matches })]
    };
    let saturation = |factor, matches| vec![Step::Saturation(Jitter { factor, matches })];
    let hue = |alpha, matches| vec![Step::HueShift(HueShift { alpha, matches })];
    let jitter = |matches| vec![Step::HsvJitter(HsvJitter { hue: 0.9, saturation: 1.3, value: 0.8, matches })];
    // What is not here is compared by its digest above, on the GPU too.
    let rules = [
        to(ColourSpace::Gray, Torchvision),
        to(ColourSpace::HSV, Pillow),
        to(ColourSpace::YCrCb, Opencv),
        to(ColourSpace::YCbCr, Pillow),
        to(ColourSpace::CMYK, Pillow),
        from(ChannelOrder::Hsv, ColourSpace::HSV, Opencv),
        from(ChannelOrder::Hsv, ColourSpace::HSV, OpencvSimd),
        from(ChannelOrder::YCbCr, ColourSpace::YCbCr, Pillow),
        saturation(1.4, JitterMatches::Megengine),
        saturation(0.3, JitterMatches::TorchvisionPil),
        saturation(1.7, JitterMatches::Torchvision),
        saturation(0.6, JitterMatches::Albumentations),
        hue(-0.2, HueMatches::Torchvision),
        jitter(HsvMatches::Yolov5),
    ];
    let mut runner = Runner::new();
    for steps in rules {
        let what = steps.last().map(Step::to_string).unwrap_or_default();
        let (plan, image) = all(PixelFormat::Rgb8, steps);
        let Some(run) = on_gpu(&mut runner, "all colours", &plan, &image) else { return };
        let difference = pixelproof::difference(&plan.run(&image).expect("a run"), &run.tensor).expect("one shape");
        eprintln!("{what}: {} of {} values differ", difference.count, difference.total);
        assert_eq!(difference.count, 0, "{what}: {difference:?}");
    }
}

#[test]
fn the_hue_shift_of_all_colours_has_the_same_bits_on_the_gpu() {
    let image = all_colours();
    let mut runner = Runner::new();
    // 0.001 shifts by nothing: the round trip alone.
    for alpha in SHIFTS.map(|(alpha, _)| alpha).into_iter().chain([0.001]) {
        let plan = compile(alpha, &image);
        let Some(run) = on_gpu(&mut runner, "all colours", &plan, &image) else { return };
        let cpu = plan.run(&image).expect("a run");
        let difference = pixelproof::difference(&cpu, &run.tensor).expect("the same shape");
        eprintln!("hue {alpha}: {} of {} values differ on {:?}", difference.count, difference.total, run.adapter);
        assert_eq!(difference.count, 0, "hue {alpha}: {difference:?}");
    }
}
