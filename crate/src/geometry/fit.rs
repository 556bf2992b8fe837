//! The output size of a resize, as each library rounds it.

use crate::op::{Fit, InsideRounding, LimitRounding, SideLimit};
use crate::spec::Size;

/// The size that `fit` gives an image of `size`; `None` if it would be larger than any number holds.
pub fn fit(size: Size, fit: &Fit) -> Option<Size> {
    let (w, h) = (f64::from(size.width), f64::from(size.height));
    match *fit {
        Fit::Stretch(size) => Some(size),
        Fit::ShortestEdge(edge) => {
            let long = truncated_edge(edge, size);
            from_short_and_long(size, f64::from(edge), long)
        }
        Fit::ShortestEdgeUpTo { edge, limit, rounding } => shortest_edge_up_to(size, edge, limit, rounding),
        Fit::LongestEdge { edge, rounding } => {
            let scale = f64::from(edge) / w.max(h);
            whole(round(w * scale, rounding), round(h * scale, rounding))
        }
        Fit::Inside { width, height, rounding } => {
            let (width, height) = (f64::from(width), f64::from(height));
            let scale = match rounding {
                InsideRounding::Mmcv => (width.max(height) / w.max(h)).min(width.min(height) / w.min(h)),
                _ => (height / h).min(width / w),
            };
            whole(round(w * scale, rounding), round(h * scale, rounding))
        }
        Fit::Height { height, max_width, rounding } => {
            let width = round(f64::from(height) * (w / h), rounding);
            whole(width.min(f64::from(max_width)), f64::from(height))
        }
        Fit::KeepRatio { width, height, longest } => {
            let (across, down) = (w / f64::from(width), h / f64::from(height));
            let ratio = down.max(across) * longest + down.min(across) * (1.0 - longest);
            whole((w / ratio).round_ties_even(), (h / ratio).round_ties_even())
        }
        Fit::PixelArea { min, max, multiple } => pixel_area(w, h, min as f64, max as f64, f64::from(multiple)),
        Fit::MultipleOf { width, height, multiple, keep_ratio } => {
            let (mut across, mut down) = (f64::from(width) / w, f64::from(height) / h);
            if keep_ratio {
                let nearer = if (1.0 - across).abs() < (1.0 - down).abs() { across } else { down };
                (across, down) = (nearer, nearer);
            }
            let multiple = f64::from(multiple);
            let snap = |edge: f64| (edge / multiple).round_ties_even() * multiple;
            whole(snap(across * w), snap(down * h))
        }
        Fit::LimitSide { edge, limit, multiple } => {
            let edge = f64::from(edge);
            let ratio = match limit {
                SideLimit::Max if w.max(h) > edge => edge / w.max(h),
                SideLimit::Min if w.min(h) < edge => edge / w.min(h),
                _ => 1.0,
            };
            let multiple = f64::from(multiple);
            let snap = |side: f64| (((side * ratio).trunc() / multiple).round_ties_even() * multiple).max(multiple);
            whole(snap(w), snap(h))
        }
        Fit::Thumbnail { width, height } => {
            let (mut width, mut height) = (size.width.min(width), size.height.min(height));
            if (width, height) != (size.width, size.height) {
                let scaled = |edge: u32, by: u32, of: u32| (u64::from(edge) * u64::from(by)) as f64 / f64::from(of);
                if size.height > size.width {
                    width = scaled(size.width, height, size.height) as u32;
                } else if size.width > size.height {
                    height = scaled(size.height, width, size.width) as u32;
                }
            }
            whole(f64::from(width), f64::from(height))
        }
        Fit::PillowThumbnail { width, height } => Some(pillow_thumbnail(size, width, height)),
        Fit::Scale(factor) => whole((w * factor).floor(), (h * factor).floor()),
    }
}

