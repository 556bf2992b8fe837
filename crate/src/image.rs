//! Pixels with their spec: what goes into a plan.

use std::borrow::Cow;

use crate::error::{Error, Result};
use crate::json;
use crate::spec::{DType, ImageSpec};

impl ImageSpec {
    /// Reads a spec.
    ///
    /// *Errors*: `InvalidInput` for anything that is not the schema's, an unknown key among it.
    pub fn from_json(text: &str) -> Result<Self> {
        json::read(text).map_err(|reason| Error::invalid_input(format!("not an image spec: {reason}")))
    }
}

/// The numbers of an image, one pixel after the other, without gaps between rows.
#[derive(Debug, Clone, PartialEq)]
pub enum Pixels<'a> {
    U8(Cow<'a, [u8]>),
    U16(Cow<'a, [u16]>),
    F32(Cow<'a, [f32]>),
}

/// An image: borrowed or owned pixels, and the [`ImageSpec`] that says what they are.
#[derive(Debug, Clone, PartialEq)]
pub struct Image<'a> {
    spec: ImageSpec,
    pixels: Pixels<'a>,
}

impl<'a> Image<'a> {
    /// An image of bytes.
    ///
    /// *Shape*: `height * width * channels` bytes, row after row. *Range*: 0-255.
    /// *Errors*: `InvalidInput` if the format is not of bytes or the length does not fit; `Limits` above
    /// [`ImageSpec::MAX_PIXELS`].
    pub fn from_u8(spec: ImageSpec, pixels: impl Into<Cow<'a, [u8]>>) -> Result<Self> {
        let pixels = pixels.into();
        Self::check(&spec, DType::U8, pixels.len())?;
        Ok(Self { spec, pixels: Pixels::U8(pixels) })
    }

    /// An image of 16 bits a channel.
    ///
    /// *Shape*: `height * width * channels` numbers, row after row. *Range*: 0-65535. *Errors*: as [`Image::from_u8`].
    pub fn from_u16(spec: ImageSpec, pixels: impl Into<Cow<'a, [u16]>>) -> Result<Self> {
        let pixels = pixels.into();
        Self::check(&spec, DType::U16, pixels.len())?;
        Ok(Self { spec, pixels: Pixels::U16(pixels) })
    }

    /// An image of 32-bit floats in the range that the spec states.
    ///
    /// *Shape*: `height * width * channels` floats, row after row. *Errors*: as [`Image::from_u8`], and `InvalidInput` if a
    /// float is not finite.
    pub fn from_f32(spec: ImageSpec, pixels: impl Into<Cow<'a, [f32]>>) -> Result<Self> {
        let pixels = pixels.into();
        Self::check(&spec, DType::F32, pixels.len())?;
        if let Some((at, value)) = pixels.iter().enumerate().find(|(_, value)| !value.is_finite()) {
            return Err(Error::invalid_input(format!(
                "the image has a float that is not finite at index {at}; replace what is not a number before"
            ))
            .expected("finite floats", value));
        }
        Ok(Self { spec, pixels: Pixels::F32(pixels) })
    }

    fn check(spec: &ImageSpec, dtype: DType, got: usize) -> Result<()> {
        let values = spec.values()?;
        if spec.format.dtype() != dtype {
            return Err(Error::invalid_input("the pixel format and the array disagree on the number type")
                .expected(spec.format.dtype(), dtype));
        }
        if values != got {
            return Err(Error::invalid_input(format!(
                "an image of {} in {} needs {values} values; check size, format and row padding",
                spec.size, spec.format
            ))
            .expected(values, got));
        }
        Ok(())
    }

    pub fn spec(&self) -> ImageSpec {
        self.spec
    }

    pub fn pixels(&self) -> &Pixels<'a> {
        &self.pixels
    }
}
