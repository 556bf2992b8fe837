//! Detection: mmdetection, detectron2, YOLOX, Ultralytics.

use super::Preset;
use super::build::{as_computed, caffe, constants, imagenet, imagenet_bgr, letterbox, opencv, pad, square};
use crate::constants::Constants;
use crate::op::{
    Arithmetic, Filter, Fit, InsideRounding, LimitRounding, Normalise, PadPlace, PadTo, Precision, Rescale, RescaleBy,
    Step, WarpAffine, WarpMap, WarpMatches,
};
use crate::pipeline::Pipeline;
use crate::spec::{ChannelOrder, DType, TensorLayout, ValueRange};

const DETECTRON: [f64; 3] = [103.53, 116.28, 123.675];

/// ImageNet's constants in RGB for 0-255.
fn imagenet_rgb() -> Constants {
    let (mean, std) = ([123.675, 116.28, 103.53], [58.395, 57.12, 57.375]);
    constants(&mean, &std, ChannelOrder::Rgb, ValueRange::Bytes)
}

/// mmcv's imrescale to (1333, 800), normalised and then padded to 32.
fn mmdetection(order: ChannelOrder, numbers: impl Into<Normalise>) -> Pipeline {
    let fit = Fit::Inside { width: 1333, height: 800, rounding: InsideRounding::Mmcv };
    let resized = opencv(Pipeline::new().convert_order(order), Filter::Bilinear, fit);
    pad(resized.normalise(numbers), PadTo::Multiple(32)).layout(TensorLayout::Nchw)
}

/// mmdetection 2 hands its constants to mmcv as f32.
fn mmcv(mut constants: Constants) -> Normalise {
    let to_f32 = |value: &mut f64| *value = f64::from(*value as f32);
    constants.mean.iter_mut().chain(&mut constants.std).for_each(to_f32);
    as_computed(constants, Arithmetic::Mmcv)
}

fn yolox(order: ChannelOrder, edge: u32) -> Pipeline {
    letterbox(Pipeline::new().convert_order(order), edge, InsideRounding::Truncate, PadPlace::TopLeft)
}

fn ultralytics(edge: u32) -> Pipeline {
    let start = Pipeline::new().convert_order(ChannelOrder::Rgb);
    letterbox(start, edge, InsideRounding::HalfEven, PadPlace::Ultralytics)
        .rescale(ValueRange::Bytes, ValueRange::Unit)
        .layout(TensorLayout::Nchw)
}

/// The constants are COCO's in BGR, whatever order the data is in; numpy divides in f64 by what were f32 arrays.
fn centernet(order: ChannelOrder) -> Pipeline {
    let numbers = constants(&[0.408, 0.447, 0.47], &[0.289, 0.274, 0.278], ChannelOrder::Bgr, ValueRange::Unit);
    Pipeline::new()
        .convert_order(order)
        .step(Step::WarpAffine(WarpAffine {
            matches: WarpMatches::Opencv,
            size: square(512),
            map: WarpMap::LongestEdge,
            value: vec![0.0],
        }))
        .step(Step::Rescale(Rescale {
            from: ValueRange::Bytes,
            to: ValueRange::Unit,
            by: RescaleBy::Division,
            precision: Precision::F64,
        }))
        .normalise(as_computed(numbers, Arithmetic::F64F32Constants))
        .layout(TensorLayout::Nchw)
}

