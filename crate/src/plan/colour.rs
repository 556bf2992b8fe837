//! Colour steps: jitter with fixed factors, and other colour spaces.

use super::numeric::four;
use super::pass::{Colour, Pass, Surface, SurfaceKind};
use super::state::{State, check_values};
use crate::colour::lighting;
use crate::colour::mix::{Against, Library, Mix};
use crate::colour::opencv::Circle;
use crate::colour::rule::{Grey, Rule};
use crate::error::{Error, Result};
use crate::op::{
    ColourMatches, ColourSpace, FromColour, HsvJitter, HsvMatches, HueMatches, HueShift, Jitter, JitterMatches,
    Lighting, Precision, ToColour,
};
use crate::point::{Operator, PointOp, to_u8};
use crate::spec::{Channel, ChannelOrder, DType, ValueRange};

/// OpenCV's AVX2 code takes so many pixels of a row at once.
const SIMD_BLOCK: u32 = 32;

impl State {
    pub(super) fn hue_shift(&mut self, hue: &HueShift) -> Result<()> {
        self.reject_final("hue_shift")?;
        self.reject_words("hue_shift")?;
        let alpha = hue.alpha;
        if !(-0.5..=0.5).contains(&alpha) {
            return Err(Error::invalid_pipeline("alpha is a part of the colour circle").expected("-0.5 to 0.5", alpha));
        }
        let rule = match hue.matches {
            HueMatches::Megengine => return self.hue_shift_megengine(alpha),
            HueMatches::TorchvisionPil => {
                self.wants_bytes("hue_shift", "torchvision on a PIL image")?;
                Rule::PillowHue { shift: ((alpha * 255.0) as i32).to_le_bytes()[0] }
            }
            HueMatches::Torchvision => {
                self.wants_torch_range("hue_shift")?;
                Rule::TorchHue { factor: alpha as f32 }
            }
            HueMatches::Albumentations => {
                self.wants_unit("hue_shift", "albumentations takes")?;
                if alpha == 0.0 {
                    return Ok(());
                }
                if self.dtype == DType::U8 {
                    Rule::HsvTables(tables(|x| wrapped(x + 180.0 * alpha), |x| x, |x| x))
                } else {
                    Rule::OpencvTurn { degrees: (alpha * 360.0) as f32 }
                }
            }
            HueMatches::MegengineSimd => return self.hue_shift_megengine_simd(alpha),
        };
        self.wants_colours("hue_shift")?;
        self.through(rule, ChannelOrder::Rgb, self.order)
    }

    /// The bytes that floats of 0-255 are cast to, and floats again afterwards.
    fn hue_shift_megengine_simd(&mut self, alpha: f64) -> Result<()> {
        self.wants_255("hue_shift", "casts to 8 bits")?;
        self.wants_colours("hue_shift")?;
        if alpha == 0.0 {
            return Ok(());
        }
        let before = self.dtype;
        if before != DType::U8 {
            self.pending.push(PointOp::ToU8);
            self.dtype = DType::U8;
        }
        let shift = ((alpha * 255.0) as i32).to_le_bytes()[0];
        self.through(Rule::OpencvHue { shift }, ChannelOrder::Rgb, self.order)?;
        self.dtype = before;
        Ok(())
    }

    pub(super) fn lighting(&mut self, Lighting { alpha }: &Lighting) -> Result<()> {
        self.reject_final("lighting")?;
        if let Some(bad) = alpha.iter().find(|alpha| !(**alpha as f32).is_finite()) {
            return Err(Error::invalid_pipeline("the alphas of lighting must be finite").expected("a number", bad));
        }
        self.wants_255("lighting", "clips to 0-255")?;
        self.wants_colours("lighting")?;
        let constants = four(&lighting::shifts(*alpha, self.order == ChannelOrder::Bgr), 0.0);
        self.pending.push(PointOp::Arithmetic { operator: Operator::Add, precision: Precision::F64, constants });
        self.pending.push(PointOp::uniform(Operator::AtLeast, Precision::F64, 0.0));
        self.pending.push(PointOp::uniform(Operator::AtMost, Precision::F64, 255.0));
        self.pending.push(if self.dtype == DType::U8 { PointOp::ToU8 } else { PointOp::ToF32 });
        Ok(())
    }

