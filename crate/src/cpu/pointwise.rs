//! Floats through a chain of operations. Twin of shaders/pointwise.wgsl.

use half::f16;

use super::store::Store;
use crate::plan::Pointwise;
use crate::point::{apply_all, to_u8};
use crate::spec::DType;
use crate::tensor::TensorData;

pub fn run(pointwise: &Pointwise, src: &[f32]) -> TensorData {
    let Pointwise { src: from, window, map, ops, planar, dtype } = pointwise;
    let store = Store { src: *from, window: *window, map, planar: *planar };
    let compute = |channel: usize, value: f32| apply_all(ops, f64::from(value), channel);
    match dtype {
        DType::U8 => TensorData::U8(store.run(src, |channel, value| to_u8(compute(channel, value)))),
        DType::F16 => TensorData::F16(store.run(src, |channel, value| f16::from_f32(compute(channel, value) as f32))),
        DType::F32 => TensorData::F32(store.run(src, |channel, value| compute(channel, value) as f32)),
    }
}
