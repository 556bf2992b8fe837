//! PNG, unchanged: palette indices, transparent colours and bit depths as the file has them.

use std::io::Cursor;

use ::image::metadata::Orientation;
use ::png::{BitDepth, ColorType, Decoder, DecodingError, Limits, Transformations};

use super::raster::{Model, Palette, Raster, Samples};
use super::{MAX_ALLOC, broken, cannot, check_declared, too_large};
use crate::error::{Error, Result};

pub fn read(bytes: &[u8]) -> Result<Raster> {
    let failed = |error: DecodingError| match error {
        DecodingError::LimitsExceeded => too_large(),
        error => broken("PNG", error),
    };
    let limit = usize::try_from(MAX_ALLOC).unwrap_or(usize::MAX);
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: limit });
    decoder.set_transformations(Transformations::IDENTITY);
    decoder.set_ignore_text_chunk(true);
    let header = decoder.read_header_info().map_err(failed)?;
    let size = check_declared(header.width, header.height)?;
    let mut reader = decoder.read_info().map_err(failed)?;
    let (colour, depth) = (reader.info().color_type, reader.info().bit_depth);
    let length = reader.output_buffer_size().ok_or_else(too_large)?;
    let mut data = vec![0; length];
    let frame = reader.next_frame(&mut data).map_err(failed)?;
    data.truncate(frame.buffer_size());
    if (frame.width, frame.height) != (size.width, size.height) {
        return Err(cannot("PNG", "its first frame is smaller than the picture"));
    }
    // What follows the pixels may turn them; and a file without its end was cut off.
    reader.finish().map_err(failed)?;
    let info = reader.info();
    let palette = (colour == ColorType::Indexed).then(|| Palette {
        colours: info.palette.as_deref().unwrap_or_default().as_chunks().0.to_vec(),
        alpha: info.trns.as_deref().unwrap_or_default().to_vec(),
    });
    let key = match (colour, info.trns.as_deref()) {
        // The decoder keeps the low bytes alone where a channel has no more.
        (ColorType::Grayscale, Some(&[low])) => Some([u16::from(low); 3]),
        (ColorType::Rgb, Some(&[red, green, blue])) => Some([red, green, blue].map(u16::from)),
        (ColorType::Grayscale, Some(&[high, low])) => Some([u16::from_be_bytes([high, low]); 3]),
        (ColorType::Rgb, Some(&[a, b, c, d, e, f])) => Some([[a, b], [c, d], [e, f]].map(u16::from_be_bytes)),
        _ => None,
    };
    let orientation = info.exif_metadata.as_deref().and_then(Orientation::from_exif_chunk);
    let model = match colour {
        ColorType::Grayscale => Model::Gray,
        ColorType::GrayscaleAlpha => Model::GrayAlpha,
        ColorType::Rgb => Model::Rgb,
        ColorType::Rgba => Model::Rgba,
        ColorType::Indexed => Model::Palette,
    };
    let samples = match depth {
        BitDepth::Sixteen => {
            Samples::U16(data.as_chunks().0.iter().map(|&number| u16::from_be_bytes(number)).collect())
        }
        BitDepth::Eight => Samples::U8(data),
        _ => Samples::U8(unpack(&data, frame.line_size, size.width as usize, depth as u32, model == Model::Gray)),
    };
    let wanted = size.width as usize * size.height as usize * model.channels();
    let got = match &samples {
        Samples::U8(values) => values.len(),
        Samples::U16(values) => values.len(),
    };
    if got != wanted {
        return Err(Error::internal("a PNG of another length than it declares"));
    }
    Ok(Raster {
        size,
        model,
        samples,
        bits: depth as u8,
        palette,
        key,
        orientation: orientation.unwrap_or(Orientation::NoTransforms).to_exif(),
        format: "PNG",
        decoder: "png",
    })
}

/// One byte a pixel from less than 8 bits; grey is spread over 0 to 255.
fn unpack(data: &[u8], line: usize, width: usize, bits: u32, spread: bool) -> Vec<u8> {
    let most = (1_u8 << bits) - 1;
    let factor = if spread { 255 / most } else { 1 };
    let mut pixels = Vec::with_capacity(data.len() * 8 / bits as usize);
    for row in data.chunks(line.max(1)) {
        let numbers = row.iter().flat_map(|&byte| (0..8 / bits).rev().map(move |at| (byte >> (at * bits)) & most));
        pixels.extend(numbers.take(width).map(|number| number * factor));
    }
    pixels
}
