//! OpenVINO: `rt_info/model_info` of a model's XML, and the flags of its converter.
//!
//! *Source*: OpenVINO 2025, Model API (models/image_model, adapters/utils), ovc and mo. The numbers are in the model's order.

use roxmltree::{Document, Node, ParsingOptions};
use serde_json::{Map, Value};

use super::keys::{self, Keys};
use super::report::{Imported, Report};
use super::{Family, steps, text};
use crate::error::{Error, Result};
use crate::op::{Filter, Fit, InsideRounding, PadPlace, PadTo, Step};
use crate::pipeline::Pipeline;
use crate::spec::{ChannelOrder, DType, Size, TensorLayout, ValueRange};

const IGNORED: &[&str] = &[
    "model_type",
    "labels",
    "label_ids",
    "confidence_threshold",
    "iou_threshold",
    "multilabel",
    "output_raw_scores",
    "task",
    "task_type",
    "postprocess_semantic_masks",
    "hierarchical",
    "hierarchical_config",
    "optimization_config",
    "soft_threshold",
    "blur_strength",
    "image_threshold",
    "pixel_threshold",
    "normalization_scale",
    "nms_execute",
    "agnostic_nms",
    "tile_size",
    "tiles_overlap",
    "tile_with_full_img",
    "max_pred_number",
    "model_name",
    "embedded_processing",
    "version",
];

/// Reads a model's XML.
///
/// *Errors*: `InvalidInput` for what is no such file, or says nothing of its input. A document type is refused.
pub fn import_xml(name: &str, bytes: &[u8]) -> Result<Imported> {
    let text = text::utf8(bytes, text::MAX_XML)?;
    let options = ParsingOptions { allow_dtd: false, nodes_limit: 4_000_000, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options)
        .map_err(|error| Error::invalid_input(format!("the config is not XML that can be read: {error}")))?;
    let root = document.root_element();
    let info = root.descendants().find(|node| node.has_tag_name("model_info"));
    let Some(info) = info else {
        let converted = root.descendants().any(|node| node.has_tag_name("cli_parameters"));
        return Err(Error::invalid_input(if converted {
            "the XML has no `rt_info/model_info`, only the flags of its converter, which are in the graph already: the model \
             takes bytes of 0-255 in its own order"
        } else {
            "the XML has no `rt_info/model_info`, so it says nothing of how images are prepared"
        }));
    };
    let mut map = Map::new();
    for node in info.children().filter(Node::is_element) {
        map.insert(node.tag_name().name().to_owned(), node.attribute("value").unwrap_or_default().into());
    }
    let input =
        root.descendants().find(|node| node.has_tag_name("layer") && node.attribute("type") == Some("Parameter"));
    let shape = input
        .and_then(|layer| layer.children().find(|node| node.has_tag_name("data")))
        .and_then(|data| data.attribute("shape"))
        .map(str::to_owned);
    let mut report = Report::default();
    let mut keys = Keys::new(map.into(), "model_info.")?;
    keys.ignore(&mut report, IGNORED);
    let pipeline = model_info(&mut keys, shape.as_deref(), &mut report)?;
    keys.finish(&mut report);
    report.trap("these are instructions for the application; a model converted with the same flags has them in its graph: not twice");
    Ok(report.finish(Family::Openvino, name, "OpenVINO Model API, OpenCV 5.0", pipeline))
}

fn model_info(keys: &mut Keys, shape: Option<&str>, report: &mut Report) -> Result<Pipeline> {
    let (size, layout) = input_shape(shape, keys.text(report, "layout")?.as_deref(), report)?;
    let order = order(keys.bool(report, "reverse_input_channels")?, report);
    let resize = keys.text(report, "resize_type")?.unwrap_or_else(|| {
        report.assume("resize_type standard", "the Model API's default");
        "standard".into()
    });
    let value = keys.numbers(report, "pad_value")?.unwrap_or_else(|| vec![0.0]);
    keys.ignore(report, &["interpolation_type"]);
    let known = ["standard", "fit_to_window", "fit_to_window_letterbox", "crop"];
    if !known.contains(&resize.as_str()) {
        return Err(Error::unsupported(crate::text::unknown("resize_type", &resize, known.into_iter())));
    }
    let mut pipeline = Pipeline::new().convert_order(order);
    if let Some(size) = size {
        let Size { width, height } = size;
        let inside = steps::opencv(Filter::Bilinear, Fit::Inside { width, height, rounding: InsideRounding::HalfEven });
        let padded = |place| steps::pad(PadTo::Size(size), place, value.clone());
        let added: Vec<Step> = match resize.as_str() {
            "standard" => vec![steps::opencv(Filter::Bilinear, Fit::Stretch(size))],
            "fit_to_window" => vec![inside, padded(PadPlace::TopLeft)],
            "fit_to_window_letterbox" => vec![inside, padded(PadPlace::Center)],
            _ => {
                return Err(Error::unsupported(
                    "resize_type crop cuts to the ratio of the input first, which no step does",
                )
                .expected("standard, fit_to_window or fit_to_window_letterbox", "crop"));
            }
        };
        report
            .inexact("a model with embedded preprocessing resizes in its graph, with OpenVINO's numbers, not OpenCV's");
        pipeline = added.into_iter().fold(pipeline, Pipeline::step);
    }
    numbers(pipeline, keys, order, layout, report)
}

