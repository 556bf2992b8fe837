//! docs/NUMERICS.md says what is measured: the column of the CPU, which is cheap to measure again.

mod common;

use std::collections::BTreeMap;
use std::{fmt, fs};

use common::{Distance, cases, distance, find, manifest, root};

#[test]
fn the_table_of_the_document_has_for_the_cpu_what_is_measured_now() {
    let manifest = manifest();
    let cases = cases();
    let mut measured: BTreeMap<&str, Measured> = BTreeMap::new();
    for case in &cases {
        let image = case.image();
        let tensor = case.pipeline().compile(&image.spec()).and_then(|plan| plan.run(&image)).expect("a run");
        let distance = distance(find(&manifest, &case.id), &tensor).expect("the shape and type of the golden");
        for group in [case.group.as_str(), "all"] {
            measured.entry(group).or_default().add(&distance);
        }
    }
    let document = fs::read_to_string(root().join("docs/NUMERICS.md")).unwrap();
    let stale: Vec<String> = measured
        .iter()
        .map(|(group, measured)| format!("| {group} | {measured} |"))
        .filter(|row| !document.lines().any(|line| line.starts_with(row)))
        .collect();
    assert!(stale.is_empty(), "run `node tools/numerics.mjs`; docs/NUMERICS.md lacks:\n{}", stale.join("\n"));
}

/// A cell of the table of docs/NUMERICS.md.
#[derive(Default)]
struct Measured {
    cases: usize,
    max: f64,
    differ: usize,
    compared: usize,
}

impl Measured {
    fn add(&mut self, distance: &Distance) {
        self.cases += 1;
        self.max = self.max.max(distance.max);
        self.differ += distance.differ;
        self.compared += distance.compared;
    }
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let max = if self.max == 0.0 { "0".into() } else { format!("{:.1e}", self.max) };
        write!(f, "{}, {max}, {} of {}", self.cases, self.differ, self.compared)
    }
}
