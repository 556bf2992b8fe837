//! A .npy array as an image. What the header declares is checked before memory is taken for it.

use std::io::{self, Read};

use pixelproof::{DType, Image, ImageSpec, PixelFormat, Size, ValueRange};

use crate::args::ImageArgs;
use crate::failure::{Failure, Result};
use crate::input::Source;
use crate::npy::{Header, read_header};

pub fn read(mut source: Source, args: &ImageArgs) -> Result<Image<'static>> {
    let parsed = read_header(&mut source.reader).map_err(|error| unreadable(&error))?;
    let (header, taken) = parsed.map_err(|why| Failure::invalid_input(format!("not a sound .npy array: {why}")))?;
    let format = args.format.ok_or_else(no_format)?;
    let own = if format.dtype() == DType::U16 { ValueRange::Words } else { ValueRange::Bytes };
    let spec = spec(&header, format, args.range.unwrap_or(own))?;
    // Refuses what is over the limits.
    let bytes = spec.values()? as u64 * format.dtype().bytes() as u64;
    if let Some(length) = source.length {
        check_length(bytes, length.saturating_sub(taken))?;
    }
    let data = numbers(source.reader, bytes, source.length.is_some())?;
    match format.dtype() {
        DType::U8 => Ok(Image::from_u8(spec, data)?),
        DType::U16 => {
            let (words, _) = data.as_chunks();
            let numbers: Vec<u16> = words.iter().copied().map(u16::from_le_bytes).collect();
            Ok(Image::from_u16(spec, numbers)?)
        }
        _ => {
            let (words, _) = data.as_chunks();
            let floats: Vec<f32> = words.iter().copied().map(f32::from_le_bytes).collect();
            Ok(Image::from_f32(spec, floats)?)
        }
    }
}

fn no_format() -> Failure {
    let names = PixelFormat::ALL.map(PixelFormat::name).join(", ");
    Failure::invalid_input(format!("an array does not say what its channels are; say it with --format, one of {names}"))
}

fn unreadable(error: &io::Error) -> Failure {
    if error.kind() == io::ErrorKind::UnexpectedEof {
        return Failure::invalid_input("a truncated .npy array: the file ends within its header");
    }
    Failure::invalid_input(format!("cannot be read: {error}"))
}

fn check_length(expected: u64, got: u64) -> Result<()> {
    if expected == got {
        return Ok(());
    }
    let what = if got < expected { "truncated: it holds fewer" } else { "not what it says: it holds more" };
    Err(Failure::invalid_input(format!(
        "the .npy array is {what} numbers than its shape declares; save it again (expected {expected} bytes, got {got})"
    )))
}

/// Reads exactly `bytes`. Memory grows with what really arrives, unless the file is known to be that long.
fn numbers(reader: Box<dyn Read>, bytes: u64, known: bool) -> Result<Vec<u8>> {
    let no_memory = || Failure::limits(format!("there is not enough memory for the {bytes} bytes of the array"));
    let mut data = Vec::new();
    if known {
        let capacity = usize::try_from(bytes).map_err(|_| no_memory())?;
        data.try_reserve_exact(capacity).map_err(|_| no_memory())?;
    }
    // One more, to see whether there is more.
    match reader.take(bytes + 1).read_to_end(&mut data) {
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::OutOfMemory => return Err(no_memory()),
        Err(error) => return Err(unreadable(&error)),
    }
    check_length(bytes, data.len() as u64)?;
    Ok(data)
}

/// What the array is as an image.
fn spec(header: &Header, format: PixelFormat, range: ValueRange) -> Result<ImageSpec> {
    let dtype = dtype(header)?;
    if dtype != format.dtype() {
        return Err(Failure::invalid_input(format!(
            "--format {format} is of {}, the array of {dtype}; choose another format, or convert the array",
            format.dtype()
        )));
    }
    if header.fortran_order {
        return Err(Failure::unsupported(
            "the array is in Fortran order; save it with numpy.save(name, numpy.ascontiguousarray(array))",
        ));
    }
    let channels = format.order().count() as u64;
    let (height, width) = match header.shape[..] {
        [height, width] if channels == 1 => (height, width),
        [height, width, last] | [1, height, width, last] if last == channels => (height, width),
        [batch, _, _, last] if last == channels => {
            return Err(Failure::unsupported(format!(
                "a batch of {}; save one image at a time, as array[0]",
                length(batch)
            )));
        }
        _ => return Err(shape(header, format)),
    };
    let edge = |axis: u64| u32::try_from(axis).ok();
    let (Some(width), Some(height)) = (edge(width), edge(height)) else {
        return Err(Failure::limits(format!(
            "the array declares {} x {} pixels, more than the limit of {}; save a smaller one",
            length(width),
            length(height),
            ImageSpec::MAX_PIXELS
        )));
    };
    Ok(ImageSpec { size: Size::new(width, height), format, range })
}

fn shape(header: &Header, format: PixelFormat) -> Failure {
    let channels = format.order().count();
    let has = &header.shape;
    let first = if has.len() == 4 { has.get(1) } else { has.first() };
    let remedy = match has.len() {
        3 if first == Some(&(channels as u64)) => "it looks like CHW; save array.transpose(1, 2, 0)",
        4 if first == Some(&(channels as u64)) => "it looks like NCHW; save array[0].transpose(1, 2, 0)",
        _ => "save it as (height, width, channels), or choose another --format",
    };
    let wanted = if channels == 1 { "(H, W), (H, W, 1)".into() } else { format!("(H, W, {channels})") };
    let axes = has.iter().map(|&axis| length(axis)).collect::<Vec<_>>().join(", ");
    Failure::invalid_input(format!(
        "the array's shape does not fit {format}; {remedy} (expected {wanted}, got ({axes}))"
    ))
}

/// The length of an axis; the reader of the header cuts off what no number holds.
fn length(axis: u64) -> String {
    if axis == u64::MAX { "more than 10^19".into() } else { axis.to_string() }
}

fn dtype(header: &Header) -> Result<DType> {
    let Some(descr) = header.descr.as_deref() else {
        return Err(Failure::unsupported("a structured array; save one field of u8 or f32 numbers"));
    };
    let remedy = match descr {
        "|u1" | "u1" | "<u1" | ">u1" | "=u1" | "|B" => return Ok(DType::U8),
        "<u2" => return Ok(DType::U16),
        "<f4" => return Ok(DType::F32),
        ">f4" => "its bytes are swapped; save array.astype('<f4')",
        "<f2" | ">f2" | "<f8" | ">f8" | "=f4" => "save array.astype('<f4')",
        ">u2" => "its bytes are swapped; save array.astype('<u2')",
        _ => "save array.astype('u1') for values of 0-255, or array.astype('<f4')",
    };
    Err(Failure::unsupported(format!("numbers of the type {descr:?}, which is neither u8, u16 nor f32; {remedy}")))
}
