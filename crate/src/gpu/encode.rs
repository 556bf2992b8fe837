//! From passes to dispatches.

use wgpu::BufferUsages;

use super::Gpu;
use super::buffers::result_bytes;
use super::colour::Encoded;
use crate::colour::hsv::DIVISION_TABLES;
use crate::error::{Error, Result};
use crate::geometry::Window;
use crate::image::{Image, Pixels};
use crate::plan::{
    Alpha, AlphaRule, Colour, HueShift, Pass, Plan, Pointwise, Reduce, Resample, Resample2d, Rule, Store, Surface,
    SurfaceKind, Table,
};
use crate::point::{Operator, PointOp};
use crate::spec::{DType, Size, TensorLayout};
use crate::taps::{Gather, Weights};

const WORKGROUP: u64 = 64;
const MAX_GROUPS: u64 = 65_535;

/// What a pass reads: a buffer, and how many numbers a pixel takes in it.
pub(super) struct Source {
    buffer: wgpu::Buffer,
    pub(super) channels: u32,
}

/// What a dispatch needs beside its source and its result.
pub(super) struct Dispatch {
    pub(super) shader: &'static str,
    pub(super) params: Vec<u32>,
    /// Further read-only bindings, in their order.
    pub(super) inputs: Vec<wgpu::Buffer>,
    pub(super) invocations: u64,
    /// Numbers a pixel of the result takes in its buffer.
    pub(super) channels: u32,
}

