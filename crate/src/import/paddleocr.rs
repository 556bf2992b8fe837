//! PaddleOCR, PaddleClas and PaddleX: `inference.yml`.
//!
//! *Source*: PaddleOCR, ppocr/data/imaug/operators.py and tools/infer/predict_rec.py (resize_norm_img). Constants stand in
//! RGB's order and are applied to BGR: the models are trained so.

use serde_json::Value;

use super::keys::{self, Keys};
use super::report::{Imported, Report};
use super::{Family, python, steps, text};
use crate::error::{Error, Result};
use crate::op::{CenterCrop, Filter, Fit, InsideRounding, PadPlace, PadTo, Step};
use crate::pipeline::Pipeline;
use crate::spec::{ChannelOrder, Size, TensorLayout, ValueRange};

const NOTHING: &[&str] = &[
    "DetLabelEncode",
    "CTCLabelEncode",
    "MultiLabelEncode",
    "KeepKeys",
    "TableLabelEncode",
    "AttnLabelEncode",
    "NRTRLabelEncode",
    "UniMERNetTestTransform",
    "GTCLabelEncode",
    "SARLabelEncode",
];
const KNOWN: &[&str] =
    &["DecodeImage", "NormalizeImage", "ToCHWImage", "ResizeImage", "CropImage", "RecResizeImg", "DetResizeForTest"];

/// Reads an `inference.yml`.
///
/// *Errors*: `InvalidInput`, `Unsupported` for an operation that no step can say.
pub fn import(name: &str, bytes: &[u8]) -> Result<Imported> {
    let mut top = Keys::new(text::yaml(text::utf8(bytes, text::MAX_TEXT)?)?, "")?;
    let mut report = Report::default();
    top.ignore(
        &mut report,
        &["Global", "Hpi", "PostProcess", "Train", "Optimizer", "Loss", "Architecture", "Metric", "label_list"],
    );
    let inner = match top.keys("PreProcess")? {
        Some(mut pre) => {
            let inner = pre.inner("transform_ops");
            pre.finish(&mut report);
            inner
        }
        None => top.inner("transforms"),
    };
    top.finish(&mut report);
    let Some(Value::Array(list)) = inner else {
        return Err(Error::invalid_input("the config has no list `PreProcess.transform_ops` or `transforms`"));
    };
    let mut import = Import { report, order: ChannelOrder::Rgb, steps: Vec::new(), layout: TensorLayout::Nhwc };
    for (at, item) in list.into_iter().enumerate() {
        let (kind, value) = match item {
            Value::String(kind) => (kind, Value::Null),
            Value::Object(map) if map.len() == 1 => map.into_iter().next().unwrap_or_default(),
            other => return Err(keys::wrong(&format!("transform_ops[{at}]"), "one operation", &other)),
        };
        let value = if value.is_null() { Value::Object(Default::default()) } else { value };
        let mut keys = Keys::new(value, format!("{kind}."))?;
        import.operation(&kind, &mut keys)?;
        keys.finish(&mut import.report);
    }
    let Import { report, order, steps, layout } = import;
    let pipeline = steps.into_iter().fold(Pipeline::new().convert_order(order), Pipeline::step).layout(layout);
    Ok(report.finish(Family::PaddleOcr, name, "PaddleOCR and PaddleX, OpenCV 5.0", pipeline))
}

struct Import {
    report: Report,
    order: ChannelOrder,
    steps: Vec<Step>,
    layout: TensorLayout,
}

impl Import {
    fn operation(&mut self, kind: &str, keys: &mut Keys) -> Result<()> {
        match kind {
            "DecodeImage" => {
                let mode = keys.text(&mut self.report, "img_mode")?;
                let rgb = keys.bool(&mut self.report, "to_rgb")?;
                keys.ignore(&mut self.report, &["channel_first", "to_np", "ignore_orientation"]);
                self.order = match (mode.as_deref(), rgb) {
                    (Some("RGB"), _) | (None, Some(true)) => ChannelOrder::Rgb,
                    (Some("BGR"), _) | (None, Some(false)) => ChannelOrder::Bgr,
                    (Some("GRAY"), _) => return Err(Error::unsupported("img_mode GRAY")),
                    (None, None) => {
                        self.report.assume("RGB", "DecodeImage's default");
                        ChannelOrder::Rgb
                    }
                    (Some(other), _) => return Err(keys.wrong("img_mode", "RGB or BGR", &other.into())),
                };
            }
            "NormalizeImage" => self.normalize(keys)?,
            "ToCHWImage" => self.layout = TensorLayout::Nchw,
            "ResizeImage" => self.resize(keys)?,
            "CropImage" => {
                let list = keys.edges(&mut self.report, "size")?.unwrap_or_default();
                let size = match *list.as_slice() {
                    [edge] => steps::square(edge),
                    [width, height] => Size::new(width, height),
                    _ => return Err(keys.missing("size", "width and height")),
                };
                self.report.inexact("an odd border is cut by floor(d / 2), the pipeline rounds half to even");
                self.steps.push(Step::CenterCrop(CenterCrop::new(size)));
            }
            "RecResizeImg" => self.recognition(keys)?,
            "DetResizeForTest" => {
                if let Some(list) = keys.edges(&mut self.report, "image_shape")? {
                    let [height, width] = *list.as_slice() else {
                        return Err(keys.wrong("image_shape", "height and width", &list.into()));
                    };
                    keys.ignore(&mut self.report, &["keep_ratio"]);
                    self.steps.push(steps::opencv(Filter::Bilinear, Fit::Stretch(Size::new(width, height))));
                    return Ok(());
                }
                for key in ["limit_side_len", "limit_type", "resize_long"] {
                    keys.take(&mut self.report, key);
                }
                self.report.incomplete(
                    "DetResizeForTest brings each edge to the nearest multiple of 32 under a limit, which no fit says: the \
                     pipeline has no resize, give it the image at that size",
                );
            }
            _ if NOTHING.contains(&kind) => {
                keys.ignore(&mut self.report, &["keep_keys", "gtc_encode", "max_text_length"]);
            }
            other => {
                let meant = crate::text::meant(other, KNOWN.iter().copied());
                return Err(Error::unsupported(format!("steps cannot say Paddle's {other}{meant}"))
                    .expected(KNOWN.join(", "), other));
            }
        }
        Ok(())
    }

