//! Targets that take numbers and an order, and no sizes: onnxruntime-web, ncnn, OpenVINO's converter.

use serde_json::json;

use super::numbers::Numbers;
use super::{Target, list};
use crate::error::Result;
use crate::pipeline::Pipeline;
use crate::spec::ChannelOrder;

/// `norm.mean` divides and `norm.bias` is added first: mean is std * 255, bias is -mean * 255.
pub fn onnxruntime_web(pipeline: &Pipeline) -> Result<String> {
    let numbers = Numbers::only(Target::OnnxruntimeWeb, pipeline)?;
    numbers.nchw(Target::OnnxruntimeWeb)?;
    let f32 = |values: &[f64]| values.iter().map(|&value| f64::from(value as f32)).collect::<Vec<_>>();
    let bias: Vec<f64> = numbers.mean.iter().map(|mean| -mean + 0.0).collect();
    let options = json!({
        "tensorFormat": numbers.order.name(),
        "tensorLayout": "NCHW",
        "dataType": "float32",
        "norm": { "mean": f32(&numbers.std), "bias": f32(&bias) },
    });
    Ok(format!("{options:#}\n"))
}

pub fn ncnn(pipeline: &Pipeline) -> Result<String> {
    let numbers = Numbers::only(Target::Ncnn, pipeline)?;
    numbers.nchw(Target::Ncnn)?;
    let pixel = if numbers.order == ChannelOrder::Bgr { "PIXEL_RGB2BGR" } else { "PIXEL_RGB" };
    let norm: Vec<f64> = numbers.std.iter().map(|std| 1.0 / std).collect();
    let c = |values: &[f64]| values.iter().map(|&value| format!("{:?}f", value as f32)).collect::<Vec<_>>().join(", ");
    let mut code = format!(
        "// rgb: width * height pixels of RGB\nncnn::Mat in = ncnn::Mat::from_pixels(rgb, ncnn::Mat::{pixel}, width, height);\n"
    );
    if !numbers.changes_nothing() {
        // norm multiplies: it is 1 / std.
        code += &format!(
            "const float mean_vals[3] = {{{}}};\nconst float norm_vals[3] = {{{}}};\nin.substract_mean_normalize(mean_vals, norm_vals);\n",
            c(&numbers.mean),
            c(&norm)
        );
    }
    Ok(code)
}

/// The values are in the model's order, and the application feeds BGR.
pub fn openvino(pipeline: &Pipeline) -> Result<String> {
    let numbers = Numbers::only(Target::Openvino, pipeline)?;
    let mut flags = Vec::new();
    if numbers.order == ChannelOrder::Rgb {
        flags.push("--reverse_input_channels".to_owned());
    }
    let compact = |values: &[f64]| list(values).replace(' ', "");
    if numbers.mean.iter().any(|&mean| mean != 0.0) {
        flags.push(format!("--mean_values [{}]", compact(&numbers.mean)));
    }
    if numbers.std.iter().any(|&std| std != 1.0) {
        flags.push(format!("--scale_values [{}]", compact(&numbers.std)));
    }
    Ok(format!("{}\n", flags.join(" ")))
}
