//! The wgpu executor.

use crate::backend::Backend;
use crate::error::{Error, Result};
use crate::image::Image;
use crate::plan::Plan;
use crate::tensor::Tensor;

#[derive(Default)]
pub struct Slot {
    gpu: Option<Gpu>,
}

impl Slot {
    pub async fn open(&mut self, _: Backend) -> Result<&Gpu> {
        self.gpu.as_ref().ok_or_else(|| Error::gpu("no GPU adapter was found"))
    }
}

pub struct Gpu {
    adapter: String,
}

impl Gpu {
    pub fn adapter(&self) -> &str {
        &self.adapter
    }

    pub fn is_lost(&self) -> bool {
        false
    }

    pub async fn run(&self, plan: &Plan, image: &Image<'_>) -> Result<Tensor> {
        plan.run(image)
    }
}
