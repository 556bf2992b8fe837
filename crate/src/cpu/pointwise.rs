//! Floats through a chain of operations. Twin of shaders/pointwise.wgsl.

use half::f16;

use crate::plan::Pointwise;
use crate::point::{apply_all, to_u8, to_u16};
use crate::spec::DType;
use crate::tensor::TensorData;

pub fn run(Pointwise { store, ops }: &Pointwise, src: &[f32]) -> TensorData {
    let outside = |channel: usize| store.outside.get(channel).copied().unwrap_or_default();
    let compute = |channel: usize, value: f32| apply_all(ops, f64::from(value), channel);
    match store.dtype {
        DType::U8 => TensorData::U8(store.run(src, |c| outside(c) as u8, |c, value| to_u8(compute(c, value)))),
        DType::I8 => {
            let byte = |c: usize, value: f32| to_u8(compute(c, value)).cast_signed();
            TensorData::I8(store.run(src, |c| outside(c) as i8, byte))
        }
        DType::U16 => TensorData::U16(store.run(src, |c| outside(c) as u16, |c, value| to_u16(compute(c, value)))),
        DType::F16 => {
            let half = |c: usize, value: f32| f16::from_f32(compute(c, value) as f32);
            TensorData::F16(store.run(src, |c| f16::from_bits(outside(c) as u16), half))
        }
        DType::F32 => {
            TensorData::F32(store.run(src, |c| f32::from_bits(outside(c)), |c, value| compute(c, value) as f32))
        }
    }
}
