//! Two tensors side by side, in numbers: whole tensors, never a checksum.

use serde::Serialize;

use crate::error::{Error, Result};
use crate::tensor::Tensor;

/// What one channel of a tensor holds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ChannelStats {
    pub mean: f64,
    pub min: f32,
    pub max: f32,
}

/// How far two tensors are apart.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Difference {
    /// The largest |a - b|.
    pub max: f64,
    /// The mean |a - b|.
    pub mean: f64,
    /// How many numbers differ.
    pub count: usize,
    /// How many numbers there are.
    pub total: usize,
    /// The flat index of the first number that differs.
    pub first: Option<usize>,
}

/// Mean, smallest and largest value of each channel, in the tensor's own channel order.
pub fn channel_stats(tensor: &Tensor) -> Vec<ChannelStats> {
    let spec = tensor.spec();
    let channels = spec.order.count();
    let (width, pixels) = (spec.size.width as usize, spec.size.width as usize * spec.size.height as usize);
    let strides = spec.layout.strides(spec.size, channels);
    let index = |channel: usize, pixel: usize| {
        channel * strides.channel + pixel / width * strides.row + pixel % width * strides.column
    };
    (0..channels)
        .map(|channel| {
            let mut stats = ChannelStats { mean: 0.0, min: f32::INFINITY, max: f32::NEG_INFINITY };
            for pixel in 0..pixels {
                let value = tensor.value(index(channel, pixel));
                stats.mean += f64::from(value);
                stats.min = stats.min.min(value);
                stats.max = stats.max.max(value);
            }
            stats.mean /= pixels.max(1) as f64;
            stats
        })
        .collect()
}

/// Compares number by number.
///
/// *Range and order*: the two may be of different ranges and types, as what a model is fed by mistake may be; their
/// numbers stand for the same channel of the same pixel.
/// *Errors*: `InvalidInput` if the two have different shapes, layouts or channel orders.
pub fn difference(a: &Tensor, b: &Tensor) -> Result<Difference> {
    if a.shape() != b.shape() {
        return Err(Error::invalid_input("tensors of different shapes have no difference")
            .expected(format!("{:?}", a.shape()), format!("{:?}", b.shape())));
    }
    let (spec, other) = (a.spec(), b.spec());
    if spec.layout != other.layout {
        return Err(Error::invalid_input(
            "tensors of different layouts have no difference number by number; end both pipelines with the same `layout`",
        )
        .expected(spec.layout, other.layout));
    }
    if spec.order != other.order {
        return Err(Error::invalid_input(
            "tensors of different channel orders have no difference number by number; give both pipelines the same \
             `convert_order`",
        )
        .expected(spec.order, other.order));
    }
    let mut difference = Difference { max: 0.0, mean: 0.0, count: 0, total: a.data().len(), first: None };
    for at in 0..difference.total {
        let (a, b) = (a.value(at), b.value(at));
        if a.to_bits() == b.to_bits() {
            continue;
        }
        // A NaN on one side is as far apart as can be.
        let apart = (f64::from(a) - f64::from(b)).abs();
        let apart = if apart.is_nan() { f64::INFINITY } else { apart };
        difference.max = difference.max.max(apart);
        difference.mean += apart;
        difference.count += 1;
        difference.first.get_or_insert(at);
    }
    difference.mean /= difference.total.max(1) as f64;
    Ok(difference)
}
