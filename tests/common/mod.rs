//! What the golden tests share: the manifest, the table of cases, the arrays, and a comparison that widens nothing.

#![allow(dead_code, reason = "each test binary uses a part of it")]

pub mod arbitrary;

use std::fs::{self, File};
use std::io::BufReader;
use std::path::PathBuf;

use npyz::{DType, NpyFile, TypeChar};
use pixelproof::{
    Backend, Image, ImageSpec, Pipeline, PixelFormat, Plan, Run, Runner, Size, Tensor, TensorData, ValueRange,
    decode_as,
};
use serde::Deserialize;
use sha2::{Digest, Sha256};

pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

pub fn golden() -> PathBuf {
    root().join("tests/golden")
}

/// The parts of a manifest entry that the tests need.
#[derive(Deserialize)]
pub struct Golden {
    pub id: String,
    pub group: String,
    pub dtype: String,
    pub shape: Vec<usize>,
    pub layout: String,
    pub sha256: String,
    /// Of an exhaustive case: over all colours, where `sha256` is over the samples.
    pub sha256_full: Option<String>,
    pub storage: String,
    pub output: String,
    pub index_file: Option<String>,
}

#[derive(Deserialize)]
struct Manifest {
    cases: Vec<Golden>,
}

pub fn manifest() -> Vec<Golden> {
    let text = fs::read_to_string(golden().join("manifest.json")).unwrap();
    serde_json::from_str::<Manifest>(&text).unwrap().cases
}

pub fn find<'a>(manifest: &'a [Golden], id: &str) -> &'a Golden {
    manifest.iter().find(|golden| golden.id == id).unwrap_or_else(|| panic!("the manifest has no {id}"))
}

/// One line of tests/golden_cases.json.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    pub id: String,
    pub group: String,
    /// An array, by its name without the ending; or a picture file, which the pipeline says how to decode.
    pub input: String,
    pub format: Option<PixelFormat>,
    pub range: Option<ValueRange>,
    /// Only this channel of the input.
    pub channel: Option<usize>,
    /// How far any value may be off, where the library's order of float operations cannot be known; docs/NUMERICS.md says
    /// why. Without it every bit counts.
    pub tolerance: Option<f64>,
    /// Where the library itself has two forms, how far its golden may be from ours.
    pub off: Option<Off>,
    pub pipeline: serde_json::Value,
}

/// How many of the stored values differ, and by how much at most.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Off {
    pub by: f64,
    pub values: usize,
}

pub fn cases() -> Vec<Case> {
    serde_json::from_str(&fs::read_to_string(root().join("tests/golden_cases.json")).unwrap()).unwrap()
}

impl Case {
    /// Through the public reader, so that the table proves the JSON too.
    pub fn pipeline(&self) -> Pipeline {
        Pipeline::from_json(&self.pipeline.to_string()).unwrap_or_else(|error| panic!("{}: {error}", self.id))
    }

    /// What differs from the golden array by more than the case allows, or nothing.
    pub fn check(&self, golden: &Golden, tensor: &Tensor) -> Result<(), String> {
        check_within(golden, tensor, self.tolerance.unwrap_or_default(), self.off.as_ref())
    }

    pub fn image(&self) -> Image<'static> {
        let (Some(format), Some(range)) = (self.format, self.range) else {
            let file = fs::read(golden().join("inputs").join(&self.input)).unwrap();
            let decode = self.pipeline().decode.unwrap_or_default();
            return decode_as(&file, &decode).unwrap_or_else(|error| panic!("{}: {error}", self.id)).image;
        };
        input(&self.input, format, range, self.channel.unwrap_or_default())
    }
}

/// An array of a .npy file.
pub enum Array {
    U8(Vec<u8>),
    U16(Vec<u16>),
    I32(Vec<i32>),
    F32(Vec<f32>),
    U32(Vec<u32>),
}

