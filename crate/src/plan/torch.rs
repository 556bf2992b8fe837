//! Resize as torch does it: which combinations it has, and its order of passes.

use super::pass::SurfaceKind;
use super::spatial::{Axis, check_taps};
use super::state::State;
use crate::error::{Error, Result};
use crate::json;
use crate::op::{Filter, Fit, Resize, ResizeMatches};
use crate::point::PointOp;
use crate::spec::{DType, Size};
use crate::taps::{Sampling, Taps, Torch};

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
        let sampling = match (resize.fit, resize.align_corners) {
            (_, true) if !smooth => {
                return Err(Error::invalid_pipeline("torch aligns the corners of bilinear and bicubic only")
                    .expected("bilinear or bicubic", json::spelled(&resize.filter)));
            }
            (Fit::Scale(_), true) => {
                return Err(Error::invalid_pipeline(
                    "torch ignores the factor where corners are aligned; give the resize a size instead",
                ));
            }
            (_, true) => Sampling::AlignedCorners,
            // adaptive_avg_pool2d only knows the size.
            (Fit::Scale(factor), _) if resize.filter != Filter::Area => Sampling::Factor(factor),
            _ => Sampling::Lengths,
        };
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
        let small = to.width.saturating_add(to.height) <= 128;
        // torchvision's Resize antialiases unless told otherwise.
        let torch = Torch {
            filter: resize.filter,
            antialias: smooth && resize.antialias != Some(false),
            fixed,
            sampling,
            small,
        };
        // With a factor an axis that keeps its length may still move; torch passes over it where it tells it apart.
        let moves = matches!(sampling, Sampling::Factor(_))
            && match resize.filter {
                Filter::NearestExact => true,
                Filter::Nearest => !small,
                Filter::Bicubic => !fixed && !torch.antialias,
                _ => false,
            };
        let taps = |from: u32, to: u32| {
            if from == to && !moves {
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
