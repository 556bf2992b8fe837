//! The wgpu executor: the same plan, the same numbers, in compute shaders.

mod buffers;
mod device;
mod encode;
mod readback;
pub(crate) mod shaders;

pub use device::{Gpu, Slot};

use crate::error::{Error, Result};
use crate::image::Image;
use crate::plan::Plan;
use crate::tensor::Tensor;

impl Gpu {
    /// Runs a plan and brings the result back.
    ///
    /// *Errors*: `Gpu` if the plan needs more than the adapter has, or the device is lost; `InvalidInput` if the image is
    /// not of the plan's spec.
    pub async fn run(&self, plan: &Plan, image: &Image<'_>) -> Result<Tensor> {
        crate::cpu::check_spec(plan, image)?;
        self.check_limits(plan)?;
        let validation = self.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let memory = self.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let internal = self.device.push_error_scope(wgpu::ErrorFilter::Internal);
        let result = self.submit(plan, image);
        let (internal, memory, validation) = (internal.pop(), memory.pop(), validation.pop());
        let staging = result?;
        for error in [internal.await, memory.await, validation.await].into_iter().flatten() {
            return Err(Error::gpu(format!("the GPU refused the work: {error}")));
        }
        let words = readback::read(self, &staging).await?;
        readback::tensor(plan.output(), words)
    }
}
