//! Bytes through a table of 256 entries a channel. Twin of shaders/table.wgsl.

use half::f16;

use crate::plan::Table;
use crate::spec::DType;
use crate::tensor::TensorData;

pub fn run(Table { store, entries }: &Table, src: &[u8]) -> TensorData {
    let outside = |channel: usize| store.outside.get(channel).copied().unwrap_or_default();
    let entry = |channel: usize, byte: u8| entries.get(channel * 256 + usize::from(byte)).copied().unwrap_or_default();
    let half = |bits: u32| f16::from_bits(bits as u16);
    match store.dtype {
        DType::U8 => TensorData::U8(store.run(src, |c| outside(c) as u8, |c, byte| entry(c, byte) as u8)),
        DType::I8 => TensorData::I8(store.run(src, |c| outside(c) as i8, |c, byte| entry(c, byte) as i8)),
        DType::U16 => TensorData::U16(store.run(src, |c| outside(c) as u16, |c, byte| entry(c, byte) as u16)),
        DType::F16 => TensorData::F16(store.run(src, |c| half(outside(c)), |c, byte| half(entry(c, byte)))),
        DType::F32 => {
            TensorData::F32(store.run(src, |c| f32::from_bits(outside(c)), |c, byte| f32::from_bits(entry(c, byte))))
        }
    }
}
