//! What went wrong, as the one line that the command prints of it.

use std::fmt;
use std::io;
use std::path::Path;

use pixelproof::{Error, ErrorKind};

/// An error of the library, or of the command around it, under the same kinds.
#[derive(Debug)]
pub struct Failure {
    kind: ErrorKind,
    message: String,
}

pub type Result<T, E = Failure> = std::result::Result<T, E>;

impl Failure {
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    pub fn invalid_input(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::InvalidInput, message)
    }

    pub fn unsupported(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Unsupported, message)
    }

    pub fn limits(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Limits, message)
    }

    /// Puts the file or the pipeline that it is about before the message.
    #[must_use]
    pub fn about(self, what: impl fmt::Display) -> Self {
        Self { message: format!("{what}: {}", self.message), ..self }
    }

    pub fn reading(what: &str, error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::invalid_input(format!("there is no file `{what}`")),
            io::ErrorKind::IsADirectory => Self::invalid_input(format!("`{what}` is a folder; name a file in it")),
            io::ErrorKind::PermissionDenied => {
                Self::invalid_input(format!("`{what}` may not be read; check its permissions"))
            }
            io::ErrorKind::OutOfMemory => Self::limits(format!("there is not enough memory to read `{what}`")),
            _ => Self::invalid_input(format!("`{what}` cannot be read: {error}")),
        }
    }

    pub fn writing(output: &Path, error: &io::Error) -> Self {
        let what = output.display();
        match error.kind() {
            io::ErrorKind::NotFound if folder(output).is_dir() => Self::invalid_input(format!(
                "`{what}` cannot be written: its folder takes no new files; choose another folder"
            )),
            io::ErrorKind::NotFound => {
                Self::invalid_input(format!("`{what}` cannot be written: its folder does not exist; create it first"))
            }
            io::ErrorKind::NotADirectory => Self::invalid_input(format!(
                "`{what}` cannot be written: a part of its path is a file and no folder; choose another folder"
            )),
            io::ErrorKind::IsADirectory => Self::invalid_input(format!("`{what}` is a folder; name a file in it")),
            io::ErrorKind::PermissionDenied => {
                Self::invalid_input(format!("`{what}` may not be written; check the permissions of its folder"))
            }
            io::ErrorKind::InvalidFilename => {
                Self::invalid_input(format!("`{what}` is no name that a file can have here; choose a shorter one"))
            }
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
                Self::limits(format!("`{what}` does not fit on the disk: {error}"))
            }
            _ => Self::invalid_input(format!("`{what}` cannot be written: {error}; choose another folder")),
        }
    }
}

/// The folder that a file lies in, or would.
fn folder(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let text = error.to_string();
        let message = text.strip_prefix(error.kind().name()).and_then(|text| text.strip_prefix(": "));
        Self { kind: error.kind(), message: message.unwrap_or(&text).into() }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.kind.name())?;
        // A file name may hold line breaks and terminal commands; an error is one harmless line.
        for letter in self.message.chars() {
            if letter.is_control() { write!(f, "{}", letter.escape_default())? } else { write!(f, "{letter}")? }
        }
        Ok(())
    }
}
