//! Every golden case through `pixelproof run`, on both executors: what is in the file that it writes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use npyz::{DType, NpyFile, TypeChar};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::args;
use crate::support::{folder, golden, golden_cases, npy, run, succeeds, value, write};

/// Why the GPU may leave a run to the CPU: docs/NUMERICS.md, Colour on the GPU.
const DOCUMENTED: [&str; 2] = ["the mean of the whole image", "no shader resizes 16-bit pixels"];

fn json(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// The numbers of a .npy file, exact for every type that is here.
fn numbers(path: &Path) -> Vec<f64> {
    let file = fs::read(path).unwrap();
    let array = NpyFile::new(&file[..]).unwrap();
    let DType::Plain(kind) = array.dtype() else { panic!("{} is no plain array", path.display()) };
    match (kind.type_char(), kind.num_bytes()) {
        (TypeChar::Uint, Some(1)) => array.into_vec::<u8>().unwrap().into_iter().map(f64::from).collect(),
        (TypeChar::Uint, Some(2)) => array.into_vec::<u16>().unwrap().into_iter().map(f64::from).collect(),
        (TypeChar::Uint, Some(4)) => array.into_vec::<u32>().unwrap().into_iter().map(f64::from).collect(),
        (TypeChar::Int, Some(4)) => array.into_vec::<i32>().unwrap().into_iter().map(f64::from).collect(),
        (TypeChar::Float, Some(4)) => array.into_vec::<f32>().unwrap().into_iter().map(f64::from).collect(),
        _ => panic!("{} has numbers of {kind}", path.display()),
    }
}

/// The input of a case; where it has only some channels of the file, a file of these.
fn input(case: &Value, folder: &Path) -> PathBuf {
    let name = case["input"].as_str().unwrap();
    if case["format"].is_null() {
        return golden(&format!("inputs/{name}"));
    }
    let path = golden(&format!("inputs/{name}.npy"));
    let Some(channel) = case["channel"].as_u64() else { return path };
    let file = fs::read(&path).unwrap();
    let array = NpyFile::new(&file[..]).unwrap();
    let (shape, has) = (array.shape().to_vec(), array.shape().get(2).copied().unwrap_or(1) as usize);
    assert!(case["format"].as_str().unwrap().starts_with("Gray"), "one channel of a file is grey");
    let grey: Vec<f32> = array.into_vec::<f32>().unwrap().into_iter().skip(channel as usize).step_by(has).collect();
    let bytes: Vec<u8> = grey.iter().flat_map(|number| number.to_le_bytes()).collect();
    write(folder, "channel.npy", npy("'<f4'", false, &format!("({}, {})", shape[0], shape[1]), &bytes))
}

/// What differs between the written file and the vector by more than the case allows, or nothing.
fn check(case: &Value, stored: &Value, out: &Path) -> Result<(), String> {
    let file = fs::read(out).unwrap();
    let array = NpyFile::new(&file[..]).unwrap();
    let mut shape: Vec<u64> = stored["shape"].as_array().unwrap().iter().map(|axis| axis.as_u64().unwrap()).collect();
    if stored["layout"] == "HW" {
        shape.push(1);
    }
    if array.shape() != shape {
        return Err(format!("shape {:?} instead of {shape:?}", array.shape()));
    }
    let (dtype, width) = match stored["dtype"].as_str().unwrap() {
        "uint8" => ("'|u1'", 1),
        "uint16" => ("'<u2'", 2),
        _ => ("'<f4'", 4),
    };
    if array.dtype().descr() != dtype {
        return Err(format!("type {} instead of {dtype}", array.dtype().descr()));
    }
    let count: u64 = shape.iter().product();
    let bytes = file.len() - count as usize * width;
    let digest: String = Sha256::digest(&file[bytes..]).iter().map(|byte| format!("{byte:02x}")).collect();
    let whole = golden(stored["output"].as_str().unwrap());
    if stored["sha256"] == digest.as_str() {
        // The header too: whatever reads NumPy's files reads these.
        let same = stored["storage"] != "full" || stored["layout"] == "HW" || file == fs::read(whole).unwrap();
        return if same { Ok(()) } else { Err("the numbers are the same, the file is not".into()) };
    }
    let bound = case["tolerance"].as_f64().or(case["off"]["by"].as_f64()).unwrap_or_default();
    let (all, stored_numbers) = (numbers(out), numbers(&whole));
    let got: Vec<f64> = match stored["index_file"].as_str() {
        Some(index) => numbers(&golden(index)).into_iter().map(|at| all[at as usize]).collect(),
        None => all,
    };
    let apart: Vec<f64> = got.iter().zip(&stored_numbers).map(|(a, b)| (a - b).abs()).collect();
    let far = apart.iter().filter(|apart| apart.is_nan() || **apart > bound).count();
    let differ = apart.iter().filter(|apart| **apart != 0.0).count();
    let counted = case["off"]["values"].as_u64().is_none_or(|values| values as usize == differ);
    if bound > 0.0 && far == 0 && counted {
        return Ok(());
    }
    let max = apart.iter().copied().fold(0.0, f64::max);
    Err(format!("max |d| {max:e}, {differ} of {} compared differ", apart.len()))
}

/// Runs every case; the executors that the reports name, with how many runs each had.
fn every_case_on(backend: &str) -> BTreeMap<String, usize> {
    let manifest = json(&golden("manifest.json"));
    let stored: BTreeMap<&str, &Value> =
        manifest["cases"].as_array().unwrap().iter().map(|stored| (stored["id"].as_str().unwrap(), stored)).collect();
    let cases = json(&golden_cases());
    let cases = cases.as_array().unwrap();
    let (next, failures, executors) = (AtomicUsize::new(0), Mutex::new(Vec::new()), Mutex::new(BTreeMap::new()));
    let worker = |at: usize| {
        let folder = folder(&format!("golden_{backend}_{at}"));
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            let id = case["id"].as_str().unwrap();
            let pipeline = write(&folder, "pipeline.json", case["pipeline"].to_string());
            let (input, out) = (input(case, &folder), folder.join("out.npy"));
            let _ = fs::remove_file(&out);
            let mut words = args!["run", input, "--pipeline", pipeline, "-o", out, "--backend", backend].to_vec();
            // A picture file says itself what it is.
            if let (Some(format), Some(range)) = (case["format"].as_str(), case["range"].as_str()) {
                words.extend(args!["--format", format, "--range", range]);
            }
            let report = succeeds(&run(words));
            *executors.lock().unwrap().entry(value(&report, "backend").to_owned()).or_default() += 1;
            if let Err(why) = check(case, stored[id], &out) {
                failures.lock().unwrap().push(format!("  {id}: {why}"));
            }
        }
    };
    let workers = thread::available_parallelism().map_or(2, |count| count.get().min(8));
    thread::scope(|scope| (0..workers).for_each(|at| drop(scope.spawn(move || worker(at)))));
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{} cases differ:\n{}", failures.len(), failures.join("\n"));
    let executors: BTreeMap<String, usize> = executors.into_inner().unwrap();
    assert_eq!(executors.values().sum::<usize>(), cases.len());
    eprintln!("{} golden cases with --backend {backend}: {executors:?}", cases.len());
    executors
}

#[test]
fn every_golden_case_is_written_as_its_library_has_it_by_the_cpu() {
    let executors = every_case_on("cpu");
    assert_eq!(executors.keys().collect::<Vec<_>>(), ["cpu"]);
}

#[test]
fn every_golden_case_is_written_as_its_library_has_it_by_the_gpu() {
    let executors = every_case_on("gpu");
    let fell_back = |executor: &str| executor.strip_prefix("cpu (instead of the GPU: ").map(str::to_owned);
    if let Some(reason) = executors.keys().find_map(|executor| fell_back(executor).filter(|why| why.contains("no GPU")))
    {
        assert!(std::env::var_os("PIXELPROOF_REQUIRE_GPU").is_none(), "a GPU is required, but {reason}");
        eprintln!("SKIPPED the golden cases on GPU: {reason}");
        return;
    }
    let mut on_gpu = 0;
    for (executor, runs) in &executors {
        match fell_back(executor) {
            Some(reason) => assert!(DOCUMENTED.iter().any(|known| reason.contains(known)), "{runs} x {executor}"),
            None => on_gpu += runs,
        }
    }
    assert!(on_gpu > executors.values().sum::<usize>() / 2, "only {on_gpu} ran on the GPU: {executors:?}");
}
