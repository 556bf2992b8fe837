//! `pixelproof run` on picture files.

use std::fs;

use npyz::NpyFile;
use pixelproof::{Preset, decode};

use crate::args;
use crate::support::{RESNET, command, folder, golden, photo, run, run_with_stdin, stderr, succeeds, value};

#[test]
fn a_photo_through_resnet50_is_the_librarys_tensor() {
    let out = folder("photo_resnet").join("out.npy");
    for name in ["astronaut.png", "chelsea.png", "coffee.png", "rocket.png"] {
        let bytes = fs::read(photo(name)).unwrap();
        let report = succeeds(&run(args!["run", photo(name), "--preset", RESNET, "-o", out, "--backend", "cpu"]));
        let says = ["shape", "dtype", "order", "range", "layout"].map(|key| value(&report, key));
        assert_eq!(says, ["[1, 3, 224, 224]", "f32", "RGB", "normalised", "NCHW"]);
        assert!(value(&report, "wrote").ends_with("out.npy (602240 bytes)"), "{report}");

        let image = decode(&bytes).unwrap().image;
        let tensor = Preset::find(RESNET).unwrap().pipeline().compile(&image.spec()).unwrap().run(&image).unwrap();
        let written = fs::read(&out).unwrap();
        let file = NpyFile::new(&written[..]).unwrap();
        assert_eq!((file.dtype().descr().as_str(), file.shape()), ("'<f4'", &[1, 3, 224, 224][..]));
        assert!(written.ends_with(&tensor.to_le_bytes()), "{name}");
    }
}

#[test]
fn one_pixel_is_enough_for_resnet50() {
    let out = folder("one_pixel").join("out.npy");
    let pixel = NpyFile::new(&fs::read(golden("inputs/px1.npy")).unwrap()[..]).unwrap().into_vec::<u8>().unwrap();
    let report = succeeds(&run(args!["run", golden("inputs/px1.png"), "--preset", RESNET, "-o", out]));
    assert!(value(&report, "input").ends_with("px1.png: PNG, 1x1, Rgb8"), "{report}");
    assert_eq!(value(&report, "shape"), "[1, 3, 224, 224]");
    let written = fs::read(&out).unwrap();
    let numbers: Vec<f32> = NpyFile::new(&written[..]).unwrap().into_vec().unwrap();
    let constants = [(0.485_f32, 0.229_f32), (0.456, 0.224), (0.406, 0.225)];
    for ((plane, byte), (mean, std)) in numbers.chunks(224 * 224).zip(pixel).zip(constants) {
        let expected = (f32::from(byte) / 255.0 - mean) / std;
        assert!(plane.iter().all(|&number| number == expected), "{expected} expected, got {}", plane[0]);
    }
}

#[test]
fn what_decoding_did_to_the_picture_is_said() {
    let out = folder("notes").join("out.npy");
    let report = |name: &str| {
        let input = golden(&format!("inputs/{name}"));
        succeeds(&run(args!["run", input, "--preset", "yolox", "-o", out, "--backend", "cpu"]))
    };
    assert!(value(&report("exif6.jpg"), "note").contains("EXIF orientation of 6"));
    assert!(value(&report("rgb16.png"), "note").contains("cut down to 8"));
    assert!(value(&report("rgba.png"), "note").contains("alpha"));
    assert!(!report("photo_b.png").contains("\nnote"));
}

#[test]
fn a_picture_comes_from_stdin() {
    let folder = folder("picture_from_stdin");
    let (from_file, from_stdin) = (folder.join("file.npy"), folder.join("stdin.npy"));
    succeeds(&run(args!["run", photo("coffee.png"), "--preset", RESNET, "-o", from_file]));
    let bytes = fs::read(photo("coffee.png")).unwrap();
    let report = succeeds(&run_with_stdin(args!["run", "-", "--preset", RESNET, "-o", from_stdin], &bytes));
    assert_eq!(value(&report, "input"), "stdin: PNG, 600x400, Rgb8");
    assert_eq!(fs::read(from_file).unwrap(), fs::read(from_stdin).unwrap());
}

