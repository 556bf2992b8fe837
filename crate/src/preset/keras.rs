//! Keras: `load_img(target_size)`, which squashes with the filter nearest, then the `preprocess_input` of the architecture.

use super::Preset;
use super::build::{caffe, imagenet, square};
use crate::op::{Filter, Fit};
use crate::pipeline::Pipeline;
use crate::spec::{ChannelOrder, DType, TensorLayout, ValueRange};

fn load_img(order: ChannelOrder, edge: u32) -> Pipeline {
    Pipeline::new().convert_order(order).resize(Filter::Nearest, Fit::Stretch(square(edge)))
}

fn as_caffe(edge: u32) -> Pipeline {
    load_img(ChannelOrder::Bgr, edge).normalise(caffe([103.939, 116.779, 123.68]))
}

fn as_tf(edge: u32) -> Pipeline {
    load_img(ChannelOrder::Rgb, edge).rescale(ValueRange::Bytes, ValueRange::SignedUnit)
}

fn as_torch(edge: u32) -> Pipeline {
    load_img(ChannelOrder::Rgb, edge).rescale(ValueRange::Bytes, ValueRange::Unit).normalise(imagenet())
}

fn as_it_is(edge: u32) -> Pipeline {
    load_img(ChannelOrder::Rgb, edge).cast(DType::F32)
}

/// `name: title, words, mode; edge, how; also [...]`
macro_rules! modes {
    ($($name:literal: $title:literal, $words:literal, $mode:literal; $edge:literal, $how:ident; also [$($also:literal),*])*) => {
        &[$(Preset {
            name: concat!("keras/", $name),
            also: &[$(concat!("keras/", $also)),*],
            description: concat!($title, ": squashed to ", $edge, " x ", $edge, " nearest, ", $words),
            source: concat!("keras 3.15.1, load_img(target_size) and ", $mode, ", Pillow 13.0"),
            build: || $how($edge).layout(TensorLayout::Nhwc),
        }),*]
    };
}

pub const PRESETS: &[Preset] = modes! {
    "caffe": "Keras ResNet50, ResNet101, ResNet152, VGG16 and VGG19", "BGR, 0-255 less the mean, no std",
        "preprocess_input(mode='caffe')"; 224, as_caffe; also ["resnet50", "resnet101", "resnet152", "vgg16", "vgg19"]
    "tf": "Keras MobileNet, MobileNetV2, ResNetV2 and NASNetMobile", "RGB, -1 to 1",
        "preprocess_input(mode='tf')"; 224, as_tf;
        also ["mobilenet", "mobilenet_v2", "resnet50_v2", "resnet101_v2", "resnet152_v2", "nasnet_mobile"]
    "inception_v3": "Keras InceptionV3, InceptionResNetV2 and Xception", "RGB, -1 to 1",
        "preprocess_input(mode='tf')"; 299, as_tf; also ["inception_resnet_v2", "xception"]
    "nasnet_large": "Keras NASNetLarge", "RGB, -1 to 1", "preprocess_input(mode='tf')"; 331, as_tf; also []
    "torch": "Keras DenseNet", "RGB, 0-1, ImageNet's constants", "preprocess_input(mode='torch')"; 224, as_torch;
        also ["densenet121", "densenet169", "densenet201"]
    "identity": "Keras EfficientNetB0, EfficientNetV2B0, MobileNetV3 and ConvNeXt", "0-255, as the model rescales inside",
        "preprocess_input of efficientnet"; 224, as_it_is;
        also ["efficientnet_b0", "efficientnet_v2_b0", "mobilenet_v3_small", "mobilenet_v3_large", "convnext_tiny",
              "convnext_small", "convnext_base", "convnext_large", "convnext_xlarge"]
    "efficientnet_b1": "Keras EfficientNetB1", "0-255, as the model rescales inside",
        "preprocess_input of efficientnet"; 240, as_it_is; also ["efficientnet_v2_b1"]
    "efficientnet_b2": "Keras EfficientNetB2", "0-255, as the model rescales inside",
        "preprocess_input of efficientnet"; 260, as_it_is; also ["efficientnet_v2_b2"]
    "efficientnet_b3": "Keras EfficientNetB3", "0-255, as the model rescales inside",
        "preprocess_input of efficientnet"; 300, as_it_is; also ["efficientnet_v2_b3"]
    "efficientnet_b4": "Keras EfficientNetB4", "0-255, as the model rescales inside",
        "preprocess_input of efficientnet"; 380, as_it_is; also []
    "efficientnet_b5": "Keras EfficientNetB5", "0-255, as the model rescales inside",
        "preprocess_input of efficientnet"; 456, as_it_is; also []
    "efficientnet_b6": "Keras EfficientNetB6", "0-255, as the model rescales inside",
        "preprocess_input of efficientnet"; 528, as_it_is; also []
    "efficientnet_b7": "Keras EfficientNetB7", "0-255, as the model rescales inside",
        "preprocess_input of efficientnet"; 600, as_it_is; also []
    "efficientnet_v2_s": "Keras EfficientNetV2S", "0-255, as the model rescales inside",
        "preprocess_input of efficientnet_v2"; 384, as_it_is; also []
    "efficientnet_v2_m": "Keras EfficientNetV2M and EfficientNetV2L", "0-255, as the model rescales inside",
        "preprocess_input of efficientnet_v2"; 480, as_it_is; also ["efficientnet_v2_l"]
};
