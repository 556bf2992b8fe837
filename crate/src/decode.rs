//! Picture files to images, with limits before any memory is taken.

use std::io::Cursor;

use ::image::metadata::Orientation;
use ::image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits};

use crate::error::{Error, Result};
use crate::image::Image;
use crate::spec::{ImageSpec, PixelFormat, Size};

/// A decoded picture, and what was done to it on the way.
#[derive(Debug, Clone)]
pub struct Decoded {
    pub image: Image<'static>,
    /// `PNG`, `JPEG` ...
    pub format: &'static str,
    /// The EXIF orientation that was applied, 1 to 8; 1 is upright.
    pub orientation: u8,
    /// Whether more than 8 bits a channel were cut down to 8.
    pub reduced: bool,
}

/// Decodes PNG, JPEG, WebP, BMP, GIF (first frame) or TIFF.
///
/// *Shape*: the size as it is shown, the EXIF orientation applied. *Range and order*: Gray8, Rgb8 or Rgba8, as the file
/// has it; 16 bits are cut to 8 by keeping the high byte.
/// *Errors*: `Decode` for bytes that are no such picture or a broken one; `Unsupported` for another format, or for what
/// the decoder cannot do in this one; `Limits` above [`ImageSpec::MAX_PIXELS`].
/// *Precision*: exact but for JPEG, where the decoder differs from libjpeg-turbo by up to 4 in some values.
pub fn decode(bytes: &[u8]) -> Result<Decoded> {
    if bytes.is_empty() {
        return Err(Error::decode("the file is empty (0 bytes); was it downloaded completely?"));
    }
    let mut reader = ImageReader::new(Cursor::new(bytes))
        .with_guessed_format()
        .map_err(|error| Error::decode(format!("cannot be read: {error}")))?;
    let Some(format) = reader.format() else {
        return Err(Error::decode(
            "not a picture: the content is no PNG, JPEG, WebP, BMP, GIF or TIFF, whatever the name says",
        ));
    };
    let name = match format {
        ImageFormat::Png => "PNG",
        ImageFormat::Jpeg => "JPEG",
        ImageFormat::WebP => "WebP",
        ImageFormat::Bmp => "BMP",
        ImageFormat::Gif => "GIF",
        ImageFormat::Tiff => "TIFF",
        // Told apart by their first bytes, but not decoded.
        ImageFormat::Avif => "AVIF",
        ImageFormat::Ico => "ICO",
        ImageFormat::Hdr => "HDR",
        ImageFormat::OpenExr => "OpenEXR",
        ImageFormat::Qoi => "QOI",
        _ => "picture",
    };
    let broken = |error: ImageError| match error {
        ImageError::Limits(_) => Error::limits(format!(
            "the picture needs more memory than {} pixels may; scale it down before it is handed in",
            ImageSpec::MAX_PIXELS
        )),
        ImageError::Unsupported(error) => {
            Error::unsupported(format!("this {} file cannot be decoded: {error}; save it as PNG", name))
        }
        error => Error::decode(format!("a broken or truncated {} file: {error}", name)),
    };
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(ImageSpec::MAX_PIXELS * 16);
    // PNG's decoder takes its limits here; its own default would refuse pictures that are within ours.
    reader.limits(limits.clone());
    let mut decoder = reader.into_decoder().map_err(broken)?;
    let (width, height) = decoder.dimensions();
    // Checked on the declared size, before the decoder takes memory for it.
    let declared = ImageSpec::bytes(Size::new(width, height), PixelFormat::Rgba8);
    declared.values()?;
    decoder.set_limits(limits).map_err(broken)?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut picture = DynamicImage::from_decoder(decoder).map_err(broken)?;
    picture.apply_orientation(orientation);
    let reduced = picture.color().bytes_per_pixel() > picture.color().channel_count();
    let size = Size::new(picture.width(), picture.height());
    let (pixels, pixel_format) = to_bytes(picture);
    Ok(Decoded {
        image: Image::from_u8(ImageSpec::bytes(size, pixel_format), pixels)?,
        format: name,
        orientation: orientation.to_exif(),
        reduced,
    })
}

fn to_bytes(picture: DynamicImage) -> (Vec<u8>, PixelFormat) {
    // The high byte, as OpenCV and Pillow's RGB: `image` itself would round.
    let high = |values: Vec<u16>| values.into_iter().map(|value| (value >> 8) as u8).collect::<Vec<u8>>();
    match picture {
        DynamicImage::ImageLuma8(buffer) => (buffer.into_raw(), PixelFormat::Gray8),
        DynamicImage::ImageRgb8(buffer) => (buffer.into_raw(), PixelFormat::Rgb8),
        DynamicImage::ImageRgba8(buffer) => (buffer.into_raw(), PixelFormat::Rgba8),
        DynamicImage::ImageLuma16(buffer) => (high(buffer.into_raw()), PixelFormat::Gray8),
        DynamicImage::ImageRgb16(buffer) => (high(buffer.into_raw()), PixelFormat::Rgb8),
        DynamicImage::ImageRgba16(buffer) => (high(buffer.into_raw()), PixelFormat::Rgba8),
        DynamicImage::ImageLumaA16(_) => (high(picture.into_rgba16().into_raw()), PixelFormat::Rgba8),
        other => (other.into_rgba8().into_raw(), PixelFormat::Rgba8),
    }
}
