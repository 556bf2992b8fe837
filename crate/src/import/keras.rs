//! Keras applications by name: `keras:ResNet50`.
//!
//! *Source*: keras 3.15.1, applications/*.py and imagenet_utils.py.

use super::report::{Imported, Report};
use super::{Family, steps};
use crate::error::{Error, Result};
use crate::op::{Filter, Fit};
use crate::pipeline::Pipeline;
use crate::spec::{ChannelOrder, DType, TensorLayout, ValueRange};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Caffe,
    Tf,
    Torch,
    Inside,
}

/// Name, default edge, mode of `preprocess_input`.
const APPLICATIONS: &[(&str, u32, Mode)] = &[
    ("Xception", 299, Mode::Tf),
    ("VGG16", 224, Mode::Caffe),
    ("VGG19", 224, Mode::Caffe),
    ("ResNet50", 224, Mode::Caffe),
    ("ResNet101", 224, Mode::Caffe),
    ("ResNet152", 224, Mode::Caffe),
    ("ResNet50V2", 224, Mode::Tf),
    ("ResNet101V2", 224, Mode::Tf),
    ("ResNet152V2", 224, Mode::Tf),
    ("InceptionV3", 299, Mode::Tf),
    ("InceptionResNetV2", 299, Mode::Tf),
    ("MobileNet", 224, Mode::Tf),
    ("MobileNetV2", 224, Mode::Tf),
    ("MobileNetV3Large", 224, Mode::Inside),
    ("MobileNetV3Small", 224, Mode::Inside),
    ("DenseNet121", 224, Mode::Torch),
    ("DenseNet169", 224, Mode::Torch),
    ("DenseNet201", 224, Mode::Torch),
    ("NASNetMobile", 224, Mode::Tf),
    ("NASNetLarge", 331, Mode::Tf),
    ("EfficientNetB0", 224, Mode::Inside),
    ("EfficientNetB1", 240, Mode::Inside),
    ("EfficientNetB2", 260, Mode::Inside),
    ("EfficientNetB3", 300, Mode::Inside),
    ("EfficientNetB4", 380, Mode::Inside),
    ("EfficientNetB5", 456, Mode::Inside),
    ("EfficientNetB6", 528, Mode::Inside),
    ("EfficientNetB7", 600, Mode::Inside),
    ("EfficientNetV2B0", 224, Mode::Inside),
    ("EfficientNetV2B1", 240, Mode::Inside),
    ("EfficientNetV2B2", 260, Mode::Inside),
    ("EfficientNetV2B3", 300, Mode::Inside),
    ("EfficientNetV2S", 384, Mode::Inside),
    ("EfficientNetV2M", 480, Mode::Inside),
    ("EfficientNetV2L", 480, Mode::Inside),
    ("ConvNeXtTiny", 224, Mode::Inside),
    ("ConvNeXtSmall", 224, Mode::Inside),
    ("ConvNeXtBase", 224, Mode::Inside),
    ("ConvNeXtLarge", 224, Mode::Inside),
    ("ConvNeXtXLarge", 224, Mode::Inside),
];

/// `load_img(target_size)` and `preprocess_input` of an application by name.
///
/// *Errors*: `InvalidInput` for an unknown name, with the nearest known one.
pub fn import(name: &str) -> Result<Imported> {
    let found = APPLICATIONS.iter().find(|(known, ..)| known.eq_ignore_ascii_case(name));
    let Some(&(known, edge, mode)) = found else {
        let known = APPLICATIONS.iter().map(|(known, ..)| *known);
        return Err(Error::invalid_input(crate::text::unknown("application of Keras", name, known)));
    };
    let mut report = Report::default();
    report.read("application", known.into());
    report.assume(format!("{edge}x{edge}, squashed nearest"), "the application's default input and load_img's filter");
    let order = if mode == Mode::Caffe { ChannelOrder::Bgr } else { ChannelOrder::Rgb };
    let loaded = Pipeline::new().convert_order(order).resize(Filter::Nearest, Fit::Stretch(steps::square(edge)));
    let unit = || loaded.clone().rescale(ValueRange::Bytes, ValueRange::Unit);
    let pipeline = match mode {
        Mode::Caffe => loaded.step(steps::normalise(
            vec![103.939, 116.779, 123.68],
            vec![1.0],
            ChannelOrder::Bgr,
            ValueRange::Bytes,
            Default::default(),
        )),
        Mode::Tf => loaded.rescale(ValueRange::Bytes, ValueRange::SignedUnit),
        Mode::Torch => {
            let (mean, std) = steps::IMAGENET;
            unit().step(steps::normalise(mean.into(), std.into(), order, ValueRange::Unit, Default::default()))
        }
        Mode::Inside => {
            report.trap("the model rescales inside, as long as it was made with include_preprocessing");
            loaded.cast(DType::F32)
        }
    };
    let source = format!("keras 3.15.1, load_img(target_size) and preprocess_input of {known}, Pillow 13.0");
    Ok(report.finish(Family::Keras, known, source, pipeline.layout(TensorLayout::Nhwc)))
}
