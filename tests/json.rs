//! JSON as the schema has it: nothing that serde alone would take besides, and no refusal in the words of Rust's types.

use std::collections::BTreeSet;

use pixelproof::{Error, ErrorKind, ImageSpec, Pipeline, TensorSpec};
use serde_json::{Value, json};

/// The distinct steps of the golden table, and a fit of every kind.
fn steps() -> Vec<Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden_cases.json");
    let cases: Value = serde_json::from_str(&std::fs::read_to_string(path).expect("a table")).expect("JSON");
    let of_cases = cases.as_array().expect("a list").iter().flat_map(|case| case["pipeline"]["steps"].as_array());
    let mut steps: BTreeSet<String> = of_cases.flatten().map(Value::to_string).collect();
    for fit in [
        json!({"stretch": {"width": 3, "height": 4}}),
        json!({"shortest_edge": 3}),
        json!({"shortest_edge_up_to": {"edge": 3, "limit": 5, "rounding": "torchvision"}}),
        json!({"longest_edge": {"edge": 3, "rounding": "half-up"}}),
        json!({"inside": {"width": 3, "height": 4, "rounding": "ceil"}}),
        json!({"height": {"height": 3, "max_width": 4, "rounding": "ceil"}}),
        json!({"keep_ratio": {"width": 3, "height": 4, "longest": 0.5}}),
        json!({"pixel_area": {"min": 3, "max": 400, "multiple": 2}}),
        json!({"multiple_of": {"width": 3, "height": 4, "multiple": 2, "keep_ratio": true}}),
        json!({"thumbnail": {"width": 3, "height": 4}}),
    ] {
        let resize = json!({"op": "resize", "matches": "pillow", "filter": "bilinear", "fit": fit, "antialias": null,
            "region": {"left": 0, "top": 0, "right": 1, "bottom": 1}, "reducing_gap": 2});
        steps.insert(resize.to_string());
    }
    steps.iter().map(|step| serde_json::from_str(step).expect("JSON")).collect()
}

fn pipeline(json: &Value) -> Result<Pipeline, Error> {
    Pipeline::from_json(&json.to_string())
}

/// Every value with one of its parts replaced, once by each of `others`.
fn replaced(value: &Value, others: &[Value], found: &mut Vec<Value>) {
    found.extend(others.iter().filter(|other| *other != value).cloned());
    let mut parts = Vec::new();
    match value {
        Value::Object(fields) => {
            for (key, part) in fields {
                replaced(part, others, &mut parts);
                found.extend(parts.drain(..).map(|part| {
                    let mut changed = fields.clone();
                    changed.insert(key.clone(), part);
                    Value::Object(changed)
                }));
            }
        }
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                replaced(item, others, &mut parts);
                found.extend(parts.drain(..).map(|part| {
                    let mut changed = items.clone();
                    changed[at] = part;
                    Value::Array(changed)
                }));
            }
        }
        _ => {}
    }
}

#[test]
fn no_refusal_speaks_of_rusts_types() {
    let huge: Value = serde_json::from_str("1e300").expect("a number");
    let others = [
        json!(null),
        json!(true),
        json!(-7),
        json!(2.5),
        huge,
        json!("x"),
        json!([]),
        json!([null]),
        json!({}),
        json!({"x": 1}),
    ];
    let mut refused = 0;
    for step in steps() {
        let mut wrong = Vec::new();
        replaced(&json!({"steps": [step]}), &others, &mut wrong);
        for json in wrong {
            let Err(error) = pipeline(&json) else { continue };
            refused += 1;
            assert_eq!(error.kind(), ErrorKind::InvalidPipeline, "{json}: {error}");
            let text = error.to_string();
            // The names between quotes are those of JSON.
            let prose: String = text.split(['`', '"']).step_by(2).collect();
            for word in [
                "struct",
                "enum",
                "tuple",
                "identifier",
                "newtype",
                "unit",
                "sequence",
                " map",
                "f64",
                "u32",
                "Step",
                "floating",
            ] {
                assert!(!prose.contains(word), "{word:?} for {json}: {text}");
            }
            assert!(text.len() < 700, "{json}: {text}");
        }
    }
    assert!(refused > 10_000, "only {refused} were refused");
}

