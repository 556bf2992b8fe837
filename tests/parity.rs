//! Parity: every case of tests/golden_cases.json on the GPU against the CPU, bit for bit.
//!
//! Only where floats are resampled may the two differ, by 4 ulp (DESIGN section 4, docs/NUMERICS.md).

mod common;

use common::{cases, on_gpu};
use pixelproof::plan::{Pass, SurfaceKind};
use pixelproof::{Plan, Runner, Tensor};

fn resamples_floats(plan: &Plan) -> bool {
    plan.passes().iter().any(|pass| match pass {
        Pass::ResampleH(resample) | Pass::ResampleV(resample) => resample.src.kind == SurfaceKind::F32,
        _ => false,
    })
}

/// The distance to the next larger float.
fn ulp(value: f32) -> f32 {
    let value = value.abs();
    f32::from_bits(value.to_bits() + 1) - value
}

/// How many values differ although they may, or what is wrong.
fn compare(plan: &Plan, cpu: &Tensor, gpu: &Tensor) -> Result<usize, String> {
    if cpu.spec() != gpu.spec() {
        return Err(format!("the CPU made {:?}, the GPU {:?}", cpu.spec(), gpu.spec()));
    }
    if cpu.to_le_bytes() == gpu.to_le_bytes() {
        return Ok(0);
    }
    let difference = pixelproof::difference(cpu, gpu).map_err(|error| error.to_string())?;
    if let (true, Some(cpu), Some(gpu)) = (resamples_floats(plan), cpu.as_f32(), gpu.as_f32()) {
        // 4 ulp of the value, or of the largest one where a sum cancels.
        let largest = cpu.iter().copied().map(ulp).fold(0.0, f32::max);
        if cpu.iter().zip(gpu).all(|(&a, &b)| (a - b).abs() <= 4.0 * largest.max(ulp(a))) {
            return Ok(difference.count);
        }
    }
    Err(format!("{difference:?}"))
}

#[test]
fn every_case_of_the_table_has_the_same_bits_on_the_gpu_as_on_the_cpu() {
    let mut runner = Runner::new();
    let cases = cases();
    let mut failures = Vec::new();
    let mut adapter = None;
    for case in &cases {
        let image = case.image();
        let plan = case.pipeline().compile(&image.spec()).unwrap_or_else(|error| panic!("{}: {error}", case.id));
        let Some(run) = on_gpu(&mut runner, "parity", &plan, &image) else { return };
        adapter = run.adapter;
        match compare(&plan, &plan.run(&image).expect("a run"), &run.tensor) {
            Ok(0) => {}
            Ok(count) => eprintln!("{}: floats are resampled, {count} values differ within 4 ulp", case.id),
            Err(why) => failures.push(format!("  {}: {why}", case.id)),
        }
    }
    eprintln!("{} of {} cases are the same on {adapter:?}", cases.len() - failures.len(), cases.len());
    assert!(failures.is_empty(), "{} cases differ:\n{}", failures.len(), failures.join("\n"));
}
