//! Pictures and arrays that are wrong, each one clear error of the right kind.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::args;
use crate::support::{RESNET, fails, folder, npy, photo, png_header, run, run_with_stdin, write};

/// Through a preset; whatever is wrong must leave no file.
fn picture(folder: &Path, name: &str, content: impl AsRef<[u8]>) -> Output {
    let (input, out) = (write(folder, name, content), folder.join("out.npy"));
    let output = run(args!["run", input, "--preset", RESNET, "-o", out]);
    assert!(!out.exists());
    output
}

fn array(folder: &Path, content: impl AsRef<[u8]>, format: &str) -> Output {
    let (input, out) = (write(folder, "array.npy", content), folder.join("out.npy"));
    let output = run(args!["run", input, "--format", format, "--preset", RESNET, "-o", out]);
    assert!(!out.exists());
    output
}

#[test]
fn a_truncated_png() {
    let folder = folder("truncated_png");
    let whole = fs::read(photo("coffee.png")).unwrap();
    for length in [20, 40, whole.len() / 2, whole.len() - 1000] {
        fails(&picture(&folder, "half.png", &whole[..length]), "Decode", &["half.png", "PNG", "truncated"]);
    }
}

#[test]
fn an_empty_file() {
    let folder = folder("empty_file");
    fails(&picture(&folder, "empty.jpg", ""), "Decode", &["empty.jpg", "empty"]);
    fails(&array(&folder, "", "Rgb8"), "Decode", &["array.npy", "empty"]);
    let args = args!["run", "-", "--preset", RESNET, "-o", folder.join("out.npy")];
    fails(&run_with_stdin(args, b""), "Decode", &["stdin", "empty"]);
}

#[test]
fn a_file_that_is_no_picture_whatever_its_name() {
    let folder = folder("no_picture");
    fails(&picture(&folder, "text.jpg", "Dear Sir or Madam"), "Decode", &["text.jpg", "not a picture"]);
    fails(&picture(&folder, "text.npy", "Dear Sir or Madam"), "InvalidInput", &["text.npy", "not a .npy array"]);
    // A format that is known by its first bytes and not decoded: the file is not broken.
    let avif = b"\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf";
    fails(&picture(&folder, "photo.avif", avif), "Unsupported", &["photo.avif", "AVIF", "save it as PNG"]);
    fails(&picture(&folder, "arrays.npz", "PK\x03\x04 and more"), "Unsupported", &["arrays.npz", "numpy.save"]);
}

#[test]
fn a_png_that_declares_more_than_anybody_has_memory_for() {
    let folder = folder("declared_png");
    let parts = ["huge.png", "60000x60000", "limit"];
    fails(&picture(&folder, "huge.png", png_header(60_000, 60_000)), "Limits", &parts);
}

#[cfg(target_os = "linux")]
#[test]
fn a_stream_without_an_end_is_not_read_to_it() {
    fails(&run(["run", "/dev/zero", "--preset", RESNET, "-o", "-"]), "Decode", &["/dev/zero", "not a picture"]);
}

#[test]
fn a_file_that_is_missing() {
    let at = |path: &str| run(["run", path, "--preset", RESNET, "-o", "out.npy"]);
    fails(&at("no/photo.jpg"), "InvalidInput", &["there is no file `no/photo.jpg`"]);
    fails(&at("."), "InvalidInput", &["`.` is a folder"]);
    // Neither a second line nor a terminal's command comes through.
    fails(&at("a\nb\u{1b}[2J.jpg"), "InvalidInput", &["there is no file `a\\nb\\u{1b}[2J.jpg`"]);
    let compare = run(["compare", "gone.jpg", "--preset", RESNET, "--mistake", "bgr-as-rgb"]);
    fails(&compare, "InvalidInput", &["there is no file `gone.jpg`"]);
}

#[test]
fn a_picture_says_its_own_format() {
    for option in [["--format", "Bgr8"], ["--range", "0-1"]] {
        let output = run(args!["run", photo("coffee.png"), option[0], option[1], "--preset", RESNET, "-o", "out.npy"]);
        fails(&output, "InvalidInput", &["coffee.png", "leave out --format and --range"]);
    }
}

