//! From what a file holds to the image that a library makes of it.

use super::cmyk;
use super::grey::{self, Grey};
use super::raster::{Model, Palette, Raster, Samples};
use super::report::Done;
use crate::colour::alpha::over;
use crate::error::{Error, Result};
use crate::image::Image;
use crate::json;
use crate::policy::{Alpha, DecodeMatches, DecodeMode, Depth, Rules};
use crate::spec::{ImageSpec, PixelFormat, Size};

use DecodeMatches::{Opencv, Pillow, Torchvision};

/// The image, the EXIF orientation not yet applied, and what was done.
pub fn convert(raster: Raster, rules: &Rules) -> Result<(Image<'static>, Done)> {
    let mut done = Done::default();
    let unchanged = rules.mode == DecodeMode::Unchanged;
    if rules.matches == Some(Torchvision) {
        check_torchvision(&raster, rules)?;
    }
    if let Some(library) = rules.matches {
        check_other_formats(&raster, library, unchanged)?;
    }
    let stored = raster.stored();
    let size = raster.size;
    // Modes of Pillow that are not colours yet.
    if rules.matches == Some(Pillow) && unchanged && raster.model == Model::Palette {
        done.indices = true;
        return Ok((image(size, Model::Gray, raster.samples, false)?, done));
    }
    if rules.matches == Some(Pillow) && unchanged && raster.model == Model::Gray && raster.bits == 1 {
        let Samples::U8(pixels) = raster.samples else { return Err(Error::internal("a bit of 16 bits")) };
        let bits = Samples::U8(pixels.into_iter().map(|pixel| pixel / 255).collect());
        return Ok((image(size, Model::Gray, bits, false)?, done));
    }
    if raster.model == Model::Cmyk {
        return inks(raster, rules, done);
    }
    let transparent = rules.alpha != Alpha::Drop && rules.mode != DecodeMode::Gray;
    let format = raster.format;
    let (mut model, samples) = looked_up(raster, rules, transparent)?;
    // OpenCV's readers make grey of 16 bits before they cut them.
    let deep_grey = rules.matches == Some(Opencv) && rules.mode == DecodeMode::Gray;
    let grey = grey_of(rules.matches, format);
    let samples = if deep_grey { mixed(&mut model, samples, grey) } else { samples };
    let samples = match samples {
        Samples::U16(values) => {
            let depth = depth_of(rules, model);
            done.depth = Some(depth);
            cut(values, depth)
        }
        bytes => bytes,
    };
    let samples = if rules.mode == DecodeMode::Gray { mixed(&mut model, samples, grey) } else { samples };
    if stored.alpha {
        done.alpha = Some(if model.has_alpha() { rules.alpha } else { Alpha::Drop });
    }
    // Pillow has no mode for 16-bit grey with alpha.
    let own = unchanged && rules.matches == Some(Pillow) && stored.bits <= 8 || rules.matches == Some(Torchvision);
    let (model, samples) = channels(model, samples, rules, own);
    Ok((image(size, model, samples, rules.matches == Some(Opencv))?, done))
}

fn check_torchvision(raster: &Raster, rules: &Rules) -> Result<()> {
    if !matches!(raster.format, "PNG" | "JPEG") {
        return Err(unknown("torchvision", format_args!("{} files", raster.format), "match pillow"));
    }
    let odd = raster.model == Model::Palette || raster.bits < 8 || raster.key.is_some();
    if odd && rules.mode == DecodeMode::Unchanged {
        return Err(unknown("torchvision", "such a PNG unchanged", "take the mode `colour`"));
    }
    Ok(())
}

/// The `image` crate has looked palettes up and mixed inks already; and OpenCV lays transparent pixels over something.
fn check_other_formats(raster: &Raster, library: DecodeMatches, unchanged: bool) -> Result<()> {
    if !matches!(raster.format, "GIF" | "BMP" | "TIFF") {
        return Ok(());
    }
    if unchanged {
        let what = format_args!("{} files unchanged", raster.format);
        return Err(unknown(&json::spelled(&library), what, "take the mode `colour` or `gray`"));
    }
    let translucent = match &raster.samples {
        Samples::U8(pixels) if raster.model == Model::Rgba => {
            pixels.chunks_exact(4).any(|pixel| pixel.last() != Some(&u8::MAX))
        }
        _ => raster.model.has_alpha(),
    };
    if library == Opencv && raster.format != "BMP" && translucent {
        return Err(unknown("opencv", format_args!("a {} with transparency", raster.format), "match pillow"));
    }
    Ok(())
}

