//! A map of a config, read key by key: whatever is not taken is reported as unknown.

use serde_json::{Map, Value};

use super::report::Report;
use crate::error::{Error, Result};

/// The keys of one map that are still to be read.
#[derive(Debug)]
pub struct Keys {
    at: String,
    map: Map<String, Value>,
}

impl Keys {
    /// *Errors*: `InvalidInput` if the value is no map.
    pub fn new(value: Value, at: impl Into<String>) -> Result<Self> {
        let at = at.into();
        match value {
            Value::Object(map) => Ok(Self { at, map }),
            other => Err(wrong(at.trim_end_matches('.'), "a map", &other)),
        }
    }

    /// The full name of a key, as it is reported.
    pub fn name(&self, key: &str) -> String {
        format!("{}{key}", self.at)
    }

    pub fn has(&self, key: &str) -> bool {
        self.map.get(key).is_some_and(|value| !value.is_null())
    }

    pub fn set(&mut self, key: &str, value: Value) {
        self.map.insert(key.to_owned(), value);
    }

    pub fn peek(&self, key: &str) -> Option<&Value> {
        self.map.get(key)
    }

    /// The value as it is; null counts as absent. Not reported: for maps and lists that are read further.
    pub fn inner(&mut self, key: &str) -> Option<Value> {
        self.map.remove(key).filter(|value| !value.is_null())
    }

    /// The value as it is, reported as read.
    pub fn take(&mut self, report: &mut Report, key: &str) -> Option<Value> {
        let value = self.map.remove(key)?;
        report.read(self.name(key), value.clone());
        Some(value).filter(|value| !value.is_null())
    }

    pub fn bool(&mut self, report: &mut Report, key: &str) -> Result<Option<bool>> {
        self.take(report, key)
            .map(|value| flag(&value).ok_or_else(|| self.wrong(key, "true or false", &value)))
            .transpose()
    }

    pub fn number(&mut self, report: &mut Report, key: &str) -> Result<Option<f64>> {
        self.take(report, key)
            .map(|value| number(&value).ok_or_else(|| self.wrong(key, "a number", &value)))
            .transpose()
    }

    /// A whole number that an edge can be.
    pub fn edge(&mut self, report: &mut Report, key: &str) -> Result<Option<u32>> {
        self.take(report, key).map(|value| edge(&value).ok_or_else(|| self.wrong(key, EDGE, &value))).transpose()
    }

    pub fn text(&mut self, report: &mut Report, key: &str) -> Result<Option<String>> {
        self.take(report, key)
            .map(|value| value.as_str().map(str::to_owned).ok_or_else(|| self.wrong(key, "text", &value)))
            .transpose()
    }

    /// One number or a list of them.
    pub fn numbers(&mut self, report: &mut Report, key: &str) -> Result<Option<Vec<f64>>> {
        self.take(report, key)
            .map(|value| numbers(&value).ok_or_else(|| self.wrong(key, "a number or a list of numbers", &value)))
            .transpose()
    }

    /// A list of whole numbers.
    pub fn edges(&mut self, report: &mut Report, key: &str) -> Result<Option<Vec<u32>>> {
        self.take(report, key)
            .map(|value| edges(&value).ok_or_else(|| self.wrong(key, "a list of whole numbers above 0", &value)))
            .transpose()
    }

    /// A map inside this one.
    pub fn keys(&mut self, key: &str) -> Result<Option<Self>> {
        let at = format!("{}.", self.name(key));
        self.inner(key).map(|value| Self::new(value, at)).transpose()
    }

    /// A list of maps inside this one.
    pub fn list(&mut self, key: &str) -> Result<Option<Vec<Self>>> {
        let name = self.name(key);
        let Some(value) = self.inner(key) else { return Ok(None) };
        let Value::Array(items) = value else { return Err(self.wrong(key, "a list", &value)) };
        items
            .into_iter()
            .enumerate()
            .map(|(at, item)| Self::new(item, format!("{name}[{at}].")))
            .collect::<Result<_>>()
            .map(Some)
    }

    /// Known keys that say nothing about the tensor.
    pub fn ignore(&mut self, report: &mut Report, keys: &[&str]) {
        for key in keys {
            if self.map.remove(*key).is_some() {
                report.ignore(self.name(key));
            }
        }
    }

    /// Whatever is left is unknown.
    pub fn finish(self, report: &mut Report) {
        for key in self.map.keys() {
            report.unknown(self.name(key));
        }
    }

    /// Whatever is left says nothing about the tensor.
    pub fn ignore_rest(self, report: &mut Report) {
        for key in self.map.keys() {
            report.ignore(self.name(key));
        }
    }

    pub fn wrong(&self, key: &str, expected: &str, got: &Value) -> Error {
        wrong(&self.name(key), expected, got)
    }

    pub fn missing(&self, key: &str, what: &str) -> Error {
        Error::invalid_input(format!("the config has no `{}`, {what}", self.name(key)))
    }
}

const EDGE: &str = "a whole number above 0";

pub fn wrong(name: &str, expected: &str, got: &Value) -> Error {
    let shown: String = got.to_string().chars().take(80).collect();
    Error::invalid_input(format!("`{name}` of the config is not what it should be")).expected(expected, shown)
}

/// True and false, also as Python, YAML and XML write them.
pub fn flag(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(value) => Some(*value),
        Value::Number(number) => match number.as_f64() {
            Some(0.0) => Some(false),
            Some(1.0) => Some(true),
            _ => None,
        },
        Value::String(text) => match text.to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" | "1" => Some(true),
            "false" | "no" | "off" | "0" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

/// A finite number, also one written as text.
pub fn number(value: &Value) -> Option<f64> {
    let number = match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    number.filter(|number| number.is_finite())
}

pub fn edge(value: &Value) -> Option<u32> {
    let number = number(value)?;
    (number >= 1.0 && number <= f64::from(u32::MAX) && number.fract() == 0.0).then_some(number as u32)
}

/// One number, a list of them, or text of numbers between spaces, commas or semicolons.
pub fn numbers(value: &Value) -> Option<Vec<f64>> {
    match value {
        Value::Array(items) => items.iter().map(number).collect(),
        Value::String(text) => {
            let words = text.split([' ', ',', ';', '[', ']']).filter(|word| !word.is_empty());
            let list: Option<Vec<f64>> =
                words.map(|word| word.parse().ok().filter(|number: &f64| number.is_finite())).collect();
            list.filter(|list| !list.is_empty())
        }
        other => number(other).map(|number| vec![number]),
    }
}

pub fn edges(value: &Value) -> Option<Vec<u32>> {
    match value {
        Value::Array(items) => items.iter().map(edge).collect(),
        Value::String(_) => numbers(value)?.into_iter().map(|number| edge(&Value::from(number))).collect(),
        other => edge(other).map(|edge| vec![edge]),
    }
}
