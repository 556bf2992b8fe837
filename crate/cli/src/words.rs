//! A step of a pipeline in plain English.

use pixelproof::{
    Arithmetic, Assume, Cast, DType, Filter, Fit, Normalise, Precision, Rescale, RescaleBy, Resize, ResizeMatches, Step,
};

pub fn step(step: &Step) -> String {
    match step {
        Step::Assume(assume) => relabel(assume),
        Step::ConvertOrder(convert) => {
            format!("put the channels in the order {}; grey is repeated, alpha is dropped", convert.to)
        }
        Step::Resize(resize) => scale(resize),
        Step::CenterCrop(crop) => {
            format!("cut out the centre, {}; a smaller image is first padded with 0", crop.size)
        }
        Step::HueShift(hue) => {
            format!("turn the hue by {} of the colour circle, as MegEngine's HueTransform", hue.alpha)
        }
        Step::Rescale(rescale) => change_range(rescale),
        Step::Normalise(normalise) => standardise(normalise),
        Step::Cast(Cast { to: DType::U8 }) => {
            "store the numbers as u8: cut off what is behind the point, and wrap".into()
        }
        Step::Cast(Cast { to }) => format!("store the numbers as {to}"),
        Step::Layout(layout) => format!("lay the numbers out as {}", layout.to),
        // The library may know steps that are newer than these words.
        other => serde_json::to_string(other).unwrap_or_else(|_| other.name().into()),
    }
}

fn relabel(assume: &Assume) -> String {
    let labels = [
        assume.order.map(|order| format!("the channel order {order}")),
        assume.range.map(|range| format!("the range {range}")),
        assume.layout.map(|layout| format!("the layout {layout}")),
    ];
    format!("take the data, unchanged, to have {}", labels.into_iter().flatten().collect::<Vec<_>>().join(" and "))
}

fn scale(resize: &Resize) -> String {
    let fit = match resize.fit {
        Fit::Stretch(size) => format!("to exactly {size}, without keeping the aspect ratio"),
        Fit::ShortestEdge(edge) => format!("so that the shortest edge is {edge}"),
    };
    let filter = match resize.filter {
        Filter::Nearest => "nearest",
        Filter::Box => "box",
        Filter::Bilinear => "bilinear",
        Filter::Hamming => "hamming",
        Filter::Bicubic => "bicubic",
        Filter::Lanczos3 => "lanczos3",
    };
    let matches = match resize.matches {
        ResizeMatches::Pillow => "Pillow 13",
        ResizeMatches::Pillow12 => "Pillow 12 and before",
    };
    format!("resize {fit}, with the filter {filter}, exactly as {matches}")
}

fn change_range(rescale: &Rescale) -> String {
    let by = match rescale.by {
        RescaleBy::Division => "by division",
        RescaleBy::Multiplication => "by multiplication",
    };
    let precision = match rescale.precision {
        Precision::F32 => "f32",
        Precision::F64 => "f64",
    };
    format!("rescale from {} to {}, {by} in {precision}", rescale.from, rescale.to)
}

fn standardise(normalise: &Normalise) -> String {
    let list = |numbers: &[f64]| numbers.iter().map(f64::to_string).collect::<Vec<_>>().join(", ");
    let arithmetic = match normalise.arithmetic {
        Arithmetic::F32 => "in f32",
        Arithmetic::Mmcv => "as mmcv does",
        Arithmetic::F64 => "in f64",
        Arithmetic::F64F32Constants => "in f64 with constants of f32",
    };
    format!(
        "normalise: subtract the mean {} and divide by the std {} (stated for {}, {}), {arithmetic}",
        list(&normalise.mean),
        list(&normalise.std),
        normalise.order,
        normalise.range
    )
}
