//! Which executor runs a plan, and an honest report of which one did.

use crate::error::Result;
use crate::image::Image;
use crate::placement::Placement;
use crate::plan::Plan;
use crate::tensor::Tensor;

/// Which executor to use.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Backend {
    /// A real GPU where there is one, else the CPU. A software adapter counts as none: the CPU is faster.
    #[default]
    Auto,
    Cpu,
    /// Any adapter, a software one too. Where there is none the CPU runs, and the result says so.
    Gpu,
}

/// A tensor, and who made it.
#[derive(Debug, Clone)]
pub struct Run {
    pub tensor: Tensor,
    /// Where the image lies in the tensor.
    pub placement: Placement,
    /// `Cpu` or `Gpu`, never `Auto`.
    pub backend: Backend,
    /// The GPU's name, if one was used.
    pub adapter: Option<String>,
    /// Why the CPU ran although a GPU was wanted.
    pub fallback_reason: Option<String>,
}

/// Runs plans, and keeps the GPU open between runs.
#[derive(Default)]
pub struct Runner {
    #[cfg(feature = "gpu")]
    gpu: crate::gpu::Slot,
}

impl Runner {
    pub fn new() -> Self {
        Self::default()
    }

    /// Runs a plan on the executor asked for, or on the CPU with the reason.
    ///
    /// *Precision*: the same numbers on every executor. *Errors*: `InvalidInput` if the image is not of the plan's spec.
    /// What goes wrong on the GPU is no error: the CPU finishes the run, and [`Run::fallback_reason`] tells.
    pub async fn run(&mut self, plan: &Plan, image: &Image<'_>, backend: Backend) -> Result<Run> {
        plan.check(image)?;
        let fallback_reason = match backend {
            Backend::Cpu => None,
            Backend::Auto | Backend::Gpu => match self.run_on_gpu(plan, image, backend).await {
                Ok(run) => return Ok(run),
                Err(reason) => Some(reason),
            },
        };
        let placement = plan.placement().clone();
        Ok(Run { tensor: plan.run(image)?, placement, backend: Backend::Cpu, adapter: None, fallback_reason })
    }

    /// Destroys the open device and keeps it, as a driver that crashes would: for tests of what follows.
    #[cfg(feature = "gpu")]
    #[doc(hidden)]
    pub fn destroy_gpu(&self) {
        self.gpu.destroy();
    }

    #[cfg(feature = "gpu")]
    async fn run_on_gpu(&mut self, plan: &Plan, image: &Image<'_>, backend: Backend) -> Result<Run, String> {
        let gpu = self.gpu.open(backend == Backend::Auto).await.map_err(|error| error.message().to_owned())?;
        match gpu.run(plan, image).await {
            Ok(tensor) => {
                let adapter = Some(gpu.adapter().to_owned());
                let placement = plan.placement().clone();
                Ok(Run { tensor, placement, backend: Backend::Gpu, adapter, fallback_reason: None })
            }
            Err(error) => {
                if gpu.is_lost() {
                    // The next run tries to open a device again.
                    self.gpu = crate::gpu::Slot::default();
                }
                Err(error.message().to_owned())
            }
        }
    }

    #[cfg(not(feature = "gpu"))]
    async fn run_on_gpu(&mut self, _: &Plan, _: &Image<'_>, _: Backend) -> Result<Run, String> {
        Err("this build of pixelproof has no GPU support (feature `gpu`)".into())
    }
}
