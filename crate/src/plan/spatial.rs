//! Steps that move pixels: crop, resize, and the hue shift, which needs the bytes themselves.

use super::fields;
use super::pass::{HueShift, Pass, Resample, Surface};
use super::state::{State, check_values};
use crate::error::{Error, Result};
use crate::geometry::{self, Window};
use crate::json;
use crate::op::{CenterCrop, Crop, Filter, Fit, FlipAxis, Pad, PadTo, Resize, ResizeMatches};
use crate::point::PointOp;
use crate::spec::{Channel, ChannelOrder, DType, ImageSpec, Size, ValueRange};
use crate::taps::Taps;

impl State {
    pub(super) fn center_crop(&mut self, crop: &CenterCrop) -> Result<()> {
        let from = self.size();
        fields::check_size("size", crop.size)?;
        let inner = geometry::center_crop(from, crop.size, crop.matches).ok_or_else(|| {
            Error::invalid_pipeline("MegEngine's centre crop refuses an image smaller than the crop; resize it first")
                .expected(format!("at least {}", crop.size), from)
        })?;
        self.show(inner, &self.black())
    }

    pub(super) fn crop(&mut self, crop: &Crop) -> Result<()> {
        fields::check_size("size", crop.size)?;
        let inner = Window { x: crop.x.into(), y: crop.y.into(), size: crop.size };
        if !inner.is_inside(self.size()) {
            return Err(Error::invalid_pipeline("the crop reaches outside the image; pad the image first")
                .expected(format!("inside {}", self.size()), format!("{} at {}, {}", crop.size, crop.x, crop.y)));
        }
        self.show(inner, &self.black())
    }

    pub(super) fn pad(&mut self, pad: &Pad) -> Result<()> {
        let from = self.size();
        fields::check_pad(&pad.to)?;
        let inner = geometry::pad(from, pad.to, pad.place).ok_or_else(|| match pad.to {
            PadTo::Size(frame) => {
                Error::invalid_pipeline("the image does not fit into the frame that it is padded to; resize it first")
                    .expected(format!("at most {frame}"), from)
            }
            _ => Error::limits("the padded image is larger than the limit; pad it by less")
                .expected(format!("at most {} pixels", ImageSpec::MAX_PIXELS), json::spelled(&pad.to)),
        })?;
        let value = self.border(&pad.value)?;
        self.show(inner, &value)
    }

    /// What lies around the image, a number for each channel.
    pub(super) fn border(&self, value: &[f64]) -> Result<Vec<f64>> {
        let count = self.order.count();
        let value = match value {
            [value] => vec![*value; count],
            values if values.len() == count => values.to_vec(),
            values => {
                return Err(Error::invalid_pipeline(
                    "what lies around the image needs one value for all channels, or one a channel",
                )
                .expected(format!("1 or {count}"), values.len()));
            }
        };
        let (wanted, whole) = match self.dtype {
            DType::U8 => ("a whole number from 0 to 255", Some(0.0..=255.0)),
            DType::U16 => ("a whole number from 0 to 65535", Some(0.0..=65_535.0)),
            DType::I8 => ("a whole number from -128 to 127", Some(-128.0..=127.0)),
            DType::F16 | DType::F32 => ("a finite number", None),
        };
        let held = |value: f64| match &whole {
            Some(bounds) => value.fract() == 0.0 && bounds.contains(&value),
            None => value.is_finite(),
        };
        if let Some(bad) = value.iter().find(|&&value| !held(value)) {
            return Err(
                Error::invalid_pipeline("the data cannot hold this value around the image").expected(wanted, bad)
            );
        }
        Ok(value)
    }

    pub(super) fn flip(&mut self, axis: FlipAxis) {
        self.placement.flip(axis);
        match axis {
            FlipAxis::Horizontal => self.flip.x = !self.flip.x,
            FlipAxis::Vertical => self.flip.y = !self.flip.y,
        }
    }

    fn black(&self) -> Vec<f64> {
        vec![0.0; self.order.count()]
    }

    pub(super) fn resize(&mut self, resize: &Resize) -> Result<()> {
        self.reject_final("resize")?;
        let from = self.size();
        fields::check_fit(&resize.fit)?;
        if matches!(resize.fit, Fit::Scale(_)) && resize.matches != ResizeMatches::Torch {
            return Err(Error::invalid_pipeline("only torch's resize takes a factor; give the others a size")
                .expected("torch", json::spelled(&resize.matches)));
        }
        let to = geometry::fit(from, &resize.fit).ok_or_else(|| {
            Error::limits(format!("resizing {from} in this way gives more than the limit; choose smaller numbers"))
                .expected(format!("at most {} pixels", ImageSpec::MAX_PIXELS), json::spelled(&resize.fit))
        })?;
        check_values(to, self.map.len())?;
        match sampled(resize, from, to) {
            Some((back, anchor)) => self.placement.resample(to, back, anchor),
            None => self.placement.resize(to, resize.region),
        }
        self.check_words(resize)?;
        match resize.matches {
            ResizeMatches::Pillow | ResizeMatches::Pillow12 => self.resize_pillow(resize, to),
            ResizeMatches::Torch | ResizeMatches::TorchvisionV1 => self.resize_torch(resize, to),
            ResizeMatches::Opencv | ResizeMatches::Opencv4 => self.resize_opencv(resize, to),
            ResizeMatches::Tf1 | ResizeMatches::Tf2 => self.resize_tensorflow(resize, to),
        }
    }

