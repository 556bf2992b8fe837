//! Colour rules as colour.wgsl reads them, and those that it has not.

use crate::colour::hsv::{DIVISION_TABLES, DivisionTables};
use crate::colour::opencv::{Circle, HALF_TABLES};
use crate::colour::rule::{Grey, Rule};
use crate::error::{Error, Result};
use crate::plan::{Colour, SurfaceKind};

/// A rule by its number in the shader, and what it looks up.
pub(super) struct Encoded {
    pub code: u32,
    pub tables: Vec<i32>,
}

/// Whole-number rules; what needs floats or the whole image is refused.
pub(super) fn encode(colour: &Colour) -> Result<Encoded> {
    if colour.src.kind == SurfaceKind::F32 {
        return Err(Error::gpu("no shader has the colour rules of floats; they need fused multiply-adds"));
    }
    let divisions =
        |tables: &DivisionTables| tables.saturation.iter().chain(&tables.hue).copied().collect::<Vec<i32>>();
    let (code, tables) = match &colour.rule {
        Rule::Grey(Grey::Opencv { .. }) => (0, vec![9798, 19235, 3735, 15]),
        Rule::Grey(Grey::Pillow) => (0, vec![19595, 38470, 7471, 16]),
        Rule::OpencvToHsv(Circle::Half) => (1, with(divisions(&HALF_TABLES), 180)),
        Rule::OpencvToHsv(Circle::Full) => (1, with(divisions(&DIVISION_TABLES), 256)),
        Rule::OpencvToYCrCb => (2, Vec::new()),
        Rule::PillowToCmyk => (3, Vec::new()),
        Rule::OpencvFromHsv(Circle::Full) if colour.body == 0 => (4, Vec::new()),
        rule if rule.needs_mean().is_some() => {
            return Err(Error::gpu("no shader takes the mean of the whole image, as contrast needs it"));
        }
        _ => return Err(Error::gpu("no shader has this colour rule with the library's bits")),
    };
    Ok(Encoded { code, tables })
}

fn with(mut tables: Vec<i32>, last: i32) -> Vec<i32> {
    tables.push(last);
    tables
}
