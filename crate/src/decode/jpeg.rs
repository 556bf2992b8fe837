//! JPEG with libjpeg-turbo's numbers: its slow integer DCT and its smooth ("fancy") upsampling of the colours.

use std::panic::{AssertUnwindSafe, catch_unwind};

use libjpeg_turbo_rs::{DecodeLimits, DecodeWarning, Decoder, JpegError, PixelFormat};

use super::raster::{Model, Raster, Samples};
use super::{MAX_ALLOC, broken, cannot, check_declared, too_large};
use crate::error::{Error, Result};
use crate::spec::ImageSpec;

/// More passes over the picture than any encoder makes; bounds the work that a small file can ask for.
const MAX_SCANS: usize = 500;

pub fn read(bytes: &[u8]) -> Result<Raster> {
    let limits = DecodeLimits {
        max_pixels: ImageSpec::MAX_PIXELS,
        max_scans: MAX_SCANS,
        max_memory: Some(MAX_ALLOC),
        ..DecodeLimits::default()
    };
    let mut decoder = Decoder::new_with_limits(bytes, limits).map_err(failed)?;
    let frame = decoder.header();
    let edge = |edge: u64| u32::try_from(edge).map_err(|_| too_large());
    let size = check_declared(edge(frame.width as u64)?, edge(frame.height as u64)?)?;
    if frame.precision != 8 {
        return Err(cannot("JPEG", format_args!("it has {} bits a channel, not 8", frame.precision)));
    }
    let (model, format) = match frame.components.len() {
        1 => (Model::Gray, PixelFormat::Grayscale),
        3 => (Model::Rgb, PixelFormat::Rgb),
        4 => (Model::Cmyk, PixelFormat::Cmyk),
        count => return Err(cannot("JPEG", format_args!("it has {count} channels"))),
    };
    if model == Model::Cmyk {
        // Of inks that are stored in different sizes the decoder makes other numbers than libjpeg-turbo.
        let sizes = frame.components.iter().map(|ink| (ink.horizontal_sampling, ink.vertical_sampling));
        if sizes.clone().any(|size| Some(size) != sizes.clone().next()) {
            return Err(cannot("JPEG", "its four inks are not stored equally fine"));
        }
    }
    let orientation = decoder.exif_orientation().filter(|turn| (1..=8).contains(turn)).unwrap_or(1);
    decoder.set_output_format(format);
    // It indexes into what a damaged header may have made too short; whatever it meets there is the file's fault.
    let picture = catch_unwind(AssertUnwindSafe(|| decoder.decode_image()))
        .map_err(|_| broken("JPEG", "its header contradicts its data"))?
        .map_err(failed)?;
    // Stray bytes between the parts of a file lose nothing of the picture; every other warning means that some is lost.
    if let Some(warning) = picture.warnings.iter().find(|what| !matches!(what, DecodeWarning::ExtraneousData { .. })) {
        return Err(broken("JPEG", warning));
    }
    if picture.data.len() as u64 != size.pixels() * model.channels() as u64 {
        return Err(Error::internal("a JPEG of another size than it declares"));
    }
    Ok(Raster {
        size,
        model,
        samples: Samples::U8(picture.data),
        bits: 8,
        palette: None,
        key: None,
        orientation,
        format: "JPEG",
        decoder: "libjpeg-turbo-rs",
    })
}

fn failed(error: JpegError) -> Error {
    match error {
        JpegError::LimitExceeded { .. } | JpegError::AllocationFailed { .. } => too_large(),
        JpegError::Unsupported(what) => cannot("JPEG", what),
        error => broken("JPEG", error),
    }
}
