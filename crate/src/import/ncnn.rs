//! ncnn: the C++ that prepares an input, read as text: `from_pixels` and `substract_mean_normalize`.
//!
//! *Source*: ncnn, mat.h: `(x - mean) * norm` on 0-255, in the order that `from_pixels` converts to.

use super::report::{Imported, Report};
use super::{Family, python, steps, text};
use crate::error::{Error, Result};
use crate::op::{Filter, Fit, Precision, ScaleShiftBy};
use crate::pipeline::Pipeline;
use crate::spec::{ChannelOrder, DType, Size, TensorLayout};

/// Reads a snippet of C++.
///
/// *Errors*: `InvalidInput` where no `from_pixels` is there, `Unsupported` for a pixel type that is neither RGB nor BGR.
pub fn import(name: &str, bytes: &[u8]) -> Result<Imported> {
    let source = without_comments(text::utf8(bytes, python::MAX_PYTHON)?);
    let mut report = Report::default();
    let (call, arguments) = ["from_pixels_roi_resize", "from_pixels_resize", "from_pixels_roi", "from_pixels"]
        .iter()
        .find_map(|call| Some((*call, arguments(&source, call)?)))
        .ok_or_else(|| Error::invalid_input("the C++ has no call of ncnn::Mat::from_pixels or from_pixels_resize"))?;
    let pixel = arguments.get(1).map(String::as_str).unwrap_or_default();
    let pixel = pixel.rsplit("PIXEL_").next().unwrap_or_default();
    report.read(call, format!("PIXEL_{pixel}").into());
    let order = match pixel.rsplit('2').next().unwrap_or_default() {
        "RGB" => ChannelOrder::Rgb,
        "BGR" => ChannelOrder::Bgr,
        other => {
            return Err(Error::unsupported(format!("PIXEL_{pixel} gives the model {other}; RGB and BGR are read"))
                .expected("PIXEL_RGB, PIXEL_BGR, PIXEL_BGR2RGB or PIXEL_RGB2BGR", format!("PIXEL_{pixel}")));
        }
    };
    let mut pipeline = Pipeline::new().convert_order(order);
    if call.ends_with("resize") {
        let number =
            |at: usize| arguments.get(at).and_then(|text| value(&source, text)).and_then(|list| list.first().copied());
        let whole = |at: usize| number(at).filter(|edge| (1.0..=65535.0).contains(edge) && edge.fract() == 0.0);
        let last = arguments.len().saturating_sub(1);
        match (whole(last.saturating_sub(1)), whole(last)) {
            (Some(width), Some(height)) => {
                report.inexact("ncnn resizes with its own bilinear; the pipeline takes OpenCV's");
                let size = Size::new(width as u32, height as u32);
                pipeline = pipeline.step(steps::opencv(Filter::Bilinear, Fit::Stretch(size)));
            }
            _ => report.incomplete("the size is computed: the pipeline has no resize"),
        }
    } else {
        report.incomplete("from_pixels does not resize: nor does the pipeline");
    }
    let call = self::arguments(&source, "substract_mean_normalize");
    let (mean, norm) = match call.as_deref() {
        Some([mean, norm]) => (constants(&source, mean, &mut report)?, constants(&source, norm, &mut report)?),
        Some(_) => return Err(Error::invalid_input("substract_mean_normalize takes two lists")),
        None => {
            report.assume("0-255 as they are", "there is no substract_mean_normalize");
            (None, None)
        }
    };
    pipeline = match (mean, norm) {
        (None, None) => pipeline.cast(DType::F32),
        (mean, norm) => {
            let norm = norm.unwrap_or_else(|| vec![1.0]);
            if norm.iter().any(|&factor| factor <= 0.0) {
                return Err(Error::invalid_input("the second list of substract_mean_normalize multiplies: above 0"));
            }
            report.trap("norm multiplies: it is 1 / std");
            let subtract = mean.unwrap_or_else(|| vec![0.0]);
            let by = ScaleShiftBy::FoldedMultiplyAdd { subtract, multiply: norm };
            pipeline.step(steps::scale_shift(by, order, Precision::F32))
        }
    };
    Ok(report.finish(Family::Ncnn, name, "ncnn, OpenCV 5.0", pipeline.layout(TensorLayout::Chw)))
}

/// The constants of one argument; 0 stands for none.
fn constants(source: &str, argument: &str, report: &mut Report) -> Result<Option<Vec<f64>>> {
    if matches!(argument, "0" | "NULL" | "nullptr") {
        return Ok(None);
    }
    let list = value(source, argument).filter(|list| matches!(list.len(), 1 | 3)).ok_or_else(|| {
        Error::invalid_input(format!("`{argument}` is not a list of three numbers in the snippet"))
            .expected("{a, b, c}", argument)
    })?;
    report.read(argument, list.clone().into());
    Ok(Some(list))
}

/// What stands between the parentheses after the first call of `name`.
fn arguments(source: &str, name: &str) -> Option<Vec<String>> {
    let mut from = 0;
    loop {
        let at = source.get(from..)?.find(name)? + from;
        let rest = source.get(at + name.len()..)?.trim_start();
        if let Some(inside) = rest.strip_prefix('(') {
            return Some(split(inside));
        }
        from = at + name.len();
    }
}

fn split(inside: &str) -> Vec<String> {
    let (mut depth, mut list, mut word) = (0_usize, Vec::new(), String::new());
    for letter in inside.chars().take(4096) {
        match letter {
            ')' | '}' if depth == 0 => break,
            ',' if depth == 0 => list.push(std::mem::take(&mut word).trim().to_owned()),
            _ => {
                match letter {
                    '(' | '{' => depth += 1,
                    ')' | '}' => depth -= 1,
                    _ => {}
                }
                word.push(letter);
            }
        }
    }
    list.push(word.trim().to_owned());
    list
}

/// The numbers of a literal, or of the variable that is defined as one.
fn value(source: &str, text: &str) -> Option<Vec<f64>> {
    if let Some(number) = number(text) {
        return Some(vec![number]);
    }
    let mut from = 0;
    while let Some(found) = source.get(from..)?.find(text) {
        let at = from + found;
        from = at + text.len();
        let before = source.get(..at)?.chars().next_back();
        if before.is_some_and(|letter| letter.is_alphanumeric() || letter == '_') {
            continue;
        }
        // name[3] = {...}; or name = 320;
        let rest = source.get(from..)?.trim_start();
        let rest =
            rest.strip_prefix('[').map_or(rest, |rest| rest.split_once(']').map_or("", |(_, rest)| rest)).trim_start();
        let Some(rest) = rest.strip_prefix('=') else { continue };
        let rest = rest.trim_start();
        return match rest.strip_prefix('{') {
            Some(inside) => split(inside).iter().map(|item| number(item)).collect(),
            None => number(rest.split([';', ',']).next()?).map(|number| vec![number]),
        };
    }
    None
}

/// A number as C writes it: `1 / 255.f`.
fn number(text: &str) -> Option<f64> {
    let known = |letter: char| letter.is_ascii_digit() || "+-*/. ()eEfF".contains(letter);
    if text.is_empty()
        || text.len() > 64
        || !text.chars().all(known)
        || !text.chars().any(|letter| letter.is_ascii_digit())
    {
        return None;
    }
    python::literal(&text.replace(['f', 'F'], "")).ok()?.as_f64()
}

fn without_comments(source: &str) -> String {
    source.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}
