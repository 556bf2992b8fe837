//! Pipelines that are wrong, each one clear error.

use std::path::Path;
use std::process::Output;

use crate::args;
use crate::support::{fails, folder, photo, run, write};

fn through(folder: &Path, json: impl AsRef<[u8]>) -> Output {
    let pipeline = write(folder, "wrong.json", json);
    let output = run(args!["run", photo("coffee.png"), "--pipeline", pipeline, "-o", folder.join("out.npy")]);
    assert!(!folder.join("out.npy").exists());
    output
}

#[test]
fn a_std_of_0() {
    let json = r#"{"steps": [{"op": "convert_order", "to": "RGB"},
        {"op": "normalise", "mean": [0.5], "std": [0.0], "order": "RGB", "range": "0-1"}]}"#;
    fails(&through(&folder("std_0"), json), "InvalidPipeline", &["wrong.json", "step 2", "above 0"]);
}

#[test]
fn an_unknown_key() {
    let json = r#"{"steps": [{"op": "layout", "to": "NCHW", "order": "RGB"}]}"#;
    fails(&through(&folder("unknown_key"), json), "InvalidPipeline", &["wrong.json", "unknown field `order`"]);
}

#[test]
fn an_unknown_step() {
    let json = r#"{"steps": [{"op": "blur"}]}"#;
    fails(&through(&folder("unknown_step"), json), "InvalidPipeline", &["`blur`", "pixelproof schema"]);
}

#[test]
fn text_that_is_no_json_and_bytes_that_are_no_text() {
    let folder = folder("no_json");
    fails(&through(&folder, "steps: []"), "InvalidPipeline", &["wrong.json", "not a pipeline"]);
    for utf_16 in [b"\xff\xfe{\0", b"\xfe\xff\0{"] {
        fails(&through(&folder, utf_16), "InvalidPipeline", &["wrong.json", "UTF-16", "save it as UTF-8"]);
    }
    fails(&through(&folder, b"{\xff}"), "InvalidPipeline", &["wrong.json", "no UTF-8 text; save it as UTF-8"]);
    fails(&through(&folder, ""), "InvalidPipeline", &["wrong.json", "not a pipeline"]);
    fails(&through(&folder, "[".repeat(100_000)), "InvalidPipeline", &["wrong.json", "not a pipeline"]);
}

#[test]
fn a_step_that_contradicts_the_data() {
    let rescale = r#"{"op": "rescale", "from": "0-255", "to": "0-1"}"#;
    let json = format!(r#"{{"steps": [{rescale}, {rescale}]}}"#);
    fails(&through(&folder("contradiction"), json), "InvalidPipeline", &["step 2", "expected 0-255, got 0-1"]);
}

#[test]
fn more_than_a_pipeline_may_have() {
    let folder = folder("too_much");
    let step = r#"{"op": "layout", "to": "NCHW"}"#;
    let json = format!(r#"{{"steps": [{}]}}"#, vec![step; 257].join(","));
    fails(&through(&folder, json), "Limits", &["wrong.json", "too many steps"]);
    fails(&through(&folder, " ".repeat((1 << 20) + 1)), "Limits", &["wrong.json", "too large"]);
    let resize = r#"{"steps": [{"op": "resize", "matches": "pillow", "filter": "nearest",
        "fit": {"stretch": {"width": 100000, "height": 100000}}}]}"#;
    fails(&through(&folder, resize), "Limits", &["step 1", "100000x100000"]);
}

#[test]
fn a_file_from_an_editor_on_windows_is_read() {
    let folder = folder("byte_order_mark");
    let pipeline = write(&folder, "windows.json", "\u{feff}{\r\n\"steps\": []\r\n}\r\n");
    let output = run(args!["run", photo("coffee.png"), "--pipeline", pipeline, "-o", folder.join("out.npy")]);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_file_that_is_missing() {
    let folder = folder("missing_pipeline");
    let at = |path: &Path| run(args!["run", photo("coffee.png"), "--pipeline", path, "-o", folder.join("out.npy")]);
    fails(&at(Path::new("no/such.json")), "InvalidInput", &["there is no file `no/such.json`"]);
    fails(&at(&folder), "InvalidInput", &["missing_pipeline` is a folder"]);
}

#[test]
fn an_unknown_preset_is_answered_with_the_nearest() {
    let output = run(args!["run", photo("coffee.png"), "--preset", "keras/cafe", "-o", "out.npy"]);
    fails(&output, "InvalidInput", &["`keras/cafe`", "did you mean `keras/caffe`", "`pixelproof presets` lists all"]);
}

#[test]
fn an_unknown_preset_like_no_other_is_answered_with_where_all_are() {
    let output = run(args!["run", photo("coffee.png"), "--preset", "my-own-model", "-o", "out.npy"]);
    fails(&output, "InvalidInput", &["`my-own-model`. `pixelproof presets` lists all"]);
    assert!(!String::from_utf8_lossy(&output.stderr).contains("did you mean"));
}

#[test]
fn a_number_of_hundreds_of_digits_is_not_repeated_whole() {
    let json = format!(r#"{{"steps": [{{"op": "hue_shift", "alpha": 1{}}}]}}"#, "0".repeat(300));
    let output = through(&folder("digits"), json);
    fails(&output, "InvalidPipeline", &["step 1", "got 100000... (301 digits)"]);
}