    /// Of 16-bit images only Pillow's grey ones can be resized here.
    fn check_words(&self, resize: &Resize) -> Result<()> {
        if self.dtype != DType::U16 {
            return Ok(());
        }
        if !matches!(resize.matches, ResizeMatches::Pillow | ResizeMatches::Pillow12) {
            return Err(Error::unsupported(
                "this library's resize of 16-bit images is not there; match pillow, or cast to f32 first",
            )
            .expected("pillow or pillow-12", json::spelled(&resize.matches)));
        }
        if self.order != ChannelOrder::Gray && resize.filter != Filter::Nearest {
            return Err(Error::unsupported(
                "Pillow has 16-bit images in grey only (I;16); cast to f32 first, or decode to 8 bits",
            )
            .expected("Gray", self.order));
        }
        Ok(())
    }

    pub(super) fn resample(&mut self, axis: Axis, taps: Option<Taps>) -> Result<()> {
        let Some(mut taps) = taps else { return Ok(()) };
        let Window { x, y, size } = self.window;
        let (x, y) = (offset(x)?, offset(y)?);
        let (along, across, size) = match axis {
            Axis::Horizontal => (x, y, Size::new(taps.len(), size.height)),
            Axis::Vertical => (y, x, Size::new(size.width, taps.len())),
        };
        taps.shift(along);
        let dst = Surface { size, channels: self.channels_read(), ..self.surface };
        check_values(size, dst.channels)?;
        let resample = Resample { src: self.surface, dst, taps, across };
        let pass = match axis {
            Axis::Horizontal => Pass::ResampleH(resample),
            Axis::Vertical => Pass::ResampleV(resample),
        };
        self.advance(pass, dst);
        Ok(())
    }

    pub(super) fn hue_shift_megengine(&mut self, alpha: f64) -> Result<()> {
        if self.range != ValueRange::Bytes {
            return Err(Error::invalid_pipeline(
                "hue_shift casts to 8 bits, which turns such data nearly black; put it before rescale and normalise",
            )
            .expected("data of 0-255", self.range));
        }
        let place = |channel| self.order.position(channel);
        let (Some(blue), Some(green), Some(red), 3) =
            (place(Channel::Blue), place(Channel::Green), place(Channel::Red), self.map.len())
        else {
            return Err(Error::invalid_pipeline("hue_shift wants three colour channels; convert_order to BGR first")
                .expected("BGR or RGB", self.order));
        };
        if alpha == 0.0 {
            // HueTransform with value 0 returns the image itself, without the round trip through HSV.
            return Ok(());
        }
        let before = self.dtype;
        if before != DType::U8 {
            self.pending.push(PointOp::ToU8);
            self.dtype = DType::U8;
        }
        self.prepare_spatial()?;
        let bgr = [blue, green, red].map(|at| self.map.get(at).copied().unwrap_or_default());
        // Truncated, then wrapped to 8 bits: -0.1 is -25, which is 231.
        let shift = ((alpha * 255.0) as i32).to_le_bytes()[0];
        let dst = Surface { size: self.window.size, channels: self.channels_read(), ..self.surface };
        check_values(dst.size, dst.channels)?;
        let pass = Pass::HueShift(HueShift { src: self.surface, dst, window: self.window, bgr, shift });
        self.advance(pass, dst);
        self.dtype = before;
        Ok(())
    }
}

/// How far apart the output positions lie in the source and where they are counted from, where that is not what the two
/// sizes say; nothing too where all of them fall onto one.
fn sampled(resize: &Resize, from: Size, to: Size) -> Option<([f64; 2], f64)> {
    const CENTRE_OF_THE_FIRST_PIXEL: f64 = 0.5;
    if let Fit::Scale(factor) = resize.fit {
        return Some(([1.0 / factor; 2], 0.0));
    }
    let (from, to) = ([from.width, from.height], [to.width, to.height]);
    let along = |at: usize| {
        let (from, to) = (f64::from(*from.get(at)?), f64::from(*to.get(at)?));
        let aligned = resize.align_corners && from > 1.0 && to > 1.0;
        Some(if aligned { (from - 1.0) / (to - 1.0) } else { from / to })
    };
    let first = resize.matches == ResizeMatches::Tf1;
    (first || resize.align_corners).then_some(([along(0)?, along(1)?], CENTRE_OF_THE_FIRST_PIXEL))
}

/// Refuses a resize of more weights than any buffer should hold.
pub(super) fn check_taps(from: u32, to: u32) -> Result<()> {
    const MAX_TAPS: f64 = (1_u64 << 27) as f64;
    let stretch = (f64::from(from) / f64::from(to)).max(1.0);
    if f64::from(to) * (6.0 * stretch + 2.0) > MAX_TAPS {
        return Err(Error::limits("the resize needs more weights than the limit; resize in two steps")
            .expected(format!("an edge of at most {}", MAX_TAPS / 8.0), from.max(to)));
    }
    Ok(())
}

#[derive(Clone, Copy)]
pub(super) enum Axis {
    Horizontal,
    Vertical,
}

pub(super) fn offset(origin: i64) -> Result<u32> {
    u32::try_from(origin).map_err(|_| Error::internal("a window reaches outside its surface"))
}
