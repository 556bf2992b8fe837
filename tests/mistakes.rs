//! The mistakes: what `Mistake::apply` makes of a right pipeline is what the library gives when its user makes it.

mod common;

use common::{check, find, input, kinds, manifest};
use pixelproof::{
    ChannelOrder, Constants, ErrorKind, Filter, Fit, Image, MISTAKES, Mistake, Pipeline, PixelFormat, TensorLayout,
    ValueRange, difference,
};

/// torchvision's classification pipeline of the goldens, with resize and crop of their two sizes.
fn right(resize: u32, crop: u32) -> Pipeline {
    Pipeline::new()
        .convert_order(ChannelOrder::Rgb)
        .resize(Filter::Bilinear, Fit::ShortestEdge(resize))
        .center_crop(crop)
        .rescale(ValueRange::Bytes, ValueRange::Unit)
        .normalise(Constants {
            mean: vec![0.485, 0.456, 0.406],
            std: vec![0.229, 0.224, 0.225],
            order: ChannelOrder::Rgb,
            range: ValueRange::Unit,
        })
        .layout(TensorLayout::Chw)
}

fn apply(id: &str, pipeline: &Pipeline) -> Pipeline {
    Mistake::find(id).and_then(|mistake| mistake.apply(pipeline)).unwrap_or_else(|error| panic!("{id}: {error}")).wrong
}

fn photo() -> Image<'static> {
    input("photo_d", PixelFormat::Rgb8, ValueRange::Bytes, 0)
}

fn run(pipeline: &Pipeline, image: &Image<'_>) -> pixelproof::Tensor {
    pipeline.compile(&image.spec()).and_then(|plan| plan.run(image)).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn every_mistake_applied_to_the_golden_pipeline_gives_the_golden_mistake() {
    const GOLDEN: [(&str, &str); 12] = [
        ("bgr-as-rgb", "bgr_as_rgb"),
        ("no-rescale", "no_div255"),
        ("rescaled-twice", "double_div255"),
        ("255-constants-on-0-1", "stats255_on_01"),
        ("0-1-constants-on-255", "no_div255"),
        ("constants-in-other-order", "meanstd_bgr_order"),
        ("hwc-as-chw", "reshape_not_transpose"),
        ("normalised-twice", "normalised_twice"),
        ("not-normalised", "only_div255"),
        ("raw-0-255", "raw255"),
        ("hue-on-rgb", "hue_on_rgb"),
        ("hue-after-to-tensor", "hue_after_totensor"),
    ];
    assert_eq!(GOLDEN.map(|(id, _)| id).to_vec(), MISTAKES.iter().map(|mistake| mistake.id).collect::<Vec<_>>());
    let manifest = manifest();
    let image = photo();
    for (id, golden) in GOLDEN {
        let mut compared = 0;
        for (resize, crop) in [(256, 224), (46, 40)] {
            let name = format!("mistake_{resize}_{crop}_{golden}__photo_d");
            let Some(golden) = manifest.iter().find(|golden| golden.id == name) else { continue };
            let mut wrong = apply(id, &right(resize, crop));
            if id == "hue-after-to-tensor" {
                // The golden call makes both hue mistakes at once: it also hands RGB to a transform that wants BGR.
                wrong = apply("hue-on-rgb", &wrong);
            }
            check(golden, &run(&wrong, &image)).unwrap_or_else(|why| panic!("{id}, {name}: {why}"));
            compared += 1;
        }
        assert!(compared > 0, "{id} was compared with nothing");
    }
}

#[test]
fn the_right_side_of_a_comparison_is_the_golden_right_one() {
    let manifest = manifest();
    let golden = find(&manifest, "mistake_256_224_correct__photo_d");
    let image = photo();
    for mistake in MISTAKES {
        let comparison = mistake.apply(&right(256, 224)).expect("a mistake that can be made here");
        // Only where a step was added to both sides is the right one another than the golden.
        if comparison.note.is_none() {
            check(golden, &run(&comparison.right, &image)).unwrap_or_else(|why| panic!("{}: {why}", mistake.id));
        }
    }
}

#[test]
fn every_mistake_in_every_preset_runs_and_shows_or_says_why_not() {
    let image = photo();
    let mut silent = Vec::new();
    for preset in kinds() {
        for mistake in MISTAKES {
            let what = format!("{} in {}", mistake.id, preset.name);
            match mistake.apply(&preset.pipeline()) {
                Ok(comparison) => {
                    let wrong =
                        comparison.wrong.compile(&image.spec()).unwrap_or_else(|error| panic!("{what}: {error}"));
                    // What a mistake does, it does to small tensors too.
                    if wrong.output().values() > 1 << 20 {
                        continue;
                    }
                    let (right, wrong) = (run(&comparison.right, &image), run(&comparison.wrong, &image));
                    let apart = difference(&right, &wrong).unwrap_or_else(|error| panic!("{what}: {error}"));
                    if apart.count == 0 {
                        silent.push(what);
                    }
                }
                Err(error) => assert_eq!(error.kind(), ErrorKind::InvalidPipeline, "{what}: {error}"),
            }
        }
    }
    assert!(silent.is_empty(), "change nothing: {silent:#?}");
}
