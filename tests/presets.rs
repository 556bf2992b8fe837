//! Every preset gives, end to end, what its own library gave; one without a vector of its own takes the steps of one that has.

mod common;

use common::{Case, cases, find, manifest};
use pixelproof::{
    ErrorKind, Image, ImageSpec, PRESETS, Pipeline, PixelFormat, Preset, Size, Step, Tensor, TensorLayout,
};
use serde_json::Value;

/// A preset, sizes that its vectors were made with instead of its own, and the vectors.
type Binding = (&'static str, &'static [(u32, u32)], &'static [&'static str]);

const GOLDENS: &[Binding] = &[
    ("torchvision/resnet50", &[], &["pipe_tv_resnet50_v1_pil__photo_a", "pipe_tv_resnet50_v1_pil__photo_c"]),
    ("torchvision/resnet50-v2", &[], &["pipe_tv_resnet50_v2_pil__photo_a"]),
    ("torchvision/inception_v3", &[], &["pipe_tv_inception_v3_pil__photo_d"]),
    (
        "torchvision/mobilenet_v3_large",
        &[],
        &["pipe_tv_mobilenet_v3_large_v1_pil__photo_d", "pipe_tv_mobilenet_v3_large_v1_pil__photo_a"],
    ),
    ("torchvision/efficientnet_b0", &[], &["pipe_tv_efficientnet_b0_pil__photo_a"]),
    ("torchvision/convnext_tiny", &[], &["pipe_tv_convnext_tiny_pil__photo_d", "pipe_tv_convnext_tiny_pil__photo_a"]),
    ("torchvision/swin_t", &[], &["pipe_tv_swin_t_pil__photo_a"]),
    ("torchvision/vit_b_16-swag", &[], &["pipe_tv_vit_b_16_swag_pil__photo_d", "pipe_tv_vit_b_16_swag_pil__photo_a"]),
    ("torchvision/vgg16-features", &[], &["pipe_tv_vgg16_features_pil__photo_a"]),
    (
        "torchvision/deeplabv3_resnet50",
        &[],
        &["pipe_tv_deeplabv3_resnet50_pil__photo_d", "pipe_tv_deeplabv3_resnet50_pil__photo_a"],
    ),
    (
        "torchvision/detection",
        &[],
        &[
            "pipe_tv_fasterrcnn_resnet50_fpn_pil__photo_d",
            "pipe_tv_fasterrcnn_resnet50_fpn_pil__photo_a",
            "pipe_tv_ssd300_vgg16_pil__photo_d",
        ],
    ),
    (
        "torchvision/fasterrcnn_resnet50_fpn-inside",
        &[(800, 60), (1333, 100)],
        &["pipe_tv_fasterrcnn_internal_small__photo_d"],
    ),
    ("torchvision/ssd300_vgg16-inside", &[], &["pipe_tv_ssd300_internal__photo_a"]),
    ("timm/resnet50.a1_in1k", &[], &["pipe_timm_resnet50.a1_in1k__photo_d"]),
    ("timm/resnet50.a1_in1k-test", &[], &["pipe_timm_resnet50.a1_in1k_test__photo_d"]),
    (
        "timm/vit_base_patch16_224.augreg_in21k_ft_in1k",
        &[],
        &[
            "pipe_timm_vit_base_patch16_224.augreg_in21k_ft_in1k__photo_d",
            "pipe_timm_vit_base_patch16_224.augreg_in21k_ft_in1k__photo_a",
        ],
    ),
    ("timm/vit_base_patch16_clip_224.openai", &[], &["pipe_timm_vit_base_patch16_clip_224.openai__photo_a"]),
    ("timm/swin_tiny_patch4_window7_224.ms_in1k", &[], &["pipe_timm_swin_tiny_patch4_window7_224.ms_in1k__photo_d"]),
    ("timm/convnext_tiny.fb_in1k-test", &[], &["pipe_timm_convnext_tiny.fb_in1k_test__photo_d"]),
    (
        "timm/efficientnet_b0.ra_in1k",
        &[],
        &["pipe_timm_efficientnet_lite0.ra_in1k__photo_d", "pipe_timm_efficientnet_lite0.ra_in1k__photo_a"],
    ),
    ("timm/tf_efficientnet_lite0.in1k", &[], &["pipe_timm_tf_efficientnet_lite0.in1k__photo_d"]),
    ("timm/mobilenetv3_large_100.ra_in1k", &[], &["pipe_timm_mobilenetv3_large_100.ra_in1k__photo_a"]),
    (
        "timm/inception_v3.tv_in1k",
        &[],
        &["pipe_timm_inception_v3.tv_in1k__photo_d", "pipe_timm_inception_v3.tv_in1k__photo_a"],
    ),
    ("keras/caffe", &[], &["pipe_keras_resnet50__photo_a", "pipe_keras_vgg16__photo_d"]),
    (
        "keras/tf",
        &[],
        &[
            "pipe_keras_mobilenet_v2__photo_d",
            "pipe_keras_mobilenet_v2__photo_a",
            "pipe_keras_resnet_v2__photo_d",
            "pipe_keras_resnet_v2__photo_a",
        ],
    ),
    ("keras/inception_v3", &[], &["pipe_keras_inception_v3__photo_d"]),
    ("keras/torch", &[], &["pipe_keras_densenet__photo_d", "pipe_keras_densenet__photo_a"]),
    (
        "keras/identity",
        &[],
        &["pipe_keras_efficientnet__photo_a", "pipe_keras_mobilenet_v3__photo_d", "pipe_keras_convnext__photo_a"],
    ),
    (
        "huggingface/vit-base-patch16-224",
        &[],
        &["pipe_hf_vit_base_patch16_224_torchvision__photo_d", "pipe_hf_vit_base_patch16_224_torchvision__photo_a"],
    ),
    ("huggingface/vit-base-patch16-224-pil", &[], &["pipe_hf_vit_base_patch16_224_pil__photo_a"]),
    (
        "huggingface/clip-vit-base-patch32-pil",
        &[],
        &["pipe_hf_clip_vit_base_patch32_pil__photo_d", "pipe_hf_clip_vit_base_patch32_pil__photo_a"],
    ),
    ("huggingface/convnext-tiny-224", &[], &["pipe_hf_convnext_tiny_224_torchvision__photo_a"]),
    ("huggingface/convnext-tiny-224-pil", &[], &["pipe_hf_convnext_tiny_224_pil__photo_d"]),
    ("huggingface/convnext-384", &[], &["pipe_hf_convnext_384_torchvision__photo_d"]),
    ("huggingface/detr-resnet-50", &[], &["pipe_hf_detr_resnet_50_torchvision__photo_a"]),
    ("huggingface/detr-resnet-50-pil", &[], &["pipe_hf_detr_resnet_50_pil__photo_d"]),
    (
        "huggingface/segformer-b0-ade",
        &[],
        &["pipe_hf_segformer_b0_ade_torchvision__photo_d", "pipe_hf_segformer_b0_ade_torchvision__photo_a"],
    ),
    ("huggingface/segformer-b0-ade-pil", &[], &["pipe_hf_segformer_b0_ade_pil__photo_a"]),
    ("huggingface/dinov2-base", &[], &["pipe_hf_dinov2_base_torchvision__photo_d"]),
    ("huggingface/dinov2-base-pil", &[], &["pipe_hf_dinov2_base_pil__photo_d", "pipe_hf_dinov2_base_pil__photo_a"]),
    (
        "huggingface/siglip-base-patch16-224",
        &[],
        &[
            "pipe_hf_siglip_base_patch16_224_torchvision__photo_d",
            "pipe_hf_siglip_base_patch16_224_torchvision__photo_a",
        ],
    ),
    ("huggingface/siglip-base-patch16-224-pil", &[], &["pipe_hf_siglip_base_patch16_224_pil__photo_a"]),
    ("huggingface/sam-vit-base", &[], &["pipe_hf_sam_vit_base_torchvision__photo_d"]),
    ("huggingface/sam-vit-base-pil", &[], &["pipe_hf_sam_vit_base_pil__photo_a"]),
    ("huggingface/mobilenet_v2_1.0_224", &[], &["pipe_hf_mobilenet_v2_1.0_224_torchvision__photo_d"]),
    (
        "huggingface/mobilenet_v2_1.0_224-pil",
        &[],
        &["pipe_hf_mobilenet_v2_1.0_224_pil__photo_d", "pipe_hf_mobilenet_v2_1.0_224_pil__photo_a"],
    ),
    (
        "huggingface/blip-base",
        &[],
        &["pipe_hf_blip_base_torchvision__photo_d", "pipe_hf_blip_base_torchvision__photo_a"],
    ),
    ("huggingface/blip-base-pil", &[], &["pipe_hf_blip_base_pil__photo_d", "pipe_hf_blip_base_pil__photo_a"]),
    ("huggingface/deit-base-distilled", &[], &["pipe_hf_deit_base_distilled_torchvision__photo_d"]),
    ("huggingface/deit-base-distilled-pil", &[], &["pipe_hf_deit_base_distilled_pil__photo_a"]),
    ("huggingface/efficientnet-b0", &[], &["pipe_hf_efficientnet_b0_torchvision__photo_d"]),
    ("huggingface/efficientnet-b0-pil", &[], &["pipe_hf_efficientnet_b0_pil__photo_a"]),
    ("mmdetection/faster-rcnn", &[], &["pipe_mmdet3_pytorch__photo_d", "pipe_mmdet3_pytorch__photo_a"]),
    (
        "mmdetection/faster-rcnn-caffe",
        &[(1333, 43), (800, 30)],
        &["pipe_mmdet3_caffe_small__photo_d", "pipe_mmdet3_caffe_small__photo_a"],
    ),
    ("mmdetection-2/faster-rcnn", &[], &["pipe_mmdet2_pytorch__photo_a"]),
    ("mmdetection-2/faster-rcnn-caffe", &[], &["pipe_mmdet2_caffe__photo_a"]),
    ("detectron2/faster-rcnn", &[], &["pipe_detectron2_800__photo_d"]),
    ("yolox", &[], &["norm_yolox_640__photo_d"]),
    (
        "yolox/legacy",
        &[(640, 48)],
        &["norm_yolox_legacy_48__photo_a", "norm_yolox_legacy_48__photo_b", "norm_yolox_legacy_48__noise"],
    ),
    ("ultralytics/yolo", &[(640, 72)], &["norm_ultralytics_tensor_72__photo_c"]),
    ("centernet", &[(512, 40)], &["pipe_centernet_40__photo_d", "pipe_centernet_40__photo_a"]),
    ("megengine/resnet50", &[], &["pipe_megengine_resnet_256_224__photo_a"]),
];