fn unknown(library: &str, what: impl std::fmt::Display, remedy: &str) -> Error {
    Error::unsupported(format!("what {library} makes of {what} is not known here; {remedy}"))
}

/// Palettes looked up, and the transparent colour as alpha where alpha is wanted.
fn looked_up(raster: Raster, rules: &Rules, transparent: bool) -> Result<(Model, Samples)> {
    let Raster { model, samples, palette, key, bits, .. } = raster;
    if let (Model::Palette, Some(palette), Samples::U8(indices)) = (model, &palette, &samples) {
        return colours(indices, palette, transparent);
    }
    let Some(key) = key.filter(|_| transparent) else { return Ok((model, samples)) };
    match (rules.matches, model) {
        // Only colours have a transparent one in OpenCV.
        (Some(Opencv), Model::Gray) => return Ok((model, samples)),
        (Some(Pillow), _) if rules.mode == DecodeMode::Unchanged => return Ok((model, samples)),
        (Some(Pillow), Model::Gray) if bits == 16 => return Ok((model, samples)),
        (Some(Pillow), _) if !matches!((model, bits), (Model::Gray, 1 | 8) | (Model::Rgb, 8)) => {
            return Err(unknown("pillow", "a transparent colour of this depth", "take `alpha` `drop`"));
        }
        _ => {}
    }
    let with = if model == Model::Gray { Model::GrayAlpha } else { Model::Rgba };
    let samples = match samples {
        Samples::U8(pixels) => {
            // A key of less than 8 bits is spread as its grey was.
            let most = ((1_u32 << bits.min(8)) - 1) as u16;
            let spread = key.map(|value| (value.min(most) * (255 / most)) as u8);
            Samples::U8(keyed(&pixels, model.channels(), spread, u8::MAX))
        }
        Samples::U16(pixels) => Samples::U16(keyed(&pixels, model.channels(), key, u16::MAX)),
    };
    Ok((with, samples))
}

fn keyed<T: Copy + PartialEq + Default>(pixels: &[T], channels: usize, key: [T; 3], opaque: T) -> Vec<T> {
    let mut out = Vec::with_capacity(pixels.len() / channels * (channels + 1));
    for pixel in pixels.chunks_exact(channels) {
        out.extend_from_slice(pixel);
        out.push(if pixel.iter().zip(key).all(|(&value, key)| value == key) { T::default() } else { opaque });
    }
    out
}

fn colours(indices: &[u8], palette: &Palette, transparent: bool) -> Result<(Model, Samples)> {
    let with_alpha = transparent && !palette.alpha.is_empty();
    let mut pixels = Vec::with_capacity(indices.len() * if with_alpha { 4 } else { 3 });
    for &index in indices {
        let colour = palette.colours.get(usize::from(index)).ok_or_else(|| {
            super::broken("PNG", format_args!("a pixel has colour {index} of {}", palette.colours.len()))
        })?;
        pixels.extend_from_slice(colour);
        if with_alpha {
            pixels.push(palette.alpha.get(usize::from(index)).copied().unwrap_or(u8::MAX));
        }
    }
    Ok((if with_alpha { Model::Rgba } else { Model::Rgb }, Samples::U8(pixels)))
}

