//! transformers' image processors, each with both backends: torchvision's, which is the default since version 5, and PIL's
//! (`-pil`), which gives what the slow processors of version 4 gave.

use super::Preset;
use super::build::{as_computed, clip, constants, half, imagenet, pad, square, times_1_255};
use crate::constants::Constants;
use crate::op::{
    Arithmetic, Assume, CenterCrop, CropMatches, Filter, Fit, InsideRounding, LimitRounding, PadTo, Precision, Rescale,
    RescaleBy, Resize, ResizeMatches, Step,
};
use crate::pipeline::Pipeline;
use crate::spec::{ChannelOrder, TensorLayout, ValueRange};

#[derive(Clone, Copy, PartialEq)]
enum Backend {
    Torchvision,
    Pil,
}

use Backend::{Pil, Torchvision};

impl Backend {
    fn resize(self, filter: Filter, fit: Fit) -> Pipeline {
        let resize = match (self, filter) {
            (Pil, _) => Resize::new(ResizeMatches::Pillow, filter, fit),
            // torchvision's name for Pillow's nearest.
            (Torchvision, Filter::Nearest) => Resize::new(ResizeMatches::Torch, Filter::NearestExact, fit),
            (Torchvision, _) => Resize { antialias: Some(true), ..Resize::new(ResizeMatches::Torch, filter, fit) },
        };
        Pipeline::new().convert_order(ChannelOrder::Rgb).step(Step::Resize(resize))
    }

    fn center(self, pipeline: Pipeline, edge: u32) -> Pipeline {
        let matches = match self {
            Torchvision => CropMatches::HuggingFace,
            Pil => CropMatches::HuggingFacePil,
        };
        pipeline.step(Step::CenterCrop(CenterCrop { size: square(edge), matches }))
    }

    /// Rescale and normalise, which the torchvision backend does in one.
    fn normalise(self, pipeline: Pipeline, constants: Constants) -> Pipeline {
        match self {
            Torchvision => pipeline.normalise(as_computed(constants, Arithmetic::HuggingFace)),
            Pil => self.rescale(pipeline).normalise(constants),
        }
    }

    fn rescale(self, pipeline: Pipeline) -> Pipeline {
        match self {
            Torchvision => times_1_255(pipeline),
            Pil => pipeline.step(Step::Rescale(Rescale {
                from: ValueRange::Bytes,
                to: ValueRange::Unit,
                by: RescaleBy::Multiplication,
                precision: Precision::F64,
            })),
        }
    }

    fn cropped(self, filter: Filter, edge: u32, crop: u32, constants: Constants) -> Pipeline {
        let resized = self.resize(filter, Fit::ShortestEdge(edge));
        self.normalise(self.center(resized, crop), constants).layout(TensorLayout::Nchw)
    }

    fn squashed(self, filter: Filter, edge: u32, constants: Constants) -> Pipeline {
        let resized = self.resize(filter, Fit::Stretch(square(edge)));
        self.normalise(resized, constants).layout(TensorLayout::Nchw)
    }
}

fn deit(backend: Backend) -> Pipeline {
    let resized = backend.resize(Filter::Bicubic, Fit::Stretch(square(256)));
    backend.normalise(backend.center(resized, 224), imagenet()).layout(TensorLayout::Nchw)
}

fn detr(backend: Backend) -> Pipeline {
    let fit = Fit::ShortestEdgeUpTo { edge: 800, limit: 1333, rounding: LimitRounding::HuggingFace };
    backend.normalise(backend.resize(Filter::Bilinear, fit), imagenet()).layout(TensorLayout::Nchw)
}

fn sam(backend: Backend) -> Pipeline {
    let fit = Fit::LongestEdge { edge: 1024, rounding: InsideRounding::HalfUp };
    let normalised = backend.normalise(backend.resize(Filter::Bilinear, fit), imagenet());
    pad(normalised, PadTo::Size(square(1024))).layout(TensorLayout::Nchw)
}

fn efficientnet(backend: Backend) -> Pipeline {
    let std = [0.47853944, 0.4732864, 0.47434163];
    let unit = |mean: &[f64]| constants(mean, &std, ChannelOrder::Rgb, ValueRange::Unit);
    let resized = backend.resize(Filter::Nearest, Fit::Stretch(square(224)));
    backend
        .normalise(resized, unit(&[0.485, 0.456, 0.406]))
        .step(Step::Assume(Assume { range: Some(ValueRange::Unit), ..Assume::default() }))
        // include_top divides by the std once more.
        .normalise(unit(&[0.0]))
        .layout(TensorLayout::Nchw)
}

fn mobilevit(backend: Backend) -> Pipeline {
    let resized = backend.resize(Filter::Bilinear, Fit::ShortestEdge(288));
    backend.rescale(backend.center(resized, 256)).convert_order(ChannelOrder::Bgr).layout(TensorLayout::Nchw)
}

fn rt_detr(backend: Backend) -> Pipeline {
    backend.rescale(backend.resize(Filter::Bilinear, Fit::Stretch(square(640)))).layout(TensorLayout::Nchw)
}

/// `name: title, processor; build; also [hub ids]`, each for both backends, then those that have torchvision's alone.
macro_rules! processors {
    ($($name:literal: $title:literal, $class:literal; $build:expr; also [$($also:literal),*])*
     torchvision only
     $($name_1:literal: $title_1:literal, $class_1:literal; $build_1:expr; also [$($also_1:literal),*])*) => {
        &[
            $(
                processors!(@torchvision $name, $title, $class, $build, [$($also),*]),
                Preset {
                    name: concat!("huggingface/", $name, "-pil"),
                    also: &[],
                    description: concat!($title, "; the PIL backend"),
                    source: concat!("transformers 5.24, ", $class, "Pil with Pillow 13.0"),
                    build: || $build(Pil),
                },
            )*
            $(processors!(@torchvision $name_1, $title_1, $class_1, $build_1, [$($also_1),*]),)*
        ]
    };
    (@torchvision $name:literal, $title:literal, $class:literal, $build:expr, [$($also:literal),*]) => {
        Preset {
            name: concat!("huggingface/", $name),
            also: &[$($also),*],
            description: $title,
            source: concat!("transformers 5.24, ", $class, " with torchvision 0.29.2 on AVX2"),
            build: || $build(Torchvision),
        }
    };
}

