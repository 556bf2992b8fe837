//! `import`: a model's own config in, a pipeline and what it took out; `--config` runs it at once.

use std::fs;
use std::path::{Path, PathBuf};

use pixelproof::Pipeline;
use serde_json::Value;

use crate::args;
use crate::support::{fails, folder, golden, photo, run, stderr, succeeds, write};

fn config(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/import").join(name)
}

#[test]
fn a_config_becomes_a_pipeline_in_words_with_what_was_assumed_and_not_known() {
    let told = succeeds(&run(args!["import", config("processor_config_siglip.json")]));
    for words in
        ["Hugging Face: ", "1. put the channels", "assumed, as the config does not say it:", "image_processor.sharpen"]
    {
        assert!(told.contains(words), "no {words:?} in:\n{told}");
    }
}

#[test]
fn json_holds_everything_and_the_file_is_a_pipeline() {
    let folder = folder("import_json");
    let out = folder.join("model.json");
    let told = succeeds(&run(args!["import", "torchvision:ResNet50_Weights.IMAGENET1K_V2", "--json", "-o", &out]));
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["family"], "torchvision");
    for key in ["pipeline", "read", "assumed", "ignored", "unknown", "warnings"] {
        assert!(!told[key].is_null(), "no {key}");
    }
    let pipeline = Pipeline::from_json(&fs::read_to_string(&out).unwrap()).unwrap();
    assert_eq!(serde_json::to_value(&pipeline).unwrap(), told["pipeline"]);
}

#[test]
fn the_file_that_base_names_is_found_beside_the_config() {
    let told = succeeds(&run(args!["import", config("faster_rcnn_R_50_FPN_3x.yaml")]));
    assert!(told.contains("_BASE_") || told.contains("multiple of 32") || told.contains("32"), "{told}");
    assert!(!told.contains("is not there"), "{told}");
}

#[test]
fn a_config_runs_at_once_and_gives_what_its_pipeline_gives() {
    let folder = folder("import_run");
    let (direct, through) = (folder.join("a.npy"), folder.join("b.npy"));
    let config = golden("configs/hf_small_vit.json");
    succeeds(&run(args!["run", photo("chelsea.png"), "--config", &config, "-o", &direct]));
    let pipeline = folder.join("p.json");
    succeeds(&run(args!["import", &config, "-o", &pipeline]));
    succeeds(&run(args!["run", photo("chelsea.png"), "--pipeline", &pipeline, "-o", &through]));
    assert!(fs::read(direct).unwrap() == fs::read(through).unwrap());
}

#[test]
fn what_cannot_be_read_is_one_line() {
    let folder = folder("import_bad");
    let noise = write(&folder, "noise.json", "{\"a\": 1}");
    fails(&run(args!["import", &noise]), "InvalidInput", &["noise.json", "no config that is known"]);
    let unknown = write(&folder, "p.json", r#"{"image_processor_type": "ViTImageProcesor"}"#);
    fails(&run(args!["import", &unknown]), "Unsupported", &["ViTImageProcessor"]);
    fails(&run(args!["import", folder.join("none.json")]), "InvalidInput", &["there is no file"]);
    let output = run(args!["import", &noise, "-o", &noise]);
    assert!(stderr(&output).contains("same file"), "{}", stderr(&output));
}
