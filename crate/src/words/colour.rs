//! Colour steps in plain words.

use std::fmt;

use crate::op::{
    ColourMatches, ColourSpace, FromColour, HsvJitter, HsvMatches, HueMatches, HueShift, Jitter, JitterMatches,
    Lighting, ToColour,
};

pub(super) fn turned(f: &mut fmt::Formatter<'_>, hue: &HueShift) -> fmt::Result {
    write!(f, "turn the hue by {} of the colour circle, as ", hue.alpha)?;
    f.write_str(match hue.matches {
        HueMatches::Megengine => "MegEngine's HueTransform",
        HueMatches::TorchvisionPil => "torchvision on a PIL image",
        HueMatches::Torchvision => "torchvision on a tensor",
        HueMatches::Albumentations => "albumentations",
        HueMatches::MegengineSimd => "MegEngine's HueTransform without IPP",
    })
}

pub(super) fn mixed(f: &mut fmt::Formatter<'_>, what: &str, jitter: &Jitter) -> fmt::Result {
    write!(f, "{what} times {}, as ", jitter.factor)?;
    f.write_str(match jitter.matches {
        JitterMatches::Megengine => "MegEngine",
        JitterMatches::TorchvisionPil => "torchvision on a PIL image",
        JitterMatches::Torchvision => "torchvision on a tensor",
        JitterMatches::Albumentations => "albumentations",
    })
}

pub(super) fn moved(f: &mut fmt::Formatter<'_>, jitter: &HsvJitter) -> fmt::Result {
    let library = match jitter.matches {
        HsvMatches::Yolov5 => "YOLOv5",
        HsvMatches::Ultralytics => "Ultralytics",
        HsvMatches::Yolox => "YOLOX",
        HsvMatches::Albumentations => "albumentations",
    };
    let HsvJitter { hue, saturation, value, .. } = jitter;
    write!(f, "move hue, saturation and value by {hue}, {saturation} and {value}, as {library}")
}

pub(super) fn lit(f: &mut fmt::Formatter<'_>, Lighting { alpha: [a, b, c] }: &Lighting) -> fmt::Result {
    write!(f, "change the lighting along the three colour axes by {a}, {b} and {c}, as MegEngine")
}

pub(super) fn to(f: &mut fmt::Formatter<'_>, step: &ToColour) -> fmt::Result {
    write!(f, "turn the colours into {}, as {}", name(step.to), library(step.matches))
}

pub(super) fn from(f: &mut fmt::Formatter<'_>, step: &FromColour) -> fmt::Result {
    write!(f, "turn {} into {}, as {}", name(step.from), step.to, library(step.matches))
}

const fn name(space: ColourSpace) -> &'static str {
    match space {
        ColourSpace::Gray => "grey",
        ColourSpace::HSV => "HSV",
        ColourSpace::HsvFull => "full-range HSV",
        ColourSpace::YCrCb => "YCrCb",
        ColourSpace::YCbCr => "YCbCr",
        ColourSpace::CMYK => "CMYK",
    }
}

const fn library(matches: ColourMatches) -> &'static str {
    match matches {
        ColourMatches::Opencv => "OpenCV",
        ColourMatches::OpencvSimd => "OpenCV's AVX2 code",
        ColourMatches::Pillow => "Pillow",
        ColourMatches::Torchvision => "torchvision",
    }
}
