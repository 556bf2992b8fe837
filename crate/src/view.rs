//! A tensor as the model sees it: undone with the model's own constants, and clamped to a picture.

use crate::plan::Affine;
use crate::spec::{Channel, Size};
use crate::tensor::Tensor;

/// RGBA bytes, opaque.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    pub size: Size,
    pub rgba: Vec<u8>,
}

/// Draws a tensor with the affine of the right plan, whatever made the tensor.
///
/// *Shape*: the tensor's own size. *Range*: `(value - offset) / scale`, rounded and clamped to 0-255, so that what the
/// model would take for black or white is black or white. A grey tensor is drawn grey; alpha is ignored.
pub fn as_the_model_sees_it(tensor: &Tensor, model: &Affine) -> Picture {
    let spec = tensor.spec();
    let pixels = spec.size.width as usize * spec.size.height as usize;
    let channels = spec.order.count();
    // The model goes by position and layout of its own, not by what the wrong pipeline calls them.
    let place = |channel: Channel| model.order.position(channel).or_else(|| model.order.position(Channel::Gray));
    let rgb = [Channel::Red, Channel::Green, Channel::Blue].map(|channel| {
        let at = place(channel).unwrap_or_default().min(channels.saturating_sub(1));
        let scale = model.scale.get(at).copied().filter(|&scale| scale != 0.0).unwrap_or(1.0);
        (at, scale, model.offset.get(at).copied().unwrap_or_default())
    });
    let mut rgba = vec![255; pixels * 4];
    let strides = model.layout.strides(spec.size, channels);
    let width = (spec.size.width as usize).max(1);
    for (pixel, slot) in rgba.chunks_exact_mut(4).enumerate() {
        let at = pixel / width * strides.row + pixel % width * strides.column;
        for (&(channel, scale, offset), byte) in rgb.iter().zip(slot) {
            // `as` clamps and takes NaN for 0.
            *byte = ((f64::from(tensor.value(at + channel * strides.channel)) - offset) / scale).round() as u8;
        }
    }
    Picture { size: spec.size, rgba }
}
