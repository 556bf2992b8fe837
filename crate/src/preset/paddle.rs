//! PaddleOCR and PaddleDetection.

use super::Preset;
use super::build::{as_computed, constants, imagenet, opencv, pad, square, times_1_255};
use crate::op::{Arithmetic, Filter, Fit, InsideRounding, PadTo, SideLimit};
use crate::pipeline::Pipeline;
use crate::spec::{ChannelOrder, Size, TensorLayout, ValueRange};

/// DB's detector: BGR pixels, and ImageNet's numbers by position, in the order in which RGB lists them. It was trained so.
fn text_detection(limit: SideLimit, edge: u32) -> Pipeline {
    let fit = Fit::LimitSide { edge, limit, multiple: 32 };
    let resized = opencv(Pipeline::new().convert_order(ChannelOrder::Bgr), Filter::Bilinear, fit);
    let by_position = constants(&[0.485, 0.456, 0.406], &[0.229, 0.224, 0.225], ChannelOrder::Bgr, ValueRange::Unit);
    times_1_255(resized).normalise(by_position).layout(TensorLayout::Nchw)
}

fn text_recognition(height: u32) -> Pipeline {
    let fit = Fit::Height { height, max_width: 320, rounding: InsideRounding::Ceil };
    let resized = opencv(Pipeline::new().convert_order(ChannelOrder::Bgr), Filter::Bilinear, fit)
        .rescale(ValueRange::Bytes, ValueRange::Unit)
        .normalise(constants(&[0.5], &[0.5], ChannelOrder::Bgr, ValueRange::Unit));
    pad(resized, PadTo::Size(Size::new(320, height))).layout(TensorLayout::Nchw)
}

fn ppyoloe() -> Pipeline {
    let start = Pipeline::new().convert_order(ChannelOrder::Rgb);
    opencv(start, Filter::Bicubic, Fit::Stretch(square(640))).rescale(ValueRange::Bytes, ValueRange::Unit)
}

pub const PRESETS: &[Preset] = &[
    Preset {
        name: "paddleocr/det",
        also: &["paddleocr/pp-ocrv3-det", "paddleocr/pp-ocrv4-det"],
        description: "PP-OCR text detection: longer edge at most 960, edges to multiples of 32, bilinear; BGR pixels with ImageNet's numbers in RGB order, as it was trained",
        source: "PaddleOCR, tools/infer/predict_det.py with det_limit_type=max: DetResizeForTest and NormalizeImage, OpenCV 5.0",
        build: || text_detection(SideLimit::Max, 960),
    },
    Preset {
        name: "paddleocr/det-min",
        also: &[],
        description: "PP-OCR text detection as it is evaluated: shorter edge at least 736, edges to multiples of 32, bilinear; BGR pixels with ImageNet's numbers in RGB order",
        source: "PaddleOCR, DetResizeForTest without arguments (limit_type=min) and NormalizeImage, OpenCV 5.0",
        build: || text_detection(SideLimit::Min, 736),
    },
    Preset {
        name: "paddleocr/rec",
        also: &["paddleocr/pp-ocrv3-rec", "paddleocr/pp-ocrv4-rec"],
        description: "PP-OCR text recognition: height 48 bilinear, at most 320 wide, BGR, -1 to 1, then padded to 320 x 48 with 0",
        source: "PaddleOCR, tools/infer/predict_rec.py, resize_norm_img with rec_image_shape=3,48,320 and a fixed width, OpenCV 5.0",
        build: || text_recognition(48),
    },
    Preset {
        name: "paddleocr/rec-32",
        also: &["paddleocr/pp-ocrv2-rec"],
        description: "PP-OCR v1 and v2 text recognition: height 32 bilinear, at most 320 wide, BGR, -1 to 1, then padded to 320 x 32 with 0",
        source: "PaddleOCR, tools/infer/predict_rec.py, resize_norm_img with rec_image_shape=3,32,320 and a fixed width, OpenCV 5.0",
        build: || text_recognition(32),
    },
    Preset {
        name: "paddledetection/ppyoloe-plus",
        also: &["paddledetection/ppyoloe-plus-s", "paddledetection/ppyoloe-plus-l"],
        description: "PP-YOLOE+: squashed to 640 x 640 bicubic, RGB, 0-1, no constants",
        source: "PaddleDetection, ppyoloe_plus_reader.yml and deploy/python/preprocess.py, OpenCV 5.0 without IPP",
        build: || ppyoloe().layout(TensorLayout::Nchw),
    },
    Preset {
        name: "paddledetection/ppyoloe",
        also: &["paddledetection/ppyoloe-s", "paddledetection/ppyoloe-l"],
        description: "PP-YOLOE: squashed to 640 x 640 bicubic, RGB, 0-1, ImageNet's constants",
        source: "PaddleDetection, ppyoloe_reader.yml and deploy/python/preprocess.py, numpy in place, OpenCV 5.0 without IPP",
        build: || ppyoloe().normalise(as_computed(imagenet(), Arithmetic::F64InPlace)).layout(TensorLayout::Nchw),
    },
];
