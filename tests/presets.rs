//! Every preset gives, end to end, what its own library gave.

mod common;

use common::{check, find, input, manifest};
use pixelproof::{PRESETS, PixelFormat, Preset, ValueRange};

/// The golden tensors of each preset; those of one layout without a batch axis are compared so.
const GOLDENS: &[(&str, &[&str])] = &[
    ("torchvision/resnet50", &["pipe_tv_resnet50_v1_pil__photo_a", "pipe_tv_resnet50_v1_pil__photo_c"]),
    ("torchvision/resnet50-v2", &["pipe_tv_resnet50_v2_pil__photo_a"]),
    ("torchvision/inception_v3", &["pipe_tv_inception_v3_pil__photo_d"]),
    ("torchvision/mobilenet_v3_large", &["pipe_tv_mobilenet_v3_large_v1_pil__photo_d"]),
    ("torchvision/efficientnet_b0", &["pipe_tv_efficientnet_b0_pil__photo_a"]),
    ("torchvision/convnext_tiny", &["pipe_tv_convnext_tiny_pil__photo_d", "pipe_tv_convnext_tiny_pil__photo_a"]),
    ("torchvision/swin_t", &["pipe_tv_swin_t_pil__photo_a"]),
    ("torchvision/vit_b_16-swag", &["pipe_tv_vit_b_16_swag_pil__photo_d", "pipe_tv_vit_b_16_swag_pil__photo_a"]),
    ("torchvision/detection", &["pipe_tv_fasterrcnn_resnet50_fpn_pil__photo_d", "pipe_tv_ssd300_vgg16_pil__photo_d"]),
    ("timm/resnet50.a1_in1k", &["pipe_timm_resnet50.a1_in1k__photo_d"]),
    (
        "timm/vit_base_patch16_224.augreg_in21k_ft_in1k",
        &[
            "pipe_timm_vit_base_patch16_224.augreg_in21k_ft_in1k__photo_d",
            "pipe_timm_vit_base_patch16_224.augreg_in21k_ft_in1k__photo_a",
        ],
    ),
    ("timm/vit_base_patch16_clip_224.openai", &["pipe_timm_vit_base_patch16_clip_224.openai__photo_a"]),
    ("timm/swin_tiny_patch4_window7_224.ms_in1k", &["pipe_timm_swin_tiny_patch4_window7_224.ms_in1k__photo_d"]),
    ("timm/mobilenetv3_large_100.ra_in1k", &["pipe_timm_mobilenetv3_large_100.ra_in1k__photo_a"]),
    ("keras/caffe", &["pipe_keras_resnet50__photo_a", "pipe_keras_vgg16__photo_d"]),
    ("keras/tf", &["pipe_keras_mobilenet_v2__photo_d", "pipe_keras_resnet_v2__photo_a"]),
    ("keras/torch", &["pipe_keras_densenet__photo_d", "pipe_keras_densenet__photo_a"]),
    ("keras/identity", &["pipe_keras_efficientnet__photo_a", "pipe_keras_mobilenet_v3__photo_d"]),
    ("detectron2/faster-rcnn", &["pipe_detectron2_800__photo_d"]),
];

/// Presets without a golden of their own, and what stands for it.
const WITHOUT: &[(&str, &str)] = &[
    ("torchvision/vit_b_16", "the same steps as torchvision/resnet50"),
    ("efficientnet-lite0", "tests/node/model.test.mjs: the model's own answers"),
    ("yolox", "tests/cases.rs: constants only"),
];

#[test]
fn every_preset_has_a_golden_or_says_what_stands_for_it() {
    for preset in PRESETS {
        let golden = GOLDENS.iter().any(|(name, _)| *name == preset.name);
        let other = WITHOUT.iter().any(|(name, _)| *name == preset.name);
        assert!(golden != other, "{}", preset.name);
    }
    assert_eq!(Preset::find("torchvision/vit_b_16").unwrap().pipeline().steps, PRESETS[0].pipeline().steps);
}

#[test]
fn every_preset_gives_its_librarys_tensor_bit_for_bit() {
    let manifest = manifest();
    for (name, ids) in GOLDENS {
        for id in *ids {
            let golden = find(&manifest, id);
            let mut pipeline = Preset::find(name).unwrap().pipeline();
            // The goldens are of one image: CHW and HWC.
            for step in &mut pipeline.steps {
                if let pixelproof::Step::Layout(layout) = step {
                    layout.to = if layout.to.is_planar() {
                        pixelproof::TensorLayout::Chw
                    } else {
                        pixelproof::TensorLayout::Hwc
                    };
                }
            }
            let (_, photo) = id.rsplit_once("__").unwrap();
            let image = input(photo, PixelFormat::Rgb8, ValueRange::Bytes, 0);
            let tensor = pipeline.compile(&image.spec()).and_then(|plan| plan.run(&image)).unwrap();
            check(golden, &tensor).unwrap_or_else(|why| panic!("{name}, {id}: {why}"));
        }
    }
}
