//! What the golden tests share: the manifest, the table of cases, the arrays, and a comparison that widens nothing.

#![allow(dead_code, reason = "each test binary uses a part of it")]

pub mod arbitrary;

use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};

use npyz::{DType, NpyFile, TypeChar};
use pixelproof::{
    Backend, Image, ImageSpec, PRESETS, Pipeline, PixelFormat, Plan, Preset, Run, Runner, Size, Tensor, TensorData,
    ValueRange, decode_as,
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
        self.allows(&distance(golden, tensor)?)
    }

    /// The same of what is measured already.
    pub fn allows(&self, distance: &Distance) -> Result<(), String> {
        let counted = self.off.as_ref().is_some_and(|off| distance.differ == off.values && distance.max <= off.by);
        let tolerated = self.tolerance.is_some_and(|tolerance| distance.max <= tolerance);
        if distance.equal || counted || tolerated { Ok(()) } else { Err(distance.to_string()) }
    }

    /// Adds a line for tools/numerics.mjs, which sets the name of the file.
    pub fn record(&self, executor: &str, distance: &Distance, on_cpu: bool) {
        let Some(file) = std::env::var_os("PIXELPROOF_NUMERICS") else { return };
        let Distance { max, differ, compared, .. } = distance;
        let line = serde_json::json!({
            "executor": executor, "id": self.id, "group": self.group, "on_cpu": on_cpu,
            "max": max, "differ": differ, "compared": compared,
        });
        let mut file = fs::OpenOptions::new().append(true).create(true).open(file).unwrap();
        std::io::Write::write_all(&mut file, format!("{line}\n").as_bytes()).unwrap();
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
    npy_at(&golden().join(path))
}

/// Reads a C-order .npy.
pub fn npy_at(path: &Path) -> (Vec<usize>, Array) {
    let file = File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let path = path.display();
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

/// One preset of each kind: those that differ by numbers only are one.
pub fn kinds() -> Vec<&'static Preset> {
    let mut seen = std::collections::BTreeSet::new();
    let words = |preset: &Preset| preset.pipeline().in_words().concat().replace(|c: char| c.is_ascii_digit(), "");
    PRESETS.iter().filter(|preset| seen.insert(words(preset))).collect()
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
    let distance = distance(golden, tensor)?;
    if distance.equal { Ok(()) } else { Err(distance.to_string()) }
}

/// How far a tensor is from a golden array.
pub struct Distance {
    /// Whether the digest of the whole is the same; that alone decides.
    pub equal: bool,
    /// The greatest difference; infinite where a number is none.
    pub max: f64,
    /// How many values have other bits, of how many that were compared: all, or those that are stored.
    pub differ: usize,
    pub compared: usize,
    first: Option<(usize, f64, f64)>,
}

impl std::fmt::Display for Distance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.first {
            Some((at, got, want)) => write!(
                f,
                "max |d| {:e}, {} of {} compared differ, first at {at}: {got} instead of {want}",
                self.max, self.differ, self.compared
            ),
            None => write!(f, "the digest differs, though none of the {} stored values does", self.compared),
        }
    }
}

/// Measures; an error where shape or type are others.
pub fn distance(golden: &Golden, tensor: &Tensor) -> Result<Distance, String> {
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
    let got = numbers(tensor);
    if sha256(&tensor.to_le_bytes()) == golden.sha256 {
        return Ok(Distance { equal: true, max: 0.0, differ: 0, compared: got.len(), first: None });
    }
    // What is stored of the array says how far it is off.
    let stored: Vec<f64> = match npy(&golden.output).1 {
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
    let apart = |((_, a), b): &(&(usize, f64), &f64)| if a.is_nan() { f64::INFINITY } else { (a - **b).abs() };
    Ok(Distance {
        equal: false,
        max: wrong.iter().map(apart).fold(0.0, f64::max),
        differ: wrong.len(),
        compared: stored.len(),
        first: wrong.first().map(|((at, got), want)| (*at, *got, **want)),
    })
}