/// Presets whose steps no vector has, and where their numbers are checked.
const BY_FORMULA: &[&str] = &[
    "huggingface/mobilevit-small",
    "huggingface/mobilevit-small-pil",
    "huggingface/rt-detr",
    "huggingface/rt-detr-pil",
    "mmdetection/ssd300",
    "mmdetection/rtmdet",
    "ultralytics/classify",
    "paddleocr/det",
    "paddleocr/det-min",
    "paddleocr/rec",
    "paddleocr/rec-32",
    "paddledetection/ppyoloe-plus",
    "paddledetection/ppyoloe",
    "efficientnet-lite0",
    "lightweight-human-pose",
];

fn preset(name: &str) -> Pipeline {
    Preset::find(name).unwrap_or_else(|error| panic!("{error}")).pipeline()
}

/// The vectors are of one image: CHW and HWC. Sizes are exchanged where the vector has others.
fn as_the_vector(pipeline: Pipeline, sizes: &[(u32, u32)]) -> Pipeline {
    fn exchange(value: &mut Value, sizes: &[(u32, u32)]) {
        match value {
            Value::Number(number) => {
                if let Some((_, to)) = sizes.iter().find(|(from, _)| number.as_u64() == Some(u64::from(*from))) {
                    *value = (*to).into();
                }
            }
            Value::Array(items) => items.iter_mut().for_each(|item| exchange(item, sizes)),
            Value::Object(map) => map.values_mut().for_each(|item| exchange(item, sizes)),
            _ => {}
        }
    }
    let mut json = serde_json::to_value(&pipeline).expect("a pipeline");
    exchange(&mut json["steps"], sizes);
    let mut pipeline: Pipeline = serde_json::from_value(json).expect("a pipeline");
    for step in &mut pipeline.steps {
        if let Step::Layout(layout) = step {
            layout.to = if layout.to.is_planar() { TensorLayout::Chw } else { TensorLayout::Hwc };
        }
    }
    pipeline
}

