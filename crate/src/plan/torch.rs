//! Resize as torch does it: which combinations it has, and its order of passes.

use super::pass::SurfaceKind;
use super::spatial::{Axis, check_taps};
use super::state::State;
use crate::error::{Error, Result};
use crate::json;
use crate::op::{Filter, Resize, ResizeMatches};
use crate::point::PointOp;
use crate::spec::{DType, Size};
use crate::taps::{Taps, Torch};

impl State {
    pub(super) fn resize_torch(&mut self, resize: &Resize, to: Size) -> Result<()> {
        let from = self.size();
        let smooth = match resize.filter {
            Filter::Bilinear | Filter::Bicubic => true,
            Filter::Nearest | Filter::NearestExact | Filter::Area => false,
            filter => {
                return Err(Error::invalid_pipeline("torch has no such filter")
                    .expected("nearest, nearest-exact, bilinear, bicubic or area", json::spelled(&filter)));
            }
        };
        if resize.region.is_some() || resize.reducing_gap.is_some() {
            return Err(Error::invalid_pipeline("region and reducing_gap are Pillow's; torch's resize has neither"));
        }
        if resize.antialias == Some(true) && !smooth {
            return Err(Error::invalid_pipeline("torch antialiases bilinear and bicubic only; leave antialias out")
                .expected("bilinear or bicubic", json::spelled(&resize.filter)));
        }
        // v1 takes bytes through f32, but for nearest, which only copies.
        let through_f32 =
            resize.matches == ResizeMatches::TorchvisionV1 && smooth && self.dtype == DType::U8 && from != to;
        if through_f32 {
            self.dtype = DType::F32;
        }
        self.prepare_spatial()?;
        let fixed = self.surface.kind == SurfaceKind::U8;
        if resize.filter == Filter::Area && fixed {
            return Err(Error::invalid_pipeline("torch's area is for floats only; cast to f32 or rescale first"));
        }
        // torchvision's Resize antialiases unless told otherwise.
        let torch = Torch { filter: resize.filter, antialias: smooth && resize.antialias != Some(false), fixed };
        let taps = |from: u32, to: u32| {
            if from == to {
                return Ok(None);
            }
            check_taps(from, to)?;
            let taps = Taps::torch(torch, from, to);
            taps.map(Some).ok_or_else(|| Error::internal("a filter of torch without taps"))
        };
        let (horizontal, vertical) = (taps(from.width, to.width)?, taps(from.height, to.height)?);
        self.resample(Axis::Horizontal, horizontal)?;
        self.resample(Axis::Vertical, vertical)?;
        if through_f32 {
            self.pending.push(PointOp::RoundToU8);
            self.dtype = DType::U8;
        }
        Ok(())
    }
}
