//! Golden: every case of tests/golden_cases.json on the CPU against the named library, bit for bit.

mod common;

use common::{cases, check, distance, find, golden, manifest, npy};
use pixelproof::{ResizeMatches, Step, WarpMatches};

#[test]
fn every_case_of_the_table_equals_its_library_bit_for_bit() {
    let manifest = manifest();
    let cases = cases();
    let mut failures = Vec::new();
    let (mut equal, mut within) = (0, 0);
    for case in &cases {
        let image = case.image();
        let outcome = case
            .pipeline()
            .compile(&image.spec())
            .and_then(|plan| plan.run(&image))
            .map_err(|error| error.to_string())
            .and_then(|tensor| distance(find(&manifest, &case.id), &tensor))
            .and_then(|distance| {
                case.record("cpu", &distance, false);
                *(if distance.equal { &mut equal } else { &mut within }) += 1;
                case.allows(&distance)
            });
        if let Err(why) = outcome {
            failures.push(format!("  {}: {why}", case.id));
        }
    }
    eprintln!(
        "{equal} of {} cases equal their library bit for bit, {within} are compared by the bound of their line",
        cases.len()
    );
    assert!(failures.is_empty(), "{} cases differ:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn pillow_12_gives_what_its_own_version_gave() {
    // Where version 12 differs from 13 its output lies in alt/; everywhere else it is the golden itself.
    let manifest = manifest();
    let mut differing = 0;
    for case in cases() {
        let mut pipeline = case.pipeline();
        let mut resizes = false;
        for step in &mut pipeline.steps {
            if let Step::Resize(resize) = step
                && resize.matches == ResizeMatches::Pillow
            {
                resize.matches = ResizeMatches::Pillow12;
                resizes = true;
            }
        }
        if !resizes {
            continue;
        }
        let image = case.image();
        let tensor = pipeline.compile(&image.spec()).and_then(|plan| plan.run(&image)).expect("a run");
        let own = format!("alt/pillow-12.0.0/{}.npy", case.id);
        if golden().join(&own).is_file() {
            let (shape, array) = npy(&own);
            assert_eq!(tensor.shape(), shape, "{}", case.id);
            assert!(tensor.to_le_bytes() == array.le_bytes(), "{} is not what Pillow 12 gave", case.id);
            assert!(check(find(&manifest, &case.id), &tensor).is_err(), "{}: 12 and 13 agree", case.id);
            differing += 1;
        } else {
            check(find(&manifest, &case.id), &tensor).unwrap_or_else(|why| panic!("{}: {why}", case.id));
        }
    }
    assert_eq!(differing, 3, "the outputs of alt/pillow-12.0.0");
}

#[test]
fn opencv_4_and_opencv_without_ipp_give_what_they_gave() {
    let nearest = "alt/cv2-4.12.0.88/resize_cv2_NEAREST_EXACT";
    let cubic = "alt/cv2-5.0.0.93-noIPP/resize_cv2_CUBIC";
    let mut compared = 0;
    // Without IPP, OpenCV's vector code for the columns of CUBIC computes in floats: one value of these is off by one.
    let mut off = 0;
    for case in cases() {
        let mut pipeline = case.pipeline();
        let [.., Step::Resize(resize)] = pipeline.steps.as_mut_slice() else { continue };
        let version_4 = golden().join(format!("alt/cv2-4.12.0.88/{}.npy", case.id)).is_file();
        let own = format!("alt/{}/{}.npy", if version_4 { "cv2-4.12.0.88" } else { "cv2-5.0.0.93-noIPP" }, case.id);
        if !own.starts_with(nearest) && !own.starts_with(cubic) || !golden().join(&own).is_file() {
            continue;
        }
        resize.matches = ResizeMatches::Opencv4;
        let image = case.image();
        let tensor = pipeline.compile(&image.spec()).and_then(|plan| plan.run(&image)).expect("a run");
        let (got, want) = (tensor.to_le_bytes(), npy(&own).1.le_bytes());
        assert_eq!(got.len(), want.len(), "{own}");
        let differ = got.iter().zip(&want).filter(|(a, b)| a != b).count();
        assert!(own.starts_with(cubic) || differ == 0, "{own}: {differ} bytes differ");
        off += differ;
        compared += 1;
    }
    assert_eq!((compared, off), (6, 1));
}

#[test]
fn centernet_with_opencv_4_is_what_opencv_4_gave() {
    let manifest = manifest();
    let mut compared = 0;
    for case in cases() {
        let mut pipeline = case.pipeline();
        let warp = pipeline.steps.iter_mut().find_map(|step| match step {
            Step::WarpAffine(warp) => Some(warp),
            _ => None,
        });
        let Some(warp) = warp else { continue };
        warp.matches = WarpMatches::Opencv4;
        let image = case.image();
        let tensor = pipeline.compile(&image.spec()).and_then(|plan| plan.run(&image)).expect("a run");
        let entry = find(&manifest, &case.id);
        let own = format!("alt/cv2-4.12.0.88/{}.npy", case.id);
        if !golden().join(&own).is_file() {
            // Where an output pixel is a whole image pixel, both versions agree.
            check(entry, &tensor).unwrap_or_else(|why| panic!("{}: {why}", case.id));
            continue;
        }
        let (got, want) = (common::numbers(&tensor), npy(&own).1);
        let common::Array::F32(want) = want else { panic!("{own} holds floats") };
        // Of a large output only samples are stored.
        let at: Vec<usize> = match &entry.index_file {
            Some(index) if want.len() < got.len() => npy(index).1.whole().iter().map(|&at| at as usize).collect(),
            _ => (0..got.len()).collect(),
        };
        assert_eq!(at.len(), want.len(), "{own}");
        let differ =
            at.iter().zip(&want).filter(|&(&at, &want)| got[at].to_bits() != f64::from(want).to_bits()).count();
        assert_eq!(differ, 0, "{own}");
        assert!(check(entry, &tensor).is_err(), "{}: 4 and 5 agree", case.id);
        compared += 1;
    }
    assert_eq!(compared, 2);
}

#[test]
fn the_table_names_each_case_once_and_none_that_is_not_there() {
    let manifest = manifest();
    let cases = cases();
    let mut seen = std::collections::BTreeSet::new();
    for case in &cases {
        assert_eq!(find(&manifest, &case.id).group, case.group, "{}", case.id);
        assert!(seen.insert(&case.id), "{} is there twice", case.id);
    }
    // A table that lost cases would pass all other tests. Count up, never down.
    assert!(cases.len() >= 655, "only {} cases", cases.len());
}
