//! What the numbers of a step may be, whatever the image is.

use crate::error::{Error, Result};
use crate::op::{Fit, PadTo};
use crate::spec::{ImageSpec, Size};

/// No edge of an image within the limits is longer.
const MAX_EDGE: u64 = ImageSpec::MAX_PIXELS;

/// Refuses a fit that no image can have.
///
/// An edge that is only too long gives a result over the limits, which is refused as that.
pub(super) fn check_fit(fit: &Fit) -> Result<()> {
    match *fit {
        Fit::Stretch(size) => check_size("stretch", size),
        Fit::ShortestEdge(edge) => at_least_1("shortest_edge", edge),
        Fit::ShortestEdgeUpTo { edge, limit, .. } => {
            at_least_1("shortest_edge_up_to.edge", edge)?;
            at_least_1("shortest_edge_up_to.limit", limit)
        }
        Fit::LongestEdge { edge, .. } => at_least_1("longest_edge.edge", edge),
        Fit::Inside { width, height, .. } => check_size("inside", Size::new(width, height)),
        Fit::Height { height, max_width, .. } => {
            at_least_1("height.height", height)?;
            at_least_1("height.max_width", max_width)
        }
        Fit::KeepRatio { width, height, longest } => {
            check_size("keep_ratio", Size::new(width, height))?;
            if (0.0..=1.0).contains(&longest) {
                return Ok(());
            }
            Err(Error::invalid_pipeline("keep_ratio.longest lies between covering (0) and fitting inside (1)")
                .expected("a number from 0 to 1", longest))
        }
        Fit::PixelArea { min, max, multiple } => {
            check_multiple("pixel_area.multiple", multiple)?;
            in_bounds("pixel_area.min", min, 0, ImageSpec::MAX_PIXELS)?;
            if max >= min.max(1) {
                return Ok(());
            }
            Err(Error::invalid_pipeline("pixel_area.max must not be below min; exchange the two numbers")
                .expected(format!("a whole number from {}", min.max(1)), max))
        }
        Fit::MultipleOf { width, height, multiple, .. } => {
            check_size("multiple_of", Size::new(width, height))?;
            check_multiple("multiple_of.multiple", multiple)
        }
        Fit::LimitSide { edge, multiple, .. } => {
            at_least_1("limit_side.edge", edge)?;
            check_multiple("limit_side.multiple", multiple)
        }
        Fit::Thumbnail { width, height } => check_size("thumbnail", Size::new(width, height)),
        Fit::PillowThumbnail { width, height } => check_size("pillow_thumbnail", Size::new(width, height)),
        Fit::Scale(factor) if factor.is_finite() && factor > 0.0 => Ok(()),
        Fit::Scale(factor) => Err(Error::invalid_pipeline("scale multiplies both edges; give it a positive factor")
            .expected("a number above 0", factor)),
    }
}

/// Refuses a frame that no image can be padded to.
pub(super) fn check_pad(to: &PadTo) -> Result<()> {
    match *to {
        PadTo::Size(size) => check_size("to.size", size),
        PadTo::Multiple(multiple) => check_multiple("to.multiple", multiple),
        PadTo::AtLeast { width, height, multiple } => {
            check_size("to.at_least", Size::new(width, height))?;
            check_multiple("to.at_least.multiple", multiple)
        }
        PadTo::Square | PadTo::Edges { .. } => Ok(()),
    }
}

/// Refuses an empty size.
pub(super) fn check_size(field: &str, size: Size) -> Result<()> {
    at_least_1(&format!("{field}.width"), size.width)?;
    at_least_1(&format!("{field}.height"), size.height)
}

fn at_least_1(field: &str, edge: u32) -> Result<()> {
    in_bounds(field, edge.into(), 1, u64::MAX)
}

fn check_multiple(field: &str, multiple: u32) -> Result<()> {
    in_bounds(field, multiple.into(), 1, MAX_EDGE)
}

fn in_bounds(field: &str, value: u64, least: u64, most: u64) -> Result<()> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    let (how, allowed) = if value < least {
        ("small", format!("a whole number from {least}"))
    } else {
        ("large", format!("a whole number from {least} to {most}"))
    };
    Err(Error::invalid_pipeline(format!("{field} is too {how} for any image; change it")).expected(allowed, value))
}
