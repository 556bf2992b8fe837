//! The image to work on: a picture file, or a .npy array that the user says the format of.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use pixelproof::{Decode, Image, ImageSpec, decode_as};

use crate::args::ImageArgs;
use crate::array;
use crate::failure::{Failure, Result};
use crate::{npy, output};

/// As much as every kind of picture needs to be known by.
const HEAD: u64 = 64;

/// Uncompressed, 16 bits, four channels, and as much again: no picture within the limits is larger.
const MAX_PICTURE: u64 = ImageSpec::MAX_PIXELS * 16;

/// An image, and what is worth knowing of where it came from.
pub struct Input {
    pub image: Image<'static>,
    name: String,
    kind: String,
    decoder: Option<&'static str>,
    notes: Vec<String>,
}

impl Input {
    /// The first lines of a report.
    pub fn report(&self) -> String {
        let spec = self.image.spec();
        let mut lines = format!("{:<10}{}: {}, {}, {}\n", "input", self.name, self.kind, spec.size, spec.format);
        if let Some(decoder) = self.decoder {
            lines.push_str(&format!("{:<10}{decoder}\n", "decoder"));
        }
        for note in &self.notes {
            lines.push_str(&format!("{:<10}{note}\n", "note"));
        }
        lines
    }
}

/// Bytes to come, and how many if that can be known before they are read.
pub struct Source {
    pub name: String,
    pub reader: Box<dyn Read>,
    pub length: Option<u64>,
}

/// Reads a picture as `decode` says; an array is taken as it is.
pub fn read(path: &Path, args: &ImageArgs, decode: Option<Decode>) -> Result<Input> {
    let mut source = open(path)?;
    let name = source.name.clone();
    let mut head = Vec::new();
    source.reader.by_ref().take(HEAD).read_to_end(&mut head).map_err(|error| Failure::reading(&name, &error))?;
    let is_array = head.starts_with(npy::MAGIC);
    let is_picture = image::guess_format(&head).is_ok();
    source.reader = Box::new(io::Cursor::new(head).chain(source.reader));
    let read = if is_array { array(source, args, decode) } else { picture(source, is_picture, path, args, decode) };
    read.map_err(|failure| failure.about(name))
}

fn open(path: &Path) -> Result<Source> {
    if output::is_dash(path) {
        return Ok(Source { name: "stdin".into(), reader: Box::new(io::stdin()), length: None });
    }
    let name = path.display().to_string();
    let open = || {
        let file = File::open(path)?;
        let about = file.metadata()?;
        if about.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        Ok((file, about))
    };
    let (file, about): (File, fs::Metadata) = open().map_err(|error| Failure::reading(&name, &error))?;
    let length = about.is_file().then_some(about.len());
    Ok(Source { name, reader: Box::new(file), length })
}

fn array(source: Source, args: &ImageArgs, decode: Option<Decode>) -> Result<Input> {
    let name = source.name.clone();
    let image = array::read(source, args)?;
    let kind = format!(".npy array, {}", image.spec().range);
    let notes = decode.map(|_| "an array is decoded already: what the pipeline says of decoding is not used".into());
    Ok(Input { image, name, kind, decoder: None, notes: notes.into_iter().collect() })
}

fn picture(source: Source, known: bool, path: &Path, args: &ImageArgs, decode: Option<Decode>) -> Result<Input> {
    // What cannot be a picture need not be read to its end, which a stream may not have.
    let limit = if known { MAX_PICTURE } else { HEAD };
    let too_large = || Failure::limits(format!("the file has more than {MAX_PICTURE} bytes; scale the picture down"));
    if known && source.length.is_some_and(|length| length > MAX_PICTURE) {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    let unreadable = |error| Failure::invalid_input(format!("cannot be read: {error}"));
    source.reader.take(limit + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if known && bytes.len() as u64 > MAX_PICTURE {
        return Err(too_large());
    }
    if !known && !bytes.is_empty() && path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("npy")) {
        return Err(Failure::invalid_input("not a .npy array, whatever the name says; write one with numpy.save"));
    }
    if bytes.starts_with(b"PK\x03\x04") {
        return Err(Failure::unsupported("a .npz or zip archive; write one array with numpy.save"));
    }
    let decoded = decode_as(&bytes, &decode.unwrap_or_default())?;
    if args.format.is_some() || args.range.is_some() {
        return Err(Failure::invalid_input("a picture says its own format and range; leave out --format and --range"));
    }
    let notes = decoded.notes();
    Ok(Input {
        image: decoded.image,
        name: source.name,
        kind: decoded.format.to_owned(),
        decoder: Some(decoded.decoder),
        notes,
    })
}
