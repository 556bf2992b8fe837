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
    let file = photo("coffee.png").join("out.npy");
    fails(&to(&file), "InvalidInput", &["coffee.png/out.npy", "is a file and no folder"]);
    let long = folder.join(format!("{}.npy", "x".repeat(300)));
    fails(&to(&long), "InvalidInput", &["no name that a file can have", "shorter"]);
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
    fails(&to("/proc/out.npy"), "InvalidInput", &["/proc/out.npy", "takes no new files; choose another folder"]);
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
fn a_result_whose_reader_has_seen_enough_is_no_error() {
    let photo = photo("coffee.png");
    let run = args!["run", photo, "--preset", RESNET, "-o", "-", "--backend", "cpu"].to_vec();
    let compare = args!["compare", photo, "--preset", RESNET, "--mistake", "no-rescale", "-o", "-"].to_vec();
    for args in [run, compare] {
        let mut child = command().args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap()), (Some(0), String::new()));
    }
}

#[test]
fn stdout_carries_the_tensor_and_nothing_else() {
    let args = args!["run", "-", "--preset", RESNET, "-o", "-"];
    let output = run_with_stdin(args, &fs::read(photo("coffee.png")).unwrap());
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stdout.len(), 602_240);
}

/// Copies of one array: what it is called says all the ways to name one file.
fn array(folder: &Path) -> (std::path::PathBuf, Vec<u8>) {
    let content = crate::support::npy("'|u1'", false, "(2, 2, 3)", &[7; 12]);
    (write(folder, "in.npy", &content), content)
}

#[test]
fn an_output_that_is_the_input_is_refused_whatever_it_is_called() {
    let folder = folder("same_file");
    let (input, content) = array(&folder);
    let mut outputs = vec![input.clone(), folder.join("../same_file/./in.npy"), folder.join("hard.npy")];
    fs::hard_link(&input, folder.join("hard.npy")).unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&input, folder.join("soft.npy")).unwrap();
        outputs.push(folder.join("soft.npy"));
    }
    let preset = ["--format", "Rgb8", "--preset", RESNET, "-o"];
    for out in &outputs {
        let output = command().arg("run").arg(&input).args(preset).arg(out).output().unwrap();
        fails(&output, "InvalidInput", &["the same file as the input", "would be lost; choose another name"]);
    }
    let from_stdin =
        command().args(["run", "-"]).args(preset).arg(&input).stdin(fs::File::open(&input).unwrap()).output().unwrap();
    fails(&from_stdin, "InvalidInput", &["the same file as the input `-`"]);
    let appended = fs::OpenOptions::new().append(true).open(&input).unwrap();
    let to_stdout = command().arg("run").arg(&input).args(preset).arg("-").stdout(appended).output().unwrap();
    fails(&to_stdout, "InvalidInput", &["`-` is the same file as the input"]);
    let pipeline = write(&folder, "pipeline.npy", "{\"steps\": []}");
    let over_pipeline = run(args!["run", input, "--format", "Rgb8", "--pipeline", pipeline, "-o", pipeline]);
    fails(&over_pipeline, "InvalidInput", &["the same file as the input", "pipeline.npy"]);
    assert_eq!(fs::read(&pipeline).unwrap(), b"{\"steps\": []}");

    let picture = write(&folder, "in.png", fs::read(photo("coffee.png")).unwrap());
    let compare = args!["compare", picture, "--preset", RESNET, "--mistake", "no-rescale", "-o", picture];
    fails(&run(compare), "InvalidInput", &["the same file as the input"]);
    assert_eq!(fs::read(&picture).unwrap(), fs::read(photo("coffee.png")).unwrap());
    for file in &outputs {
        assert_eq!(fs::read(file).unwrap(), content, "{}", file.display());
    }
}

#[test]
fn a_name_that_says_something_else_than_what_is_written_is_refused() {
    let folder = folder("extensions");
    let (input, _) = array(&folder);
    let to = |out: &Path| run(args!["run", input, "--format", "Rgb8", "--preset", RESNET, "-o", out]);
    for name in ["x.png", "x.npz", "x.jpg", "x.npy.gz"] {
        fails(&to(&folder.join(name)), "InvalidInput", &[name, "would be a .npy file under another name", ".npy`"]);
    }
    let picture = photo("coffee.png");
    for name in ["x.jpg", "x.npy"] {
        let out = folder.join(name);
        let compare = args!["compare", picture, "--preset", RESNET, "--mistake", "no-rescale", "-o", out];
        fails(&run(compare), "InvalidInput", &[name, "would be a .png file under another name", "x.png`"]);
    }
    assert_eq!(names(&folder), ["in.npy"]);
    for name in ["x.NPY", "x"] {
        succeeds(&to(&folder.join(name)));
    }
}

/// Mesa prints a line where there is no folder for a display, before the command can do anything about it.
#[cfg(target_os = "linux")]
#[test]
fn stderr_is_the_commands_alone_where_there_is_no_display() {
    let folder = folder("no_display");
    let (input, _) = array(&folder);
    for folder_of_displays in [None, Some("")] {
        let mut command = command();
        command.env_remove("XDG_RUNTIME_DIR").args(args!["run", input, "--format", "Rgb8", "--preset", RESNET]);
        command.args(args!["-o", folder.join("out.npy")]);
        if let Some(value) = folder_of_displays {
            command.env("XDG_RUNTIME_DIR", value);
        }
        let output = command.output().unwrap();
        succeeds(&output);
        assert_eq!(crate::support::stderr(&output), "");
    }
}