impl Array {
    pub fn len(&self) -> usize {
        match self {
            Self::U8(v) => v.len(),
            Self::U16(v) => v.len(),
            Self::I32(v) => v.len(),
            Self::F32(v) => v.len(),
            Self::U32(v) => v.len(),
        }
    }

    pub fn le_bytes(&self) -> Vec<u8> {
        match self {
            Self::U8(v) => v.clone(),
            Self::U16(v) => v.iter().flat_map(|v| v.to_le_bytes()).collect(),
            Self::I32(v) => v.iter().flat_map(|v| v.to_le_bytes()).collect(),
            Self::F32(v) => v.iter().flat_map(|v| v.to_le_bytes()).collect(),
            Self::U32(v) => v.iter().flat_map(|v| v.to_le_bytes()).collect(),
        }
    }

    /// Whole numbers, whatever their width.
    pub fn whole(self) -> Vec<i64> {
        match self {
            Self::U8(v) => v.into_iter().map(i64::from).collect(),
            Self::U16(v) => v.into_iter().map(i64::from).collect(),
            Self::I32(v) => v.into_iter().map(i64::from).collect(),
            Self::U32(v) => v.into_iter().map(i64::from).collect(),
            Self::F32(_) => panic!("floats are not whole numbers"),
        }
    }
}

/// Reads a C-order .npy below tests/golden.
pub fn npy(path: &str) -> (Vec<usize>, Array) {
    let file = File::open(golden().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    let npy = NpyFile::new(BufReader::new(file)).unwrap();
    assert_eq!(npy.order(), npyz::Order::C, "{path} is not in C order");
    let shape = npy.shape().iter().map(|&axis| axis as usize).collect();
    let DType::Plain(kind) = npy.dtype() else { panic!("{path} is no plain array") };
    let array = match (kind.type_char(), kind.num_bytes()) {
        (TypeChar::Uint, Some(1)) => Array::U8(npy.into_vec().unwrap()),
        (TypeChar::Uint, Some(2)) => Array::U16(npy.into_vec().unwrap()),
        (TypeChar::Int, Some(4)) => Array::I32(npy.into_vec().unwrap()),
        (TypeChar::Uint, Some(4)) => Array::U32(npy.into_vec().unwrap()),
        (TypeChar::Float, Some(4)) => Array::F32(npy.into_vec().unwrap()),
        _ => panic!("{path} has numbers of {kind}"),
    };
    (shape, array)
}

/// tests/golden/inputs/<name>.npy as an image; where the format has fewer channels than the file, those from `channel` on.
pub fn input(name: &str, format: PixelFormat, range: ValueRange, channel: usize) -> Image<'static> {
    let (shape, array) = npy(&format!("inputs/{name}.npy"));
    let size = Size::new(shape[1] as u32, shape[0] as u32);
    let spec = ImageSpec { size, format, range };
    match array {
        Array::U8(pixels) => Image::from_u8(spec, pixels).unwrap(),
        Array::F32(pixels) => {
            let (has, wants) = (shape.get(2).copied().unwrap_or(1), format.order().count());
            let pixels: Vec<f32> =
                pixels.chunks_exact(has).flat_map(|pixel| &pixel[channel..channel + wants]).copied().collect();
            Image::from_f32(spec, pixels).unwrap()
        }
        _ => panic!("{name} is no image"),
    }
}

/// Runs a plan on whatever GPU there is. `None` where there is none, which is said aloud, and which fails where
/// `PIXELPROOF_REQUIRE_GPU` is set; any other reason to fall back fails.
pub fn on_gpu(runner: &mut Runner, what: &str, plan: &Plan, image: &Image<'_>) -> Option<Run> {
    let run =
        pollster::block_on(runner.run(plan, image, Backend::Gpu)).unwrap_or_else(|error| panic!("{what}: {error}"));
    if run.backend == Backend::Gpu {
        return Some(run);
    }
    let reason = run.fallback_reason.unwrap_or_default();
    let none = reason.contains("no GPU adapter") || reason.contains("no GPU support");
    assert!(none, "{what}: a GPU is there, but the CPU ran: {reason}");
    assert!(std::env::var_os("PIXELPROOF_REQUIRE_GPU").is_none(), "{what}: a GPU is required, but {reason}");
    eprintln!("SKIPPED {what} on GPU: {reason}");
    None
}

pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The numbers of a tensor as f64, exact for every type.
pub fn numbers(tensor: &Tensor) -> Vec<f64> {
    match tensor.data() {
        TensorData::U8(v) => v.iter().map(|&v| f64::from(v)).collect(),
        TensorData::U16(v) => v.iter().map(|&v| f64::from(v)).collect(),
        TensorData::I8(v) => v.iter().map(|&v| f64::from(v)).collect(),
        TensorData::F16(v) => v.iter().map(|v| v.to_f64()).collect(),
        TensorData::F32(v) => v.iter().map(|&v| f64::from(v)).collect(),
    }
}

/// What differs between a tensor and the whole golden array, or nothing. Bit for bit: shape, type and every value.
pub fn check(golden: &Golden, tensor: &Tensor) -> Result<(), String> {
    check_within(golden, tensor, 0.0, None)
}

/// The same with a tolerance, or where just so many of the stored values differ: shape and type still count.
fn check_within(golden: &Golden, tensor: &Tensor, tolerance: f64, off: Option<&Off>) -> Result<(), String> {
    let mut shape = golden.shape.clone();
    // A grey image without a channel axis is the same memory as one with an axis of 1.
    if golden.layout == "HW" {
        shape.push(1);
    }
    if tensor.shape() != shape {
        return Err(format!("shape {:?}, golden {shape:?}", tensor.shape()));
    }
    let dtype = match tensor.data() {
        TensorData::U8(_) => "uint8",
        TensorData::U16(_) => "uint16",
        TensorData::I8(_) => "int8",
        TensorData::F16(_) => "float16",
        TensorData::F32(_) => "float32",
    };
    if dtype != golden.dtype {
        return Err(format!("type {dtype}, golden {}", golden.dtype));
    }
    let bytes = tensor.to_le_bytes();
    let whole = sha256(&bytes) == golden.sha256;
    if whole {
        return Ok(());
    }
    // The digest alone decides; what is stored of the array says how far it is off.
    let got = numbers(tensor);
    let (_, stored) = npy(&golden.output);
    let stored: Vec<f64> = match stored {
        Array::U8(v) => v.into_iter().map(f64::from).collect(),
        Array::U16(v) => v.into_iter().map(f64::from).collect(),
        Array::F32(v) => v.into_iter().map(f64::from).collect(),
        _ => return Err("the golden array has numbers of another type".into()),
    };
    let got: Vec<(usize, f64)> = match &golden.index_file {
        Some(index) => npy(index).1.whole().into_iter().map(|at| (at as usize, got[at as usize])).collect(),
        None => got.into_iter().enumerate().collect(),
    };
    let wrong: Vec<_> = got.iter().zip(&stored).filter(|((_, a), b)| a.to_bits() != b.to_bits()).collect();
    let max = wrong.iter().map(|((_, a), b)| (a - **b).abs()).fold(0.0, f64::max);
    let counted = off.is_some_and(|off| wrong.len() == off.values && max <= off.by);
    let tolerated = tolerance > 0.0 && max <= tolerance && got.iter().all(|(_, value)| value.is_finite());
    if counted || tolerated {
        return Ok(());
    }
    Err(match wrong.first() {
        Some(((at, got), want)) => format!(
            "max |d| {max:e}, {} of {} compared differ, first at {at}: {got} instead of {want}",
            wrong.len(),
            stored.len()
        ),
        None => format!("the digest differs, though none of the {} stored values does", stored.len()),
    })
}