impl Gpu {
    /// Records all passes, submits them, and returns the buffer to map.
    pub(super) fn submit(&self, plan: &Plan, image: &Image<'_>) -> Result<wgpu::Buffer> {
        // 16 bits are exact as floats.
        let floats: Vec<f32>;
        let bytes = match image.pixels() {
            Pixels::U8(pixels) => &pixels[..],
            Pixels::U16(pixels) => {
                floats = pixels.iter().copied().map(f32::from).collect();
                bytemuck::cast_slice(&floats)
            }
            Pixels::F32(pixels) => bytemuck::cast_slice(pixels),
        };
        let channels = plan.input().format.order().count() as u32;
        let mut source = Source { buffer: self.storage("pixelproof.source", bytes), channels };
        let mut encoder =
            self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("pixelproof") });
        for pass in plan.passes() {
            source = self.record(&mut encoder, pass, &source)?;
        }
        let size = source.buffer.size();
        let staging = self.empty("pixelproof.readback", size, BufferUsages::MAP_READ | BufferUsages::COPY_DST);
        encoder.copy_buffer_to_buffer(&source.buffer, 0, &staging, 0, size);
        self.queue.submit([encoder.finish()]);
        Ok(staging)
    }

    fn record(&self, encoder: &mut wgpu::CommandEncoder, pass: &Pass, source: &Source) -> Result<Source> {
        let dispatch = match pass {
            Pass::ResampleH(resample) => self.resample(resample, source, ["resample_h", "resample_h_float"]),
            Pass::ResampleV(resample) => self.resample(resample, source, ["resample_v", "resample_v_float"]),
            Pass::Resample2d(resample) => self.resample_2d(resample, source),
            Pass::WarpAffine(warp) => self.warp_affine(warp, source),
            Pass::Reduce(pass) => reduce(pass, source),
            Pass::HueShift(hue) => self.hue_shift(hue, source),
            Pass::Alpha(pass) => alpha(pass),
            Pass::Colour(colour) => self.colour(colour, source)?,
            Pass::Table(table) => self.table(table, source),
            Pass::Pointwise(pointwise) => self.pointwise(pointwise, source)?,
        };
        let label = format!("pixelproof.{}", pass.stem());
        let usage = BufferUsages::STORAGE | BufferUsages::COPY_SRC;
        let result = self.empty(&label, result_bytes(pass), usage);
        let mut params = dispatch.params;
        params.resize(params.len().next_multiple_of(4), 0);
        let params = self.upload("pixelproof.params", bytemuck::cast_slice(&params), BufferUsages::UNIFORM);
        let pipeline = self.pipeline(dispatch.shader)?;
        let buffers = [&params, &source.buffer, &result].into_iter().chain(&dispatch.inputs);
        let entries: Vec<_> = (0..)
            .zip(buffers)
            .map(|(binding, buffer)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() })
            .collect();
        let bindings = self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some(&label),
            layout: &pipeline.get_bind_group_layout(0),
            entries: &entries,
        });
        let groups = dispatch.invocations.div_ceil(WORKGROUP).max(1);
        let columns = groups.min(MAX_GROUPS);
        let rows = groups.div_ceil(columns);
        if rows > MAX_GROUPS {
            return Err(Error::gpu("the plan has more pixels than one dispatch can have"));
        }
        let descriptor = wgpu::ComputePassDescriptor { label: Some(&label), timestamp_writes: None };
        let mut compute = encoder.begin_compute_pass(&descriptor);
        compute.set_pipeline(&pipeline);
        compute.set_bind_group(0, &bindings, &[]);
        compute.dispatch_workgroups(columns as u32, rows as u32, 1);
        drop(compute);
        Ok(Source { buffer: result, channels: dispatch.channels })
    }

    fn resample(&self, resample: &Resample, source: &Source, [bytes, floats]: [&'static str; 2]) -> Dispatch {
        let Resample { src, dst, taps, across } = resample;
        let (size, channels) = (dst.size, dst.channels as u32);
        let floating = src.kind == SurfaceKind::F32;
        let last = if floating { channels } else { taps.bits };
        let params = vec![src.size.width, source.channels, size.width, size.height, *across, last];
        let positions: Vec<u32> = taps.start.iter().chain(&taps.offset).copied().collect();
        let weights = match &taps.weights {
            Weights::Fixed(weights) => self.storage("pixelproof.weights", bytemuck::cast_slice(weights)),
            Weights::Float(weights) | Weights::Words(weights) => {
                self.storage("pixelproof.weights", bytemuck::cast_slice(weights))
            }
        };
        Dispatch {
            shader: if floating { floats } else { bytes },
            params,
            inputs: vec![self.storage("pixelproof.taps", bytemuck::cast_slice(&positions)), weights],
            invocations: size.pixels(),
            channels: if floating { channels } else { 4 },
        }
    }

    fn resample_2d(&self, resample: &Resample2d, source: &Source) -> Dispatch {
        let Resample2d { src, dst, x, y, rule, .. } = resample;
        let (rule, bits) = match rule {
            Rule::Linear => (0, 0),
            Rule::Fixed { bits } => (1, *bits),
            Rule::Mean { scale } => (2, scale.to_bits()),
            Rule::Area => (3, 0),
            Rule::Float => (4, 0),
            Rule::Block { scale } => (5, scale.to_bits()),
            Rule::Between => (6, 0),
            Rule::Columns { from_zero } => (7, if *from_zero { 0 } else { (-0.0_f32).to_bits() }),
            Rule::Scaled { scale } => (8, scale.to_bits()),
        };
        let floating = src.kind == SurfaceKind::F32;
        let taps = |gather: &Gather| {
            let bits = |&weight: &f32| if rule < 3 { weight as i32 as u32 } else { weight.to_bits() };
            let Gather { offset, source, weight } = gather;
            let words: Vec<u32> = offset.iter().chain(source).copied().chain(weight.iter().map(bits)).collect();
            self.storage("pixelproof.taps", bytemuck::cast_slice(&words))
        };
        let params = vec![
            src.size.width,
            source.channels,
            dst.size.width,
            dst.size.height,
            x.source.len() as u32,
            y.source.len() as u32,
            rule,
            bits,
            0,
            dst.channels as u32,
            resample.body_left() as u32,
        ];
        Dispatch {
            shader: if floating { "resample_2d_float" } else { "resample_2d" },
            params,
            inputs: vec![taps(x), taps(y)],
            invocations: dst.size.pixels(),
            channels: if floating { dst.channels as u32 } else { 4 },
        }
    }

    fn hue_shift(&self, hue: &HueShift, source: &Source) -> Dispatch {
        let HueShift { src, dst, window, bgr, shift } = hue;
        let [blue, green, red] = bgr.map(|channel| channel as u32);
        let [left, top] = origin(window);
        let tables: Vec<i32> = DIVISION_TABLES.saturation.iter().chain(&DIVISION_TABLES.hue).copied().collect();
        let Surface { size, .. } = dst;
        let params = vec![
            src.size.width,
            src.size.height,
            source.channels,
            size.width,
            size.height,
            left,
            top,
            blue,
            green,
            red,
            u32::from(*shift),
        ];
        Dispatch {
            shader: "hue_shift",
            params,
            inputs: vec![self.storage("pixelproof.tables", bytemuck::cast_slice(&tables))],
            invocations: size.pixels(),
            channels: 4,
        }
    }

    fn colour(&self, colour: &Colour, source: &Source) -> Result<Dispatch> {
        let Encoded { code, tables, changes, back, library, factor, rest } = super::colour::encode(colour)?;
        let Colour { src, dst, window, reads, body, most, .. } = colour;
        let [left, top] = origin(window);
        let Surface { size, .. } = dst;
        let mut params = vec![src.size.width, source.channels, size.width, size.height, left, top, code];
        params.extend(reads.map(|channel| channel as u32));
        let (factor, rest, channels) = (factor.to_bits(), rest.to_bits(), dst.channels as u32);
        if src.kind == SurfaceKind::F32 {
            params.extend([channels, library, factor, rest, most.to_bits(), 0]);
            return Ok(Dispatch {
                shader: "colour_float",
                params,
                inputs: Vec::new(),
                invocations: size.pixels(),
                channels,
            });
        }
        params.extend([*body, library, factor, rest, changes, back, 0]);
        Ok(Dispatch {
            shader: "colour",
            params,
            inputs: vec![self.storage("pixelproof.tables", bytemuck::cast_slice(&tables))],
            invocations: size.pixels(),
            channels: 4,
        })
    }

    fn table(&self, Table { store, entries }: &Table, source: &Source) -> Dispatch {
        self.store("table", store_params(store, source), bytemuck::cast_slice(entries), &store.map)
    }

    fn pointwise(&self, Pointwise { store, ops }: &Pointwise, source: &Source) -> Result<Dispatch> {
        let mut params = store_params(store, source);
        params.extend([ops.len() as u32, 0, u32::from(store.dtype == DType::U16)]);
        let ops: Vec<[u32; 8]> = ops.iter().map(encode_op).collect::<Result<_>>()?;
        Ok(self.store("pointwise", params, bytemuck::cast_slice(&ops), &store.map))
    }

    fn store(&self, shader: &'static str, params: Vec<u32>, input: &[u8], map: &[usize]) -> Dispatch {
        // The last of the shared fields: how many words are written.
        let invocations = u64::from(params.get(12).copied().unwrap_or_default());
        let inputs = vec![self.storage("pixelproof.input", input)];
        Dispatch { shader, params, inputs, invocations, channels: map.len() as u32 }
    }
}