#[test]
fn the_json_of_a_preset_is_a_pipeline_with_the_same_numbers() {
    let folder = folder("preset_json");
    let (preset, file) = (folder.join("preset.npy"), folder.join("file.npy"));
    let json = folder.join("preset.json");
    fs::write(&json, succeeds(&run(["presets", "keras/caffe", "--json"]))).unwrap();
    succeeds(&run(args!["run", photo("rocket.png"), "--preset", "keras/caffe", "-o", preset]));
    succeeds(&run(args!["run", photo("rocket.png"), "--pipeline", json, "-o", file]));
    assert_eq!(fs::read(preset).unwrap(), fs::read(file).unwrap());
}

/// Elsewhere the GPU cannot be hidden from a process.
#[cfg(target_os = "linux")]
#[test]
fn a_gpu_that_is_asked_for_and_missing_is_a_warning_and_the_same_numbers() {
    let folder = folder("no_gpu");
    let out = |name: &str| folder.join(name);
    let run = |backend: &str| {
        let mut command = command();
        command.env("VK_DRIVER_FILES", "/nonexistent").env("VK_ICD_FILENAMES", "/nonexistent");
        command.args(args!["run", photo("coffee.png"), "--preset", RESNET, "--backend", backend, "-o", out(backend)]);
        command.output().unwrap()
    };
    let (cpu, auto, gpu) = (run("cpu"), run("auto"), run("gpu"));
    assert_eq!(value(&succeeds(&cpu), "backend"), "cpu");
    for fallen_back in [&auto, &gpu] {
        let report = succeeds(fallen_back);
        assert!(value(&report, "backend").starts_with("cpu (instead of the GPU: "), "{report}");
    }
    let warned = |output| stderr(output).contains("warning: no GPU ran, the CPU did, with the same numbers: ");
    assert_eq!([&cpu, &auto, &gpu].map(warned), [false, false, true]);
    let files = ["cpu", "auto", "gpu"].map(|backend| fs::read(out(backend)).unwrap());
    assert!(files[0] == files[1] && files[0] == files[2]);
}

#[test]
fn a_gpu_that_is_there_has_the_same_numbers() {
    let folder = folder("gpu");
    let out = |name: &str| folder.join(name);
    let run = |backend: &str| {
        run(args!["run", photo("coffee.png"), "--preset", RESNET, "--backend", backend, "-o", out(backend)])
    };
    succeeds(&run("cpu"));
    let gpu = run("gpu");
    let by_gpu = value(&succeeds(&gpu), "backend").starts_with("gpu (");
    // One or the other: never silently the CPU.
    assert_ne!(by_gpu, stderr(&gpu).contains("warning: no GPU ran"), "{}", stderr(&gpu));
    assert!(by_gpu || std::env::var_os("PIXELPROOF_REQUIRE_GPU").is_none(), "a GPU is required");
    assert_eq!(fs::read(out("cpu")).unwrap(), fs::read(out("gpu")).unwrap());
}

#[test]
fn a_pipeline_says_whose_reader_a_picture_goes_through() {
    let folder = folder("decode");
    let (json, out) = (folder.join("pipeline.json"), folder.join("out.npy"));
    fs::write(&json, r#"{"decode": {"matches": "opencv", "mode": "unchanged"}, "steps": []}"#).unwrap();
    let report = succeeds(&run(args!["run", golden("inputs/gray16.png"), "--pipeline", json, "-o", out]));
    assert_eq!(["dtype", "range", "decoder"].map(|key| value(&report, key)), ["u16", "0-65535", "png"]);
    let expected = fs::read(golden("out/decode_tvio_unchanged__gray16_png.npy")).unwrap();
    let pixels = |file: &[u8]| NpyFile::new(file).unwrap().into_vec::<u16>().unwrap();
    assert_eq!(pixels(&fs::read(&out).unwrap()), pixels(&expected));
    // An array is no file to decode, and the command says so; this one comes back as it is.
    let again = folder.join("again.npy");
    let report = succeeds(&run(args!["run", out, "--pipeline", json, "--format", "Gray16", "-o", again]));
    assert!(value(&report, "note").contains("decoded already"), "{report}");
    assert_eq!(pixels(&fs::read(&again).unwrap()), pixels(&expected));
}