#[test]
fn what_is_read_is_written_with_the_same_kinds_in_the_same_places() {
    fn is_part(given: &Value, written: &Value) -> bool {
        match (given, written) {
            (Value::Object(given), Value::Object(written)) => given
                .iter()
                .all(|(key, given)| given.is_null() || written.get(key).is_some_and(|written| is_part(given, written))),
            (Value::Array(given), Value::Array(written)) => {
                given.len() == written.len()
                    && given.iter().zip(written).all(|(given, written)| is_part(given, written))
            }
            (Value::Number(given), Value::Number(written)) => given.as_f64() == written.as_f64(),
            _ => given == written,
        }
    }
    let others = [
        json!(null),
        json!(0),
        json!("bilinear"),
        json!([3, 4]),
        json!([[3, 4]]),
        json!({"bilinear": null}),
        json!({"stretch": [3, 4]}),
    ];
    let mut read = 0;
    for step in steps() {
        let mut changed = vec![json!({"steps": [step.clone()]})];
        replaced(&json!({"steps": [step]}), &others, &mut changed);
        for json in changed {
            let Ok(pipeline) = pipeline(&json) else { continue };
            read += 1;
            let written: Value = serde_json::from_str(&pipeline.to_json()).expect("JSON");
            assert!(is_part(&json, &written), "{json} was read as {written}");
        }
    }
    assert!(read > 100, "only {read} were read");
}

#[test]
fn a_list_in_the_place_of_an_object_is_refused_with_the_object() {
    for (json, place, right) in [
        (json!([null, null, null, null, null, []]), "the whole is a list", r#"{"steps":[]}"#),
        (json!({"steps": [["convert_order", "RGB"]]}), "steps[0] is a list", r#"{"op":"convert_order","to":"RGB"}"#),
        (
            json!({"steps": [{"op": "center_crop", "size": [3, 4]}]}),
            "steps[0].size is a list",
            r#"{"height":4,"width":3}"#,
        ),
        (json!({"steps": [{"op": "layout", "to": {"NCHW": null}}]}), "steps[0].to is an object", r#""NCHW""#),
    ] {
        let error = pipeline(&json).expect_err("a list for an object");
        assert_eq!(error.kind(), ErrorKind::InvalidPipeline, "{error}");
        for part in [place, "belongs", right] {
            assert!(error.message().contains(part), "no {part} in: {error}");
        }
    }
    let image = r#"{"size": [3, 4], "format": "Rgb8", "range": "0-255"}"#;
    assert_eq!(ImageSpec::from_json(image).expect_err("a list").kind(), ErrorKind::InvalidInput);
    assert_eq!(
        ImageSpec::from_json(r#"[[3, 4], "Rgb8", "0-255"]"#).expect_err("a list").kind(),
        ErrorKind::InvalidInput
    );
    let tensor = r#"[{"width": 3, "height": 4}, "RGB", "0-1", "NCHW", "f32"]"#;
    assert_eq!(TensorSpec::from_json(tensor).expect_err("a list").kind(), ErrorKind::InvalidInput);
}

#[test]
fn a_key_that_is_there_twice_is_refused() {
    for json in [
        r#"{"steps": [], "steps": []}"#,
        r#"{"name": "a", "name": "b", "steps": []}"#,
        r#"{"steps": [{"op": "layout", "to": "NCHW", "to": "NHWC"}]}"#,
        r#"{"steps": [{"op": "layout", "op": "layout", "to": "NCHW"}]}"#,
        r#"{"steps": [{"op": "center_crop", "size": {"width": 1, "width": 2, "height": 3}}]}"#,
        r#"{"steps": [{"op": "pad", "to": {"multiple": 2, "multiple": 4}}]}"#,
        r#"{"steps": [{"op": "pad", "to": {"edges": {"left": 1, "left": 2, "top": 0, "right": 0, "bottom": 0}}}]}"#,
    ] {
        assert_eq!(Pipeline::from_json(json).expect_err(json).kind(), ErrorKind::InvalidPipeline, "{json}");
    }
    let image = r#"{"size": {"width": 3, "height": 4}, "format": "Rgb8", "format": "Bgr8", "range": "0-255"}"#;
    assert_eq!(ImageSpec::from_json(image).expect_err("twice").kind(), ErrorKind::InvalidInput);
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_text() {
    assert_eq!(Pipeline::from_json("\u{feff}{\"steps\": []}"), Pipeline::from_json("{\"steps\": []}"));
}

#[test]
fn a_refusal_says_where_in_the_text() {
    let error = Pipeline::from_json("{\n  \"steps\": 7\n}").expect_err("a number");
    assert!(error.message().contains("expected a list at line 2 column 12"), "{error}");
}
