//! Bytes through a table of 256 entries a channel. Twin of shaders/table.wgsl.

use half::f16;

use super::store::Store;
use crate::plan::Table;
use crate::spec::DType;
use crate::tensor::TensorData;

pub fn run(table: &Table, src: &[u8]) -> TensorData {
    let store = Store { src: table.src, window: table.window, map: &table.map, planar: table.planar };
    let entry =
        |channel: usize, byte: u8| table.entries.get(channel * 256 + usize::from(byte)).copied().unwrap_or_default();
    match table.dtype {
        DType::U8 => TensorData::U8(store.run(src, |channel, byte| entry(channel, byte) as u8)),
        DType::F16 => TensorData::F16(store.run(src, |channel, byte| f16::from_bits(entry(channel, byte) as u16))),
        DType::F32 => TensorData::F32(store.run(src, |channel, byte| f32::from_bits(entry(channel, byte)))),
    }
}
