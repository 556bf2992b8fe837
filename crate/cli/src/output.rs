//! Writing: a file is there whole or not at all, and a reader who goes away is no crash.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use same_file::Handle;

use crate::failure::{Failure, Result};

/// The file name that stands for stdin or stdout.
pub fn is_dash(path: &Path) -> bool {
    path == Path::new("-")
}

/// Writes a line to stderr.
pub fn message(line: &str) {
    // Without a stderr there is nobody left to tell.
    let _ = writeln!(io::stderr(), "{line}");
}

/// Writes text to stdout; done as well if the reader (`head`, a pager) has seen enough.
pub fn text(text: &str) -> Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::writing(Path::new("stdout"), &error)),
        _ => Ok(()),
    }
}

/// Writes a report to stdout, or to stderr if stdout carries the result itself.
pub fn report(lines: &str, output: Option<&Path>) -> Result<()> {
    if output.is_some_and(is_dash) {
        message(lines.trim_end());
        return Ok(());
    }
    text(lines)
}

/// Refuses, before anything is read or computed, an output that would destroy an input, and a name that says something
/// else than what is written.
pub fn check(output: &Path, extension: &str, inputs: &[&Path]) -> Result<()> {
    let name = output.display();
    // What is no file yet, or a device, destroys nothing.
    let target = if is_dash(output) { Handle::stdout() } else { Handle::from_path(output) };
    if let Ok(target) = target
        && target.as_file().metadata().is_ok_and(|about| about.is_file())
    {
        let same = |input: &&&Path| {
            let input = if is_dash(input) { Handle::stdin() } else { Handle::from_path(input) };
            input.is_ok_and(|input| input == target)
        };
        if let Some(input) = inputs.iter().find(same) {
            let input = input.display();
            return Err(Failure::invalid_input(format!(
                "the output `{name}` is the same file as the input `{input}`, which would be lost; choose another name"
            )));
        }
    }
    let says = |said: &OsStr| said.eq_ignore_ascii_case(extension);
    if is_dash(output) || output.extension().is_none_or(says) {
        return Ok(());
    }
    Err(Failure::invalid_input(format!(
        "`{name}` would be a .{extension} file under another name; call it `{}`",
        output.with_extension(extension).display()
    )))
}

/// Writes the result, and says whether anybody took it: a reader like `head` may have seen enough. An old file is replaced
/// only by a whole new one.
pub fn save(output: &Path, bytes: &[u8]) -> Result<bool> {
    let written = if is_dash(output) {
        let mut stdout = io::stdout().lock();
        stdout.write_all(bytes).and_then(|()| stdout.flush())
    } else {
        replace(output, bytes)
    };
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) if is_dash(output) => Err(Failure::writing(Path::new("stdout"), &error)),
        Err(error) => Err(Failure::writing(output, &error)),
        Ok(()) => Ok(true),
    }
}

fn replace(output: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link stays one: what it points to is replaced.
    let target = fs::canonicalize(output).unwrap_or_else(|_| output.to_path_buf());
    let old = fs::metadata(&target).ok();
    if old.as_ref().is_some_and(|old| old.is_dir()) || target.file_name().is_none() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    // A device or a pipe cannot be replaced, only written to.
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return File::options().write(true).open(&target)?.write_all(bytes);
    }
    let partial = partial(&target);
    let mut file = File::create_new(&partial)?;
    let written = (|| {
        file.write_all(bytes)?;
        if let Some(old) = old {
            file.set_permissions(old.permissions())?;
        }
        file.sync_all()?;
        drop(file);
        fs::rename(&partial, &target)
    })();
    if written.is_err() {
        let _ = fs::remove_file(&partial);
    }
    written
}

/// A new name beside the target, as only within a folder a rename is sure to be one step.
fn partial(target: &Path) -> PathBuf {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
    target.with_file_name(format!(".pixelproof-{}-{now}.part", std::process::id()))
}