    fn normalize(&mut self, keys: &mut Keys) -> Result<()> {
        keys.ignore(&mut self.report, &["channel_num", "order", "output_fp16"]);
        let scale = match keys.take(&mut self.report, "scale") {
            None => 1.0 / 255.0,
            // Text is evaluated: 1./255.
            Some(Value::String(text)) => {
                let value = python::literal(&text)?;
                value.as_f64().ok_or_else(|| keys.wrong("scale", "a number or a quotient of two", &text.into()))?
            }
            Some(value) => keys::number(&value).ok_or_else(|| keys.wrong("scale", "a number", &value))?,
        };
        let mut constants = |key: &str, default: [f64; 3]| -> Result<Vec<f64>> {
            match keys.numbers(&mut self.report, key)? {
                Some(list) if matches!(list.len(), 1 | 3) => Ok(list),
                Some(list) => Err(keys.wrong(key, "three numbers", &list.into())),
                None => {
                    self.report.assume(format!("{key} {default:?}"), "NormalizeImage's default, ImageNet's");
                    Ok(default.into())
                }
            }
        };
        let (mean, std) = (constants("mean", steps::IMAGENET.0)?, constants("std", steps::IMAGENET.1)?);
        if self.order == ChannelOrder::Bgr && mean.first() == steps::IMAGENET.0.first() {
            self.report.trap("constants in RGB's order on BGR pixels: the model is trained so, leave it");
        }
        let range = if (scale * 255.0 - 1.0).abs() < 1e-9 {
            self.steps.push(steps::times_f32(ValueRange::Unit));
            ValueRange::Unit
        } else if scale == 1.0 {
            ValueRange::Bytes
        } else {
            return Err(keys.wrong("scale", "1/255 or 1", &scale.into()));
        };
        self.steps.push(steps::normalise(mean, std, self.order, range, Default::default()));
        Ok(())
    }

    fn resize(&mut self, keys: &mut Keys) -> Result<()> {
        let short = keys.edge(&mut self.report, "resize_short")?;
        let size = keys.edges(&mut self.report, "size")?;
        let named = keys.text(&mut self.report, "interpolation")?.unwrap_or_else(|| "bilinear".into());
        let pillow = keys.text(&mut self.report, "backend")?.is_some_and(|backend| backend == "pil");
        let filter =
            steps::named_filter(&named).ok_or_else(|| keys.wrong("interpolation", "a filter", &named.into()))?;
        let fit = match (short, size.as_deref()) {
            (Some(edge), _) => {
                // round(w * (edge / min)), half to even.
                self.report.inexact("an edge that comes out at exactly a half may round the other way");
                Fit::KeepRatio { width: edge, height: edge, longest: 0.0 }
            }
            (None, Some([edge])) => Fit::Stretch(steps::square(*edge)),
            (None, Some([width, height])) => Fit::Stretch(Size::new(*width, *height)),
            _ => return Err(keys.missing("size", "or resize_short")),
        };
        self.steps.push(if pillow { steps::pillow(filter, fit) } else { steps::opencv(filter, fit) });
        Ok(())
    }

    /// Recognition: to the height, normalised to -1 to 1, padded with 0 after that.
    fn recognition(&mut self, keys: &mut Keys) -> Result<()> {
        let list = keys.edges(&mut self.report, "image_shape")?.unwrap_or_default();
        let [3, height, width] = *list.as_slice() else {
            return Err(keys.missing("image_shape", "channels 3, height and width"));
        };
        keys.ignore(&mut self.report, &["character_dict_path", "infer_mode", "padding", "eval_mode"]);
        self.order = ChannelOrder::Bgr;
        self.report.assume("BGR of -1 to 1, padded with 0 after normalising", "predict_rec.py's resize_norm_img");
        let fit = Fit::Height { height, max_width: width, rounding: InsideRounding::Ceil };
        self.steps.push(steps::opencv(Filter::Bilinear, fit));
        let divided = Pipeline::new().rescale(ValueRange::Bytes, ValueRange::Unit).steps;
        self.steps.extend(divided);
        self.steps.push(steps::normalise(vec![0.5], vec![0.5], self.order, ValueRange::Unit, Default::default()));
        self.steps.push(steps::pad(PadTo::Size(Size::new(width, height)), PadPlace::TopLeft, vec![0.0]));
        self.layout = TensorLayout::Nchw;
        Ok(())
    }
}
