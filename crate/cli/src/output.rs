//! Writing: a file is there whole or not at all, and a reader who goes away is no crash.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

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
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::writing("stdout", &error)),
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

/// Writes the result. An old file is replaced only by a whole new one.
pub fn save(output: &Path, bytes: &[u8]) -> Result<()> {
    if is_dash(output) {
        let mut stdout = io::stdout().lock();
        return stdout
            .write_all(bytes)
            .and_then(|()| stdout.flush())
            .map_err(|error| Failure::writing("stdout", &error));
    }
    replace(output, bytes).map_err(|error| Failure::writing(&output.display().to_string(), &error))
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
