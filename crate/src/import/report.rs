//! What an import found in a config, what it had to assume, and what it did not understand.

use serde::Serialize;
use serde_json::Value;

use super::Family;
use crate::pipeline::Pipeline;

/// A pipeline made from a model's own config, and everything that is to be known about how.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Imported {
    /// Whose config it is.
    pub family: Family,
    /// What the config means.
    pub pipeline: Pipeline,
    /// The keys that shaped the pipeline.
    pub read: Vec<Read>,
    /// What the config does not say, and what was taken instead.
    pub assumed: Vec<Assumption>,
    /// Known keys that say nothing about the tensor of one image: labels, thresholds.
    pub ignored: Vec<String>,
    /// Keys that this version does not know.
    pub unknown: Vec<String>,
    /// Where the pipeline is not, or may not be, what the config's library does.
    pub warnings: Vec<Warning>,
}

/// A key of the config and its value.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Read {
    pub key: String,
    pub value: Value,
}

/// Something that the config does not say.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Assumption {
    pub what: String,
    pub why: String,
}

/// Something to know before the pipeline is trusted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Warning {
    pub kind: WarningKind,
    pub message: String,
}

/// Of what sort a [`Warning`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WarningKind {
    /// The pipeline's numbers are not the library's to the last bit.
    Inexact,
    /// A part of what the library does is not in the pipeline.
    Incomplete,
    /// Right, and often got wrong.
    Trap,
}

/// Collects what an import says while it reads.
#[derive(Debug, Default)]
pub struct Report {
    read: Vec<Read>,
    assumed: Vec<Assumption>,
    ignored: Vec<String>,
    unknown: Vec<String>,
    warnings: Vec<Warning>,
}

impl Report {
    pub fn read(&mut self, key: impl Into<String>, value: Value) {
        self.read.push(Read { key: key.into(), value });
    }

    pub fn assume(&mut self, what: impl Into<String>, why: impl Into<String>) {
        self.assumed.push(Assumption { what: what.into(), why: why.into() });
    }

    pub fn ignore(&mut self, key: impl Into<String>) {
        self.ignored.push(key.into());
    }

    pub fn unknown(&mut self, key: impl Into<String>) {
        self.unknown.push(key.into());
    }

    pub fn inexact(&mut self, message: impl Into<String>) {
        self.warn(WarningKind::Inexact, message);
    }

    pub fn incomplete(&mut self, message: impl Into<String>) {
        self.warn(WarningKind::Incomplete, message);
    }

    pub fn trap(&mut self, message: impl Into<String>) {
        self.warn(WarningKind::Trap, message);
    }

    fn warn(&mut self, kind: WarningKind, message: impl Into<String>) {
        self.warnings.push(Warning { kind, message: message.into() });
    }

    /// The result, with the pipeline named after where it came from.
    pub fn finish(self, family: Family, name: &str, source: impl Into<String>, pipeline: Pipeline) -> Imported {
        let Self { read, assumed, ignored, unknown, warnings } = self;
        let pipeline = Pipeline { name: Some(name.into()), source: Some(source.into()), ..pipeline };
        Imported { family, pipeline, read, assumed, ignored, unknown, warnings }
    }
}
