//! Mutated files and pipelines by chance: whatever comes in, what comes out is a result or an error, never a panic.
//!
//! `PIXELPROOF_FUZZ_SECONDS` says how long; `npm test` takes two minutes.
#![cfg(feature = "decode")]

mod common;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use common::arbitrary::any_step;
use common::golden;
use pixelproof::{Alpha, Decode, DecodeMatches, DecodeMode, Depth, Orientation, Pipeline, decode_as};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// Larger files take too long for what they find.
const MAX_SEED: usize = 20_000;
/// Larger pictures too, and they are not what is looked for.
const MAX_PIXELS: u64 = 1 << 20;

fn seeds() -> Vec<Vec<u8>> {
    let folder = std::fs::read_dir(golden().join("inputs")).expect("the inputs");
    let mut seeds: Vec<Vec<u8>> = folder
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|end| end == "png" || end == "jpg"))
        .map(|path| std::fs::read(path).expect("a file"))
        .filter(|file| file.len() <= MAX_SEED)
        .collect();
    let picture = image::RgbImage::from_fn(13, 9, |x, y| image::Rgb([(x * 19) as u8, (y * 28) as u8, (x ^ y) as u8]));
    for format in [image::ImageFormat::WebP, image::ImageFormat::Bmp, image::ImageFormat::Gif, image::ImageFormat::Tiff]
    {
        let mut file = std::io::Cursor::new(Vec::new());
        image::DynamicImage::from(picture.clone()).write_to(&mut file, format).expect("an encoder");
        seeds.push(file.into_inner());
    }
    // Directories have an order of their own.
    seeds.sort();
    seeds
}

/// What happens to a file: bytes changed, cut out, repeated, or the end lost.
#[derive(Debug, Clone)]
enum Damage {
    Set(prop::sample::Index, u8),
    Flip(prop::sample::Index, u8),
    Cut(prop::sample::Index, usize),
    Repeat(prop::sample::Index, usize),
    End(prop::sample::Index),
}

fn damage() -> impl Strategy<Value = Damage> {
    let place = any::<prop::sample::Index>;
    prop_oneof![
        4 => (place(), prop_oneof![select(&[0_u8, 1, 0x7f, 0x80, 0xfe, 0xff]), any::<u8>()])
            .prop_map(|(at, value)| Damage::Set(at, value)),
        4 => (place(), 0_u8..8).prop_map(|(at, bit)| Damage::Flip(at, bit)),
        1 => (place(), 1_usize..64).prop_map(|(at, count)| Damage::Cut(at, count)),
        1 => (place(), 1_usize..64).prop_map(|(at, count)| Damage::Repeat(at, count)),
        1 => place().prop_map(Damage::End),
    ]
}

fn apply(file: &mut Vec<u8>, damage: &Damage) {
    if file.is_empty() {
        return;
    }
    let (at, length) = match damage {
        Damage::Set(at, _) | Damage::Flip(at, _) | Damage::Cut(at, _) | Damage::Repeat(at, _) | Damage::End(at) => {
            (at.index(file.len()), file.len())
        }
    };
    match *damage {
        Damage::Set(_, value) => file[at] = value,
        Damage::Flip(_, bit) => file[at] ^= 1 << bit,
        Damage::Cut(_, count) => drop(file.drain(at..(at + count).min(length))),
        Damage::Repeat(_, count) => {
            let part = file[at..(at + count).min(length)].to_vec();
            file.splice(at..at, part);
        }
        Damage::End(_) => file.truncate(at),
    }
}

fn policy() -> impl Strategy<Value = Decode> {
    let matches = select(&[DecodeMatches::Pillow, DecodeMatches::Opencv, DecodeMatches::Torchvision]);
    let mode = select(&[DecodeMode::Unchanged, DecodeMode::Colour, DecodeMode::Gray, DecodeMode::AnyDepth]);
    let orientation = select(&[Orientation::Apply, Orientation::Ignore]);
    let alpha = select(&[Alpha::Drop, Alpha::Keep, Alpha::White, Alpha::Black]);
    let depth = select(&[Depth::HighByte, Depth::Saturate, Depth::Keep]);
    let maybe = |weight| prop::option::weighted(weight, any::<()>());
    (
        maybe(0.7),
        matches,
        maybe(0.7),
        mode,
        prop::option::of(orientation),
        prop::option::weighted(0.3, alpha),
        prop::option::weighted(0.3, depth),
    )
        .prop_map(|(named, matches, asked, mode, orientation, alpha, depth)| Decode {
            matches: named.map(|()| matches),
            mode: asked.map(|()| mode),
            orientation,
            alpha,
            depth,
        })
}

/// Whether the picture was decoded, and whether the pipeline ran.
fn attempt(file: &[u8], pipeline: &Pipeline) -> (bool, bool) {
    let Ok(decoded) = decode_as(file, &pipeline.decode.unwrap_or_default()) else { return (false, false) };
    let spec = decoded.image.spec();
    if spec.size.pixels() > MAX_PIXELS {
        return (true, false);
    }
    let Ok(plan) = pipeline.compile(&spec) else { return (true, false) };
    if plan.output().values() as u64 > 4 * MAX_PIXELS {
        return (true, false);
    }
    plan.run(&decoded.image).unwrap_or_else(|error| panic!("a compiled plan failed: {error}"));
    (true, true)
}

#[test]
fn no_file_and_no_pipeline_makes_it_panic() {
    let seconds = std::env::var("PIXELPROOF_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(3.0);
    let until = Instant::now() + Duration::from_secs_f64(seconds);
    let seeds = seeds();
    let strategy = (
        select((0..seeds.len()).collect::<Vec<_>>()),
        prop::collection::vec(damage(), 0..6),
        policy(),
        prop::collection::vec(any_step(), 0..4),
    );
    // Another way each time; what is found is written down.
    let mut runner = TestRunner::default();
    let (mut runs, mut pictures, mut tensors) = (0_u64, 0_u64, 0_u64);
    while Instant::now() < until {
        let (seed, damages, policy, steps) = strategy.new_tree(&mut runner).expect("a case").current();
        let mut file = seeds[seed].clone();
        damages.iter().for_each(|damage| apply(&mut file, damage));
        let pipeline = Pipeline { steps, ..Pipeline::new().decode(policy) };
        let outcome = catch_unwind(AssertUnwindSafe(|| attempt(&file, &pipeline)));
        let Ok((decoded, ran)) = outcome else {
            let kept = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz-finding");
            std::fs::write(&kept, &file).expect("a place for the finding");
            panic!("a panic on {} with {}", kept.display(), pipeline.to_json());
        };
        runs += 1;
        pictures += u64::from(decoded);
        tensors += u64::from(ran);
    }
    eprintln!("{runs} files in {seconds} s: {pictures} were pictures, {tensors} became tensors, none a panic");
    assert!(runs > 0 && pictures > 0, "{runs} files, {pictures} pictures: nothing was tried");
}