fn alpha(Alpha { src, dst, left, top, rule }: &Alpha) -> Dispatch {
    let Surface { size, .. } = dst;
    let (code, [first, second, third]) = match rule {
        AlphaRule::Multiply => (0, [0; 3]),
        AlphaRule::Divide => (1, [0; 3]),
        AlphaRule::Over(under) => (2, *under),
    };
    Dispatch {
        shader: "alpha",
        params: vec![
            src.size.width,
            size.width,
            size.height,
            *left,
            *top,
            code,
            u32::from_le_bytes([first, second, third, 0]),
        ],
        inputs: Vec::new(),
        invocations: size.pixels(),
        channels: 4,
    }
}

fn reduce(pass: &Reduce, source: &Source) -> Dispatch {
    let Reduce { src, dst, by, left, top, right, bottom } = pass;
    let Surface { size, .. } = dst;
    let cut = |from: u32, count: u32, by: u32, end: u32| end.saturating_sub(from + (count - 1) * by).clamp(1, by);
    let last = Size::new(cut(*left, size.width, by.width, *right), cut(*top, size.height, by.height, *bottom));
    let factor = |width: u32, height: u32| crate::plan::reciprocal(width * height);
    let params = vec![
        src.size.width,
        source.channels,
        size.width,
        size.height,
        by.width,
        by.height,
        *left,
        *top,
        *right,
        *bottom,
        factor(by.width, by.height),
        factor(last.width, by.height),
        factor(by.width, last.height),
        factor(last.width, last.height),
    ];
    Dispatch { shader: "reduce", params, inputs: Vec::new(), invocations: size.pixels(), channels: 4 }
}

