//! Colour rules as colour.wgsl and colour_float.wgsl read them, and those that they have not.

use std::sync::LazyLock;

use crate::colour::hsv::{DIVISION_TABLES, DivisionTables};
use crate::colour::mix::{Against, Library, Mix};
use crate::colour::opencv::{Circle, HALF_TABLES};
use crate::colour::rule::{Grey, Rule};
use crate::colour::{opencv, pillow};
use crate::error::{Error, Result};
use crate::plan::{Colour, SurfaceKind};

/// A rule by its number in the shader, and what it needs.
#[derive(Default)]
pub(super) struct Encoded {
    pub code: u32,
    /// What the rule looks up.
    pub tables: Vec<i32>,
    /// Where the changes of hue, saturation and value begin in the tables, and the way back from them.
    pub changes: u32,
    pub back: u32,
    pub library: u32,
    pub factor: f32,
    pub rest: f32,
}

/// The ways back from HSV: the sector of each hue, then the factors of the value, `p` by saturation, `q` and `t` by both.
struct Back {
    half: Vec<i32>,
    full: Vec<i32>,
    pillow: Vec<i32>,
}

static BACK: LazyLock<Back> = LazyLock::new(|| {
    let bits = |factor: f32| factor.to_bits() as i32;
    // Pillow rounds products in f64; 30 bits after the point decide all of them alike (tests/exhaustive.rs).
    let fixed = |factor: f64| (factor * f64::from(1 << 30)).round() as i32;
    Back {
        half: back(|hue, saturation| opencv::factors(hue, saturation, Circle::Half), bits),
        full: back(|hue, saturation| opencv::factors(hue, saturation, Circle::Full), bits),
        pillow: back(pillow::factors, fixed),
    }
});

fn back<T: Copy>(factors: impl Fn(u8, u8) -> (i64, [T; 3]), encode: impl Fn(T) -> i32) -> Vec<i32> {
    let sectors = (0..=255).map(|hue| factors(hue, 0).0.rem_euclid(6) as i32);
    let both = || (0..=255).flat_map(|saturation| (0..=255).map(move |hue| (hue, saturation)));
    let p = (0..=255).map(|saturation| factors(0, saturation).1[0]);
    let q = both().map(|(hue, saturation)| factors(hue, saturation).1[1]);
    let t = both().map(|(hue, saturation)| factors(hue, saturation).1[2]);
    sectors.chain(p.chain(q).chain(t).map(encode)).collect()
}

/// Pillow's way to HSV, four bytes a word: hues by which channel is largest and smallest, how far the third lies below the
/// largest, and the range; then saturations by range and value.
static PILLOW_THERE: LazyLock<Vec<i32>> = LazyLock::new(|| {
    // Where the largest, the smallest and the third lie.
    const PLACES: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut bytes = Vec::with_capacity(7 << 16);
    for [largest, smallest, third] in PLACES {
        for below in 0..=255_u8 {
            for range in 0..=255_u8 {
                let mut rgb = [0; 3];
                let numbers = [(largest, range), (smallest, 0), (third, range.saturating_sub(below))];
                for (place, value) in numbers {
                    if let Some(colour) = rgb.get_mut(place) {
                        *colour = value;
                    }
                }
                bytes.push(pillow::to_hsv(rgb)[0]);
            }
        }
    }
    for range in 0..=255_u8 {
        for value in 0..=255_u8 {
            let least = value.saturating_sub(range);
            bytes.push(pillow::to_hsv([value, least, least])[1]);
        }
    }
    bytes.chunks_exact(4).map(|word| i32::from_le_bytes(word.try_into().unwrap_or_default())).collect()
});

/// The rule of a pass; what needs the whole image is refused.
pub(super) fn encode(colour: &Colour) -> Result<Encoded> {
    if colour.rule.needs_mean().is_some() {
        return Err(Error::gpu("no shader takes the mean of the whole image, as contrast needs it"));
    }
    if colour.src.kind == SurfaceKind::F32 { floats(&colour.rule) } else { Ok(bytes(&colour.rule, colour.body)) }
}