    /// Data of 0-255, as MegEngine's colour transforms want it.
    fn wants_255(&self, step: &str, does: &str) -> Result<()> {
        if self.range == ValueRange::Bytes {
            return Ok(());
        }
        Err(Error::invalid_pipeline(format!(
            "MegEngine's {step} {does} and is made for such data; put it before rescale and normalise, or, to do it all \
             the same, `assume` with that range before it"
        ))
        .expected("data of 0-255", self.range))
    }

    pub(super) fn brightness(&mut self, jitter: &Jitter) -> Result<()> {
        self.check_jitter("brightness", jitter)?;
        let most = if self.range == ValueRange::Unit { 1.0 } else { 255.0 };
        let mut push = |operator, constant| self.pending.push(PointOp::uniform(operator, Precision::F32, constant));
        push(Operator::Multiply, jitter.factor);
        push(Operator::AtLeast, 0.0);
        push(Operator::AtMost, most);
        if self.dtype == DType::U8 {
            self.pending.push(PointOp::ToU8);
        }
        Ok(())
    }

    pub(super) fn contrast(&mut self, jitter: &Jitter) -> Result<()> {
        self.mix("contrast", Against::Mean, jitter)
    }

    pub(super) fn saturation(&mut self, jitter: &Jitter) -> Result<()> {
        self.mix("saturation", Against::Grey, jitter)
    }

    fn mix(&mut self, step: &str, against: Against, jitter: &Jitter) -> Result<()> {
        self.check_jitter(step, jitter)?;
        self.wants_colours(step)?;
        let library = match jitter.matches {
            JitterMatches::Megengine => Library::Megengine,
            JitterMatches::TorchvisionPil => Library::Pillow,
            JitterMatches::Torchvision => Library::Torch,
            JitterMatches::Albumentations => Library::Albumentations,
        };
        self.through(Rule::Mix(Mix { library, against, factor: jitter.factor }), ChannelOrder::Rgb, self.order)
    }

    fn check_jitter(&self, step: &str, jitter: &Jitter) -> Result<()> {
        self.reject_final(step)?;
        self.reject_words(step)?;
        if !(jitter.factor.is_finite() && jitter.factor >= 0.0) {
            return Err(Error::invalid_pipeline(format!("the factor of {step} must be finite and not below 0"))
                .expected("a number from 0", jitter.factor));
        }
        match jitter.matches {
            JitterMatches::Megengine => self.wants_255(step, "clips to 0-255"),
            JitterMatches::Torchvision => self.wants_torch_range(step),
            JitterMatches::TorchvisionPil => self.wants_bytes(step, "torchvision on a PIL image"),
            JitterMatches::Albumentations => self.wants_bytes(step, "albumentations"),
        }
    }

    pub(super) fn hsv_jitter(&mut self, jitter: &HsvJitter) -> Result<()> {
        self.reject_final("hsv_jitter")?;
        self.reject_words("hsv_jitter")?;
        let HsvJitter { hue, saturation, value, matches } = *jitter;
        if let Some(bad) = [hue, saturation, value].into_iter().find(|number| !number.is_finite()) {
            return Err(Error::invalid_pipeline("the numbers of hsv_jitter must be finite").expected("a number", bad));
        }
        let albumentations = matches == HsvMatches::Albumentations;
        if albumentations {
            self.wants_unit("hsv_jitter", "albumentations takes")?;
        } else {
            self.wants_bytes("hsv_jitter", "this library")?;
        }
        self.wants_colours("hsv_jitter")?;
        let mut tables = match matches {
            HsvMatches::Yolov5 => tables(|x| wrapped(x * hue), |x| x * saturation, |x| x * value),
            HsvMatches::Ultralytics => {
                tables(|x| wrapped(x + hue * 180.0), |x| x * (saturation + 1.0), |x| x * (value + 1.0))
            }
            HsvMatches::Yolox => tables(|x| wrapped(x + hue), |x| x + saturation, |x| x + value),
            // The last two are cut off to whole numbers before.
            HsvMatches::Albumentations => {
                tables(|x| wrapped(x + hue), |x| x + saturation.trunc(), |x| x + value.trunc())
            }
        };
        // Grey stays grey.
        if matches!(matches, HsvMatches::Ultralytics | HsvMatches::Albumentations) {
            tables[1][0] = 0;
        }
        let floats = self.dtype != DType::U8;
        if floats {
            self.pending.push(PointOp::uniform(Operator::Multiply, Precision::F32, 255.0));
            self.pending.push(PointOp::RoundToU8);
            self.dtype = DType::U8;
        }
        // Three zeros return the image itself, without the round trip through HSV.
        if !albumentations || [hue, saturation, value] != [0.0; 3] {
            self.through(Rule::HsvTables(tables), ChannelOrder::Rgb, self.order)?;
        }
        if floats {
            self.pending.push(PointOp::uniform(Operator::Divide, Precision::F32, 255.0));
            self.dtype = DType::F32;
        }
        Ok(())
    }