#[test]
fn an_array_without_a_format() {
    let folder = folder("no_format");
    let input = write(&folder, "array.npy", npy("'|u1'", false, "(2, 2, 3)", &[0; 12]));
    let output = run(args!["run", input, "--preset", RESNET, "-o", folder.join("out.npy")]);
    let choices = ["Rgb8", "Bgr8", "Rgba8", "Bgra8", "Gray8", "RgbF32", "BgrF32", "RgbaF32", "BgraF32", "GrayF32"];
    fails(&output, "InvalidInput", &["array.npy", "--format"]);
    fails(&output, "InvalidInput", &choices);
}

#[test]
fn an_array_whose_shape_is_not_the_formats() {
    let folder = folder("shapes");
    for (shape, format, parts) in [
        ("(3, 2, 2)", "Rgb8", ["CHW", "transpose(1, 2, 0)"]),
        ("(1, 3, 2, 2)", "Rgb8", ["NCHW", "transpose(1, 2, 0)"]),
        ("(2, 6)", "Rgb8", ["(H, W, 3)", "(2, 6)"]),
        ("(1, 3, 4)", "Rgb8", ["(H, W, 3)", "(1, 3, 4)"]),
        ("(12,)", "Gray8", ["(H, W)", "(12)"]),
        ("()", "Gray8", ["(H, W)", "()"]),
        ("(1, 1, 2, 2, 3)", "Rgb8", ["(H, W, 3)", "(1, 1, 2, 2, 3)"]),
    ] {
        fails(&array(&folder, npy("'|u1'", false, shape, &[0; 12]), format), "InvalidInput", &parts);
    }
    let batch = npy("'|u1'", false, "(2, 1, 2, 3)", &[0; 12]);
    fails(&array(&folder, batch, "Rgb8"), "Unsupported", &["a batch of 2", "array[0]"]);
    for empty in ["(0, 4, 3)", "(4, 0, 3)"] {
        fails(&array(&folder, npy("'|u1'", false, empty, &[]), "Rgb8"), "InvalidInput", &["array.npy", "empty"]);
    }
}

#[test]
fn an_array_whose_numbers_are_not_the_formats() {
    let folder = folder("dtypes");
    let bytes = npy("'|u1'", false, "(2, 2, 3)", &[0; 12]);
    fails(&array(&folder, bytes, "RgbF32"), "InvalidInput", &["RgbF32 is of f32", "u8"]);
    let output = array(&folder, npy("'<f4'", false, "(2, 2, 3)", &[0; 48]), "Rgb8");
    fails(&output, "InvalidInput", &["Rgb8 is of u8", "f32"]);
    for (descr, remedy) in [
        ("'<f8'", "astype('<f4')"),
        ("'>f4'", "swapped"),
        ("'<f2'", "astype('<f4')"),
        ("'>u2'", "swapped"),
        ("'<i8'", "astype('u1')"),
        ("'|b1'", "astype('u1')"),
        ("'|O'", "astype('u1')"),
        ("[('r', '|u1'), ('g', '|u1')]", "structured"),
    ] {
        let output = array(&folder, npy(descr, false, "(2, 2, 3)", &[0; 96]), "Rgb8");
        fails(&output, "Unsupported", &["array.npy", remedy]);
    }
}

#[test]
fn an_array_in_fortran_order() {
    let output = array(&folder("fortran"), npy("'|u1'", true, "(2, 2, 3)", &[0; 12]), "Rgb8");
    fails(&output, "Unsupported", &["Fortran order", "ascontiguousarray"]);
}

#[test]
fn bytes_in_a_range_that_bytes_do_not_have() {
    let folder = folder("byte_range");
    let input = write(&folder, "array.npy", npy("'|u1'", false, "(2, 2, 3)", &[0; 12]));
    let out = folder.join("out.npy");
    let output = run(args!["run", input, "--format", "Rgb8", "--range", "-1-1", "--preset", RESNET, "-o", out]);
    fails(&output, "InvalidInput", &["bytes are 0-255", "-1-1"]);
}

