//! timm: `create_transform(**resolve_data_config(...))` of a pretrained config, at the size it was trained with.

use super::Preset;
use super::build::{classification, clip, half, imagenet};
use crate::op::Filter;

/// `name: title; edge filter, crop, constants; also [...]`, where `edge` is floor(input / crop_pct).
macro_rules! models {
    ($($name:literal: $title:literal; $edge:literal $filter:ident, $crop:literal, $constants:ident;
       also [$($also:literal),*])*) => {
        &[$(Preset {
            name: concat!("timm/", $name),
            also: &[$(concat!("timm/", $also)),*],
            description: concat!($title, ": shortest edge ", $edge, " ", models!(@name $filter), ", centre crop ", $crop),
            source: concat!(
                "timm 1.0.31, create_transform(**resolve_data_config(...)) of ", $name, ", Pillow 13.0"
            ),
            build: || classification(Filter::$filter, $edge, $crop, $constants()),
        }),*]
    };
    (@name Bilinear) => { "bilinear" };
    (@name Bicubic) => { "bicubic" };
}

pub const PRESETS: &[Preset] = models! {
    "resnet50.a1_in1k": "ResNet50 A1 at its training size"; 235 Bicubic, 224, imagenet;
        also ["resnet18.a1_in1k", "resnet34.a1_in1k", "resnet101.a1_in1k", "resnet152.a1_in1k"]
    "resnet50.a1_in1k-test": "ResNet50 A1 at its test size"; 288 Bicubic, 288, imagenet; also []
    "resnet50.tv_in1k": "ResNet50 with torchvision's weights"; 256 Bilinear, 224, imagenet; also ["vgg16.tv_in1k"]
    "vit_base_patch16_224.augreg_in21k_ft_in1k": "ViT-B/16 AugReg"; 248 Bicubic, 224, half;
        also ["vit_tiny_patch16_224.augreg_in21k_ft_in1k", "vit_base_patch16_siglip_224.webli"]
    "vit_base_patch16_clip_224.openai": "CLIP ViT-B/16 image tower"; 248 Bicubic, 224, clip; also []
    "vit_base_patch14_dinov2.lvd142m": "DINOv2 ViT-B/14 at 518"; 518 Bicubic, 518, imagenet;
        also ["vit_small_patch14_dinov2.lvd142m"]
    "deit_small_patch16_224.fb_in1k": "DeiT small"; 248 Bicubic, 224, imagenet; also []
    "swin_tiny_patch4_window7_224.ms_in1k": "Swin tiny"; 248 Bicubic, 224, imagenet; also []
    "convnext_tiny.fb_in1k": "ConvNeXt tiny at its training size"; 256 Bicubic, 224, imagenet; also []
    "convnext_tiny.fb_in1k-test": "ConvNeXt tiny at its test size"; 288 Bicubic, 288, imagenet; also []
    "efficientnet_b0.ra_in1k": "EfficientNet B0"; 256 Bicubic, 224, imagenet; also ["efficientnet_lite0.ra_in1k"]
    "tf_efficientnet_lite0.in1k": "EfficientNet-Lite0 from TensorFlow"; 256 Bicubic, 224, half; also []
    "tf_efficientnetv2_s.in21k_ft_in1k": "EfficientNet V2 small from TensorFlow, at its training size";
        300 Bicubic, 300, half; also []
    "mobilenetv3_large_100.ra_in1k": "MobileNet V3 large"; 256 Bicubic, 224, imagenet;
        also ["mobilenetv3_small_100.lamb_in1k", "mobilenetv4_conv_small.e2400_r224_in1k", "densenet121.ra_in1k"]
    "inception_v3.tv_in1k": "Inception V3"; 341 Bicubic, 299, half; also []
};
