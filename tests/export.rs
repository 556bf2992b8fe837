//! Exports: a pipeline as another tool's code or options, refused at the step that the tool cannot express.

use pixelproof::export::{Target, to};
use pixelproof::{ErrorKind, Pipeline, Preset, import};
use serde_json::Value;

fn preset(name: &str) -> Pipeline {
    Preset::find(name).unwrap().pipeline()
}

fn pipeline(json: &str) -> Pipeline {
    Pipeline::from_json(json).unwrap()
}

/// RGB, 0-1, ImageNet's constants, and nothing else.
fn numbers() -> Pipeline {
    pipeline(
        r#"{"steps": [
            {"op": "convert_order", "to": "RGB"},
            {"op": "rescale", "from": "0-255", "to": "0-1"},
            {"op": "normalise", "mean": [0.485, 0.456, 0.406], "std": [0.229, 0.224, 0.225], "order": "RGB", "range": "0-1"},
            {"op": "layout", "to": "NCHW"}
        ]}"#,
    )
}

#[test]
fn openvinos_flags_are_in_the_models_order_and_turn_the_applications_bgr() {
    let flags = to(Target::Openvino, &numbers()).unwrap();
    let right = "--reverse_input_channels --mean_values [123.675,116.28,103.53] --scale_values [58.395,57.12,57.375]\n";
    assert_eq!(flags, right);
    // And back: the same model input for the same picture.
    let back = import::from_bytes("flags.txt", format!("mo {flags}").as_bytes()).unwrap().pipeline;
    let spec = pixelproof::ImageSpec::bytes(pixelproof::Size::new(1, 1), pixelproof::PixelFormat::Rgb8);
    let run = |pipeline: &Pipeline| {
        let image = pixelproof::Image::from_u8(spec, vec![200, 100, 50]).unwrap();
        let tensor = pipeline.compile(&spec).unwrap().run(&image).unwrap();
        match tensor.data() {
            pixelproof::TensorData::F32(values) => values.clone(),
            other => panic!("{other:?}"),
        }
    };
    for (a, b) in run(&numbers()).iter().zip(run(&back)) {
        assert!((a - b).abs() < 1e-6, "{a} {b}");
    }
}

#[test]
fn onnxruntime_webs_mean_is_the_divisor_and_its_bias_is_added_first() {
    let options: Value = serde_json::from_str(&to(Target::OnnxruntimeWeb, &numbers()).unwrap()).unwrap();
    let f32s = |list: &Value| list.as_array().unwrap().iter().map(|v| v.as_f64().unwrap() as f32).collect::<Vec<_>>();
    assert_eq!(f32s(&options["norm"]["mean"]), [58.395, 57.12, 57.375]);
    assert_eq!(f32s(&options["norm"]["bias"]), [-123.675, -116.28, -103.53]);
    assert_eq!((&options["tensorFormat"], &options["tensorLayout"]), (&"RGB".into(), &"NCHW".into()));
}

#[test]
fn ncnns_norm_multiplies() {
    let code = to(Target::Ncnn, &numbers()).unwrap();
    assert!(code.contains("mean_vals[3] = {123.675f, 116.28f, 103.53f}"), "{code}");
    assert!(code.contains("norm_vals[3] = {0.017124753f,"), "{code}");
    let back = import::from_bytes("in.cpp", code.as_bytes()).unwrap();
    assert!(back.unknown.is_empty());
}

#[test]
fn a_step_that_a_target_has_not_is_refused_by_its_place() {
    for target in [Target::Openvino, Target::OnnxruntimeWeb, Target::Ncnn, Target::Opencv, Target::Mmdetection] {
        let error = to(target, &preset("torchvision/resnet50")).unwrap_err();
        assert_eq!((error.kind(), error.step()), (ErrorKind::Unsupported, Some(1)), "{target:?}: {error}");
        assert!(error.message().starts_with(target.name()), "{error}");
    }
    let error = to(Target::Torchvision, &preset("keras/caffe")).unwrap_err();
    assert_eq!(error.step(), Some(0), "{error}");
    let hue = pipeline(r#"{"steps": [{"op": "convert_order", "to": "BGR"}, {"op": "hue_shift", "alpha": 0.1}]}"#);
    for target in Target::ALL {
        let error = to(target, &hue).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported, "{target:?}: {error}");
        assert!(error.step().is_some(), "{target:?}: {error}");
    }
}

#[test]
fn torchvision_gets_its_own_transforms_back() {
    let code = to(Target::Torchvision, &preset("torchvision/resnet50")).unwrap();
    for line in [
        "T.Resize(256, interpolation=T.InterpolationMode.BILINEAR),",
        "T.CenterCrop((224, 224)),",
        "T.ToTensor(),",
        "T.Normalize(mean=[0.485, 0.456, 0.406], std=[0.229, 0.224, 0.225]),",
        ".unsqueeze(0)",
    ] {
        assert!(code.contains(line), "no {line:?} in:\n{code}");
    }
}

#[test]
fn hugging_face_reads_back_what_was_written_for_it() {
    for config in ["hf_clip_vit_base_patch32", "hf_small_vit", "hf_small_detr", "hf_dinov2_base"] {
        for suffix in ["", "Pil"] {
            let path = format!("{}/tests/golden/configs/{config}.json", env!("CARGO_MANIFEST_DIR"));
            let mut value: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
            let class = format!("{}{suffix}", value["image_processor_type"].as_str().unwrap());
            value["image_processor_type"] = class.into();
            let first = import::from_bytes("preprocessor_config.json", value.to_string().as_bytes()).unwrap().pipeline;
            let written = to(Target::HuggingFace, &first).unwrap_or_else(|error| panic!("{config}{suffix}: {error}"));
            let again = import::from_bytes("preprocessor_config.json", written.as_bytes()).unwrap();
            assert_eq!(again.pipeline.steps, first.steps, "{config}{suffix}");
            assert!(again.unknown.is_empty());
        }
    }
}

#[test]
fn mmdetection_reads_back_what_was_written_for_it() {
    let bytes = include_bytes!("import/faster_rcnn_mmdet3.py");
    let first = import::from_bytes("faster_rcnn.py", bytes).unwrap().pipeline;
    let written = to(Target::Mmdetection, &first).unwrap();
    let again = import::from_bytes("again.py", written.as_bytes()).unwrap();
    assert_eq!(again.pipeline.steps, first.steps, "{written}");
}

#[test]
fn opencv_gets_a_letterbox_in_lines_of_python() {
    let bytes = include_bytes!("import/metadata.yaml");
    let yolo = import::from_bytes("metadata.yaml", bytes).unwrap().pipeline;
    let code = to(Target::Opencv, &yolo).unwrap();
    for line in [
        "s = min(480 / h, 640 / w)",
        "size = round(w * s), round(h * s)",
        "cv2.INTER_LINEAR",
        "114, 114, 114",
        "np.float32(255)",
    ] {
        assert!(code.contains(line), "no {line:?} in:\n{code}");
    }
}