pub const PRESETS: &[Preset] = &[
    Preset {
        name: "mmdetection/faster-rcnn",
        also: &["mmdetection/mask-rcnn", "mmdetection/cascade-rcnn", "mmdetection/retinanet"],
        description: "Backbones in PyTorch style: inside (1333, 800) bilinear, RGB, ImageNet's constants for 0-255, then padded to 32 with 0",
        source: "mmdetection 3.3, Resize and DetDataPreprocessor of faster-rcnn_r50_fpn, mmcv 2.2, OpenCV 5.0",
        build: || mmdetection(ChannelOrder::Rgb, imagenet_rgb()),
    },
    Preset {
        name: "mmdetection/faster-rcnn-caffe",
        also: &["mmdetection/mask-rcnn-caffe", "mmdetection/retinanet-caffe"],
        description: "Backbones in Caffe style: inside (1333, 800) bilinear, BGR, 0-255 less the mean, no std, then padded to 32 with 0",
        source: "mmdetection 3.3, Resize and DetDataPreprocessor of faster-rcnn_r50-caffe_fpn, mmcv 2.2, OpenCV 5.0",
        build: || mmdetection(ChannelOrder::Bgr, caffe(DETECTRON)),
    },
    Preset {
        name: "mmdetection-2/faster-rcnn",
        also: &["mmdetection-2/mask-rcnn", "mmdetection-2/cascade-rcnn", "mmdetection-2/retinanet"],
        description: "Backbones in PyTorch style, with mmcv's arithmetic: inside (1333, 800) bilinear, RGB, ImageNet's constants for 0-255, then padded to 32 with 0",
        source: "mmdetection 2, Resize, Normalize and Pad, mmcv 2.2, OpenCV 5.0",
        build: || mmdetection(ChannelOrder::Rgb, mmcv(imagenet_rgb())),
    },
    Preset {
        name: "mmdetection-2/faster-rcnn-caffe",
        also: &["mmdetection-2/mask-rcnn-caffe", "mmdetection-2/retinanet-caffe"],
        description: "Backbones in Caffe style, with mmcv's arithmetic: inside (1333, 800) bilinear, BGR, 0-255 less the mean, no std, then padded to 32 with 0",
        source: "mmdetection 2, Resize, Normalize and Pad, mmcv 2.2, OpenCV 5.0",
        build: || mmdetection(ChannelOrder::Bgr, mmcv(caffe(DETECTRON))),
    },
    Preset {
        name: "mmdetection/ssd300",
        also: &[],
        description: "SSD300: squashed to 300 x 300 bilinear, RGB, 0-255 less VGG's mean, no std",
        source: "mmdetection 3.3, Resize and DetDataPreprocessor of ssd300_coco, mmcv 2.2, OpenCV 5.0",
        build: || {
            let mean = [123.675, 116.28, 103.53];
            opencv(Pipeline::new().convert_order(ChannelOrder::Rgb), Filter::Bilinear, Fit::Stretch(square(300)))
                .normalise(constants(&mean, &[1.0], ChannelOrder::Rgb, ValueRange::Bytes))
                .layout(TensorLayout::Nchw)
        },
    },
    Preset {
        name: "mmdetection/rtmdet",
        also: &[],
        description: "RTMDet: inside 640 x 640 bilinear, padded right and bottom with 114, then BGR with ImageNet's constants for 0-255",
        source: "mmdetection 3.3, Resize, Pad and DetDataPreprocessor of rtmdet_l_8xb32-300e_coco, mmcv 2.2, OpenCV 5.0",
        build: || {
            let start = Pipeline::new().convert_order(ChannelOrder::Bgr);
            letterbox(start, 640, InsideRounding::Mmcv, PadPlace::TopLeft)
                .normalise(imagenet_bgr())
                .layout(TensorLayout::Nchw)
        },
    },
    Preset {
        name: "detectron2/faster-rcnn",
        also: &["detectron2/mask-rcnn", "detectron2/retinanet", "detectron2/keypoint-rcnn"],
        description: "detectron2 R-50: shortest edge 800 up to 1333 bilinear, BGR, 0-255 less the mean, no std, padded to 32 with 0",
        source: "detectron2, ResizeShortestEdge, PIXEL_MEAN and ImageList of the R-50 configs, Pillow 13.0",
        build: || {
            let fit = Fit::ShortestEdgeUpTo { edge: 800, limit: 1333, rounding: LimitRounding::Detectron2 };
            let start = Pipeline::new().convert_order(ChannelOrder::Bgr).resize(Filter::Bilinear, fit);
            pad(start.normalise(caffe(DETECTRON)), PadTo::Multiple(32)).layout(TensorLayout::Nchw)
        },
    },
    Preset {
        name: "yolox",
        also: &["yolox/s", "yolox/m", "yolox/l", "yolox/x"],
        description: "YOLOX since 0.1.1: inside 640 x 640 bilinear, padded right and bottom with 114, BGR, 0-255, nothing subtracted",
        source: "YOLOX, yolox/data/data_augment.py, ValTransform(legacy=False), OpenCV 5.0",
        build: || yolox(ChannelOrder::Bgr, 640).cast(DType::F32).layout(TensorLayout::Nchw),
    },
    Preset {
        name: "yolox/tiny",
        also: &["yolox/nano"],
        description: "YOLOX tiny and nano since 0.1.1: inside 416 x 416 bilinear, padded right and bottom with 114, BGR, 0-255, nothing subtracted",
        source: "YOLOX, yolox/data/data_augment.py, ValTransform(legacy=False), OpenCV 5.0",
        build: || yolox(ChannelOrder::Bgr, 416).cast(DType::F32).layout(TensorLayout::Nchw),
    },
    Preset {
        name: "yolox/legacy",
        also: &[],
        description: "YOLOX 0.1.0: inside 640 x 640 bilinear, padded right and bottom with 114, then RGB, 0-1, ImageNet's constants",
        source: "YOLOX, yolox/data/data_augment.py, ValTransform(legacy=True), numpy in place, OpenCV 5.0",
        build: || {
            yolox(ChannelOrder::Rgb, 640)
                .rescale(ValueRange::Bytes, ValueRange::Unit)
                .normalise(as_computed(imagenet(), Arithmetic::F64InPlace))
                .layout(TensorLayout::Nchw)
        },
    },
    Preset {
        name: "ultralytics/yolo",
        also: &["ultralytics/yolov5", "ultralytics/yolov8", "ultralytics/yolo11"],
        description: "Ultralytics detection, segmentation and pose, as exported: inside 640 x 640 bilinear, padded on all sides with 114, RGB, 0-1",
        source: "Ultralytics 8.4, LetterBox(auto=False) and BasePredictor.preprocess, OpenCV 5.0",
        build: || ultralytics(640),
    },
    Preset {
        name: "ultralytics/yolo-obb",
        also: &[],
        description: "Ultralytics oriented boxes, as exported: inside 1024 x 1024 bilinear, padded on all sides with 114, RGB, 0-1",
        source: "Ultralytics 8.4, LetterBox(auto=False) and BasePredictor.preprocess, OpenCV 5.0",
        build: || ultralytics(1024),
    },
    Preset {
        name: "ultralytics/classify",
        also: &["ultralytics/yolov8-cls", "ultralytics/yolo11-cls"],
        description: "Ultralytics classification: shortest edge 224 bilinear, centre crop 224, RGB, 0-1",
        source: "Ultralytics 8.4, classify_transforms(224), whose mean is 0 and std 1, with torchvision on a PIL image, Pillow 13.0",
        build: || {
            Pipeline::new()
                .convert_order(ChannelOrder::Rgb)
                .resize(Filter::Bilinear, Fit::ShortestEdge(224))
                .center_crop(224)
                .rescale(ValueRange::Bytes, ValueRange::Unit)
                .layout(TensorLayout::Nchw)
        },
    },
    Preset {
        name: "centernet",
        also: &["centernet/dla_34", "centernet/resnet18", "centernet/hourglass"],
        description: "CenterNet as published and trained: the longer edge to 512, centred on black by an affine warp, BGR, 0-1, COCO's constants",
        source: "CenterNet, src/lib/detectors/base_detector.py, pre_process with fix_res, OpenCV 5.0; its backbones were pretrained on RGB",
        build: || centernet(ChannelOrder::Bgr),
    },
    Preset {
        name: "centernet/rgb",
        also: &[],
        description: "CenterNet in the order that its backbones were pretrained in, for training anew: as `centernet`, but RGB",
        source: "CenterNet, src/lib/detectors/base_detector.py, pre_process with fix_res, with the image converted to RGB first, OpenCV 5.0",
        build: || centernet(ChannelOrder::Rgb),
    },
];
