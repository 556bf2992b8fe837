//! The one place where the GPU's memory comes back. It never blocks on the web.

use futures_channel::oneshot;
use half::f16;

use super::Gpu;
use crate::error::{Error, Result};
use crate::spec::{DType, TensorSpec};
use crate::tensor::{Tensor, TensorData};

/// Maps a buffer and copies its bytes out.
///
/// *Errors*: `Gpu` if the device is lost meanwhile.
pub(super) async fn read(gpu: &Gpu, staging: &wgpu::Buffer) -> Result<Vec<u8>> {
    let lost = |why: String| {
        gpu.mark_lost();
        Error::gpu(format!("the GPU was lost while it worked: {why}"))
    };
    let (sender, receiver) = oneshot::channel();
    staging.slice(..).map_async(wgpu::MapMode::Read, move |result| {
        // Nobody listens any more if the run was dropped.
        let _ = sender.send(result);
    });
    #[cfg(not(target_arch = "wasm32"))]
    gpu.device.poll(wgpu::PollType::wait_indefinitely()).map_err(|error| lost(error.to_string()))?;
    match receiver.await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => return Err(lost(error.to_string())),
        Err(_) => return Err(lost("the readback was cancelled".into())),
    }
    let bytes = {
        let view = staging.slice(..).get_mapped_range().map_err(|error| lost(error.to_string()))?;
        view.to_vec()
    };
    staging.unmap();
    // Dropping a buffer on the web leaves its memory to the garbage collector.
    staging.destroy();
    Ok(bytes)
}

/// The bytes as the tensor that the plan promised; the last word may be filled up.
pub(super) fn tensor(spec: &TensorSpec, mut bytes: Vec<u8>) -> Result<Tensor> {
    bytes.truncate(spec.values() * spec.dtype.bytes());
    let data = match spec.dtype {
        DType::U8 => TensorData::U8(bytes),
        DType::I8 => TensorData::I8(bytes.into_iter().map(u8::cast_signed).collect()),
        DType::U16 => TensorData::U16(bytes.chunks_exact(2).map(|b| u16::from_le_bytes([b[0], b[1]])).collect()),
        DType::F16 => TensorData::F16(bytes.chunks_exact(2).map(|b| f16::from_le_bytes([b[0], b[1]])).collect()),
        DType::F32 => {
            TensorData::F32(bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect())
        }
    };
    Tensor::new(spec.clone(), data)
}
