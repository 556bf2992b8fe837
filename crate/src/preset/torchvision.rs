//! torchvision's classification weights: `weights.transforms()` on a PIL image. Sizes are those that the weights state.

use super::Preset;
use super::build::{classification, half, imagenet, vgg};
use crate::op::Filter;

/// `name: title, weights; edge filter, crop, constants; also [...]`
macro_rules! weights {
    ($($name:literal: $title:literal, $weights:literal; $edge:literal $filter:ident, $crop:literal, $constants:ident;
       also [$($also:literal),*])*) => {
        &[$(Preset {
            name: concat!("torchvision/", $name),
            also: &[$(concat!("torchvision/", $also)),*],
            description: concat!(
                $title, ": shortest edge ", $edge, " ", weights!(@name $filter), ", centre crop ", $crop
            ),
            source: concat!("torchvision 0.29.2, ", $weights, ".transforms() on a PIL image, Pillow 13.0"),
            build: || classification(Filter::$filter, $edge, $crop, $constants()),
        }),*]
    };
    (@name Bilinear) => { "bilinear" };
    (@name Bicubic) => { "bicubic" };
}

pub const PRESETS: &[Preset] = weights! {
    "resnet50": "ResNet50 with the V1 weights", "ResNet50_Weights.IMAGENET1K_V1"; 256 Bilinear, 224, imagenet;
        also ["resnet18", "resnet34", "resnet101", "resnet152", "resnext50_32x4d", "resnext101_32x8d",
              "wide_resnet50_2", "wide_resnet101_2"]
    "resnet50-v2": "ResNet50 with the V2 weights", "ResNet50_Weights.IMAGENET1K_V2"; 232 Bilinear, 224, imagenet;
        also ["resnet101-v2", "resnet152-v2", "resnext50_32x4d-v2", "resnext101_32x8d-v2", "resnext101_64x4d",
              "wide_resnet50_2-v2", "wide_resnet101_2-v2"]
    "inception_v3": "Inception V3", "Inception_V3_Weights.IMAGENET1K_V1"; 342 Bilinear, 299, imagenet; also []
    "mobilenet_v2": "MobileNet V2", "MobileNet_V2_Weights.IMAGENET1K_V1"; 256 Bilinear, 224, imagenet; also []
    "mobilenet_v2-v2": "MobileNet V2 with the V2 weights", "MobileNet_V2_Weights.IMAGENET1K_V2";
        232 Bilinear, 224, imagenet; also []
    "mobilenet_v3_large": "MobileNet V3 large", "MobileNet_V3_Large_Weights.IMAGENET1K_V1";
        256 Bilinear, 224, imagenet; also ["mobilenet_v3_small"]
    "mobilenet_v3_large-v2": "MobileNet V3 large with the V2 weights", "MobileNet_V3_Large_Weights.IMAGENET1K_V2";
        232 Bilinear, 224, imagenet; also []
    "efficientnet_b0": "EfficientNet B0", "EfficientNet_B0_Weights.IMAGENET1K_V1"; 256 Bicubic, 224, imagenet; also []
    "efficientnet_b1": "EfficientNet B1", "EfficientNet_B1_Weights.IMAGENET1K_V1"; 256 Bicubic, 240, imagenet; also []
    "efficientnet_b1-v2": "EfficientNet B1 with the V2 weights", "EfficientNet_B1_Weights.IMAGENET1K_V2";
        255 Bilinear, 240, imagenet; also []
    "efficientnet_b2": "EfficientNet B2", "EfficientNet_B2_Weights.IMAGENET1K_V1"; 288 Bicubic, 288, imagenet; also []
    "efficientnet_b3": "EfficientNet B3", "EfficientNet_B3_Weights.IMAGENET1K_V1"; 320 Bicubic, 300, imagenet; also []
    "efficientnet_b4": "EfficientNet B4", "EfficientNet_B4_Weights.IMAGENET1K_V1"; 384 Bicubic, 380, imagenet; also []
    "efficientnet_b5": "EfficientNet B5", "EfficientNet_B5_Weights.IMAGENET1K_V1"; 456 Bicubic, 456, imagenet; also []
    "efficientnet_b6": "EfficientNet B6", "EfficientNet_B6_Weights.IMAGENET1K_V1"; 528 Bicubic, 528, imagenet; also []
    "efficientnet_b7": "EfficientNet B7", "EfficientNet_B7_Weights.IMAGENET1K_V1"; 600 Bicubic, 600, imagenet; also []
    "efficientnet_v2_s": "EfficientNet V2 small", "EfficientNet_V2_S_Weights.IMAGENET1K_V1";
        384 Bilinear, 384, imagenet; also []
    "efficientnet_v2_m": "EfficientNet V2 medium", "EfficientNet_V2_M_Weights.IMAGENET1K_V1";
        480 Bilinear, 480, imagenet; also []
    "efficientnet_v2_l": "EfficientNet V2 large, with a mean and std of 0.5", "EfficientNet_V2_L_Weights.IMAGENET1K_V1";
        480 Bicubic, 480, half; also []
    "convnext_tiny": "ConvNeXt tiny", "ConvNeXt_Tiny_Weights.IMAGENET1K_V1"; 236 Bilinear, 224, imagenet; also []
    "convnext_small": "ConvNeXt small", "ConvNeXt_Small_Weights.IMAGENET1K_V1"; 230 Bilinear, 224, imagenet; also []
    "convnext_base": "ConvNeXt base", "ConvNeXt_Base_Weights.IMAGENET1K_V1"; 232 Bilinear, 224, imagenet;
        also ["convnext_large"]
    "swin_t": "Swin tiny", "Swin_T_Weights.IMAGENET1K_V1"; 232 Bicubic, 224, imagenet; also []
    "swin_s": "Swin small", "Swin_S_Weights.IMAGENET1K_V1"; 246 Bicubic, 224, imagenet; also []
    "swin_b": "Swin base", "Swin_B_Weights.IMAGENET1K_V1"; 238 Bicubic, 224, imagenet; also []
    "swin_v2_t": "Swin V2 tiny", "Swin_V2_T_Weights.IMAGENET1K_V1"; 260 Bicubic, 256, imagenet; also ["swin_v2_s"]
    "swin_v2_b": "Swin V2 base", "Swin_V2_B_Weights.IMAGENET1K_V1"; 272 Bicubic, 256, imagenet; also []
    "vit_b_16": "ViT-B/16", "ViT_B_16_Weights.IMAGENET1K_V1"; 256 Bilinear, 224, imagenet;
        also ["vit_b_32", "vit_l_32"]
    "vit_l_16": "ViT-L/16", "ViT_L_16_Weights.IMAGENET1K_V1"; 242 Bilinear, 224, imagenet; also []
    "vit_b_16-swag": "ViT-B/16 with the SWAG weights", "ViT_B_16_Weights.IMAGENET1K_SWAG_E2E_V1";
        384 Bicubic, 384, imagenet; also ["regnet_y_16gf-swag", "regnet_y_32gf-swag", "regnet_y_128gf-swag"]
    "vit_l_16-swag": "ViT-L/16 with the SWAG weights", "ViT_L_16_Weights.IMAGENET1K_SWAG_E2E_V1";
        512 Bicubic, 512, imagenet; also []
    "vit_h_14-swag": "ViT-H/14 with the SWAG weights", "ViT_H_14_Weights.IMAGENET1K_SWAG_E2E_V1";
        518 Bicubic, 518, imagenet; also []
    "vit_b_16-swag-linear": "ViT-B/16 with the frozen SWAG weights", "ViT_B_16_Weights.IMAGENET1K_SWAG_LINEAR_V1";
        224 Bicubic, 224, imagenet;
        also ["vit_l_16-swag-linear", "vit_h_14-swag-linear", "regnet_y_16gf-swag-linear", "regnet_y_32gf-swag-linear",
              "regnet_y_128gf-swag-linear", "maxvit_t"]
    "vgg16": "VGG16", "VGG16_Weights.IMAGENET1K_V1"; 256 Bilinear, 224, imagenet;
        also ["vgg11", "vgg13", "vgg19", "vgg11_bn", "vgg13_bn", "vgg16_bn", "vgg19_bn", "alexnet"]
    "vgg16-features": "VGG16 with the weights for features, VGG's mean and a std of 1 / 255",
        "VGG16_Weights.IMAGENET1K_FEATURES"; 256 Bilinear, 224, vgg; also []
    "densenet121": "DenseNet121", "DenseNet121_Weights.IMAGENET1K_V1"; 256 Bilinear, 224, imagenet;
        also ["densenet161", "densenet169", "densenet201", "googlenet", "squeezenet1_0", "squeezenet1_1", "mnasnet0_5",
              "mnasnet1_0", "shufflenet_v2_x0_5", "shufflenet_v2_x1_0"]
    "shufflenet_v2_x1_5": "ShuffleNet V2 x1.5", "ShuffleNet_V2_X1_5_Weights.IMAGENET1K_V1"; 232 Bilinear, 224, imagenet;
        also ["shufflenet_v2_x2_0", "mnasnet0_75", "mnasnet1_3"]
    "regnet_y_400mf": "RegNet with the V1 weights", "RegNet_Y_400MF_Weights.IMAGENET1K_V1"; 256 Bilinear, 224, imagenet;
        also ["regnet_y_800mf", "regnet_y_1_6gf", "regnet_y_3_2gf", "regnet_y_8gf", "regnet_y_16gf", "regnet_y_32gf",
              "regnet_x_400mf", "regnet_x_800mf", "regnet_x_1_6gf", "regnet_x_3_2gf", "regnet_x_8gf", "regnet_x_16gf",
              "regnet_x_32gf"]
    "regnet_y_400mf-v2": "RegNet with the V2 weights", "RegNet_Y_400MF_Weights.IMAGENET1K_V2";
        232 Bilinear, 224, imagenet;
        also ["regnet_y_800mf-v2", "regnet_y_1_6gf-v2", "regnet_y_3_2gf-v2", "regnet_y_8gf-v2", "regnet_y_16gf-v2",
              "regnet_y_32gf-v2", "regnet_x_400mf-v2", "regnet_x_800mf-v2", "regnet_x_1_6gf-v2", "regnet_x_3_2gf-v2",
              "regnet_x_8gf-v2", "regnet_x_16gf-v2", "regnet_x_32gf-v2"]
};
