//! Opening an adapter, and knowing when it is gone.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::shaders;
use crate::error::{Error, Result};

/// The GPU of a runner: closed, open, or known to be of no use.
#[derive(Default)]
pub struct Slot {
    gpu: Option<Gpu>,
    /// The name of a software adapter that was found where a real GPU was wanted, so that it is not looked for again.
    software: Option<String>,
}

impl Slot {
    /// The open GPU; opens it at the first call. Where a real one is wanted, a software adapter counts as none.
    ///
    /// *Errors*: `Gpu` with the reason why there is none.
    pub async fn open(&mut self, wants_real: bool) -> Result<&Gpu> {
        if wants_real && let Some(name) = &self.software {
            return Err(only_software(name));
        }
        if self.gpu.is_none() {
            let adapter = request_adapter().await?;
            let info = adapter.get_info();
            if info.device_type == wgpu::DeviceType::Cpu {
                let name = display_name(&info);
                self.software = Some(name.clone());
                if wants_real {
                    return Err(only_software(&name));
                }
            }
            self.gpu = Some(Gpu::open(&adapter, display_name(&info)).await?);
        }
        self.gpu.as_ref().ok_or_else(|| Error::internal("a GPU that was opened is not there"))
    }
}

impl Slot {
    /// Destroys the device, but keeps it.
    pub fn destroy(&self) {
        if let Some(gpu) = &self.gpu {
            gpu.device.destroy();
        }
    }
}

fn only_software(name: &str) -> Error {
    Error::gpu(format!(
        "the only GPU is a software one ({name}), and the CPU path is faster; choose the backend gpu to use it all the same"
    ))
}

fn display_name(info: &wgpu::AdapterInfo) -> String {
    // In a browser the name is mostly kept secret.
    let name = [&info.name, &info.driver].into_iter().find(|name| !name.is_empty());
    let kind = if info.device_type == wgpu::DeviceType::Cpu { ", software" } else { "" };
    format!("{} ({}{kind})", name.map_or("WebGPU", String::as_str), info.backend)
}

async fn request_adapter() -> Result<wgpu::Adapter> {
    #[cfg(target_arch = "wasm32")]
    if !wgpu::util::is_browser_webgpu_supported().await {
        // Creating an instance would panic here.
        return Err(Error::gpu("this environment has no WebGPU"));
    }
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let options =
        wgpu::RequestAdapterOptions { power_preference: wgpu::PowerPreference::HighPerformance, ..Default::default() };
    instance.request_adapter(&options).await.map_err(|error| Error::gpu(format!("no GPU adapter was found: {error}")))
}

/// An open device with the pipelines made so far.
pub struct Gpu {
    pub(super) device: wgpu::Device,
    pub(super) queue: wgpu::Queue,
    pipelines: RefCell<HashMap<&'static str, wgpu::ComputePipeline>>,
    name: String,
    lost: Arc<AtomicBool>,
}

impl Gpu {
    async fn open(adapter: &wgpu::Adapter, name: String) -> Result<Self> {
        let wanted = adapter.limits();
        let limits = wgpu::Limits {
            max_buffer_size: wanted.max_buffer_size,
            max_storage_buffer_binding_size: wanted.max_storage_buffer_binding_size,
            ..wgpu::Limits::downlevel_defaults()
        };
        let descriptor =
            wgpu::DeviceDescriptor { label: Some("pixelproof"), required_limits: limits, ..Default::default() };
        let (device, queue) = adapter
            .request_device(&descriptor)
            .await
            .map_err(|error| Error::gpu(format!("the GPU {name} could not be opened: {error}")))?;
        let lost = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&lost);
        device.set_device_lost_callback(move |_, _| flag.store(true, Ordering::Relaxed));
        Ok(Self { device, queue, pipelines: RefCell::default(), name, lost })
    }

    /// The adapter's name, for a report.
    pub fn adapter(&self) -> &str {
        &self.name
    }

    /// Whether the device is gone; a new one must be opened.
    pub fn is_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }

    pub(super) fn mark_lost(&self) {
        self.lost.store(true, Ordering::Relaxed);
    }

    /// The pipeline of a stage; made at the first call.
    pub(super) fn pipeline(&self, stem: &'static str) -> Result<wgpu::ComputePipeline> {
        if let Some(pipeline) = self.pipelines.borrow().get(stem) {
            return Ok(pipeline.clone());
        }
        let shader = shaders::find(stem).ok_or_else(|| Error::internal(format!("there is no shader {stem}")))?;
        let module = self.device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some(stem),
            source: wgpu::ShaderSource::Wgsl(shader.source.into()),
        });
        let pipeline = self.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(stem),
            layout: None,
            module: &module,
            entry_point: Some("main"),
            compilation_options: Default::default(),
            cache: None,
        });
        self.pipelines.borrow_mut().insert(stem, pipeline.clone());
        Ok(pipeline)
    }
}