/// CMYK, which only Pillow and torchvision hand on as it is.
fn inks(raster: Raster, rules: &Rules, done: Done) -> Result<(Image<'static>, Done)> {
    let Samples::U8(inks) = raster.samples else { return Err(Error::internal("inks of 16 bits")) };
    let size = raster.size;
    if rules.mode == DecodeMode::Unchanged && matches!(rules.matches, Some(Pillow | Torchvision)) {
        let inks = if rules.matches == Some(Pillow) { inks.into_iter().map(|ink| 255 - ink).collect() } else { inks };
        return Ok((Image::from_u8(ImageSpec::bytes(size, PixelFormat::Cmyk8), inks)?, done));
    }
    let opencv = rules.matches == Some(Opencv);
    let rule = if opencv { cmyk::opencv } else { cmyk::pillow };
    let grey = if opencv { grey::OPENCV_READER } else { grey::PILLOW };
    let mut model = Model::Rgb;
    let colours = Samples::U8(inks.as_chunks().0.iter().flat_map(|&pixel| rule(pixel)).collect());
    let samples = if rules.mode == DecodeMode::Gray { mixed(&mut model, colours, grey) } else { colours };
    let (model, samples) = channels(model, samples, rules, false);
    Ok((image(size, model, samples, opencv)?, done))
}

/// The grey of bytes, and that of 16 bits.
fn grey_of(matches: Option<DecodeMatches>, format: &str) -> [Grey; 2] {
    match (matches, format) {
        (Some(Opencv), "PNG") => [grey::LIBPNG, grey::LIBPNG_16],
        (Some(Opencv), "BMP") => [grey::OPENCV_READER; 2],
        (Some(Opencv), _) => [grey::OPENCV; 2],
        _ => [grey::PILLOW; 2],
    }
}

/// One grey channel, whatever there was; alpha is dropped.
fn mixed(model: &mut Model, samples: Samples, grey: impl Into<Greys>) -> Samples {
    let Greys([bytes, words]) = grey.into();
    let channels = model.channels();
    let coloured = matches!(model, Model::Rgb | Model::Rgba);
    *model = Model::Gray;
    match samples {
        Samples::U8(pixels) if coloured => Samples::U8(mix(&pixels, channels, |rgb| bytes.of(rgb) as u8)),
        Samples::U16(pixels) if coloured => Samples::U16(mix(&pixels, channels, |rgb| words.of(rgb) as u16)),
        Samples::U8(pixels) => Samples::U8(first(pixels, channels)),
        Samples::U16(pixels) => Samples::U16(first(pixels, channels)),
    }
}

struct Greys([Grey; 2]);

impl From<Grey> for Greys {
    fn from(grey: Grey) -> Self {
        Self([grey; 2])
    }
}

impl From<[Grey; 2]> for Greys {
    fn from(greys: [Grey; 2]) -> Self {
        Self(greys)
    }
}

fn mix<T: Copy>(pixels: &[T], channels: usize, grey: impl Fn([T; 3]) -> T) -> Vec<T> {
    pixels.chunks_exact(channels).filter_map(|pixel| pixel.first_chunk()).map(|&rgb| grey(rgb)).collect()
}

fn first<T: Copy>(pixels: Vec<T>, channels: usize) -> Vec<T> {
    if channels == 1 { pixels } else { pixels.iter().copied().step_by(channels).collect() }
}

fn depth_of(rules: &Rules, model: Model) -> Depth {
    rules.depth.unwrap_or(match (model, rules.mode) {
        // Pillow has 16 bits in its mode I;16 alone, and saturates what it makes of that.
        (Model::Gray, DecodeMode::Unchanged) => Depth::Keep,
        (Model::Gray, _) => Depth::Saturate,
        _ => Depth::HighByte,
    })
}

fn cut(values: Vec<u16>, depth: Depth) -> Samples {
    match depth {
        Depth::HighByte => Samples::U8(values.into_iter().map(|value| (value >> 8) as u8).collect()),
        Depth::Saturate => Samples::U8(values.into_iter().map(|value| value.min(255) as u8).collect()),
        Depth::Keep => Samples::U16(values),
    }
}

