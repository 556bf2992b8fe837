//! Picture files to images as a named library reads them, with limits before any memory is taken.

mod cmyk;
mod convert;
mod grey;
mod jpeg;
mod other;
mod png;
mod raster;
mod report;
mod turn;

use ::image::ImageFormat;

use crate::error::{Error, Result};
use crate::policy::Decode;
use crate::spec::{ImageSpec, PixelFormat, Size};

pub use report::Decoded;

/// Decodes PNG, JPEG, WebP, BMP, GIF (first frame) or TIFF as the file has it; see [`decode_as`].
pub fn decode(bytes: &[u8]) -> Result<Decoded> {
    decode_as(bytes, &Decode::default())
}

/// Decodes PNG, JPEG, WebP, BMP, GIF (first frame) or TIFF as a library does.
///
/// *Shape*, *range and order*: as [`Decode`] says; by default Gray8, Rgb8 or Rgba8, as the file has it, upright.
/// *Errors*: `Decode` for bytes that are no such picture, a broken or a truncated one; `Unsupported` for another format, or
/// for what the decoder cannot do in this one; `Limits` above [`ImageSpec::MAX_PIXELS`]; `InvalidPipeline` for a
/// contradictory [`Decode`].
/// *Precision*: exact for PNG, BMP, GIF and TIFF, and for JPEG as libjpeg-turbo decodes it.
pub fn decode_as(bytes: &[u8], decode: &Decode) -> Result<Decoded> {
    let rules = decode.rules()?;
    if bytes.is_empty() {
        return Err(Error::decode("the file is empty (0 bytes); was it downloaded completely?"));
    }
    let Ok(format) = ::image::guess_format(bytes) else {
        return Err(Error::decode(
            "not a picture: the content is no PNG, JPEG, WebP, BMP, GIF or TIFF, whatever the name says",
        ));
    };
    let raster = match format {
        ImageFormat::Png => png::read(bytes),
        ImageFormat::Jpeg => jpeg::read(bytes),
        format => other::read(bytes, format),
    }?;
    let turned = raster.orientation;
    let (stored, format, decoder) = (raster.stored(), raster.format, raster.decoder);
    let (mut image, done) = convert::convert(raster, &rules)?;
    let applied = if rules.orientation == crate::policy::Orientation::Apply { turned } else { 1 };
    if applied != 1 {
        image = turn::upright(image, applied)?;
    }
    Ok(Decoded { image, format, decoder, orientation: applied, exif_orientation: turned, stored, done })
}

/// Refuses a declared size before the decoder takes memory for it.
fn check_declared(width: u32, height: u32) -> Result<Size> {
    let size = Size::new(width, height);
    ImageSpec::bytes(size, PixelFormat::Rgba8).values()?;
    Ok(size)
}

/// The most bytes that a decoder may take for its own work.
const MAX_ALLOC: u64 = ImageSpec::MAX_PIXELS * 16;

fn broken(format: &str, why: impl std::fmt::Display) -> Error {
    Error::decode(format!("a broken or truncated {format} file: {why}"))
}

fn too_large() -> Error {
    Error::limits(format!(
        "the picture needs more memory than {} pixels may; scale it down before it is handed in",
        ImageSpec::MAX_PIXELS
    ))
}

fn cannot(format: &str, why: impl std::fmt::Display) -> Error {
    Error::unsupported(format!("this {format} file cannot be decoded: {why}; save it as PNG"))
}
