//! `pixelproof run` on .npy arrays.

use std::fs;
use std::path::Path;

use half::f16;
use npyz::NpyFile;
use pixelproof::{Image, ImageSpec, Pipeline, PixelFormat, Size, TensorData, ValueRange};

use crate::args;
use crate::support::{folder, golden, npy, run, run_with_stdin, succeeds, value, write};

const FLOATS: &str = r#"{"steps": [{"op": "rescale", "from": "0-255", "to": "0-1"}, {"op": "layout", "to": "NCHW"}]}"#;

fn numbers_of(file: &Path) -> Vec<f32> {
    let bytes = fs::read(file).unwrap();
    NpyFile::new(&bytes[..]).unwrap().into_vec().unwrap()
}

#[test]
fn a_pillow_resize_is_the_file_that_numpy_saved() {
    let folder = folder("pillow_resize");
    let pipeline = write(
        &folder,
        "resize.json",
        r#"{"steps": [{"op": "resize", "matches": "pillow", "filter": "bicubic",
            "fit": {"stretch": {"width": 48, "height": 30}}}]}"#,
    );
    let out = folder.join("out.npy");
    let input = golden("inputs/photo_a.npy");
    let report =
        succeeds(&run(args!["run", input, "--format", "Rgb8", "--pipeline", pipeline, "-o", out, "--backend", "cpu"]));
    assert_eq!(fs::read(&out).unwrap(), fs::read(golden("out/resize_pil_BICUBIC_48x30__photo_a.npy")).unwrap());
    let says = ["shape", "dtype", "order", "range", "layout", "backend"].map(|key| value(&report, key));
    assert_eq!(says, ["[30, 48, 3]", "u8", "RGB", "0-255", "HWC", "cpu"]);
    assert!(value(&report, "input").ends_with("photo_a.npy: .npy array, 0-255, 97x61, Rgb8"), "{report}");
}

#[test]
fn a_batch_of_one_is_the_image_itself_and_a_grey_array_needs_no_channel_axis() {
    let folder = folder("batch_of_one");
    let pipeline = write(&folder, "floats.json", FLOATS);
    let out = folder.join("out.npy");
    let grey: Vec<u8> = (0..6).map(|at| at * 50).collect();
    let shapes = ["(2, 3)", "(2, 3, 1)", "(1, 2, 3, 1)"];
    for shape in shapes {
        let input = write(&folder, "grey.npy", npy("'|u1'", false, shape, &grey));
        let report = succeeds(&run(args!["run", input, "--format", "gray8", "--pipeline", pipeline, "-o", out]));
        assert_eq!(value(&report, "shape"), "[1, 1, 2, 3]");
        assert_eq!(numbers_of(&out), grey.iter().map(|&byte| f32::from(byte) / 255.0).collect::<Vec<_>>());
    }
}

#[test]
fn bgr_bytes_said_to_be_bgr_give_the_tensor_of_the_rgb_ones() {
    let folder = folder("bgr_bytes");
    let out = |name: &str| folder.join(name);
    let rgb: Vec<u8> = (0..5 * 4 * 3).map(|at| at * 4).collect();
    let bgr: Vec<u8> = rgb.chunks(3).flat_map(|pixel| [pixel[2], pixel[1], pixel[0]]).collect();
    for (format, pixels) in [("Rgb8", &rgb), ("Bgr8", &bgr)] {
        let input = write(&folder, "input.npy", npy("'|u1'", false, "(4, 5, 3)", pixels));
        succeeds(&run(args!["run", input, "--format", format, "--preset", "keras/tf", "-o", out(format)]));
    }
    let tensor = numbers_of(&out("Rgb8"));
    assert_eq!(tensor, numbers_of(&out("Bgr8")));
    assert_eq!(tensor[..3], [0.0_f32, 4.0, 8.0].map(|byte| byte / 127.5 - 1.0));
}

