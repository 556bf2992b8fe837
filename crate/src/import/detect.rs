//! Whose config a file is: by its name, else by keys that only one family writes.

use serde_json::Value;

use super::report::Imported;
use super::{
    Options, coreml, deepstream, detectron2, huggingface, keras, mmdet, ncnn, openvino, paddle, paddleocr, python,
    rknn, smp, text, tflite, timm, torchvision, ultralytics, yolox,
};
use crate::error::{Error, Result};

/// Reads a model's own config: its file's name and bytes, or a name alone, as `torchvision:ResNet50_Weights.IMAGENET1K_V2` and
/// `keras:ResNet50`, with no bytes.
///
/// *Errors*: `InvalidInput` for what is no known config, `Unsupported` for one that steps cannot say, `Limits` for what is too
/// large or too deep.
pub fn from_bytes(name: &str, bytes: &[u8]) -> Result<Imported> {
    from_bytes_with(name, bytes, &Options::default())
}

/// As [`from_bytes`], with what a config cannot say.
///
/// *Errors*: as [`from_bytes`].
pub fn from_bytes_with(name: &str, bytes: &[u8], options: &Options) -> Result<Imported> {
    if let Some(weights) = name.strip_prefix("torchvision:") {
        return torchvision::import(weights, options);
    }
    if let Some(application) = name.strip_prefix("keras:") {
        return keras::import(application);
    }
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let ending = file.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).unwrap_or_default();
    match ending.as_str() {
        "onnx" => ultralytics::import_onnx(file, bytes),
        "tflite" => tflite::import(file, bytes),
        "mlmodel" => coreml::import_model(file, bytes),
        "xml" => openvino::import_xml(file, bytes),
        "json" => json(file, bytes, options),
        "yml" | "yaml" => yaml(file, bytes, options),
        "py" => python_file(file, bytes),
        "txt" | "cfg" | "ini" | "sh" => plain(file, bytes),
        "cpp" | "cc" | "cxx" | "h" | "hpp" => ncnn::import(file, bytes),
        _ => plain(file, bytes),
    }
}

fn json(name: &str, bytes: &[u8], options: &Options) -> Result<Imported> {
    let value = text::json(text::utf8(bytes, text::MAX_TEXT)?)?;
    let has = |key: &str| value.get(key).is_some_and(|value| !value.is_null());
    if has("data_config") || has("pretrained_cfg") || (has("input_size") && !has("image_processor_type")) {
        return timm::import_value(name, value, options);
    }
    let hugging_face =
        ["image_processor_type", "feature_extractor_type", "image_processor", "do_resize", "processor_class"];
    if hugging_face.into_iter().any(has) || name.ends_with("processor_config.json") {
        return huggingface::import_value(name, value, options);
    }
    if value.get("pipeline").is_some_and(|pipeline| pipeline.get("tasks").is_some()) {
        return mmdet::import_mmdeploy(name, value);
    }
    if has("input_space") || has("input_range") {
        return smp::import_value(name, value);
    }
    match value {
        Value::Object(map) if map.contains_key("mean_values") || map.contains_key("channel_mean_value") => {
            rknn::import(name, map)
        }
        Value::Object(map) if map.contains_key("bias") || map.contains_key("color_layout") => {
            coreml::import_map(name, map)
        }
        _ if has("steps") => Err(Error::invalid_input("the file is a pipeline already; it needs no import")),
        other => Err(unknown(name, other.as_object().map(|map| map.keys().cloned().collect()).unwrap_or_default())),
    }
}

fn yaml(name: &str, bytes: &[u8], options: &Options) -> Result<Imported> {
    let value = text::yaml(text::utf8(bytes, text::MAX_TEXT)?)?;
    let has = |key: &str| value.get(key).is_some();
    if has("Preprocess") {
        paddle::import(name, bytes)
    } else if has("PreProcess") || has("transforms") {
        paddleocr::import(name, bytes)
    } else if has("MODEL") || has("_BASE_") || has("INPUT") {
        detectron2::import(name, bytes, options)
    } else if has("stride") || has("imgsz") {
        ultralytics::import_yaml(name, bytes)
    } else {
        Err(unknown(name, value.as_object().map(|map| map.keys().cloned().collect()).unwrap_or_default()))
    }
}

fn python_file(name: &str, bytes: &[u8]) -> Result<Imported> {
    let module = python::read(text::utf8(bytes, text::MAX_TEXT)?)?;
    let call = |ending: &str, key: &str| {
        module
            .calls
            .iter()
            .find(|(name, map)| name.ends_with(ending) && map.contains_key(key))
            .map(|(_, map)| map.clone())
    };
    let rknn = call("config", "mean_values").or_else(|| call("config", "channel_mean_value"));
    if let Some(map) = rknn {
        return rknn::import(name, map);
    }
    if let Some((_, map)) = module.calls.iter().find(|(name, _)| name.ends_with("ImageType")) {
        return coreml::import_map(name, map.clone());
    }
    let yolox = module.values.contains_key("self.test_size")
        || module.values.contains_key("self.exp_name")
        || module.values.keys().any(|key| key.starts_with("self.depth"))
        || module.calls.iter().any(|(name, _)| name.ends_with("ValTransform"));
    if yolox {
        return yolox::import(name, &module);
    }
    mmdet::import_python(name, bytes)
}

/// Text of no telling name.
fn plain(name: &str, bytes: &[u8]) -> Result<Imported> {
    let source = text::utf8(bytes, text::MAX_TEXT)?;
    if source.contains("[property]") {
        deepstream::import(name, bytes)
    } else if source.contains("--mean_values")
        || source.contains("--scale_values")
        || source.contains("--reverse_input_channels")
    {
        openvino::import_flags(name, bytes)
    } else if source.contains("from_pixels") {
        ncnn::import(name, bytes)
    } else {
        Err(unknown(name, Vec::new()))
    }
}

fn unknown(name: &str, keys: Vec<String>) -> Error {
    let shown: Vec<String> = keys.into_iter().take(12).collect();
    let error = Error::invalid_input(format!(
        "`{name}` is no config that is known: it has none of the keys that Hugging Face, timm, Ultralytics, OpenMMLab, Paddle, \
         OpenVINO, detectron2, DeepStream, YOLOX, RKNN, ncnn, segmentation_models.pytorch or Core ML write"
    ));
    error.expected("a config of one of these", format!("[{}]", shown.join(", ")))
}