fn order(reverse: Option<bool>, report: &mut Report) -> ChannelOrder {
    if reverse == Some(true) {
        report.trap("reverse_input_channels turns the application's BGR into RGB: the model takes RGB, and the numbers are RGB's");
        return ChannelOrder::Rgb;
    }
    report.assume("BGR", "without reverse_input_channels the model takes what OpenCV reads");
    ChannelOrder::Bgr
}

fn numbers(
    pipeline: Pipeline,
    keys: &mut Keys,
    order: ChannelOrder,
    layout: TensorLayout,
    report: &mut Report,
) -> Result<Pipeline> {
    let (mean, scale) = (keys.numbers(report, "mean_values")?, keys.numbers(report, "scale_values")?);
    for (key, list) in [("mean_values", &mean), ("scale_values", &scale)] {
        if let Some(list) = list.as_ref().filter(|list| !matches!(list.len(), 1 | 3)) {
            return Err(keys.wrong(key, "one number or three", &list.clone().into()));
        }
    }
    let pipeline = if mean.is_none() && scale.is_none() {
        pipeline.cast(DType::F32)
    } else {
        let (mean, scale) = (mean.unwrap_or_else(|| vec![0.0]), scale.unwrap_or_else(|| vec![1.0]));
        pipeline.step(steps::normalise(mean, scale, order, ValueRange::Bytes, Default::default()))
    };
    Ok(pipeline.layout(layout))
}

/// Of `1,3,640,640` or `[1,3,640,640]`: the size, where it is fixed, and the layout.
fn input_shape(shape: Option<&str>, layout: Option<&str>, report: &mut Report) -> Result<(Option<Size>, TensorLayout)> {
    let axes: Vec<u32> = shape
        .map(|shape| shape.split([',', '[', ']', ' ']).filter_map(|axis| axis.parse().ok()).collect())
        .unwrap_or_default();
    if let Some(shape) = shape {
        report.read("the model's input", shape.into());
    }
    let last = layout.is_some_and(|layout| layout.trim_matches(['[', ']']).replace(',', "").ends_with("HWC"));
    match *axes.as_slice() {
        [_, height, width, 1 | 3] if last => Ok((Some(Size::new(width, height)), TensorLayout::Nhwc)),
        [_, 1 | 3, height, width] => Ok((Some(Size::new(width, height)), TensorLayout::Nchw)),
        [_, height, width, 1 | 3] => Ok((Some(Size::new(width, height)), TensorLayout::Nhwc)),
        _ => {
            report.incomplete("the model's input has no fixed size: the pipeline has no resize");
            Ok((None, if last { TensorLayout::Nhwc } else { TensorLayout::Nchw }))
        }
    }
}

/// Reads the flags of `mo` or `ovc`: `--mean_values [...] --scale_values [...] --reverse_input_channels`.
///
/// *Errors*: `InvalidInput`.
pub fn import_flags(name: &str, bytes: &[u8]) -> Result<Imported> {
    let text = text::utf8(bytes, text::MAX_TEXT)?;
    let mut map = Map::new();
    let words = text.split_whitespace().filter(|word| *word != "\\");
    let mut flag: Option<String> = None;
    for word in words {
        if let Some(name) = word.strip_prefix("--") {
            // --scale_values[...] and --scale_values=... are written too.
            let end = name.find(['=', '[']).unwrap_or(name.len());
            let (name, value) = name.split_at_checked(end).unwrap_or((name, ""));
            map.insert(name.to_owned(), value.trim_start_matches('=').into());
            flag = Some(name.to_owned());
        } else if let Some(Value::String(value)) = flag.as_ref().and_then(|flag| map.get_mut(flag)) {
            if !value.is_empty() {
                value.push(' ');
            }
            value.push_str(word);
        }
    }
    let mut report = Report::default();
    let mut keys = Keys::new(map.into(), "--")?;
    keys.ignore(
        &mut report,
        &[
            "input_model",
            "output_dir",
            "model_name",
            "data_type",
            "compress_to_fp16",
            "framework",
            "output",
            "input",
            "saved_model_dir",
            "input_meta_graph",
            "transform",
            "batch",
            "static_shape",
            "silent",
            "log_level",
            "extensions",
        ],
    );
    let shape = keys.text(&mut report, "input_shape")?;
    let layout = keys.text(&mut report, "layout")?;
    let (size, layout) = input_shape(shape.as_deref(), layout.as_deref(), &mut report)?;
    let reverse = keys.take(&mut report, "reverse_input_channels");
    let reverse = reverse.map(|value| value.as_str() == Some("") || keys::flag(&value) == Some(true));
    let order = order(reverse, &mut report);
    for key in ["mean_values", "scale_values"] {
        // data[1,2,3] names the input.
        let value =
            keys.peek(key).and_then(Value::as_str).and_then(|text| text.find('[').and_then(|at| text.get(at..)));
        if let Some(value) = value.map(str::to_owned) {
            keys.set(key, value.into());
        }
    }
    if let (Some(scale), false) = (keys.take(&mut report, "scale"), keys.has("scale_values")) {
        keys.set("scale_values", scale);
    }
    let mut pipeline = Pipeline::new().convert_order(order);
    if let Some(size) = size {
        report.assume("stretched to the input, bilinear of OpenCV", "the flags say nothing of a resize");
        pipeline = pipeline.step(steps::opencv(Filter::Bilinear, Fit::Stretch(size)));
    }
    let pipeline = numbers(pipeline, &mut keys, order, layout, &mut report)?;
    keys.finish(&mut report);
    report.trap("a model converted with these flags has them in its graph, and takes bytes of 0-255: run the pipeline for the model before");
    Ok(report.finish(Family::Openvino, name, "OpenVINO's converter", pipeline))
}
