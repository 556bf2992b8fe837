//! Architecture: the import law of the core, one stem a stage, and files that stay readable.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// What each module of crate/src may import from the crate, lower to higher.
const LAW: &[(&str, &[&str])] = &[
    ("text", &[]),
    ("json", &[]),
    ("error", &["text"]),
    ("spec", &["error"]),
    ("constants", &["error", "spec"]),
    ("image", &["error", "spec", "json"]),
    ("tensor", &["error", "spec", "json"]),
    ("op", &["constants", "spec"]),
    ("words", &["op", "spec"]),
    ("policy", &["error", "json"]),
    ("pipeline", &["error", "spec", "constants", "op", "json", "policy"]),
    // These feed the plan.
    ("geometry", &["spec", "op"]),
    ("placement", &["error", "spec", "op", "geometry"]),
    ("point", &["op", "spec"]),
    ("taps", &["op"]),
    // Colour rules feed the plan and the executors.
    ("colour", &[]),
    (
        "plan",
        &[
            "error",
            "json",
            "spec",
            "constants",
            "image",
            "tensor",
            "op",
            "pipeline",
            "geometry",
            "placement",
            "point",
            "taps",
            "colour",
        ],
    ),
    // The two executors never see each other.
    ("cpu", &["error", "spec", "image", "tensor", "op", "plan", "geometry", "point", "taps", "colour"]),
    ("gpu", &["error", "spec", "image", "tensor", "op", "plan", "geometry", "point", "taps", "colour"]),
    ("backend", &["error", "image", "tensor", "placement", "plan", "cpu", "gpu"]),
    ("preset", &["error", "spec", "constants", "op", "pipeline", "text"]),
    ("mistake", &["error", "spec", "constants", "op", "pipeline", "text"]),
    ("export", &["error", "spec", "op", "pipeline"]),
    ("import", &["error", "spec", "op", "pipeline", "text"]),
    ("compare", &["error", "tensor"]),
    ("view", &["spec", "tensor", "plan"]),
    ("decode", &["error", "spec", "image", "json", "policy", "colour"]),
    ("lib", &["*"]),
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The files below a folder with one of the endings, in order.
fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            let skipped = ["target", "node_modules", "pkg", "dist"].iter().any(|name| path.ends_with(name));
            if !skipped {
                found.extend(files(&path, endings));
            }
        } else if path.extension().and_then(|end| end.to_str()).is_some_and(|end| endings.contains(&end)) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The modules that the code of a file names after `crate::`, whether in a `use` or in place.
fn imports(source: &str) -> BTreeSet<String> {
    let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    let mut named = BTreeSet::new();
    for line in code {
        for (at, _) in line.match_indices("crate::") {
            let before = line[..at].chars().next_back();
            if before.is_some_and(|letter| letter.is_alphanumeric() || letter == '_') {
                continue;
            }
            let rest = &line[at + "crate::".len()..];
            let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len());
            named.insert(rest[..end].to_owned());
        }
    }
    named
}

#[test]
fn the_reader_of_imports_sees_every_form_of_them() {
    let source =
        "use crate::plan::{Pass, Plan};\n// crate::gpu\n    let a = crate::cpu::run(b);\nfn f(_: &crate::spec::Size)";
    assert_eq!(imports(source).into_iter().collect::<Vec<_>>(), ["cpu", "plan", "spec"]);
}

#[test]
fn modules_import_only_what_lies_below_them() {
    let folder = root().join("crate/src");
    let mut wrong = Vec::new();
    for file in files(&folder, &["rs"]) {
        let place = file.strip_prefix(&folder).expect("a file below crate/src");
        let first = place.components().next().expect("a name").as_os_str().to_string_lossy().into_owned();
        let module = first.trim_end_matches(".rs");
        let Some((_, allowed)) = LAW.iter().find(|(name, _)| *name == module) else {
            panic!("crate/src/{module} has no place in the law; see DESIGN section 2 and tests/architecture.rs");
        };
        for import in imports(&read(&file)) {
            if import == module || allowed.contains(&import.as_str()) || allowed.contains(&"*") {
                continue;
            }
            wrong.push(format!("  {}: {module} may not import {import}", place.display()));
        }
    }
    assert!(wrong.is_empty(), "against the import law:\n{}", wrong.join("\n"));
}

#[test]
fn only_js_rs_sees_js_value() {
    let allowed = root().join("crate/wasm/src/js.rs");
    let seeing: Vec<_> = files(&root().join("crate"), &["rs"])
        .into_iter()
        .filter(|file| *file != allowed && read(file).contains("JsValue"))
        .collect();
    assert!(seeing.is_empty(), "{seeing:?}");
}

#[test]
fn the_core_says_nothing_to_a_console_and_opens_no_file() {
    for file in files(&root().join("crate/src"), &["rs"]) {
        let source = read(&file);
        // What follows the tests' attribute is theirs.
        let code = source.split("#[cfg(test)]").next().unwrap_or_default();
        for word in ["println!", "print!", "dbg!", "std::fs", "std::env", "std::net"] {
            assert!(!code.contains(word), "{}: {word}", file.display());
        }
    }
}

#[test]
fn every_shader_has_the_stem_of_a_pass_and_names_its_cpu_twin() {
    let pass = read(&root().join("crate/src/plan/pass.rs"));
    let shaders = fs::read_dir(root().join("shaders")).expect("shaders/ is there");
    let mut count = 0;
    for path in shaders.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_file()) {
        let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
        // A stage may have a second form for floats.
        let stage = stem.strip_suffix("_float").unwrap_or(&stem);
        assert!(pass.contains(&format!("=> \"{stage}\"")), "{stem}: Pass::stem names no such stage");
        let twin = format!("crate/src/cpu/{stage}.rs");
        assert!(root().join(&twin).is_file(), "{stem} has no twin {twin}");
        assert!(read(&path).contains(&format!("Twin: {twin}")), "{stem} does not name its twin {twin}");
        let back = read(&root().join(&twin));
        assert!(back.contains(&format!("Twin of shaders/{stage}.wgsl")), "{twin} does not name its twin");
        count += 1;
    }
    assert!(count > 0, "no shaders");
}

#[test]
fn every_stem_of_a_pass_has_a_shader_and_a_twin() {
    let pass = read(&root().join("crate/src/plan/pass.rs"));
    let stems: Vec<&str> = pass.split("=> \"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(stems.len() >= 5, "{stems:?}");
    for stem in stems {
        assert!(root().join(format!("crate/src/cpu/{stem}.rs")).is_file(), "no twin for {stem}");
        assert!(root().join(format!("shaders/{stem}.wgsl")).is_file(), "no shader for {stem}");
    }
}

#[test]
fn files_are_at_most_400_lines_long() {
    let folders = ["crate", "shaders"].map(|folder| root().join(folder));
    let long: Vec<String> = folders
        .iter()
        .flat_map(|folder| files(folder, &["rs", "wgsl", "ts"]))
        .map(|file| (read(&file).lines().count(), file))
        .filter(|(lines, _)| *lines > 400)
        .map(|(lines, file)| format!("  {}: {lines} lines", file.display()))
        .collect();
    assert!(long.is_empty(), "too long to be read in one go:\n{}", long.join("\n"));
}
