//! Reading JSON as strictly as its schema: serde alone takes more, and speaks of Rust's types where it refuses.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Reads a value, or says what is wrong and where.
pub fn read<T: DeserializeOwned + Serialize>(text: &str) -> Result<T, String> {
    // Editors on Windows put a byte order mark in front, which JSON has none of.
    let text = text.trim_start_matches('\u{feff}');
    let value: T = serde_json::from_str(text).map_err(|error| in_json_terms(&error.to_string()))?;
    // serde takes `["layout", "NCHW"]` for an object with these fields and `{"bilinear": null}` for a name. What was read
    // is written again in the one right way, and must have the same kinds of values in the same places.
    // As text: a serialiser of its own for every type would make the WebAssembly module a tenth larger.
    let right = serde_json::to_string(&value).unwrap_or_default();
    if let (Ok(given), Ok(right)) = (serde_json::from_str(text), serde_json::from_str(&right)) {
        same_kinds(&given, &right, "")?;
    }
    Ok(value)
}

/// How a value is written in JSON, a name without its quotes.
pub fn spelled(value: &impl Serialize) -> String {
    let text = serde_json::to_string(value).unwrap_or_default();
    text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(&text).to_owned()
}

fn same_kinds(given: &Value, right: &Value, place: &str) -> Result<(), String> {
    match (given, right) {
        (Value::Object(given), Value::Object(right)) => given.iter().try_for_each(|(key, value)| {
            // A field may be left out again where it says what holds without it.
            let place = if place.is_empty() { key.clone() } else { format!("{place}.{key}") };
            right.get(key).map_or(Ok(()), |right| same_kinds(value, right, &place))
        }),
        (Value::Array(given), Value::Array(right)) if given.len() == right.len() => {
            let pairs = given.iter().zip(right).enumerate();
            pairs.into_iter().try_for_each(|(at, (given, right))| same_kinds(given, right, &format!("{place}[{at}]")))
        }
        _ if kind(given) == kind(right) && !given.is_array() => Ok(()),
        _ => {
            let place = if place.is_empty() { "the whole" } else { place };
            Err(format!("{place} is {} where {} belongs; write {right}", kind(given), kind(right)))
        }
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// serde's message without the names of Rust's types.
fn in_json_terms(message: &str) -> String {
    let (text, place) = message.rfind(" at line ").map_or((message, ""), |at| message.split_at(at));
    let Some((got, wanted)) = text.rsplit_once(", expected ") else { return message.into() };
    let starts = |names: &[&str]| names.iter().any(|name| wanted.starts_with(name));
    let wanted = if starts(&["struct ", "internally tagged enum ", "tuple "]) {
        "an object"
    } else if starts(&["enum ", "unit variant", "variant identifier", "newtype variant"]) {
        "a name"
    } else {
        match wanted {
            "f32" | "f64" => "a number",
            "u8" => "a whole number from 0 to 255",
            "u32" => "a whole number from 0 to 4294967295",
            "u64" | "usize" => "a whole number from 0",
            "i8" | "i32" | "i64" => "a whole number",
            "a sequence" | "sequence" => "a list",
            "map" => "an object",
            "string or map" | "map with a single key" => "a name, or an object with one key",
            "a boolean" => "true or false",
            wanted => wanted,
        }
    };
    let (how, given) = got.split_once(": ").unwrap_or((got, ""));
    let given = match given {
        "sequence" => "list",
        "map" | "newtype variant" | "struct variant" | "tuple variant" => "object",
        "unit value" | "unit" => "null",
        "unit variant" => "a name alone",
        "" if how.starts_with("invalid length ") && wanted == "an object" => {
            return format!("invalid type: list, expected an object{place}");
        }
        "" => return format!("{how}, expected {wanted}{place}"),
        given => match given.strip_prefix("floating point ") {
            Some(number) => return format!("{how}: number {number}, expected {wanted}{place}"),
            None => given,
        },
    };
    format!("{how}: {given}, expected {wanted}{place}")
}