    pub(super) fn enter_colour_space(&mut self, step: &ToColour) -> Result<()> {
        self.reject_final("to_colour")?;
        self.reject_words("to_colour")?;
        self.wants_colours("to_colour")?;
        let blue_first = self.order == ChannelOrder::Bgr;
        let (rule, shows) = match (step.to, step.matches) {
            (ColourSpace::Gray, ColourMatches::Opencv | ColourMatches::OpencvSimd) => {
                (Rule::Grey(Grey::Opencv { blue_first }), ChannelOrder::Gray)
            }
            (ColourSpace::Gray, ColourMatches::Pillow) => (Rule::Grey(Grey::Pillow), ChannelOrder::Gray),
            (ColourSpace::Gray, ColourMatches::Torchvision) => (Rule::Grey(Grey::Torch), ChannelOrder::Gray),
            (ColourSpace::HSV, ColourMatches::Opencv | ColourMatches::OpencvSimd) => {
                (Rule::OpencvToHsv(Circle::Half), ChannelOrder::Hsv)
            }
            (ColourSpace::HsvFull, ColourMatches::Opencv | ColourMatches::OpencvSimd) => {
                (Rule::OpencvToHsv(Circle::Full), ChannelOrder::Hsv)
            }
            (ColourSpace::HSV, ColourMatches::Pillow) => (Rule::PillowToHsv, ChannelOrder::Hsv),
            (ColourSpace::YCrCb, ColourMatches::Opencv | ColourMatches::OpencvSimd) => {
                (Rule::OpencvToYCrCb, ChannelOrder::YCrCb)
            }
            (ColourSpace::YCbCr, ColourMatches::Pillow) => (Rule::PillowToYCbCr, ChannelOrder::YCbCr),
            (ColourSpace::CMYK, ColourMatches::Pillow) => (Rule::PillowToCmyk, ChannelOrder::Cmyk),
            (to, matches) => {
                return Err(Error::unsupported(format!("{matches:?} to {to:?} is not there")));
            }
        };
        match rule {
            Rule::Grey(Grey::Opencv { .. } | Grey::Torch) => {}
            Rule::OpencvToHsv(_) => self.wants_unit("to_colour", "OpenCV's HSV takes")?,
            _ => self.wants_bytes("to_colour", "this conversion")?,
        }
        self.through(rule, ChannelOrder::Rgb, shows)
    }

    pub(super) fn leave_colour_space(&mut self, step: &FromColour) -> Result<()> {
        self.reject_final("from_colour")?;
        self.reject_words("from_colour")?;
        if !matches!(step.to, ChannelOrder::Rgb | ChannelOrder::Bgr) {
            return Err(Error::invalid_pipeline("from_colour ends in RGB or BGR").expected("RGB or BGR", step.to));
        }
        let circle = if step.from == ColourSpace::HsvFull { Circle::Full } else { Circle::Half };
        let rule = match (step.from, step.matches) {
            (ColourSpace::HSV | ColourSpace::HsvFull, ColourMatches::Opencv | ColourMatches::OpencvSimd) => {
                Rule::OpencvFromHsv(circle)
            }
            (ColourSpace::HSV, ColourMatches::Pillow) => Rule::PillowFromHsv,
            (ColourSpace::YCbCr, ColourMatches::Pillow) => Rule::PillowFromYCbCr,
            (from, matches) => return Err(Error::unsupported(format!("{matches:?} from {from:?} is not there"))),
        };
        let reads = if step.from == ColourSpace::YCbCr { ChannelOrder::YCbCr } else { ChannelOrder::Hsv };
        if self.order != reads {
            return Err(Error::invalid_pipeline(format!(
                "from_colour starts from {reads}; put to_colour before it, or `assume` with that order for data that is so"
            ))
            .expected(reads, self.order));
        }
        match rule {
            Rule::OpencvFromHsv(_) => self.wants_unit("from_colour", "OpenCV's HSV takes")?,
            _ => self.wants_bytes("from_colour", "this conversion")?,
        }
        self.through(rule, reads, step.to)?;
        if step.matches == ColourMatches::Opencv
            && let Some(Pass::Colour(colour)) = self.passes.last_mut()
        {
            colour.body = 0;
        }
        Ok(())
    }

