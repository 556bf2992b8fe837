//! Runs a plan with the clock beside it, and says who ran it.

use std::time::{Duration, Instant};

use pixelproof::{Backend, Image, ImageSpec, Pipeline, PixelFormat, Plan, Run, Runner, Size};

use crate::failure::Result;
use crate::output;

pub struct Timed {
    pub run: Run,
    time: Duration,
}

/// A runner that has looked for the GPU already, so that no run is charged for it.
pub fn runner(backend: Backend) -> Result<Runner> {
    let mut runner = Runner::new();
    if backend != Backend::Cpu {
        let pixel = ImageSpec::bytes(Size::new(1, 1), PixelFormat::Gray8);
        let plan = Pipeline::new().compile(&pixel)?;
        pollster::block_on(runner.run(&plan, &Image::from_u8(pixel, vec![0])?, backend))?;
    }
    Ok(runner)
}

pub fn execute(runner: &mut Runner, plan: &Plan, image: &Image<'_>, backend: Backend) -> Result<Timed> {
    let start = Instant::now();
    let run = pollster::block_on(runner.run(plan, image, backend))?;
    Ok(Timed { run, time: start.elapsed() })
}

impl Timed {
    /// `cpu (instead of the GPU: ...)` or `gpu (NVIDIA ...)`.
    pub fn executor(&self) -> String {
        let name = match self.run.backend {
            Backend::Gpu => "gpu",
            Backend::Cpu | Backend::Auto => "cpu",
        };
        match (&self.run.adapter, &self.run.fallback_reason) {
            (Some(adapter), _) => format!("{name} ({adapter})"),
            (None, Some(reason)) => format!("{name} (instead of the GPU: {reason})"),
            (None, None) => name.into(),
        }
    }

    pub fn time(&self) -> String {
        format!("{:.1} ms", self.time.as_secs_f64() * 1e3)
    }

    /// Warns a user who asked for the GPU by name and did not get it.
    pub fn warn(&self, asked: Backend) {
        if asked == Backend::Gpu && self.run.backend != Backend::Gpu {
            let reason = self.run.fallback_reason.as_deref().unwrap_or("no reason given");
            output::message(&format!("warning: no GPU ran, the CPU did, with the same numbers: {reason}"));
        }
    }
}