fn origin(window: &Window) -> [u32; 2] {
    // The shader reads them as i32; windows never start further outside than an image is long.
    [window.x as i32 as u32, window.y as i32 as u32]
}

/// The fields that both storing shaders begin with.
fn store_params(store: &Store, source: &Source) -> Vec<u32> {
    let Store { src, window, flip, map, outside, layout, dtype } = store;
    let Window { size, .. } = window;
    let [left, top] = origin(window);
    let packed = (0..).zip(map).fold(0, |packed, (channel, &from)| packed | (from as u32) << (8 * channel));
    let words = (size.pixels() * (map.len() * dtype.bytes()) as u64).div_ceil(4);
    let mut params = vec![
        src.size.width,
        src.size.height,
        source.channels,
        u32::from(src.planar),
        size.width,
        size.height,
        left,
        top,
        map.len() as u32,
        packed,
        match layout {
            TensorLayout::Nhwc | TensorLayout::Hwc => 0,
            TensorLayout::Nchw | TensorLayout::Chw => 1,
            TensorLayout::Wch => 2,
        },
        dtype.bytes() as u32,
        words as u32,
        u32::from(flip.x) | u32::from(flip.y) << 1,
    ];
    params.extend((0..4).map(|channel| outside.get(channel).copied().unwrap_or_default()));
    params
}

/// An operation as pointwise.wgsl reads it: four constants, a code, and padding.
fn encode_op(op: &PointOp) -> Result<[u32; 8]> {
    let (code, constants) = match op {
        PointOp::Arithmetic { operator, precision: crate::op::Precision::F32, constants } => {
            let code = match operator {
                Operator::Multiply => 0,
                Operator::Divide => 1,
                Operator::Add => 2,
                Operator::Subtract => 3,
                Operator::AtLeast => 7,
                Operator::AtMost => 8,
            };
            (code, *constants)
        }
        PointOp::Arithmetic { .. } | PointOp::FusedMultiplyAdd { .. } | PointOp::SrgbToLinear => {
            return Err(Error::internal("arithmetic that GPUs do not have reached one"));
        }
        // Every value here is an f32 already: a multiplication by one.
        PointOp::ToF32 => (0, [1.0; 4]),
        PointOp::ToF16 => (4, [0.0; 4]),
        PointOp::ToU8 => (5, [0.0; 4]),
        PointOp::RoundToU8 => (6, [0.0; 4]),
        PointOp::RoundHalfEven => (9, [0.0; 4]),
        PointOp::RoundHalfAway => (10, [0.0; 4]),
        PointOp::ToI8 => (11, [0.0; 4]),
        PointOp::ToU16 => (12, [0.0; 4]),
    };
    let [a, b, c, d] = constants.map(|constant| (constant as f32).to_bits());
    Ok([a, b, c, d, code, 0, 0, 0])
}