    fn wants_colours(&self, step: &str) -> Result<()> {
        if matches!(self.order, ChannelOrder::Rgb | ChannelOrder::Bgr) {
            return Ok(());
        }
        Err(Error::invalid_pipeline(format!("{step} wants three colour channels; convert_order to BGR or RGB first"))
            .expected("BGR or RGB", self.order))
    }

    fn wants_bytes(&self, step: &str, library: &str) -> Result<()> {
        if self.dtype == DType::U8 && self.range == ValueRange::Bytes {
            return Ok(());
        }
        Err(Error::invalid_pipeline(format!(
            "{step} of {library} works on bytes; put it before rescale and normalise, or cast to u8 first"
        ))
        .expected("u8 of 0-255", format!("{} of {}", self.dtype, self.range)))
    }

    fn wants_torch_range(&self, step: &str) -> Result<()> {
        self.wants_unit(step, "torchvision clips")
    }

    /// Bytes, or floats of 0-1.
    fn wants_unit(&self, step: &str, who: &str) -> Result<()> {
        let wanted = if self.dtype == DType::U8 { ValueRange::Bytes } else { ValueRange::Unit };
        if self.range == wanted {
            return Ok(());
        }
        Err(Error::invalid_pipeline(format!(
            "{step}: {who} floats of 0-1; rescale to that before, or, to do it all the same, `assume` that range before it"
        ))
        .expected(wanted, self.range))
    }

    /// Appends the pass of a rule that takes `reads` and leaves what the order `shows` is made of.
    fn through(&mut self, rule: Rule, reads: ChannelOrder, shows: ChannelOrder) -> Result<()> {
        self.prepare_spatial()?;
        let place = |&channel: &Channel| {
            let at = self.order.position(channel)?;
            self.map.get(at).copied()
        };
        let from: Vec<usize> = reads.channels().iter().filter_map(place).collect();
        let Ok(from) = <[usize; 3]>::try_from(from) else {
            return Err(Error::internal("a colour rule without its channels"));
        };
        let size = self.window.size;
        let dst = Surface { size, channels: rule.outputs(), kind: self.surface.kind, planar: false };
        check_values(dst.size, dst.channels)?;
        let most = if self.range == ValueRange::Unit { 1.0 } else { 255.0 };
        debug_assert!(self.surface.kind == SurfaceKind::U8 || !matches!(rule, Rule::HsvTables(_)));
        let body = size.width / SIMD_BLOCK * SIMD_BLOCK;
        let (src, window) = (self.surface, self.window);
        self.advance(Pass::Colour(Colour { src, dst, window, reads: from, rule, body, most }), dst);
        // Rules leave colours as red, green, blue, and anything else in its own order.
        let left = |channel: &Channel| ChannelOrder::Rgb.position(*channel).or(shows.position(*channel));
        self.map = shows.channels().iter().filter_map(left).collect();
        let first = |list: &[f64]| vec![list.first().copied().unwrap_or_default(); shows.count()];
        if shows.count() != self.order.count() {
            (self.scale, self.offset) = (first(&self.scale), first(&self.offset));
        }
        self.outside = vec![0.0; shows.count()];
        self.order = shows;
        Ok(())
    }
}

/// numpy's `x % 180`.
fn wrapped(x: f64) -> f64 {
    x.rem_euclid(180.0)
}

/// Tables of hue, saturation and value; the last two are clipped, all are truncated.
fn tables(
    hue: impl Fn(f64) -> f64,
    saturation: impl Fn(f64) -> f64,
    value: impl Fn(f64) -> f64,
) -> Box<[[u8; 256]; 3]> {
    let table = |rule: &dyn Fn(f64) -> f64| std::array::from_fn(|at| to_u8(rule(at as f64).clamp(0.0, 255.0)));
    Box::new([table(&hue), table(&saturation), table(&value)])
}
