//! Golden: every case of tests/golden_cases.json on the CPU against the named library, bit for bit.

mod common;

use std::collections::BTreeMap;

use common::{cases, check, find, manifest};

#[test]
fn every_case_of_the_table_equals_its_library_bit_for_bit() {
    let manifest = manifest();
    let cases = cases();
    let mut passed: BTreeMap<&str, usize> = BTreeMap::new();
    let mut failures = Vec::new();
    for case in &cases {
        let image = case.image();
        let outcome = case
            .pipeline()
            .compile(&image.spec())
            .and_then(|plan| plan.run(&image))
            .map_err(|error| error.to_string())
            .and_then(|tensor| check(find(&manifest, &case.id), &tensor));
        match outcome {
            Ok(()) => *passed.entry(&case.group).or_default() += 1,
            Err(why) => failures.push(format!("  {}: {why}", case.id)),
        }
    }
    eprintln!("{} of {} cases equal their library bit for bit: {passed:?}", cases.len() - failures.len(), cases.len());
    assert!(failures.is_empty(), "{} cases differ:\n{}", failures.len(), failures.join("\n"));
}
