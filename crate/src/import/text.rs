//! The text formats that configs are written in, as one kind of value. Limits come before anything is built.

use serde_json::Value;

use crate::error::{Error, Result};

/// Larger than any config; a vocabulary or a colour palette inside one included.
pub const MAX_TEXT: usize = 8 << 20;
/// A model's whole graph as XML.
pub const MAX_XML: usize = 64 << 20;
/// A model file whose metadata is read; Protocol Buffers and FlatBuffers end there too.
pub const MAX_MODEL: usize = i32::MAX as usize;

/// *Errors*: `Limits`.
pub fn check_size(bytes: &[u8], limit: usize, what: &str) -> Result<()> {
    if bytes.len() > limit {
        return Err(Error::limits(format!("{what} is too large to be a config"))
            .expected(format!("at most {limit} bytes"), bytes.len()));
    }
    Ok(())
}

/// *Errors*: `InvalidInput` for what is not UTF-8, `Limits`.
pub fn utf8(bytes: &[u8], limit: usize) -> Result<&str> {
    check_size(bytes, limit, "the file")?;
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| Error::invalid_input(format!("the config is not UTF-8 text: {error}")))
}

/// *Errors*: `InvalidInput` for what is not JSON, or nested more than 128 deep.
pub fn json(text: &str) -> Result<Value> {
    serde_json::from_str(text).map_err(|error| Error::invalid_input(format!("the config is not JSON: {error}")))
}

/// One YAML document.
///
/// *Errors*: `InvalidInput` for what is not YAML, nested more than 64 deep, or grown by aliases out of proportion.
pub fn yaml(text: &str) -> Result<Value> {
    let options = serde_saphyr::options! {
        // PyYAML reads yes and on as true, and tags name its classes.
        strict_booleans: false,
        budget: serde_saphyr::budget! {
            max_events: 400_000,
            max_aliases: 1_000,
            max_anchors: 1_000,
        },
        alias_limits: serde_saphyr::alias_limits! { max_total_replayed_events: 50_000 },
    };
    serde_saphyr::from_str_with_options(text, options).map_err(|error| {
        let message: String = error.to_string().lines().next().unwrap_or_default().chars().take(200).collect();
        Error::invalid_input(format!("the config is not YAML that can be read: {message}"))
    })
}