#[test]
fn an_array_that_is_longer_or_shorter_than_it_says() {
    let folder = folder("lengths");
    for (length, parts) in [(11, ["truncated", "got 11"]), (13, ["not what it says", "got 13"])] {
        let content = npy("'|u1'", false, "(2, 2, 3)", &vec![0; length]);
        fails(&array(&folder, &content, "Rgb8"), "InvalidInput", &parts);
        let args = args!["run", "-", "--format", "Rgb8", "--preset", RESNET, "-o", folder.join("out.npy")];
        fails(&run_with_stdin(args, &content), "InvalidInput", &["stdin", parts[0], parts[1]]);
    }
    let whole = npy("'|u1'", false, "(2, 2, 3)", &[0; 12]);
    for length in [6, 9, 20] {
        fails(&array(&folder, &whole[..length], "Rgb8"), "InvalidInput", &["array.npy", "truncated"]);
    }
}

#[test]
fn a_header_that_is_not_numpys() {
    let folder = folder("headers");
    let magic = |rest: &[u8]| [b"\x93NUMPY", rest].concat();
    fails(&array(&folder, magic(&[9, 0, 4, 0, b'{', b'}', 0, 0]), "Rgb8"), "InvalidInput", &["version"]);
    fails(&array(&folder, magic(&[1, 0, 2, 0, b'{', b'}']), "Rgb8"), "InvalidInput", &["header"]);
    fails(&array(&folder, magic(&[2, 0, 255, 255, 255, 255]), "Rgb8"), "InvalidInput", &["longer than"]);
    let nested = [&[1, 0, 0x10, 0x27][..], "(".repeat(10_000).as_bytes()].concat();
    fails(&array(&folder, magic(&nested), "Rgb8"), "InvalidInput", &["header"]);
    let negative = npy("'|u1'", false, "(-2, 2, 3)", &[0; 12]);
    fails(&array(&folder, negative, "Rgb8"), "InvalidInput", &["header"]);
}

#[test]
fn an_array_that_declares_more_than_the_limit() {
    let folder = folder("declared_array");
    for shape in ["(60000, 60000, 3)", "(99999999999, 1, 3)", "(99999999999999999999999, 99999999999999999999999, 3)"] {
        fails(&array(&folder, npy("'|u1'", false, shape, &[]), "Rgb8"), "Limits", &["array.npy", "limit"]);
    }
    let huge = "9".repeat(300);
    let shape = format!("({huge}, 1, 3)");
    let parts = ["1 x more than 10^19 pixels", "save a smaller one"];
    fails(&array(&folder, npy("'|u1'", false, &shape, &[]), "Rgb8"), "Limits", &parts);
    let other = array(&folder, npy("'|u1'", false, &format!("({huge}, 7)"), &[]), "Rgb8");
    fails(&other, "InvalidInput", &["got (more than 10^19, 7)"]);
}

/// 805 MB are declared, 12 bytes are there, and the process may have 256 MB: so it cannot take what is declared.
#[cfg(target_os = "linux")]
#[test]
fn memory_is_taken_for_what_is_there_and_not_for_what_is_declared() {
    let folder = folder("memory");
    let content = npy("'|u1'", false, "(16384, 16384, 3)", &[0; 12]);
    let input = write(&folder, "array.npy", &content);
    for source in ["file", "stdin"] {
        let mut command = std::process::Command::new("sh");
        command.args(["-c", "ulimit -v 262144; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_pixelproof"), "run"]);
        command.arg(if source == "file" { input.as_os_str() } else { "-".as_ref() });
        command.args(["--format", "Rgb8", "--preset", RESNET, "-o", "-"]);
        command.stdin(fs::File::open(&input).unwrap());
        fails(&command.output().unwrap(), "InvalidInput", &["truncated", "expected 805306368 bytes, got 12"]);
    }
}
