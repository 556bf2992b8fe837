//! One error type, sorted by whose fault it is.

use std::fmt;

use crate::text::shortened;

/// Whose fault an [`Error`] is, and so what to do about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The image or array does not fit what was said about it.
    InvalidInput,
    /// The pipeline contradicts itself or the image; found by `compile`, never by `run`.
    InvalidPipeline,
    /// A sound request that this version cannot honour exactly.
    Unsupported,
    /// Larger than the limits allow; refused before memory is taken.
    Limits,
    /// The GPU could not be opened, was lost, or refused the work.
    Gpu,
    /// The bytes are not a picture that can be decoded.
    Decode,
    /// A bug in pixelproof.
    Internal,
}

impl ErrorKind {
    /// The stable name used as `code` in JavaScript and in the command's messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::InvalidInput => "InvalidInput",
            Self::InvalidPipeline => "InvalidPipeline",
            Self::Unsupported => "Unsupported",
            Self::Limits => "Limits",
            Self::Gpu => "Gpu",
            Self::Decode => "Decode",
            Self::Internal => "Internal",
        }
    }
}

/// What went wrong, with which value, and what to do instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    message: String,
    step: Option<usize>,
    expected: Option<String>,
    got: Option<String>,
}

/// The result of every fallible call of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: shortened(&message.into()), step: None, expected: None, got: None }
    }

    /// The bytes handed in are not what the caller's spec says.
    pub fn invalid_input(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::InvalidInput, message)
    }

    /// The pipeline cannot mean anything for this image.
    pub fn invalid_pipeline(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::InvalidPipeline, message)
    }

    pub(crate) fn unsupported(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Unsupported, message)
    }

    pub(crate) fn limits(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Limits, message)
    }

    #[cfg(feature = "gpu")]
    pub(crate) fn gpu(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Gpu, message)
    }

    #[cfg(feature = "decode")]
    pub(crate) fn decode(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Decode, message)
    }

    pub(crate) fn internal(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Internal, message)
    }

    /// Says what would have been right, and what was there instead.
    #[must_use]
    pub fn expected(mut self, expected: impl fmt::Display, got: impl fmt::Display) -> Self {
        self.expected = Some(shortened(&expected.to_string()));
        self.got = Some(shortened(&got.to_string()));
        self
    }

    pub(crate) fn at_step(mut self, step: usize) -> Self {
        self.step.get_or_insert(step);
        self
    }

    /// Whose fault it is.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The message without the kind and the step.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The step of the pipeline that it is about, counted from 0.
    pub fn step(&self) -> Option<usize> {
        self.step
    }

    /// What would have been right, where one value can be named.
    pub fn expected_value(&self) -> Option<&str> {
        self.expected.as_deref()
    }

    /// What was there instead.
    pub fn got_value(&self) -> Option<&str> {
        self.got.as_deref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.kind.name())?;
        if let Some(step) = self.step {
            write!(f, "step {}: ", step + 1)?;
        }
        f.write_str(&self.message)?;
        if let (Some(expected), Some(got)) = (&self.expected, &self.got) {
            write!(f, " (expected {expected}, got {got})")?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}