/// The channels that the mode and the rule for alpha ask for; `own` says that grey with alpha is a mode of its own.
fn channels(model: Model, samples: Samples, rules: &Rules, own: bool) -> (Model, Samples) {
    let background = match rules.alpha {
        Alpha::White => Some(255),
        Alpha::Black => Some(0),
        Alpha::Drop | Alpha::Keep => None,
    };
    let (model, samples) = match (background, samples) {
        (Some(under), Samples::U8(pixels)) if model.has_alpha() => {
            let colours = model.channels() - 1;
            let mut out = Vec::with_capacity(pixels.len() / model.channels() * colours);
            for pixel in pixels.chunks_exact(model.channels()) {
                let alpha = pixel.last().copied().unwrap_or_default();
                out.extend(pixel.iter().take(colours).map(|&colour| over(colour, under, alpha)));
            }
            (if colours == 1 { Model::Gray } else { Model::Rgb }, Samples::U8(out))
        }
        (_, samples) => (model, samples),
    };
    let grey = matches!(model, Model::Gray | Model::GrayAlpha);
    let to = match (rules.mode, rules.alpha) {
        (DecodeMode::Gray, _) => Model::Gray,
        (DecodeMode::Colour, Alpha::Keep) => Model::Rgba,
        (DecodeMode::Colour, _) | (DecodeMode::AnyDepth, _) => Model::Rgb,
        (DecodeMode::Unchanged, Alpha::Keep) if model == Model::GrayAlpha && !own => Model::Rgba,
        (DecodeMode::Unchanged, Alpha::Keep) => model,
        (DecodeMode::Unchanged, _) => {
            if grey {
                Model::Gray
            } else {
                Model::Rgb
            }
        }
    };
    if to == model {
        return (model, samples);
    }
    let samples = match samples {
        Samples::U8(pixels) => Samples::U8(rearranged(&pixels, model, to, u8::MAX)),
        Samples::U16(pixels) => Samples::U16(rearranged(&pixels, model, to, u16::MAX)),
    };
    (to, samples)
}

/// Grey repeated, alpha dropped or added.
fn rearranged<T: Copy>(pixels: &[T], from: Model, to: Model, opaque: T) -> Vec<T> {
    let channels = from.channels();
    let colours = if from.has_alpha() { channels - 1 } else { channels };
    let wanted = if to.has_alpha() { to.channels() - 1 } else { to.channels() };
    let mut out = Vec::with_capacity(pixels.len() / channels * to.channels());
    for pixel in pixels.chunks_exact(channels) {
        out.extend((0..wanted).filter_map(|at| pixel.get(at.min(colours - 1)).copied()));
        if to.has_alpha() {
            out.push(pixel.get(colours).copied().unwrap_or(opaque));
        }
    }
    out
}

fn image(size: Size, model: Model, samples: Samples, blue_first: bool) -> Result<Image<'static>> {
    use PixelFormat::{Bgr8, Bgr16, Bgra8, Bgra16, Cmyk8, Gray8, Gray16, GrayAlpha8, Rgb8, Rgb16, Rgba8, Rgba16};
    let [bytes, words] = match (model, blue_first) {
        (Model::Gray | Model::Palette, _) => [Some(Gray8), Some(Gray16)],
        (Model::GrayAlpha, _) => [Some(GrayAlpha8), None],
        (Model::Rgb, false) => [Some(Rgb8), Some(Rgb16)],
        (Model::Rgb, true) => [Some(Bgr8), Some(Bgr16)],
        (Model::Rgba, false) => [Some(Rgba8), Some(Rgba16)],
        (Model::Rgba, true) => [Some(Bgra8), Some(Bgra16)],
        (Model::Cmyk, _) => [Some(Cmyk8), None],
    };
    let missing = || unknown("this library", "16-bit grey with alpha", "take the mode `colour`");
    match samples {
        Samples::U8(mut pixels) => {
            reverse(&mut pixels, model, blue_first);
            Image::from_u8(ImageSpec::bytes(size, bytes.ok_or_else(missing)?), pixels)
        }
        Samples::U16(mut pixels) => {
            reverse(&mut pixels, model, blue_first);
            Image::from_u16(ImageSpec::words(size, words.ok_or_else(missing)?), pixels)
        }
    }
}

fn reverse<T>(pixels: &mut [T], model: Model, blue_first: bool) {
    if blue_first && matches!(model, Model::Rgb | Model::Rgba) {
        pixels.chunks_exact_mut(model.channels()).for_each(|pixel| pixel.swap(0, 2));
    }
}
