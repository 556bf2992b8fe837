//! Resize as TensorFlow does it: its filters, and their order of sums.

use super::pass::Rule;
use super::spatial::{Axis, check_taps};
use super::state::State;
use crate::error::{Error, Result};
use crate::json;
use crate::op::{Filter, Resize, ResizeMatches};
use crate::spec::{DType, Size};
use crate::taps::TensorFlow;

impl State {
    pub(super) fn resize_tensorflow(&mut self, resize: &Resize, to: Size) -> Result<()> {
        let from = self.size();
        let second = resize.matches == ResizeMatches::Tf2;
        check_fields(resize, second)?;
        let axis = |input: u32, output: u32| TensorFlow {
            input,
            output,
            half_pixel: second,
            align_corners: resize.align_corners,
        };
        let (x, y) = (axis(from.width, to.width), axis(from.height, to.height));
        let antialias = resize.antialias == Some(true);
        let both = |rule: Rule, taps: fn(&TensorFlow) -> _| (taps(&x), taps(&y), rule);
        let weighed = match (resize.filter, second) {
            // The image itself, bytes as bytes.
            _ if from == to => return Ok(()),
            (Filter::Nearest, _) => {
                self.prepare_spatial()?;
                let fixed = self.surface.kind == super::SurfaceKind::U8;
                self.resample(Axis::Horizontal, Some(x.nearest(fixed)))?;
                return self.resample(Axis::Vertical, Some(y.nearest(fixed)));
            }
            (Filter::Bilinear, _) if !antialias => both(Rule::Between, TensorFlow::bilinear),
            (Filter::Bicubic, _) if !antialias => both(Rule::Columns { from_zero: false }, TensorFlow::bicubic),
            (Filter::Area, _) => {
                check_taps(from.width, to.width)?;
                check_taps(from.height, to.height)?;
                let scale = 1.0 / (y.scale() * x.scale());
                both(Rule::Scaled { scale }, TensorFlow::area)
            }
            (filter, true) => {
                check_taps(from.width, to.width)?;
                check_taps(from.height, to.height)?;
                let taps = |axis: TensorFlow| axis.filtered(filter, antialias).ok_or_else(|| no_filter(filter, second));
                (taps(x)?, taps(y)?, Rule::Columns { from_zero: true })
            }
            (filter, false) => return Err(no_filter(filter, second)),
        };
        self.dtype = DType::F32;
        self.prepare_spatial()?;
        self.resample_2d(weighed, 0)
    }
}

fn check_fields(resize: &Resize, second: bool) -> Result<()> {
    if resize.region.is_some() || resize.reducing_gap.is_some() {
        return Err(Error::invalid_pipeline("region and reducing_gap are Pillow's; TensorFlow's resize has neither"));
    }
    if resize.align_corners && second {
        return Err(Error::invalid_pipeline("tf.image.resize has no align_corners; match tf1 or torch"));
    }
    if resize.antialias == Some(true) && !second {
        return Err(Error::invalid_pipeline("TensorFlow 1 does not antialias; match tf2"));
    }
    Ok(())
}

fn no_filter(filter: Filter, second: bool) -> Error {
    let more = if second { ", lanczos3, lanczos5, gaussian, mitchell-cubic" } else { "" };
    Error::invalid_pipeline("TensorFlow has no such filter")
        .expected(format!("nearest, bilinear, bicubic, area{more}"), json::spelled(&filter))
}