pub const PRESETS: &[Preset] = processors! {
    "clip-vit-base-patch32": "CLIP: shortest edge 224 bicubic, centre crop 224, CLIP's constants", "CLIPImageProcessor";
        |backend: Backend| backend.cropped(Filter::Bicubic, 224, 224, clip());
        also ["openai/clip-vit-base-patch32", "openai/clip-vit-base-patch16", "openai/clip-vit-large-patch14"]
    "siglip-base-patch16-224": "SigLIP: squashed to 224 x 224 bicubic, -1 to 1", "SiglipImageProcessor";
        |backend: Backend| backend.squashed(Filter::Bicubic, 224, half());
        also ["google/siglip-base-patch16-224"]
    "dinov2-base": "DINOv2: shortest edge 256 bicubic, centre crop 224, ImageNet's constants", "BitImageProcessor";
        |backend: Backend| backend.cropped(Filter::Bicubic, 256, 224, imagenet());
        also ["facebook/dinov2-small", "facebook/dinov2-base", "facebook/dinov2-large", "facebook/dinov2-giant"]
    "vit-base-patch16-224": "ViT: squashed to 224 x 224 bilinear, -1 to 1", "ViTImageProcessor";
        |backend: Backend| backend.squashed(Filter::Bilinear, 224, half());
        also ["google/vit-base-patch16-224", "google/vit-large-patch16-224", "google/vit-base-patch16-224-in21k"]
    "deit-base-distilled": "DeiT: squashed to 256 x 256 bicubic, centre crop 224, ImageNet's constants",
        "DeiTImageProcessor"; deit; also ["facebook/deit-base-distilled-patch16-224"]
    "convnext-tiny-224": "ConvNeXt at 224: shortest edge 256 bicubic, centre crop 224, ImageNet's constants",
        "ConvNextImageProcessor"; |backend: Backend| backend.cropped(Filter::Bicubic, 256, 224, imagenet());
        also ["facebook/convnext-tiny-224", "facebook/convnext-base-224", "facebook/convnext-large-224"]
    "convnext-384": "ConvNeXt at 384: squashed to 384 x 384 bicubic, ImageNet's constants", "ConvNextImageProcessor";
        |backend: Backend| backend.squashed(Filter::Bicubic, 384, imagenet());
        also ["facebook/convnext-base-384", "facebook/convnext-large-384"]
    "blip-base": "BLIP: squashed to 384 x 384 bicubic, CLIP's constants", "BlipImageProcessor";
        |backend: Backend| backend.squashed(Filter::Bicubic, 384, clip());
        also ["Salesforce/blip-image-captioning-base", "Salesforce/blip-image-captioning-large", "Salesforce/blip-vqa-base"]
    "mobilenet_v2_1.0_224": "MobileNet V1 and V2: shortest edge 256 bilinear, centre crop 224, -1 to 1",
        "MobileNetV2ImageProcessor"; |backend: Backend| backend.cropped(Filter::Bilinear, 256, 224, half());
        also ["google/mobilenet_v2_1.0_224", "google/mobilenet_v1_1.0_224"]
    "efficientnet-b0": "EfficientNet B0: squashed to 224 x 224 nearest, divided by the std twice",
        "EfficientNetImageProcessor"; efficientnet; also ["google/efficientnet-b0"]
    "mobilevit-small": "MobileViT: shortest edge 288 bilinear, centre crop 256, BGR, 0-1, no constants",
        "MobileViTImageProcessor"; mobilevit; also ["apple/mobilevit-small"]
    "detr-resnet-50": "DETR: shortest edge 800 up to 1333 bilinear, ImageNet's constants", "DetrImageProcessor"; detr;
        also ["facebook/detr-resnet-50", "facebook/detr-resnet-101"]
    "rt-detr": "RT-DETR: squashed to 640 x 640 bilinear, 0-1, no constants", "RTDetrImageProcessor"; rt_detr;
        also ["PekingU/rtdetr_r50vd", "PekingU/rtdetr_r18vd"]
    "segformer-b0-ade": "SegFormer: squashed to 512 x 512 bilinear, ImageNet's constants", "SegformerImageProcessor";
        |backend: Backend| backend.squashed(Filter::Bilinear, 512, imagenet());
        also ["nvidia/segformer-b0-finetuned-ade-512-512", "nvidia/segformer-b4-finetuned-ade-512-512"]
    "sam-vit-base": "SAM: longest edge 1024 bilinear, ImageNet's constants, then padded to 1024 x 1024 with 0",
        "SamImageProcessor"; sam; also ["facebook/sam-vit-base", "facebook/sam-vit-large", "facebook/sam-vit-huge"]
    torchvision only
    "sam2-hiera": "SAM 2: squashed to 1024 x 1024 bilinear, ImageNet's constants", "Sam2ImageProcessor";
        |backend: Backend| backend.squashed(Filter::Bilinear, 1024, imagenet());
        also ["facebook/sam2-hiera-tiny", "facebook/sam2-hiera-large", "facebook/sam2.1-hiera-tiny",
              "facebook/sam2.1-hiera-large"]
};
