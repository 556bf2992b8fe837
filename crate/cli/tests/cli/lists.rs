//! `presets`, `mistakes`, `schema` and the help.

use pixelproof::{MISTAKES, PRESETS, Pipeline};
use serde_json::Value;

use crate::support::{fails, run, stderr, stdout, succeeds};

#[test]
fn every_preset_is_listed_and_told_a_line_a_step() {
    let list = succeeds(&run(["presets"]));
    assert_eq!(list.lines().count(), PRESETS.len());
    for preset in PRESETS {
        assert!(
            list.lines()
                .any(|line| line.starts_with(&format!("{} ", preset.name)) && line.ends_with(preset.description)),
            "{} is not in:\n{list}",
            preset.name
        );
        let told = succeeds(&run(["presets", preset.name]));
        assert!(told.starts_with(preset.name) && told.contains(&format!("source: {}\n", preset.source)), "{told}");
        let steps: Vec<&str> = told.lines().filter(|line| line.starts_with(' ')).collect();
        let last = preset.pipeline().steps.len();
        assert_eq!(steps.len(), last, "{told}");
        assert!(steps[last - 1].starts_with(&format!("{last:>2}. ")), "{told}");
        assert!(!steps.concat().contains(['{', '_']), "not in words:\n{told}");
    }
}

#[test]
fn the_words_of_a_preset_name_its_numbers() {
    let told = succeeds(&run(["presets", "torchvision/resnet50"]));
    for words in [
        "1. put the channels in the order RGB",
        "2. resize the shorter edge to 256, bilinear, as Pillow 13",
        "3. cut out the centre, 224x224",
        "4. rescale 0-255 to 0-1",
        "5. subtract the mean 0.485, 0.456, 0.406, divide by the std 0.229, 0.224, 0.225 (stated for RGB, 0-1)",
        "6. lay the numbers out as NCHW",
    ] {
        assert!(told.contains(words), "no {words:?} in:\n{told}");
    }
}

#[test]
fn the_json_of_every_preset_is_its_pipeline() {
    for preset in PRESETS {
        let json = succeeds(&run(["presets", preset.name, "--json"]));
        assert_eq!(Pipeline::from_json(&json).unwrap(), preset.pipeline());
    }
}

#[test]
fn every_mistake_is_listed_and_its_story_told() {
    let list = succeeds(&run(["mistakes"]));
    assert_eq!(list.lines().count(), MISTAKES.len());
    for mistake in MISTAKES {
        assert!(
            list.lines().any(|line| line.starts_with(&format!("{} ", mistake.id)) && line.ends_with(mistake.title)),
            "{} is not in:\n{list}",
            mistake.id
        );
        let told = succeeds(&run(["mistakes", mistake.id]));
        assert!(told.contains(mistake.title) && told.contains(mistake.story), "{told}");
    }
}

#[test]
fn unknown_names_are_answered_with_the_nearest() {
    fails(&run(["presets", "resnet-50"]), "InvalidInput", &["`resnet-50`", "did you mean `torchvision/resnet50`"]);
    fails(&run(["mistakes", "hwc-chw"]), "InvalidInput", &["`hwc-chw`", "did you mean `hwc-as-chw`"]);
}

#[test]
fn the_schema_is_the_librarys() {
    let schema: Value = serde_json::from_str(&succeeds(&run(["schema"]))).unwrap();
    assert_eq!(schema, Pipeline::json_schema());
}

#[test]
fn help_shows_examples_everywhere() {
    for args in
        [&["--help"][..], &["run", "--help"], &["compare", "--help"], &["presets", "--help"], &["mistakes", "--help"]]
    {
        let help = succeeds(&run(args));
        assert!(help.contains("Examples:\n  pixelproof "), "{help}");
    }
    assert!(succeeds(&run(["schema", "--help"])).contains("Example:\n  pixelproof "));
}

#[test]
fn a_wrong_command_line_is_claps_exit_code_2() {
    let neither = ["run", "a.png", "-o", "b.npy"];
    let both = ["run", "a.png", "-o", "b.npy", "--preset", "yolox", "--pipeline", "p.json"];
    let format = ["run", "a.npy", "-o", "b.npy", "--preset", "yolox", "--format", "RGB"];
    let alone = ["presets", "--json"];
    for args in [&neither[..], &both, &format, &alone] {
        let output = run(args);
        assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(2), ""), "{args:?}");
        assert!(stderr(&output).starts_with("error: "), "{args:?}");
    }
    assert!(stderr(&run(format)).contains("Bgra8"));
}

#[test]
fn the_exit_codes_are_those_of_the_help() {
    let help = succeeds(&run(["--help"]));
    for (args, code) in [(&["mistakes"][..], 0), (&["mistakes", "no-such-mistake"], 1), (&["mistake"], 2)] {
        assert_eq!(run(args).status.code(), Some(code), "{args:?}");
        assert!(help.contains(&format!("\n  {code}  ")), "{code} is not in:\n{help}");
    }
}

#[test]
fn no_color_is_honoured() {
    let help = |no_color: Option<&str>| {
        let mut command = crate::support::command();
        command.args(["run", "--help"]).env("CLICOLOR_FORCE", "1").env_remove("NO_COLOR");
        succeeds(&command.envs(no_color.map(|value| ("NO_COLOR", value))).output().unwrap())
    };
    assert!(help(None).contains('\u{1b}'), "colours can be forced");
    assert!(!help(Some("1")).contains('\u{1b}'));
}
