//! WebP, BMP, GIF and TIFF, which the `image` crate reads.

use std::io::Cursor;

use ::image::metadata::Orientation;
use ::image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits};

use super::raster::{Model, Raster, Samples};
use super::{MAX_ALLOC, broken, cannot, check_declared, too_large};
use crate::error::Result;

pub fn read(bytes: &[u8], format: ImageFormat) -> Result<Raster> {
    let (name, library) = match format {
        ImageFormat::WebP => ("WebP", "image-webp"),
        ImageFormat::Bmp => ("BMP", "image"),
        ImageFormat::Gif => ("GIF", "gif"),
        ImageFormat::Tiff => ("TIFF", "tiff"),
        // Told apart by their first bytes, but not decoded.
        ImageFormat::Avif => ("AVIF", ""),
        ImageFormat::Ico => ("ICO", ""),
        ImageFormat::Hdr => ("HDR", ""),
        ImageFormat::OpenExr => ("OpenEXR", ""),
        ImageFormat::Qoi => ("QOI", ""),
        _ => ("picture", ""),
    };
    let failed = |error: ImageError| match error {
        ImageError::Limits(_) => too_large(),
        ImageError::Unsupported(error) => cannot(name, error),
        error => broken(name, error),
    };
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(MAX_ALLOC);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits.clone());
    let mut decoder = reader.into_decoder().map_err(failed)?;
    let (width, height) = decoder.dimensions();
    let size = check_declared(width, height)?;
    decoder.set_limits(limits).map_err(failed)?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms).to_exif();
    let picture = DynamicImage::from_decoder(decoder).map_err(failed)?;
    let (model, samples) = match picture {
        DynamicImage::ImageLuma8(buffer) => (Model::Gray, Samples::U8(buffer.into_raw())),
        DynamicImage::ImageLumaA8(buffer) => (Model::GrayAlpha, Samples::U8(buffer.into_raw())),
        DynamicImage::ImageRgb8(buffer) => (Model::Rgb, Samples::U8(buffer.into_raw())),
        DynamicImage::ImageRgba8(buffer) => (Model::Rgba, Samples::U8(buffer.into_raw())),
        DynamicImage::ImageLuma16(buffer) => (Model::Gray, Samples::U16(buffer.into_raw())),
        DynamicImage::ImageLumaA16(buffer) => (Model::GrayAlpha, Samples::U16(buffer.into_raw())),
        DynamicImage::ImageRgb16(buffer) => (Model::Rgb, Samples::U16(buffer.into_raw())),
        DynamicImage::ImageRgba16(buffer) => (Model::Rgba, Samples::U16(buffer.into_raw())),
        _ => return Err(cannot(name, "its numbers are floats, whose range it does not say")),
    };
    let bits = if matches!(samples, Samples::U16(_)) { 16 } else { 8 };
    Ok(Raster { size, model, samples, bits, palette: None, key: None, orientation, format: name, decoder: library })
}
