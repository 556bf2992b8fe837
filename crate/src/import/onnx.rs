//! The metadata of an ONNX model, and the shape of its first input. Weights are skipped, never copied.

use prost::Message;

use super::text;
use crate::error::{Error, Result};

/// The fields of ModelProto (onnx.proto) that say something of the input.
#[derive(Clone, PartialEq, Message)]
struct Model {
    #[prost(string, tag = "2")]
    producer_name: String,
    #[prost(message, optional, tag = "7")]
    graph: Option<Graph>,
    #[prost(message, repeated, tag = "14")]
    metadata: Vec<Entry>,
}

#[derive(Clone, PartialEq, Message)]
struct Entry {
    #[prost(string, tag = "1")]
    key: String,
    #[prost(string, tag = "2")]
    value: String,
}

#[derive(Clone, PartialEq, Message)]
struct Graph {
    #[prost(message, repeated, tag = "11")]
    input: Vec<Input>,
}

#[derive(Clone, PartialEq, Message)]
struct Input {
    #[prost(string, tag = "1")]
    name: String,
    #[prost(message, optional, tag = "2")]
    kind: Option<Type>,
}

#[derive(Clone, PartialEq, Message)]
struct Type {
    #[prost(message, optional, tag = "1")]
    tensor: Option<TensorType>,
}

#[derive(Clone, PartialEq, Message)]
struct TensorType {
    #[prost(int32, tag = "1")]
    element: i32,
    #[prost(message, optional, tag = "2")]
    shape: Option<Shape>,
}

#[derive(Clone, PartialEq, Message)]
struct Shape {
    #[prost(message, repeated, tag = "1")]
    axes: Vec<Axis>,
}

#[derive(Clone, PartialEq, Message)]
struct Axis {
    /// 0 where the axis has a name instead.
    #[prost(int64, tag = "1")]
    length: i64,
}

/// What an ONNX file says besides its graph.
pub struct Metadata {
    pub entries: Vec<(String, String)>,
    /// The first input's axes; 0 where one is not fixed.
    pub input: Vec<i64>,
    pub producer: String,
}

/// *Errors*: `InvalidInput` for what is not ONNX, `Limits`.
pub fn metadata(bytes: &[u8]) -> Result<Metadata> {
    text::check_size(bytes, text::MAX_MODEL, "the ONNX file")?;
    let model = Model::decode(bytes)
        .map_err(|error| Error::invalid_input(format!("the file is not an ONNX model: {error}")))?;
    let first = model.graph.and_then(|graph| graph.input.into_iter().next());
    let shape = first.and_then(|input| input.kind?.tensor?.shape);
    Ok(Metadata {
        entries: model.metadata.into_iter().map(|entry| (entry.key, entry.value)).collect(),
        input: shape.map(|shape| shape.axes.into_iter().map(|axis| axis.length).collect()).unwrap_or_default(),
        producer: model.producer_name,
    })
}
