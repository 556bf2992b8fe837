//! `pixelproof compare`.

use std::fs;

use pixelproof::{MISTAKES, Mistake, PRESETS, Preset, as_the_model_sees_it, decode};

use crate::args;
use crate::support::{RESNET, command, fails, folder, golden, photo, png, run, stderr, succeeds, value, write};

const DIVIDER: u32 = 4;

#[test]
fn the_table_says_how_far_the_two_are_apart() {
    let folder = folder("table");
    let colour = write(&folder, "colour.png", png(8, 8, &[200, 100, 50].repeat(64)));
    let json = r#"{"steps": [{"op": "convert_order", "to": "RGB"},
        {"op": "rescale", "from": "0-255", "to": "0-1"}, {"op": "layout", "to": "NCHW"}]}"#;
    let pipeline = write(&folder, "unit.json", json);
    let compare = args!["compare", colour, "--pipeline", pipeline, "--mistake", "bgr-as-rgb", "--backend", "cpu"];
    let report = succeeds(&run(compare));
    let row = |channel: &str| value(&report, channel).split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(row("R"), "0.7843 0.7843 0.7843 0.1961 0.1961 0.1961");
    assert_eq!(row("G"), "0.3922 0.3922 0.3922 0.3922 0.3922 0.3922");
    assert_eq!(row("B"), "0.1961 0.1961 0.1961 0.7843 0.7843 0.7843");
    assert_eq!(
        value(&report, "difference:"),
        "largest 0.5882, mean 0.3922; 128 of 192 values differ (66.66 %), the first at index 0"
    );
    assert_eq!(value(&report, "backend"), "cpu");
    for side in ["right", "wrong"] {
        let says = value(&report, side);
        assert!(says.starts_with("[1, 3, 8, 8] f32, ") && says.ends_with(" ms"), "{says}");
    }
    assert!(!report.contains("wrote"), "{report}");
}

#[test]
fn two_that_are_the_same_are_said_to_be() {
    let folder = folder("the_same");
    let grey = write(&folder, "grey.png", png(8, 8, &[90; 192]));
    let report = succeeds(&run(args!["compare", grey, "--preset", "yolox", "--mistake", "bgr-as-rgb"]));
    assert!(report.contains("no difference"), "{report}");
}

#[test]
fn the_picture_shows_right_beside_wrong_as_the_right_model_sees_them() {
    let folder = folder("side_by_side");
    let out = folder.join("side-by-side.png");
    let image = decode(&fs::read(photo("astronaut.png")).unwrap()).unwrap().image;
    for id in ["bgr-as-rgb", "no-rescale", "hwc-as-chw", "hue-on-rgb"] {
        succeeds(&run(args![
            "compare",
            photo("astronaut.png"),
            "--preset",
            RESNET,
            "--mistake",
            id,
            "-o",
            out,
            "--backend",
            "cpu"
        ]));
        let shown = image::load_from_memory(&fs::read(&out).unwrap()).unwrap().into_rgba8();
        assert_eq!(shown.dimensions(), (224 + DIVIDER + 224, 224));

        let comparison = Mistake::find(id).unwrap().apply(&Preset::find(RESNET).unwrap().pipeline()).unwrap();
        let right = comparison.right.compile(&image.spec()).unwrap();
        let wrong = comparison.wrong.compile(&image.spec()).unwrap();
        for (plan, x) in [(&right, 0), (&wrong, 224 + DIVIDER)] {
            let expected = as_the_model_sees_it(&plan.run(&image).unwrap(), right.affine());
            let panel = image::imageops::crop_imm(&shown, x, 0, 224, 224).to_image();
            assert!(panel.as_raw() == &expected.rgba, "{id}, from column {x}");
        }
        let divider = image::imageops::crop_imm(&shown, 224, 0, DIVIDER, 224).to_image();
        assert!(divider.as_raw().iter().all(|&byte| byte == 255), "{id}");
    }
}

#[test]
fn every_mistake_in_a_preset_of_each_library_is_shown_or_refused_with_the_reason() {
    let out = folder("every_mistake").join("side-by-side.png");
    let photo = golden("inputs/photo_d.png");
    let mut shown = 0;
    let mut libraries = std::collections::BTreeSet::new();
    for preset in PRESETS.iter().filter(|preset| libraries.insert(preset.name.split('/').next())) {
        for mistake in MISTAKES {
            let _ = fs::remove_file(&out);
            let compared = run(args![
                "compare",
                photo,
                "--preset",
                preset.name,
                "--mistake",
                mistake.id,
                "-o",
                out,
                "--backend",
                "cpu"
            ]);
            match mistake.apply(&preset.pipeline()) {
                Ok(comparison) => {
                    let report = succeeds(&compared);
                    assert_eq!(value(&report, "mistake"), format!("{}: {}", mistake.id, mistake.title));
                    assert_eq!(report.contains("hue shift of 0.1 added"), comparison.note.is_some());
                    assert!(out.exists());
                    shown += 1;
                }
                Err(_) => {
                    fails(&compared, "InvalidPipeline", &[preset.name, mistake.id]);
                    assert!(!out.exists());
                }
            }
        }
    }
    assert!(shown > 40, "only {shown} of {}", PRESETS.len() * MISTAKES.len());
}

#[test]
fn a_mistake_that_cannot_be_made_says_why() {
    let mistake = "constants-in-other-order";
    let compared = run(args!["compare", photo("coffee.png"), "--preset", "efficientnet-lite0", "--mistake", mistake]);
    fails(&compared, "InvalidPipeline", &["efficientnet-lite0", mistake, "one mean and one std for all channels"]);
}

#[test]
fn an_unknown_mistake_is_answered_with_the_nearest() {
    let compared = run(args!["compare", photo("coffee.png"), "--preset", RESNET, "--mistake", "bgr-for-rgb"]);
    fails(&compared, "InvalidInput", &["`bgr-for-rgb`", "did you mean `bgr-as-rgb`", "hwc-as-chw"]);
}

#[test]
fn an_array_is_compared_as_well() {
    let input = golden("inputs/photo_a.npy");
    let report =
        succeeds(&run(args!["compare", input, "--format", "Bgr8", "--preset", RESNET, "--mistake", "rescaled-twice"]));
    assert!(value(&report, "input").ends_with("photo_a.npy: .npy array, 0-255, 97x61, Bgr8"), "{report}");
    assert!(report.contains("difference: largest "), "{report}");
}

#[test]
fn the_picture_goes_to_stdout_and_the_table_to_stderr() {
    let mut command = command();
    command.args(args!["compare", photo("coffee.png"), "--preset", "keras/tf", "--mistake", "bgr-as-rgb", "-o", "-"]);
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let shown = image::load_from_memory(&output.stdout).unwrap();
    assert_eq!((shown.width(), shown.height()), (224 + DIVIDER + 224, 224));
    assert!(stderr(&output).contains("difference: largest "), "{}", stderr(&output));
}
