//! Imports: a model's own config gives the tensor of the library that it is for, and says what it read, assumed and did not
//! know.

mod common;

use std::fs;

use common::{cases, find, golden, manifest, root};
use pixelproof::import::{Backend, Family, Imported, Options, WarningKind, from_bytes, from_bytes_with};
use pixelproof::{Composite, ErrorKind, Pipeline, Step, Tensor};
use serde_json::{Value, json};

fn file(name: &str) -> Vec<u8> {
    fs::read(root().join("tests/import").join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn import(name: &str) -> Imported {
    from_bytes(name, &file(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn steps(imported: &Imported) -> Value {
    serde_json::to_value(&imported.pipeline.steps).unwrap()
}

/// The manifest's cases that name a config, with it.
fn configs() -> Vec<(String, String)> {
    let text = fs::read_to_string(golden().join("manifest.json")).unwrap();
    let manifest: Value = serde_json::from_str(&text).unwrap();
    let cases = manifest["cases"].as_array().unwrap().iter().filter(|case| case["group"] == "pipeline");
    cases
        .filter_map(|case| Some((case["id"].as_str()?.to_owned(), case["params"]["config"].as_str()?.to_owned())))
        .collect()
}

fn imported(id: &str, config: &str) -> Imported {
    let bytes = fs::read(golden().join(config)).unwrap();
    let tensor = Options { backend: Some(Backend::Torch), ..Options::default() };
    if config.contains("torchvision_") {
        let value: Value = serde_json::from_slice(&bytes).unwrap();
        let name = format!("torchvision:{}", value["weights"].as_str().unwrap());
        let options = if id.contains("_tensor__") { tensor } else { Options::default() };
        return from_bytes_with(&name, &[], &options).unwrap();
    }
    if id.contains("_pil") {
        // The class's other name asks for the backend.
        let mut value: Value = serde_json::from_slice(&bytes).unwrap();
        let class = format!("{}Pil", value["image_processor_type"].as_str().unwrap());
        value["image_processor_type"] = class.into();
        return from_bytes("preprocessor_config.json", value.to_string().as_bytes()).unwrap();
    }
    from_bytes(config, &bytes).unwrap_or_else(|error| panic!("{config}: {error}"))
}

/// What the case compares has no axis for the batch.
fn without_batch(pipeline: &Pipeline) -> Pipeline {
    let json = pipeline.to_json().replace("\"NCHW\"", "\"CHW\"");
    Pipeline::from_json(&json).unwrap()
}

#[test]
fn every_config_of_the_goldens_gives_its_librarys_tensor_bit_for_bit() {
    let (manifest, cases) = (manifest(), cases());
    let (mut equal, mut within, mut failures) = (0, 0, Vec::new());
    for (id, config) in configs() {
        let case = cases.iter().find(|case| case.id == id).unwrap_or_else(|| panic!("{id} is not in the table"));
        let mut imported = imported(&id, &config);
        assert!(imported.unknown.is_empty(), "{config}: {:?}", imported.unknown);
        if id.contains("_rgba") {
            // Only a picture with alpha can be laid over white.
            imported.pipeline.steps.insert(0, Step::Composite(Composite::default()));
        }
        let image = case.image();
        let run = without_batch(&imported.pipeline).compile(&image.spec()).and_then(|plan| plan.run(&image));
        let checked =
            run.map_err(|error| error.to_string()).and_then(|tensor: Tensor| case.check(find(&manifest, &id), &tensor));
        match checked {
            Ok(()) if case.tolerance.is_some() => within += 1,
            Ok(()) => equal += 1,
            Err(why) => failures.push(format!("  {id}: {why}")),
        }
    }
    eprintln!("{equal} tensors equal bit for bit, {within} within the tolerance of their line");
    assert!(failures.is_empty(), "{} differ:\n{}", failures.len(), failures.join("\n"));
    assert!(equal >= 92 && within == 2, "only {equal} and {within} were compared");
}

/// A config with the parameters of a golden that names none.
fn written(id: &str, params: &Value) -> Option<(&'static str, String)> {
    let python = |value: &Value| value.to_string();
    let rgb = if id.contains("_pytorch") { "True" } else { "False" };
    let (mean, std, scale) = (python(&params["mean"]), python(&params["std"]), python(&params["scale"]));
    let resize = format!("dict(type='Resize', scale={scale}, keep_ratio=True)");
    if id.starts_with("pipe_mmdet2") {
        return Some((
            "mmdet2.py",
            format!(
                "img_norm_cfg = dict(mean={mean}, std={std}, to_rgb={rgb})\n\
             test_pipeline = [{resize}, dict(type='Normalize', **img_norm_cfg), dict(type='Pad', size_divisor=32)]\n"
            ),
        ));
    }
    if id.starts_with("pipe_mmdet3") {
        return Some((
            "mmdet3.py",
            format!(
                "test_pipeline = [{resize}]\n\
             data_preprocessor = dict(mean={mean}, std={std}, bgr_to_rgb={rgb}, pad_size_divisor=32)\n"
            ),
        ));
    }
    if id.starts_with("pipe_detectron2") {
        let (edge, limit) = if id.contains("_800__") { (800, 1333) } else { (30, 43) };
        let yaml = format!(
            "MODEL: {{BACKBONE: {{NAME: build_resnet_fpn_backbone}}}}\nINPUT: {{MIN_SIZE_TEST: {edge}, MAX_SIZE_TEST: {limit}}}\n"
        );
        return Some(("detectron2.yaml", yaml));
    }
    if id.starts_with("norm_yolox") {
        let (size, legacy) = (params["size"].as_u64().unwrap_or(640), params["legacy"].as_bool().unwrap_or(false));
        let legacy = if legacy { "True" } else { "False" };
        return Some((
            "yolox.py",
            format!(
                "class Exp:\n    def __init__(self):\n        self.test_size = ({size}, {size})\n        self.t = ValTransform(legacy={legacy})\n"
            ),
        ));
    }
    (id.starts_with("norm_ultralytics") && !id.contains("_u8_"))
        .then(|| ("metadata.yaml", format!("stride: 32\ntask: detect\nimgsz: [{0}, {0}]\n", params["size"])))
}

#[test]
fn configs_with_the_parameters_of_the_other_goldens_give_their_tensors_too() {
    let text = fs::read_to_string(golden().join("manifest.json")).unwrap();
    let all: Value = serde_json::from_str(&text).unwrap();
    let (manifest, cases) = (manifest(), cases());
    let (mut equal, mut failures) = (0, Vec::new());
    for entry in all["cases"].as_array().unwrap() {
        let id = entry["id"].as_str().unwrap();
        let Some((name, config)) = written(id, &entry["params"]) else { continue };
        let case = cases.iter().find(|case| case.id == id).unwrap_or_else(|| panic!("{id} is not in the table"));
        let imported = from_bytes(name, config.as_bytes()).unwrap_or_else(|error| panic!("{id}: {error}\n{config}"));
        let image = case.image();
        let run = without_batch(&imported.pipeline).compile(&image.spec()).and_then(|plan| plan.run(&image));
        match run.map_err(|error| error.to_string()).and_then(|tensor| case.check(find(&manifest, id), &tensor)) {
            Ok(()) => equal += 1,
            Err(why) => failures.push(format!("  {id}: {why}")),
        }
    }
    eprintln!("{equal} tensors of OpenMMLab, detectron2, YOLOX and Ultralytics equal bit for bit");
    assert!(failures.is_empty(), "{} differ:\n{}", failures.len(), failures.join("\n"));
    assert!(equal >= 15, "only {equal} were compared");
}

#[test]
fn each_family_is_told_by_its_file() {
    for (name, family) in [
        ("preprocessor_config_qwen2_vl.json", Family::HuggingFace),
        ("preprocessor_config_old_vit.json", Family::HuggingFace),
        ("processor_config_siglip.json", Family::HuggingFace),
        ("timm_config.json", Family::Timm),
        ("metadata.yaml", Family::Ultralytics),
        ("infer_cfg.yml", Family::PaddleDetection),
        ("infer_cfg_keep_ratio.yml", Family::PaddleDetection),
        ("inference_det.yml", Family::PaddleOcr),
        ("inference_rec.yml", Family::PaddleOcr),
        ("faster_rcnn_mmdet2.py", Family::Openmmlab),
        ("faster_rcnn_mmdet3.py", Family::Openmmlab),
        ("pipeline.json", Family::Openmmlab),
        ("Base-RCNN-FPN.yaml", Family::Detectron2),
        ("faster_rcnn_R_50_FPN_3x.yaml", Family::Detectron2),
        ("yolo_model.xml", Family::Openvino),
        ("classification.xml", Family::Openvino),
        ("mo_flags.txt", Family::Openvino),
        ("config_infer_primary.txt", Family::Deepstream),
        ("config_infer_bgr.txt", Family::Deepstream),
        ("yolox_s.py", Family::Yolox),
        ("yolox_legacy.py", Family::Yolox),
        ("rknn_convert.py", Family::Rknn),
        ("rknn_toolkit1.json", Family::Rknn),
        ("retinaface.cpp", Family::Ncnn),
        ("squeezenet.cpp", Family::Ncnn),
        ("smp_resnet34.json", Family::Smp),
        ("smp_vgg.json", Family::Smp),
        ("coreml_convert.py", Family::Coreml),
        ("coreml.json", Family::Coreml),
    ] {
        let imported = import(name);
        assert_eq!(imported.family, family, "{name}");
        assert!(!imported.read.is_empty(), "{name} read nothing");
        let spec = pixelproof::ImageSpec::bytes(pixelproof::Size::new(640, 480), pixelproof::PixelFormat::Rgb8);
        imported.pipeline.compile(&spec).unwrap_or_else(|error| panic!("{name}: {error}\n{:#}", steps(&imported)));
    }
}

#[test]
fn a_key_that_is_not_known_is_reported_by_its_full_name() {
    for (name, key) in [
        ("processor_config_siglip.json", "image_processor.sharpen"),
        ("infer_cfg_keep_ratio.yml", "nms_style"),
        ("faster_rcnn_mmdet3.py", "data_preprocessor.blur"),
        ("faster_rcnn_R_50_FPN_3x.yaml", "INPUT.SHARPEN"),
        ("yolo_model.xml", "model_info.sharpness"),
        ("config_infer_primary.txt", "sharpen"),
        ("rknn_convert.py", "sharpen"),
        ("smp_vgg.json", "gamma"),
        ("coreml.json", "gamma"),
    ] {
        assert_eq!(import(name).unknown, [key], "{name}");
    }
    let timm = from_bytes("config.json", br#"{"input_size": [3, 224, 224], "gamma": 1}"#).unwrap();
    assert_eq!(timm.unknown, ["gamma"]);
    let yolo = from_bytes("metadata.yaml", b"stride: 32\ntask: detect\nimgsz: [640, 640]\ngamma: 1\n").unwrap();
    assert_eq!(yolo.unknown, ["gamma"]);
}

#[test]
fn a_type_that_is_not_known_is_one_error_with_the_nearest_known() {
    for (name, bytes, nearest) in [
        ("preprocessor_config.json", r#"{"image_processor_type": "ViTImageProcesor"}"#, "ViTImageProcessor"),
        ("torchvision:ResNet50_Weights.IMAGENET1K_V9", "", "ResNet50_Weights.IMAGENET1K_V"),
        ("keras:ResNet51", "", "ResNet50"),
        ("metadata.yaml", "stride: 32\ntask: detekt\n", "detect"),
        ("infer_cfg.yml", "Preprocess: [{type: Resise, target_size: [1, 1]}]", "Resize"),
        ("inference.yml", "transforms: [{NormaliseImage: {}}]", "NormalizeImage"),
        ("cfg.py", "test_pipeline = [dict(type='Normalise')]", "Normalize"),
        (
            "cfg.xml",
            r#"<net><rt_info><model_info><resize_type value="standart"/></model_info></rt_info></net>"#,
            "standard",
        ),
        ("cfg.json", r#"{"input_space": "RBG"}"#, "RGB"),
    ] {
        let error = from_bytes(name, bytes.as_bytes()).err().unwrap_or_else(|| panic!("{name} was read"));
        assert!(matches!(error.kind(), ErrorKind::Unsupported | ErrorKind::InvalidInput), "{name}: {error}");
        assert!(error.to_string().contains(nearest), "{name}: {error}");
    }
    let patches = r#"{"image_processor_type": "Pix2StructImageProcessor"}"#;
    let error = from_bytes("preprocessor_config.json", patches.as_bytes()).unwrap_err();
    assert!(error.kind() == ErrorKind::Unsupported && error.to_string().contains("is known"), "{error}");
}

#[test]
fn bombs_and_monsters_are_refused_before_they_grow() {
    let mut bomb = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for level in 1..9 {
        let names = vec![format!("*a{}", level - 1); 10].join(", ");
        bomb += &format!("a{level}: &a{level} [{names}]\n");
    }
    bomb += "Preprocess: *a8\n";
    let deep = format!("Preprocess: {}{}", "[".repeat(5000), "]".repeat(5000));
    let deep_json = format!("{{\"image_processor\": {}{}}}", "[".repeat(5000), "]".repeat(5000));
    let entity =
        r#"<!DOCTYPE a [<!ENTITY b "xxxxxxxxxx"><!ENTITY c "&b;&b;&b;&b;">]><net><rt_info>&c;</rt_info></net>"#;
    let python = format!("test_size = {}1{}", "(".repeat(60_000), ")".repeat(60_000));
    let chain = format!("x = {}1", "not ".repeat(60_000));
    let doubling: String =
        std::iter::once("a = [1, 2, 3, 4]\n".into()).chain((0..40).map(|_| "a = [a, a]\n".to_owned())).collect();
    for (name, bytes) in [
        ("bomb.yml", bomb.into_bytes()),
        ("deep.yml", deep.into_bytes()),
        ("deep.json", deep_json.into_bytes()),
        ("entity.xml", entity.into()),
        ("deep.py", python.into_bytes()),
        ("chain.py", chain.into_bytes()),
        ("doubling.py", doubling.into_bytes()),
        ("product.py", b"a = [0] * 1000000000\n".to_vec()),
        ("large.json", vec![b' '; 100 << 20]),
        ("latin.json", b"{\"a\": \"\xe9\"}".to_vec()),
        ("noise.onnx", b"\x0a\xff\xff\xff\xff\xff\xff".to_vec()),
        ("empty.py", Vec::new()),
        ("empty.json", Vec::new()),
    ] {
        let error = from_bytes(name, &bytes).err().unwrap_or_else(|| panic!("{name} was read"));
        assert!(matches!(error.kind(), ErrorKind::Limits | ErrorKind::InvalidInput), "{name}: {error}");
        assert!(error.to_string().len() < 600, "{name}: {error}");
    }
    assert_eq!(from_bytes("large.json", &vec![b' '; 100 << 20]).unwrap_err().kind(), ErrorKind::Limits);
}

#[test]
fn a_value_of_the_wrong_kind_names_the_key_what_it_should_be_and_what_it_is() {
    let config = br#"{"image_processor_type": "ViTImageProcessor", "do_resize": "often"}"#;
    let error = from_bytes("preprocessor_config.json", config).unwrap_err();
    assert!(error.message().contains("`do_resize`"), "{error}");
    assert_eq!((error.expected_value(), error.got_value()), (Some("true or false"), Some("\"often\"")));
    let config = br#"{"image_processor_type": "ViTImageProcessor", "resample": 9}"#;
    assert_eq!(from_bytes("p.json", config).unwrap_err().got_value(), Some("9"));
}

#[test]
fn qwens_edges_are_areas_and_its_patches_are_said_to_be_missing() {
    let imported = import("preprocessor_config_qwen2_vl.json");
    let area = json!({"pixel_area": {"min": 3136, "max": 12_845_056, "multiple": 28}});
    assert_eq!(steps(&imported)[1]["fit"], area);
    assert!(imported.warnings.iter().any(|warning| warning.kind == WarningKind::Incomplete));
    assert!(imported.assumed.iter().any(|assumption| assumption.what == "do_resize = true"));
}

#[test]
fn an_old_feature_extractor_with_one_number_as_its_size_is_squashed() {
    let imported = import("preprocessor_config_old_vit.json");
    assert_eq!(steps(&imported)[1]["fit"], json!({"stretch": {"width": 224, "height": 224}}));
    let clip = br#"{"feature_extractor_type": "CLIPFeatureExtractor", "size": 224, "crop_size": 224}"#;
    assert_eq!(steps(&from_bytes("p.json", clip).unwrap())[1]["fit"], json!({"shortest_edge": 224}));
    let detr = br#"{"feature_extractor_type": "DetrFeatureExtractor", "size": 800, "max_size": 1333}"#;
    let fit = json!({"shortest_edge_up_to": {"edge": 800, "limit": 1333, "rounding": "hugging-face"}});
    assert_eq!(steps(&from_bytes("p.json", detr).unwrap())[1]["fit"], fit);
}

#[test]
fn mobilevit_is_fed_bgr_that_is_not_normalised() {
    let config = br#"{"image_processor_type": "MobileViTImageProcessor", "do_flip_channel_order": true}"#;
    let imported = from_bytes("preprocessor_config.json", config).unwrap();
    let names: Vec<&str> = imported.pipeline.steps.iter().map(|step| step.name()).collect();
    assert_eq!(names, ["convert_order", "resize", "center_crop", "rescale", "convert_order", "layout"]);
    assert_eq!(steps(&imported)[4]["to"], "BGR");
}

#[test]
fn timms_test_size_applies_only_where_it_is_asked_for() {
    let bytes = file("timm_config.json");
    let fit = |test_size| {
        let options = Options { test_size, ..Options::default() };
        steps(&from_bytes_with("config.json", &bytes, &options).unwrap())[1]["fit"].clone()
    };
    assert_eq!(fit(false), json!({"shortest_edge": 235}));
    assert_eq!(fit(true), json!({"shortest_edge": 288}));
}

#[test]
fn a_model_of_torchvision_by_its_name_takes_the_default_weights_and_says_so() {
    let imported = from_bytes("torchvision:resnet50", &[]).unwrap();
    assert_eq!(imported.pipeline.name.as_deref(), Some("ResNet50_Weights.IMAGENET1K_V2"));
    assert!(imported.assumed.iter().any(|assumption| assumption.what == "the default weights"));
    let detection = from_bytes("torchvision:SSD300_VGG16_Weights.COCO_V1", &[]).unwrap();
    assert!(!detection.pipeline.steps.iter().any(|step| step.name() == "normalise"));
}

#[test]
fn every_weights_of_torchvision_and_every_application_of_keras_compiles() {
    let table: Value = serde_json::from_str(include_str!("../crate/src/import/torchvision.json")).unwrap();
    let spec = pixelproof::ImageSpec::bytes(pixelproof::Size::new(64, 48), pixelproof::PixelFormat::Rgb8);
    let mut count = 0;
    for (class, members) in table.as_object().unwrap() {
        for member in members.as_object().unwrap().keys() {
            let imported = from_bytes(&format!("torchvision:{class}.{member}"), &[]).unwrap();
            imported.pipeline.compile(&spec).unwrap_or_else(|error| panic!("{class}.{member}: {error}"));
            count += 1;
        }
    }
    assert!(count > 200, "{count}");
    for name in ["vgg16", "ResNet50V2", "DenseNet121", "EfficientNetB0"] {
        from_bytes(&format!("keras:{name}"), &[]).unwrap().pipeline.compile(&spec).unwrap();
    }
}

#[test]
fn a_keras_application_is_its_preset() {
    for (name, preset) in
        [("ResNet50", "caffe"), ("MobileNetV2", "tf"), ("DenseNet121", "torch"), ("EfficientNetB0", "identity")]
    {
        let imported = from_bytes(&format!("keras:{name}"), &[]).unwrap();
        let preset = pixelproof::Preset::find(&format!("keras/{preset}")).unwrap();
        assert_eq!(imported.pipeline.steps, preset.pipeline().steps, "{name}");
    }
}

#[test]
fn detectron2_reads_the_file_that_its_base_names_or_says_that_it_is_missing() {
    let bytes = file("faster_rcnn_R_50_FPN_3x.yaml");
    let find = |name: &str| Some(file(name));
    let options = Options { base: Some(&find), ..Options::default() };
    let whole = from_bytes_with("faster_rcnn.yaml", &bytes, &options).unwrap();
    let fit = json!({"shortest_edge_up_to": {"edge": 800, "limit": 1000, "rounding": "detectron2"}});
    assert_eq!(steps(&whole)[1]["fit"], fit);
    assert_eq!(steps(&whole)[3]["to"], json!({"multiple": 32}));
    let alone = from_bytes("faster_rcnn.yaml", &bytes).unwrap();
    assert!(alone.warnings.iter().any(|warning| warning.kind == WarningKind::Incomplete));
    assert!(!alone.pipeline.steps.iter().any(|step| step.name() == "pad"));
    let itself = |_: &str| Some(b"_BASE_: again.yaml".to_vec());
    let options = Options { base: Some(&itself), ..Options::default() };
    assert_eq!(from_bytes_with("again.yaml", &bytes, &options).unwrap_err().kind(), ErrorKind::Limits);
}

#[test]
fn mmdet_2_and_3_and_mmdeploy_say_the_same_in_their_own_words() {
    let two = import("faster_rcnn_mmdet2.py");
    assert_eq!(steps(&two)[0]["to"], "RGB");
    assert_eq!(steps(&two)[1]["fit"], json!({"inside": {"width": 1333, "height": 800, "rounding": "mmcv"}}));
    assert_eq!(steps(&two)[2]["arithmetic"], "mmcv");
    assert_eq!(steps(&two)[3]["to"], json!({"multiple": 32}));
    assert!(two.warnings.iter().any(|warning| warning.message.contains("_base_")));
    let three = import("faster_rcnn_mmdet3.py");
    assert_eq!((&steps(&three)[0]["to"], &steps(&three)[2]["order"]), (&json!("BGR"), &json!("BGR")));
    let deployed = import("pipeline.json");
    assert_eq!(steps(&deployed)[1]["fit"], json!({"stretch": {"width": 320, "height": 320}}));
    assert!(deployed.warnings.iter().any(|warning| warning.kind == WarningKind::Trap));
}

#[test]
fn paddles_interp_2_is_bicubic_and_its_ocr_keeps_rgb_constants_on_bgr() {
    assert_eq!(steps(&import("infer_cfg.yml"))[1]["filter"], "bicubic");
    let ocr = import("inference_det.yml");
    let list = steps(&ocr);
    let normalise = list.as_array().unwrap().iter().find(|step| step["op"] == "normalise").unwrap();
    assert_eq!((&normalise["order"], &normalise["mean"]), (&json!("BGR"), &json!([0.485, 0.456, 0.406])));
    let rec = steps(&import("inference_rec.yml"));
    assert_eq!(rec[4]["op"], "pad", "padded after normalising: {rec:#}");
}

/// A field of a protobuf message that is bytes.
fn field(number: u32, bytes: &[u8]) -> Vec<u8> {
    let varint = |mut value: usize| {
        let mut out = Vec::new();
        while value > 127 {
            out.push((value & 127) as u8 | 128);
            value >>= 7;
        }
        out.push(value as u8);
        out
    };
    [varint((number << 3 | 2) as usize), varint(bytes.len()), bytes.to_vec()].concat()
}

/// An ONNX file of one input, a megabyte of weights, and metadata.
fn onnx(entries: &[(&str, &str)], shape: [u8; 4]) -> Vec<u8> {
    let axes: Vec<u8> = shape.iter().flat_map(|&length| field(1, &[8, length])).collect();
    let tensor = field(1, &[vec![8, 1], field(2, &axes)].concat());
    let input = [field(1, b"images"), field(2, &tensor)].concat();
    let graph = [field(5, &vec![7; 1 << 20]), field(11, &input)].concat();
    let mut file = [field(2, b"pytorch"), field(7, &graph)].concat();
    for (key, value) in entries {
        file.extend(field(14, &[field(1, key.as_bytes()), field(2, value.as_bytes())].concat()));
    }
    file
}

#[test]
fn ultralytics_metadata_is_read_out_of_the_onnx_file_itself() {
    let names = ("names", "{0: 'person', 1: \"jack-o'-lantern\"}");
    let whole =
        onnx(&[("stride", "32"), ("task", "segment"), ("imgsz", "[96, 64]"), names, ("sharpen", "1")], [1, 3, 96, 64]);
    let imported = from_bytes("yolo11n-seg.onnx", &whole).unwrap();
    assert_eq!(
        (imported.family, imported.unknown.as_slice()),
        (Family::Ultralytics, ["sharpen".to_owned()].as_slice())
    );
    let list = steps(&imported);
    assert_eq!(list[1]["fit"], json!({"inside": {"width": 64, "height": 96, "rounding": "half-even"}}));
    assert_eq!((&list[2]["place"], &list[2]["value"]), (&json!("ultralytics"), &json!([114.0])));
    // YOLOv5 wrote only these two; the size is the graph's.
    let five = from_bytes("yolov5s.onnx", &onnx(&[("stride", "32"), names], [1, 3, 64, 96])).unwrap();
    assert_eq!(steps(&five)[1]["fit"]["inside"]["width"], 96);
    assert!(five.assumed.iter().any(|assumption| assumption.what.contains("detect")));
    let error = from_bytes("other.onnx", &onnx(&[("author", "me")], [1, 3, 8, 8])).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidInput, "{error}");
}

#[test]
fn yolox_legacy_is_rgb_of_imagenet_and_the_new_one_bgr_of_bytes() {
    assert_eq!(steps(&import("yolox_s.py"))[0]["to"], "BGR");
    let legacy = import("yolox_legacy.py");
    assert_eq!(steps(&legacy)[0]["to"], "RGB");
    assert!(legacy.pipeline.steps.iter().any(|step| step.name() == "normalise"));
}

/// A TFLite file with an input of `element` (0 f32, 9 i8) and its metadata.
fn tflite(element: i8) -> Vec<u8> {
    use flatbuffers::{FlatBufferBuilder, WIPOffset};
    let mut inner = FlatBufferBuilder::new();
    let (mean, std) = (inner.create_vector(&[127.5_f32]), inner.create_vector(&[127.5_f32]));
    let table = |builder: &mut FlatBufferBuilder<'static>, fill: &dyn Fn(&mut FlatBufferBuilder<'static>)| {
        let start = builder.start_table();
        fill(builder);
        WIPOffset::<()>::new(builder.end_table(start).value())
    };
    let options = table(&mut inner, &|b| {
        b.push_slot_always(4, mean);
        b.push_slot_always(6, std);
    });
    let unit = table(&mut inner, &|b| {
        b.push_slot_always(4, 1_u8);
        b.push_slot_always(6, options);
    });
    let image = table(&mut inner, &|b| b.push_slot_always(4, 1_i8));
    let content = table(&mut inner, &|b| {
        b.push_slot_always(4, 2_u8);
        b.push_slot_always(6, image);
    });
    let units = inner.create_vector(&[unit]);
    let tensor = table(&mut inner, &|b| {
        b.push_slot_always(10, content);
        b.push_slot_always(12, units);
    });
    let inputs = inner.create_vector(&[tensor]);
    let graph = table(&mut inner, &|b| b.push_slot_always(8, inputs));
    let graphs = inner.create_vector(&[graph]);
    let root = table(&mut inner, &|b| b.push_slot_always(10, graphs));
    inner.finish(root, Some("M001"));

    let mut model = FlatBufferBuilder::new();
    let data = model.create_vector(inner.finished_data());
    let (empty, name) = (table(&mut model, &|_| {}), model.create_string("TFLITE_METADATA"));
    let buffer = table(&mut model, &|b| b.push_slot_always(4, data));
    let entry = table(&mut model, &|b| {
        b.push_slot_always(4, name);
        b.push_slot_always(6, 1_u32);
    });
    let (shape, scale) = (model.create_vector(&[1_i32, 32, 48, 3]), model.create_vector(&[0.0078125_f32]));
    let zero_point = model.create_vector(&[-1_i64]);
    let quantisation = table(&mut model, &|b| {
        b.push_slot_always(8, scale);
        b.push_slot_always(10, zero_point);
    });
    let tensor = table(&mut model, &|b| {
        b.push_slot_always(4, shape);
        b.push_slot_always(6, element);
        b.push_slot_always(12, quantisation);
    });
    let (tensors, inputs) = (model.create_vector(&[tensor]), model.create_vector(&[0_i32]));
    let graph = table(&mut model, &|b| {
        b.push_slot_always(4, tensors);
        b.push_slot_always(6, inputs);
    });
    let graphs = model.create_vector(&[graph]);
    let buffers = model.create_vector(&[empty, buffer]);
    let entries = model.create_vector(&[entry]);
    let root = table(&mut model, &|b| {
        b.push_slot_always(8, graphs);
        b.push_slot_always(12, buffers);
        b.push_slot_always(16, entries);
    });
    model.finish(root, Some("TFL3"));
    model.finished_data().to_vec()
}

#[test]
fn tflite_metadata_is_read_out_of_the_model_and_damage_is_an_error() {
    let imported = from_bytes("m.tflite", &tflite(0)).unwrap();
    let list = steps(&imported);
    assert_eq!(imported.family, Family::Tflite);
    assert_eq!(list[1]["fit"], json!({"stretch": {"width": 48, "height": 32}}));
    assert_eq!(
        (&list[2]["mean"], &list[2]["std"], &list[2]["range"]),
        (&json!([127.5]), &json!([127.5]), &json!("0-255"))
    );
    let quantised = steps(&from_bytes("m.tflite", &tflite(9)).unwrap());
    assert_eq!((&quantised[3]["op"], &quantised[3]["zero_point"]), (&json!("quantise"), &json!([-1])));
    // Every single damaged byte is read or refused, and never more than that.
    let whole = tflite(9);
    for at in 0..whole.len() {
        for wrong in [0, 255] {
            let mut damaged = whole.clone();
            damaged[at] = wrong;
            let _ = from_bytes("m.tflite", &damaged);
        }
        let _ = from_bytes("m.tflite", &whole[..at]);
    }
}

#[test]
fn core_mls_colour_layout_is_read_where_python_names_it() {
    let snippet = "inputs = [ct.ImageType(scale=1 / 255.0, color_layout=ct.colorlayout.BGR)]\n";
    let imported = from_bytes("convert.py", snippet.as_bytes()).unwrap();
    assert_eq!(steps(&imported)[0]["to"], "BGR");
}
