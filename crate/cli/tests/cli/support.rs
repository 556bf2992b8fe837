//! What the tests share: the command, folders to write in, and what an error must look like.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

pub const RESNET: &str = "torchvision/resnet50";

pub fn command() -> Command {
    Command::new(env!("CARGO_BIN_EXE_pixelproof"))
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub fn photo(name: &str) -> PathBuf {
    repository().join("www/public/photos").join(name)
}

pub fn golden(name: &str) -> PathBuf {
    repository().join("tests/golden").join(name)
}

pub fn golden_cases() -> PathBuf {
    repository().join("tests/golden_cases.json")
}

/// An empty folder of a test's own.
pub fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

pub fn write(folder: &Path, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, content).unwrap();
    path
}

/// The words of a command line; paths come as they are.
#[macro_export]
macro_rules! args {
    ($($arg:expr),* $(,)?) => { [$(::std::ffi::OsString::from(&$arg)),*] };
}

pub fn run(args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Output {
    command().args(args).output().unwrap()
}

pub fn run_with_stdin(args: impl IntoIterator<Item = impl AsRef<OsStr>>, stdin: &[u8]) -> Output {
    let mut command = command();
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A command that has seen enough stops reading.
    let _ = child.stdin.take().unwrap().write_all(stdin);
    child.wait_with_output().unwrap()
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The command succeeded; its stdout.
#[track_caller]
pub fn succeeds(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", stderr(output));
    stdout(output)
}

/// The command failed with one line of that kind, which names all of `parts`, and wrote nothing else.
#[track_caller]
pub fn fails(output: &Output, kind: &str, parts: &[&str]) {
    let error = stderr(output);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert_eq!(stdout(output), "");
    assert!(error.starts_with(&format!("error: {kind}: ")), "no {kind}: {error}");
    assert!(error.ends_with('\n') && error.lines().count() == 1, "not one line: {error}");
    for part in parts {
        assert!(error.contains(part), "no {part:?} in: {error}");
    }
}

/// The value after `key` in a report.
#[track_caller]
pub fn value<'a>(report: &'a str, key: &str) -> &'a str {
    let line = report.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("no {key} in:\n{report}")).trim()
}

/// A .npy file of any header and any content.
pub fn npy(descr: &str, fortran_order: bool, shape: &str, numbers: &[u8]) -> Vec<u8> {
    let fortran_order = if fortran_order { "True" } else { "False" };
    let mut text = format!("{{'descr': {descr}, 'fortran_order': {fortran_order}, 'shape': {shape}, }}");
    while (10 + text.len() + 1) % 64 != 0 {
        text.push(' ');
    }
    text.push('\n');
    let mut file = b"\x93NUMPY\x01\x00".to_vec();
    file.extend((text.len() as u16).to_le_bytes());
    file.extend(text.as_bytes());
    file.extend(numbers);
    file
}

/// A PNG that says it is of that size and holds nothing.
pub fn png_header(width: u32, height: u32) -> Vec<u8> {
    let mut header = b"IHDR".to_vec();
    header.extend(width.to_be_bytes());
    header.extend(height.to_be_bytes());
    header.extend([8, 2, 0, 0, 0]);
    let checksum = !header.iter().fold(u32::MAX, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| (crc >> 1) ^ (0xedb8_8320 * (crc & 1)))
    });
    let mut file = b"\x89PNG\r\n\x1a\n\0\0\0\x0d".to_vec();
    file.extend(header);
    file.extend(checksum.to_be_bytes());
    file.extend(b"\0\0\0\0IDAT\x35\xaf\x06\x1e");
    file
}

pub fn png(width: u32, height: u32, rgb: &[u8]) -> Vec<u8> {
    let mut file = std::io::Cursor::new(Vec::new());
    image::write_buffer_with_format(
        &mut file,
        rgb,
        width,
        height,
        image::ExtendedColorType::Rgb8,
        image::ImageFormat::Png,
    )
    .unwrap();
    file.into_inner()
}
