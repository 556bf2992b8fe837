//! The wgpu executor: the same plan, the same numbers, in compute shaders.

mod buffers;
mod colour;
mod device;
mod encode;
mod readback;
pub(crate) mod shaders;
mod warp;

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
        plan.check(image)?;
        self.check_limits(plan)?;
        let validation = self.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let memory = self.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let internal = self.device.push_error_scope(wgpu::ErrorFilter::Internal);
        let result = self.submit(plan, image);
        let (internal, memory, validation) = (internal.pop(), memory.pop(), validation.pop());
        let staging = result?;
        let errors = [internal.await, memory.await, validation.await];
        if let Some(error) = errors.into_iter().flatten().next() {
            return Err(self.refused(&error));
        }
        let words = readback::read(self, &staging).await?;
        readback::tensor(plan.output(), words)
    }

    /// What an error of the device means: it is gone, or the work was too much for it.
    fn refused(&self, error: &wgpu::Error) -> Error {
        #[cfg(not(target_arch = "wasm32"))]
        // The news of a loss only comes with a poll; a poll that fails is itself that news.
        if self.device.poll(wgpu::PollType::Poll).is_err() {
            self.mark_lost();
        }
        if self.is_lost() {
            Error::gpu("the GPU was lost; the next run opens it again")
        } else {
            Error::gpu(format!("the GPU refused the work: {error}"))
        }
    }
}
