//! A failed run leaves no file and destroys none; a reader who goes away is no crash.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use crate::args;
use crate::support::{RESNET, command, fails, folder, photo, run, run_with_stdin, succeeds, write};

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn an_old_file_is_replaced_by_a_whole_one_and_nothing_else_is_left() {
    let folder = folder("replaced");
    let out = write(&folder, "out.npy", "old");
    succeeds(&run(args!["run", photo("coffee.png"), "--preset", RESNET, "-o", out]));
    assert_eq!(fs::metadata(&out).unwrap().len(), 128 + 4 * 3 * 224 * 224);
    assert_eq!(names(&folder), ["out.npy"]);
}

#[test]
fn an_old_file_outlives_a_run_that_fails() {
    let folder = folder("outlives");
    let out = write(&folder, "out.npy", "old");
    let text = write(&folder, "photo.jpg", "not a photo at all");
    fails(&run(args!["run", text, "--preset", RESNET, "-o", out]), "Decode", &[]);
    assert_eq!(fs::read(&out).unwrap(), b"old");
    assert_eq!(names(&folder), ["out.npy", "photo.jpg"]);
}

/// The write itself breaks off, in the middle.
#[cfg(unix)]
#[test]
fn an_old_file_outlives_a_write_that_fails() {
    let folder = folder("write_fails");
    let out = write(&folder, "out.npy", "old");
    let limited = std::process::Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_pixelproof")])
        .args(args!["run", photo("coffee.png"), "--preset", RESNET, "-o", out, "--backend", "cpu"])
        .output()
        .unwrap();
    fails(&limited, "Limits", &["out.npy", "does not fit"]);
    assert_eq!(fs::read(&out).unwrap(), b"old");
    assert_eq!(names(&folder), ["out.npy"]);
}

#[test]
fn a_folder_that_is_missing_or_in_the_way_is_named() {
    let folder = folder("missing_folder");
    let to = |out: &Path| run(args!["run", photo("coffee.png"), "--preset", RESNET, "-o", out, "--backend", "cpu"]);
    fails(&to(&folder.join("no/out.npy")), "InvalidInput", &["no/out.npy", "folder does not exist"]);
    fails(&to(&folder), "InvalidInput", &["missing_folder", "is a folder"]);
    assert_eq!(names(&folder), [""; 0]);
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_permissions_stay_as_they_were() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder("link");
    let target = write(&folder, "target.npy", "old");
    fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
    let link = folder.join("link.npy");
    symlink(&target, &link).unwrap();
    succeeds(&run(args!["run", photo("coffee.png"), "--preset", RESNET, "-o", link]));
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    let metadata = fs::symlink_metadata(&target).unwrap();
    assert_eq!((metadata.len(), metadata.permissions().mode() & 0o777), (602_240, 0o640));
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_is_written_to_and_never_replaced() {
    use std::os::unix::fs::FileTypeExt;
    let to = |out: &str| run(args!["run", photo("coffee.png"), "--preset", RESNET, "-o", out, "--backend", "cpu"]);
    succeeds(&to("/dev/null"));
    fails(&to("/dev/full"), "Limits", &["/dev/full"]);
    for device in ["/dev/null", "/dev/full"] {
        assert!(fs::metadata(device).unwrap().file_type().is_char_device(), "{device}");
    }
}

#[test]
fn a_reader_who_has_seen_enough_is_no_error() {
    let mut child = command().arg("schema").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[test]
fn a_tensor_that_could_not_be_handed_over_is_an_error() {
    let mut command = command();
    command.args(args!["run", photo("coffee.png"), "--preset", RESNET, "-o", "-", "--backend", "cpu"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    fails(&child.wait_with_output().unwrap(), "InvalidInput", &["stdout"]);
}

#[test]
fn stdout_carries_the_tensor_and_nothing_else() {
    let args = args!["run", "-", "--preset", RESNET, "-o", "-"];
    let output = run_with_stdin(args, &fs::read(photo("coffee.png")).unwrap());
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stdout.len(), 602_240);
}