#[test]
fn floats_are_taken_in_the_range_that_is_said() {
    let folder = folder("float_ranges");
    let normalise = r#"{"steps": [{"op": "normalise", "mean": [0.5], "std": [0.25], "order": "RGB", "range": "0-1"}]}"#;
    let pipeline = write(&folder, "normalise.json", normalise);
    let out = folder.join("out.npy");
    for (range, pixel, expected) in [
        ("0-1", [0.0, 0.5, 1.0], [-2.0, 0.0, 2.0]),
        ("0-255", [0.0, 127.5, 255.0], [-2.0, 0.0, 2.0]),
        ("-1-1", [-1.0, 0.0, 1.0], [-2.0, 0.0, 2.0]),
    ] {
        let numbers: Vec<u8> = pixel.iter().flat_map(|value: &f32| value.to_le_bytes()).collect();
        let input = write(&folder, "floats.npy", npy("'<f4'", false, "(1, 1, 3)", &numbers));
        let run = run(args!["run", input, "--format", "RgbF32", "--range", range, "--pipeline", pipeline, "-o", out]);
        let report = succeeds(&run);
        assert_eq!(numbers_of(&out), expected, "{range}");
        assert_eq!(value(&report, "range"), "normalised");
    }
}

#[test]
fn half_floats_are_written_as_numpys_f2() {
    let folder = folder("half_floats");
    let json = r#"{"steps": [{"op": "rescale", "from": "0-255", "to": "0-1"}, {"op": "cast", "to": "f16"}]}"#;
    let pipeline = write(&folder, "half.json", json);
    let (input, out) = (golden("inputs/photo_c.npy"), folder.join("out.npy"));
    let report = succeeds(&run(args!["run", input, "--format", "Rgb8", "--pipeline", pipeline, "-o", out]));
    assert_eq!(value(&report, "dtype"), "f16");

    let bytes = fs::read(&out).unwrap();
    let file = NpyFile::new(&bytes[..]).unwrap();
    assert_eq!((file.dtype().descr().as_str(), file.shape()), ("'<f2'", &[50, 33, 3][..]));
    let written: Vec<f16> = file.into_vec().unwrap();
    let pixels = NpyFile::new(&fs::read(input).unwrap()[..]).unwrap().into_vec::<u8>().unwrap();
    let spec = ImageSpec::bytes(Size::new(33, 50), PixelFormat::Rgb8);
    let plan = Pipeline::from_json(json).unwrap().compile(&spec).unwrap();
    let tensor = plan.run(&Image::from_u8(spec, pixels).unwrap()).unwrap();
    assert_eq!(tensor.data(), &TensorData::F16(written));
}

#[test]
fn a_real_float_array_gives_what_the_library_gives() {
    let folder = folder("float_noise");
    let json = r#"{"steps": [
        {"op": "resize", "matches": "pillow", "filter": "bilinear", "fit": {"shortest_edge": 20}},
        {"op": "layout", "to": "CHW"}]}"#;
    let pipeline = write(&folder, "resize.json", json);
    let (input, out) = (golden("inputs/floatnoise.npy"), folder.join("out.npy"));
    succeeds(&run(args!["run", input, "--format", "RgbF32", "--range", "0-1", "--pipeline", pipeline, "-o", out]));
    let pixels = NpyFile::new(&fs::read(input).unwrap()[..]).unwrap().into_vec::<f32>().unwrap();
    let spec = ImageSpec { size: Size::new(33, 50), format: PixelFormat::RgbF32, range: ValueRange::Unit };
    let plan = Pipeline::from_json(json).unwrap().compile(&spec).unwrap();
    let tensor = plan.run(&Image::from_f32(spec, pixels).unwrap()).unwrap();
    assert_eq!(numbers_of(&out), tensor.as_f32().unwrap());
}

#[test]
fn an_array_comes_from_stdin_and_the_tensor_goes_to_stdout() {
    let folder = folder("array_through_pipes");
    let pipeline = write(&folder, "floats.json", FLOATS);
    let (input, out) = (golden("inputs/photo_b.npy"), folder.join("out.npy"));
    succeeds(&run(args!["run", input, "--format", "Rgb8", "--pipeline", pipeline, "-o", out]));
    let piped = run_with_stdin(
        args!["run", "-", "--format", "Rgb8", "--pipeline", pipeline, "-o", "-", "--backend", "cpu"],
        &fs::read(input).unwrap(),
    );
    assert_eq!(piped.status.code(), Some(0));
    assert_eq!(piped.stdout, fs::read(out).unwrap());
    let report = String::from_utf8(piped.stderr).unwrap();
    assert_eq!(value(&report, "input"), "stdin: .npy array, 0-255, 64x48, Rgb8");
    assert_eq!(value(&report, "shape"), "[1, 3, 48, 64]");
}