/// Pillow's Image.thumbnail: the longer edge fits, the other is the neighbour that keeps the ratio better.
fn pillow_thumbnail(size: Size, width: u32, height: u32) -> Size {
    if width >= size.width && height >= size.height {
        return size;
    }
    let (x, y) = (f64::from(width), f64::from(height));
    let aspect = f64::from(size.width) / f64::from(size.height);
    // The lower neighbour wins a tie, as Python's min takes the first.
    let better = |number: f64, distance: &dyn Fn(f64) -> f64| {
        let (low, high) = (number.floor(), number.ceil());
        (if distance(low) <= distance(high) { low } else { high }).max(1.0) as u32
    };
    if x / y >= aspect {
        Size::new(better(y * aspect, &|edge| (aspect - edge / y).abs()), height)
    } else {
        let distance = |edge: f64| if edge == 0.0 { 0.0 } else { (aspect - x / edge).abs() };
        Size::new(width, better(x / aspect, &distance))
    }
}

/// `int(edge * long / short)` of Python: one correctly rounded division, then truncated.
fn truncated_edge(edge: u32, size: Size) -> f64 {
    let (short, long) = (size.width.min(size.height), size.width.max(size.height));
    ((u64::from(edge) * u64::from(long)) as f64 / f64::from(short)).trunc()
}

fn from_short_and_long(size: Size, short: f64, long: f64) -> Option<Size> {
    if size.width <= size.height { whole(short, long) } else { whole(long, short) }
}

fn whole(width: f64, height: f64) -> Option<Size> {
    let valid = |edge: f64| (0.0..f64::from(u32::MAX)).contains(&edge).then_some(edge as u32);
    Some(Size::new(valid(width)?, valid(height)?))
}

fn round(edge: f64, rounding: InsideRounding) -> f64 {
    match rounding {
        InsideRounding::HalfUp | InsideRounding::Mmcv => (edge + 0.5).trunc(),
        InsideRounding::Truncate => edge.trunc(),
        InsideRounding::HalfEven => edge.round_ties_even().max(1.0),
        InsideRounding::Ceil => edge.ceil(),
    }
}

fn shortest_edge_up_to(size: Size, edge: u32, limit: u32, rounding: LimitRounding) -> Option<Size> {
    let (w, h) = (f64::from(size.width), f64::from(size.height));
    let (edge_f, limit_f) = (f64::from(edge), f64::from(limit));
    match rounding {
        LimitRounding::Torchvision => {
            let long = truncated_edge(edge, size);
            if long > limit_f {
                from_short_and_long(size, (limit_f * edge_f / long).trunc(), limit_f)
            } else {
                from_short_and_long(size, edge_f, long)
            }
        }
        LimitRounding::Detectron2 => {
            let scale = edge_f / w.min(h);
            let (mut new_w, mut new_h) = if h < w { (scale * w, edge_f) } else { (edge_f, scale * h) };
            let longest = new_w.max(new_h);
            if longest > limit_f {
                let scale = limit_f / longest;
                (new_w, new_h) = (new_w * scale, new_h * scale);
            }
            whole((new_w + 0.5).trunc(), (new_h + 0.5).trunc())
        }
        LimitRounding::HuggingFace => {
            let (short, long) = (w.min(h), w.max(h));
            let limited = long / short * edge_f > limit_f;
            let raw = if limited { limit_f * short / long } else { edge_f };
            let edge = raw.round_ties_even();
            if short == edge {
                return Some(size);
            }
            // Only the short side is rounded before the long one follows from the raw number.
            from_short_and_long(size, edge, (raw * long / short).trunc())
        }
        LimitRounding::TorchvisionDetection => {
            // f32 throughout, as torch computes it.
            let (short, long) = (w.min(h) as f32, w.max(h) as f32);
            let scale = f64::from((edge as f32 / short).min(limit as f32 / long));
            whole((w * scale).floor(), (h * scale).floor())
        }
    }
}

/// Qwen-VL's smart_resize.
fn pixel_area(w: f64, h: f64, min: f64, max: f64, multiple: f64) -> Option<Size> {
    let (mut width, mut height) =
        ((w / multiple).round_ties_even() * multiple, (h / multiple).round_ties_even() * multiple);
    if width * height > max {
        let beta = (h * w / max).sqrt();
        width = ((w / beta / multiple).floor() * multiple).max(multiple);
        height = ((h / beta / multiple).floor() * multiple).max(multiple);
    } else if width * height < min {
        let beta = (min / (h * w)).sqrt();
        width = (w * beta / multiple).ceil() * multiple;
        height = (h * beta / multiple).ceil() * multiple;
    }
    whole(width, height)
}
