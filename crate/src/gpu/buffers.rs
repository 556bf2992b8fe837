//! Buffers of a run, and whether the adapter can hold them.

use wgpu::BufferUsages;

use super::Gpu;
use crate::error::{Error, Result};
use crate::op::Precision;
use crate::plan::{Pass, Plan, Pointwise, Resample2d, Rule, Surface, SurfaceKind, Table};
use crate::point::PointOp;
use crate::spec::DType;
use crate::taps::Weights;

/// How many bytes the result of a pass takes: a word a pixel between the passes of bytes, packed numbers elsewhere.
pub(super) fn result_bytes(pass: &Pass) -> u64 {
    let floats = |surface: &Surface| surface.values() as u64 * 4;
    match pass {
        Pass::ResampleH(resample) | Pass::ResampleV(resample) if resample.dst.kind == SurfaceKind::F32 => {
            floats(&resample.dst)
        }
        Pass::ResampleH(resample) | Pass::ResampleV(resample) => resample.dst.size.pixels() * 4,
        Pass::Resample2d(resample) if resample.dst.kind == SurfaceKind::F32 => floats(&resample.dst),
        Pass::Resample2d(resample) => resample.dst.size.pixels() * 4,
        Pass::WarpAffine(warp) if warp.dst.kind == SurfaceKind::F32 => floats(&warp.dst),
        Pass::WarpAffine(warp) => warp.dst.size.pixels() * 4,
        Pass::Reduce(reduce) => reduce.dst.size.pixels() * 4,
        Pass::HueShift(hue) => hue.dst.size.pixels() * 4,
        Pass::Alpha(alpha) => alpha.dst.size.pixels() * 4,
        Pass::Colour(colour) if colour.dst.kind == SurfaceKind::F32 => floats(&colour.dst),
        Pass::Colour(colour) => colour.dst.size.pixels() * 4,
        Pass::Table(Table { store, .. }) | Pass::Pointwise(Pointwise { store, .. }) => {
            // Whole words, since a shader writes no less.
            let values = store.window.size.pixels() * store.map.len() as u64;
            (values * store.dtype.bytes() as u64).next_multiple_of(4)
        }
    }
}

/// So many bytes have a sum below 2^24, up to which every whole number is an f32.
const EXACT_BYTES: u64 = (1 << 24) / 255;

impl Gpu {
    /// Refuses a plan that this device cannot run exactly.
    pub(super) fn check_limits(&self, plan: &Plan) -> Result<()> {
        let limits = self.device.limits();
        let limit = limits.max_buffer_size.min(limits.max_storage_buffer_binding_size);
        let input = plan.input();
        // What is not bytes is uploaded as floats.
        let bytes: u64 = if input.format.dtype() == DType::U8 { 1 } else { 4 };
        let source = input.values()? as u64 * bytes;
        let sizes = plan.passes().iter().map(result_bytes).chain([source]);
        let largest = sizes.max().unwrap_or_default();
        if largest > limit {
            return Err(Error::gpu(format!(
                "the plan needs a buffer of {largest} bytes, and {} binds at most {limit}",
                self.adapter()
            )));
        }
        for pass in plan.passes() {
            if let Pass::Resample2d(Resample2d { x, y, rule: Rule::Mean { .. }, .. }) = pass
                && x.most() * y.most() > EXACT_BYTES
            {
                return Err(Error::gpu("area adds up more pixels than a GPU's f32 holds exactly"));
            }
            if let Pass::ResampleH(resample) | Pass::ResampleV(resample) = pass
                && matches!(resample.taps.weights, Weights::Words(_))
            {
                return Err(Error::gpu("no shader resizes 16-bit pixels; their sums need f64, which GPUs do not have"));
            }
            if let Pass::Reduce(reduce) = pass
                && reduce.src.kind == SurfaceKind::F32
            {
                return Err(Error::gpu("reducing_gap adds floats up in f64, which GPUs do not have"));
            }
            if let Pass::Colour(colour) = pass {
                super::colour::encode(colour)?;
            }
            let Pass::Pointwise(pointwise) = pass else { continue };
            for op in &pointwise.ops {
                match op {
                    PointOp::Arithmetic { precision: Precision::F64, .. } => {
                        return Err(Error::gpu("a step computes floats in f64, which GPUs do not have"));
                    }
                    PointOp::SrgbToLinear => {
                        return Err(Error::gpu("sRGB's curve is a power in f64, which GPUs do not have"));
                    }
                    PointOp::FusedMultiplyAdd { .. } => {
                        return Err(Error::gpu("a step fuses a multiplication and an addition of floats"));
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// A buffer with these contents, filled up with zeros to a whole word.
    ///
    /// Through the queue: a buffer that is mapped at creation panics in wgpu when the device is lost.
    pub(super) fn upload(&self, label: &str, contents: &[u8], usage: BufferUsages) -> wgpu::Buffer {
        let buffer = self.empty(label, (contents.len() as u64).next_multiple_of(4), usage | BufferUsages::COPY_DST);
        let (whole, rest) = contents.split_at(contents.len() & !3);
        self.queue.write_buffer(&buffer, 0, whole);
        if !rest.is_empty() {
            let mut word = [0; 4];
            word.iter_mut().zip(rest).for_each(|(byte, &value)| *byte = value);
            self.queue.write_buffer(&buffer, whole.len() as u64, &word);
        }
        buffer
    }

    pub(super) fn storage(&self, label: &str, contents: &[u8]) -> wgpu::Buffer {
        // No binding may be shorter than one element of its array; the longest, an operation, has 32 bytes.
        let contents = if contents.is_empty() { &[0; 32] } else { contents };
        self.upload(label, contents, BufferUsages::STORAGE)
    }

    pub(super) fn empty(&self, label: &str, size: u64, usage: BufferUsages) -> wgpu::Buffer {
        let descriptor = wgpu::BufferDescriptor { label: Some(label), size, usage, mapped_at_creation: false };
        self.device.create_buffer(&descriptor)
    }
}