#[test]
fn every_preset_gives_its_librarys_tensor() {
    let (manifest, cases) = (manifest(), cases());
    for (name, sizes, ids) in GOLDENS {
        let pipeline = as_the_vector(preset(name), sizes);
        assert!(!ids.is_empty(), "{name}");
        for id in *ids {
            let case: &Case =
                cases.iter().find(|case| case.id == *id).unwrap_or_else(|| panic!("no {id} in the table"));
            let image = case.image();
            let tensor = pipeline.compile(&image.spec()).and_then(|plan| plan.run(&image)).unwrap();
            case.check(find(&manifest, id), &tensor).unwrap_or_else(|why| panic!("{name}, {id}: {why}"));
        }
    }
}

/// What is left of a preset without its numbers, filter and channel order: whose operations, in which order.
fn operations(name: &str) -> Vec<String> {
    let mut steps = serde_json::to_value(preset(name).steps).expect("steps");
    let steps = steps.as_array_mut().expect("an array");
    // That all of a smaller frame is shown is no other operation.
    steps.retain(|step| step["op"] != "convert_order");
    steps
        .iter()
        .map(|step| {
            let fit = step["fit"].as_object().and_then(|fit| fit.keys().next().cloned());
            let kept = ["op", "matches", "antialias", "by", "precision", "arithmetic", "from", "to", "place"]
                .map(|key| if step[key].is_object() { Value::Null } else { step[key].clone() });
            format!("{kept:?} {fit:?}")
        })
        .collect()
}

