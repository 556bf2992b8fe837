//! Model input: what comes out of a plan.

use half::f16;

use crate::error::{Error, Result};
use crate::json;
use crate::spec::{DType, TensorSpec};

/// The numbers of a tensor in the order of its layout.
#[derive(Debug, Clone, PartialEq)]
pub enum TensorData {
    U8(Vec<u8>),
    I8(Vec<i8>),
    U16(Vec<u16>),
    F16(Vec<f16>),
    F32(Vec<f32>),
}

impl TensorData {
    pub fn len(&self) -> usize {
        match self {
            Self::U8(values) => values.len(),
            Self::I8(values) => values.len(),
            Self::U16(values) => values.len(),
            Self::F16(values) => values.len(),
            Self::F32(values) => values.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub const fn dtype(&self) -> DType {
        match self {
            Self::U8(_) => DType::U8,
            Self::I8(_) => DType::I8,
            Self::U16(_) => DType::U16,
            Self::F16(_) => DType::F16,
            Self::F32(_) => DType::F32,
        }
    }
}

impl TensorSpec {
    /// Reads a spec.
    ///
    /// *Errors*: `InvalidInput` for anything that is not the schema's, an unknown key among it.
    pub fn from_json(text: &str) -> Result<Self> {
        json::read(text).map_err(|reason| Error::invalid_input(format!("not a tensor spec: {reason}")))
    }
}

/// Model input, with the [`TensorSpec`] that says what it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Tensor {
    spec: TensorSpec,
    data: TensorData,
}

impl Tensor {
    /// *Errors*: `InvalidInput` if the data's type or length is not what the spec says.
    pub fn new(spec: TensorSpec, data: TensorData) -> Result<Self> {
        if data.dtype() != spec.dtype || data.len() != spec.values() {
            return Err(Error::invalid_input("the data is not of the tensor's shape and type").expected(
                format!("{} values of {}", spec.values(), spec.dtype),
                format!("{} of {}", data.len(), data.dtype()),
            ));
        }
        Ok(Self { spec, data })
    }

    pub fn spec(&self) -> &TensorSpec {
        &self.spec
    }

    /// The axes, slowest first.
    pub fn shape(&self) -> Vec<usize> {
        self.spec.shape()
    }

    pub fn data(&self) -> &TensorData {
        &self.data
    }

    pub fn into_data(self) -> TensorData {
        self.data
    }

    /// The numbers as f32 where they are f32, without a copy.
    pub fn as_f32(&self) -> Option<&[f32]> {
        match &self.data {
            TensorData::F32(values) => Some(values),
            _ => None,
        }
    }

    /// The number at a flat index, widened to f32 (exact for every type).
    pub(crate) fn value(&self, index: usize) -> f32 {
        let value = match &self.data {
            TensorData::U8(values) => values.get(index).map(|&v| f32::from(v)),
            TensorData::I8(values) => values.get(index).map(|&v| f32::from(v)),
            TensorData::U16(values) => values.get(index).map(|&v| f32::from(v)),
            TensorData::F16(values) => values.get(index).map(|v| v.to_f32()),
            TensorData::F32(values) => values.get(index).copied(),
        };
        value.unwrap_or(f32::NAN)
    }

    /// The bytes as they lie in a file: little endian.
    pub fn to_le_bytes(&self) -> Vec<u8> {
        match &self.data {
            TensorData::U8(values) => values.clone(),
            TensorData::I8(values) => values.iter().map(|v| v.cast_unsigned()).collect(),
            TensorData::U16(values) => values.iter().flat_map(|v| v.to_le_bytes()).collect(),
            TensorData::F16(values) => values.iter().flat_map(|v| v.to_le_bytes()).collect(),
            TensorData::F32(values) => values.iter().flat_map(|v| v.to_le_bytes()).collect(),
        }
    }
}