fn bytes(rule: &Rule, body: u32) -> Encoded {
    let plain = |code, tables| Encoded { code, tables, ..Encoded::default() };
    let there = |circle| match circle {
        Circle::Half => divisions(&HALF_TABLES, 180),
        Circle::Full => divisions(&DIVISION_TABLES, 256),
    };
    let opencv_back = |circle| match circle {
        Circle::Half => &BACK.half,
        Circle::Full => &BACK.full,
    };
    // There, a change, and back.
    let changed = |code, there: &[i32], changes: &[[u8; 256]; 3], back: &[i32]| {
        let changes = changes.as_flattened().iter().copied().map(i32::from);
        let tables: Vec<i32> = there.iter().copied().chain(changes).chain(back.iter().copied()).collect();
        let at = there.len() as u32;
        Encoded { code, tables, changes: at, back: at + 768, ..Encoded::default() }
    };
    match rule {
        Rule::Grey(Grey::Opencv { .. }) => plain(0, OPENCV_GREY.to_vec()),
        Rule::Grey(Grey::Pillow) => plain(0, PILLOW_GREY.to_vec()),
        Rule::Grey(Grey::Torch) => plain(5, Vec::new()),
        Rule::OpencvToHsv(circle) => plain(1, there(*circle)),
        Rule::OpencvFromHsv(Circle::Full) if body == 0 => plain(4, Vec::new()),
        Rule::OpencvFromHsv(circle) => plain(9, opencv_back(*circle).clone()),
        Rule::OpencvToYCrCb => plain(2, Vec::new()),
        Rule::PillowToCmyk => plain(3, Vec::new()),
        Rule::PillowToYCbCr => plain(6, pillow::ycbcr_tables()),
        Rule::PillowFromYCbCr => plain(7, pillow::rgb_tables()),
        Rule::PillowToHsv => plain(8, PILLOW_THERE.clone()),
        Rule::PillowFromHsv => plain(10, BACK.pillow.clone()),
        Rule::PillowHue { shift } => changed(11, &PILLOW_THERE, &turned(*shift), &BACK.pillow),
        Rule::OpencvHue { shift } => changed(12, &there(Circle::Full), &turned(*shift), &BACK.full),
        Rule::HsvTables(tables) => changed(12, &there(Circle::Half), tables, &BACK.half),
        // The plan gives the second floats alone.
        Rule::TorchHue { factor } | Rule::OpencvTurn { degrees: factor } => {
            Encoded { code: 13, factor: *factor, ..Encoded::default() }
        }
        Rule::Mix(mix) => {
            let weights = if mix.library == Library::Albumentations { OPENCV_GREY } else { PILLOW_GREY };
            Encoded { code: 14, tables: weights.to_vec(), ..mixture(mix) }
        }
    }
}

fn floats(rule: &Rule) -> Result<Encoded> {
    let plain = |code| Encoded { code, ..Encoded::default() };
    Ok(match rule {
        Rule::Grey(Grey::Opencv { blue_first }) => plain(u32::from(*blue_first)),
        Rule::Grey(Grey::Torch) => plain(2),
        Rule::OpencvToHsv(_) => plain(3),
        Rule::OpencvFromHsv(_) => plain(4),
        Rule::TorchHue { factor } => Encoded { factor: *factor, ..plain(5) },
        Rule::OpencvTurn { degrees } => Encoded { factor: *degrees, ..plain(6) },
        Rule::Mix(mix) => Encoded { code: 7, ..mixture(mix) },
        _ => return Err(Error::internal("a colour rule of bytes was given floats")),
    })
}

/// Weights of red, green and blue, and the bits after the point.
const OPENCV_GREY: [i32; 4] = [9798, 19235, 3735, 15];
const PILLOW_GREY: [i32; 4] = [19595, 38470, 7471, 16];

fn mixture(mix: &Mix) -> Encoded {
    debug_assert_eq!(mix.against, Against::Grey);
    let library = match mix.library {
        Library::Megengine => 0,
        Library::Pillow => 1,
        Library::Torch => 2,
        Library::Albumentations => 3,
    };
    Encoded { library, factor: mix.factor as f32, rest: (1.0 - mix.factor) as f32, ..Encoded::default() }
}

/// A wrapping add to the hue.
fn turned(shift: u8) -> [[u8; 256]; 3] {
    let same = std::array::from_fn(|at| at as u8);
    [std::array::from_fn(|at| (at as u8).wrapping_add(shift)), same, same]
}

fn divisions(tables: &DivisionTables, circle: i32) -> Vec<i32> {
    tables.saturation.iter().chain(&tables.hue).copied().chain([circle]).collect()
}
