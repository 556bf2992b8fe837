//! What was read, and what was done to it on the way.

use crate::image::Image;
use crate::policy::{Alpha, Depth};

/// What a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stored {
    /// Bits a channel, or of a palette index.
    pub bits: u8,
    /// How many colours its palette has, if it has one.
    pub palette: Option<usize>,
    /// Whether it has an alpha channel or a transparent colour.
    pub alpha: bool,
    /// Whether its four channels are inks (CMYK).
    pub inks: bool,
}

/// What became of it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Done {
    /// What was done with alpha, if there was any.
    pub alpha: Option<Alpha>,
    /// What was done with 16 bits, if there were as many.
    pub depth: Option<Depth>,
    /// The pixels are indices into the palette.
    pub indices: bool,
}

/// A decoded picture, and what was done to it on the way.
#[derive(Debug, Clone)]
pub struct Decoded {
    pub image: Image<'static>,
    /// `PNG`, `JPEG` ...
    pub format: &'static str,
    /// The library that decoded it, by the name of its crate.
    pub decoder: &'static str,
    /// The EXIF orientation that was applied, 1 to 8; 1 is upright.
    pub orientation: u8,
    /// The EXIF orientation that the file has, 1 to 8.
    pub exif_orientation: u8,
    /// What the file holds.
    pub stored: Stored,
    /// What became of it.
    pub done: Done,
}

impl Decoded {
    /// Whether more than 8 bits a channel were cut down to 8.
    pub fn reduced(&self) -> bool {
        matches!(self.done.depth, Some(Depth::HighByte | Depth::Saturate))
    }

    /// Each thing that was done or left undone, in words; nothing for a plain picture.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        match (self.exif_orientation, self.orientation) {
            (1, _) => {}
            (_, 1) => notes.push(format!("its EXIF orientation of {} is left alone", self.exif_orientation)),
            (from, _) => notes.push(format!("turned upright, as its EXIF orientation of {from} says")),
        }
        match self.stored.palette {
            Some(count) if self.done.indices => notes.push(format!("the pixels are indices into {count} colours")),
            Some(count) => notes.push(format!("a palette of {count} colours, looked up")),
            None => {}
        }
        if self.stored.inks {
            notes.push("four inks (CMYK)".into());
        }
        notes.extend(self.done.depth.map(|depth| {
            match depth {
                Depth::HighByte => "more than 8 bits a channel: cut down to 8 by keeping the high byte",
                Depth::Saturate => "more than 8 bits a channel: cut down to 8 by taking 255 for what is above it",
                Depth::Keep => "16 bits a channel, kept",
            }
            .to_owned()
        }));
        notes.extend(self.done.alpha.map(|alpha| {
            match alpha {
                Alpha::Drop => "its alpha is dropped, without compositing",
                Alpha::Keep => "has an alpha channel, which a pipeline drops without compositing",
                Alpha::White => "laid over white",
                Alpha::Black => "laid over black",
            }
            .to_owned()
        }));
        notes
    }
}
