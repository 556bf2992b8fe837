//! `size`, `crop_size` and `pad_size`: a number, a list, or a map of edges.

use serde_json::{Map, Value};

use super::Processor;
use crate::error::Result;
use crate::import::keys::{self, Keys};
use crate::spec::Size;

/// A size as transformers' get_size_dict makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edges {
    Both(Size),
    Shortest(u32),
    Longest(u32),
    ShortestUpTo(u32, u32),
    Inside(Size),
}

impl Processor<'_> {
    pub(super) fn size(&mut self) -> Result<Edges> {
        let square = self.defaults.inner("default_to_square") != Some(Value::Bool(false));
        let square = match self.keys.bool(&mut self.report, "default_to_square")? {
            Some(told) => told,
            None => square,
        };
        let max_size = self.keys.edge(&mut self.report, "max_size")?;
        let Some(value) = self.take("size") else {
            return Err(self.refuse("it neither says its `size` nor has a default for it"));
        };
        self.edges("size", value, square, max_size)
    }

    /// A size of both edges; a number is a square.
    pub(super) fn both(&mut self, key: &str) -> Result<Option<Size>> {
        let Some(value) = self.take(key) else { return Ok(None) };
        match self.edges(key, value.clone(), true, None)? {
            Edges::Both(size) => Ok(Some(size)),
            _ => Err(self.keys.wrong(key, "a height and a width", &value)),
        }
    }

    fn edges(&mut self, key: &str, value: Value, square: bool, max_size: Option<u32>) -> Result<Edges> {
        let wrong = |processor: &Self, value: &Value| {
            processor.keys.wrong(key, "a number, or shortest_edge, longest_edge, height and width", value)
        };
        let map = match value {
            Value::Object(map) => map,
            Value::Array(ref items) => {
                let [height, width] = items.as_slice() else { return Err(wrong(self, &value)) };
                let (Some(height), Some(width)) = (keys::edge(height), keys::edge(width)) else {
                    return Err(wrong(self, &value));
                };
                return Ok(Edges::Both(Size::new(width, height)));
            }
            other => {
                let edge = keys::edge(&other).ok_or_else(|| wrong(self, &other))?;
                return Ok(match (square, max_size) {
                    (true, _) => Edges::Both(Size::new(edge, edge)),
                    (false, Some(limit)) => Edges::ShortestUpTo(edge, limit),
                    (false, None) => Edges::Shortest(edge),
                });
            }
        };
        let shown = Value::Object(map.clone());
        let found = self.map(key, map)?;
        found.ok_or_else(|| wrong(self, &shown))
    }

    fn map(&mut self, key: &str, map: Map<String, Value>) -> Result<Option<Edges>> {
        let mut keys = Keys::new(Value::Object(map), format!("{key}."))?;
        let mut edge = |name: &str| {
            let value = keys.inner(name)?;
            keys::edge(&value)
        };
        let [shortest, longest, height, width, max_height, max_width] =
            ["shortest_edge", "longest_edge", "height", "width", "max_height", "max_width"].map(&mut edge);
        keys.finish(&mut self.report);
        Ok(match (shortest, longest, height, width, max_height, max_width) {
            (Some(shortest), Some(longest), ..) => Some(Edges::ShortestUpTo(shortest, longest)),
            (Some(shortest), ..) => Some(Edges::Shortest(shortest)),
            (_, _, Some(height), Some(width), ..) => Some(Edges::Both(Size::new(width, height))),
            (.., Some(height), Some(width)) => Some(Edges::Inside(Size::new(width, height))),
            (_, Some(longest), ..) => Some(Edges::Longest(longest)),
            _ => None,
        })
    }
}