#[test]
fn a_preset_without_a_vector_takes_the_steps_of_one_that_has_or_is_checked_by_its_formula() {
    let known: Vec<Vec<String>> = GOLDENS.iter().map(|(name, ..)| operations(name)).collect();
    for preset in PRESETS {
        let bound = GOLDENS.iter().any(|(name, ..)| *name == preset.name);
        let formula = BY_FORMULA.contains(&preset.name);
        let same = known.contains(&operations(preset.name));
        assert!(!(bound && formula), "{} has a vector: take it from BY_FORMULA", preset.name);
        assert!(bound || formula != same, "{}: {:#?}", preset.name, operations(preset.name));
    }
    for name in BY_FORMULA.iter().chain(GOLDENS.iter().map(|(name, ..)| name)) {
        assert_eq!(Preset::find(name).unwrap().name, *name);
    }
}

fn solid(width: u32, height: u32, rgb: [u8; 3]) -> Image<'static> {
    let size = Size::new(width, height);
    Image::from_u8(ImageSpec::bytes(size, PixelFormat::Rgb8), rgb.repeat(size.pixels() as usize)).expect("an image")
}

fn run(pipeline: &Pipeline, image: &Image<'_>) -> Tensor {
    pipeline.compile(&image.spec()).and_then(|plan| plan.run(image)).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn presets_without_a_vector_give_the_numbers_of_their_formula() {
    type Row = (&'static str, (u32, u32), [usize; 2], [f32; 3], [f32; 3]);
    const RGB: [u8; 3] = [200, 100, 50];
    let image = |v: f32| v / 255.0;
    let unit = |v: [f32; 3]| v.map(image);
    let signed = |v: [f32; 3]| v.map(|v| (image(v) - 0.5) / 0.5);
    let centred = |v: [f32; 3]| v.map(|v| (v - 128.0) / 256.0);
    // ImageNet's mean and std, position by position.
    let numbers = |v: [f32; 3]| {
        let (mean, std) = ([0.485, 0.456, 0.406], [0.229, 0.224, 0.225]);
        std::array::from_fn(|at| (image(v[at]) - mean[at]) / std[at])
    };
    let rtmdet = |v: [f32; 3]| {
        let (mean, std) = ([103.53, 116.28, 123.675], [57.375, 57.12, 58.395]);
        std::array::from_fn(|at| (v[at] - mean[at]) / std[at])
    };
    let (rgb, bgr, zero) = ([200.0, 100.0, 50.0], [50.0, 100.0, 200.0], [0.0; 3]);
    // The size of the image, height and width of the tensor, its first and its last pixel.
    let rows: [Row; 17] = [
        ("huggingface/mobilevit-small", (300, 400), [256, 256], unit(bgr), unit(bgr)),
        ("huggingface/mobilevit-small-pil", (300, 400), [256, 256], unit(bgr), unit(bgr)),
        ("huggingface/rt-detr", (300, 400), [640, 640], unit(rgb), unit(rgb)),
        ("huggingface/rt-detr-pil", (300, 400), [640, 640], unit(rgb), unit(rgb)),
        ("mmdetection/ssd300", (31, 17), [300, 300], [76.325, -16.28, -53.53], [76.325, -16.28, -53.53]),
        ("mmdetection/rtmdet", (64, 32), [640, 640], rtmdet(bgr), rtmdet([114.0; 3])),
        ("ultralytics/classify", (300, 400), [224, 224], unit(rgb), unit(rgb)),
        // BGR pixels with RGB's numbers: 1000 x 500 becomes 960 x 480, and what is small grows to a multiple only.
        ("paddleocr/det", (1000, 500), [480, 960], numbers(bgr), numbers(bgr)),
        ("paddleocr/det", (100, 37), [32, 96], numbers(bgr), numbers(bgr)),
        ("paddleocr/det-min", (368, 736), [1472, 736], numbers(bgr), numbers(bgr)),
        // ceil(48 * 100 / 31) = 155 columns, the rest 0 after normalising.
        ("paddleocr/rec", (100, 31), [48, 320], signed(bgr), zero),
        ("paddleocr/rec-32", (500, 31), [32, 320], signed(bgr), signed(bgr)),
        ("paddledetection/ppyoloe-plus", (31, 17), [640, 640], unit(rgb), unit(rgb)),
        ("paddledetection/ppyoloe", (31, 17), [640, 640], numbers(rgb), numbers(rgb)),
        (
            "efficientnet-lite0",
            (300, 400),
            [224, 224],
            [73.0 / 128.0, -27.0 / 128.0, -77.0 / 128.0],
            rgb.map(|v| (v - 127.0) / 128.0),
        ),
        // 256 high, 341 wide, which is 344 in eights.
        ("lightweight-human-pose", (640, 480), [256, 344], zero, zero),
        ("lightweight-human-pose", (512, 256), [256, 512], centred(bgr), centred(bgr)),
    ];
    for name in BY_FORMULA {
        assert!(rows.iter().any(|row| row.0 == *name), "no formula for {name}");
    }
    for (name, (width, height), shape, first, last) in rows {
        let tensor = run(&preset(name), &solid(width, height, RGB));
        assert_eq!(tensor.shape(), [1, 3, shape[0], shape[1]], "{name}");
        let values = tensor.as_f32().expect("floats");
        let plane = shape[0] * shape[1];
        for (at, expected) in [(0, first), (plane - 1, last)] {
            let got = [values[at], values[plane + at], values[2 * plane + at]];
            let close = got
                .iter()
                .zip(expected)
                .all(|(got, expected)| (got - expected).abs() <= 1e-6 * expected.abs().max(1.0));
            assert!(close, "{name} at {at}: {got:?} instead of {expected:?}");
        }
    }
}

#[test]
fn centernet_in_the_order_of_its_backbone_differs_in_the_order_alone() {
    let (manifest, cases) = (manifest(), cases());
    let case = cases.iter().find(|case| case.id == "pipe_centernet_512__photo_d").expect("a case");
    let image = case.image();
    let published = run(&as_the_vector(preset("centernet"), &[]), &image);
    case.check(find(&manifest, &case.id), &published).unwrap_or_else(|why| panic!("{why}"));
    let corrected = run(&as_the_vector(preset("centernet/rgb"), &[]), &image);
    let planes = |tensor: &Tensor| tensor.as_f32().expect("floats").chunks(512 * 512).map(<[f32]>::to_vec).collect();
    let (mut published, corrected): (Vec<Vec<f32>>, Vec<Vec<f32>>) = (planes(&published), planes(&corrected));
    published.reverse();
    assert!(published == corrected);
}

#[test]
fn every_preset_compiles_for_every_image_or_says_why_not() {
    let sizes = [(1, 1), (7, 5), (2, 301), (640, 3), (333, 517), (4032, 3024), (1, 40_000), (40_000, 1)];
    let formats = [PixelFormat::Rgb8, PixelFormat::Gray8, PixelFormat::Rgba8, PixelFormat::Bgr8];
    let mut refused = 0;
    for preset in PRESETS {
        for (width, height) in sizes {
            for format in formats {
                let spec = ImageSpec::bytes(Size::new(width, height), format);
                match preset.pipeline().compile(&spec) {
                    Ok(plan) => {
                        let shape = plan.output().shape();
                        assert!(shape.contains(&3), "{} for {width}x{height} {format}: {shape:?}", preset.name);
                        assert!(!shape.contains(&0), "{} for {width}x{height} {format}: {shape:?}", preset.name);
                    }
                    // Only of a hair: one edge rounds to nothing, or the other grows beyond all bounds.
                    Err(error) => {
                        let words = error.to_string();
                        let why = match error.kind() {
                            ErrorKind::InvalidPipeline => words.contains("the result would be empty"),
                            ErrorKind::Limits => words.contains("larger than the limit"),
                            _ => false,
                        };
                        let hair = width.max(height) == 40_000;
                        assert!(hair && why, "{} for {width}x{height} {format}: {error}", preset.name);
                        refused += 1;
                    }
                }
            }
        }
    }
    assert!(refused > 0, "a hair fits everywhere?");
}

#[test]
fn no_name_means_two_presets() {
    let mut seen = std::collections::BTreeSet::new();
    for preset in PRESETS {
        for name in preset.names() {
            assert!(seen.insert(name), "{name} is there twice");
            assert_eq!(Preset::find(name).unwrap().name, preset.name);
        }
    }
}
