//! The affine warp: which map, and whose arithmetic.

use super::fields;
use super::pass::{Pass, Surface, SurfaceKind, WarpAffine, WarpRule};
use super::state::{State, check_values};
use crate::error::{Error, Result};
use crate::geometry::affine;
use crate::op::{self, WarpMap, WarpMatches};
use crate::placement::Transform;
use crate::spec::Size;

impl State {
    pub(super) fn warp_affine(&mut self, warp: &op::WarpAffine) -> Result<()> {
        self.reject_final("warp_affine")?;
        self.reject_words("warp_affine")?;
        fields::check_size("size", warp.size)?;
        check_values(warp.size, self.map.len())?;
        let value = self.border(&warp.value)?;
        let from = self.size();
        check_edges(from, warp)?;
        let matrix = match warp.map {
            WarpMap::Matrix([[a, b, c], [d, e, f]]) => Some([a, b, c, d, e, f]),
            WarpMap::LongestEdge => affine::longest_edge(from, warp.size),
        };
        // Further than any pixel lies, and still far from where f32 ends.
        let near = |entry: &f64| entry.abs() < 1e9;
        let back = matrix.and_then(affine::inverse).filter(|back| back.iter().all(near));
        let (Some(matrix), Some(back)) = (matrix, back) else {
            return Err(Error::invalid_pipeline("the map of a warp must keep an area; give it another matrix")
                .expected("a matrix that can be turned round", format!("{:?}", warp.map)));
        };
        self.prepare_spatial()?;
        if warp.matches == WarpMatches::Opencv4 && self.surface.kind != SurfaceKind::U8 {
            return Err(Error::unsupported(
                "warp_affine of floats is OpenCV 5's only; match opencv, or warp the bytes",
            )
            .expected("u8", self.dtype));
        }
        let border = match self.border_in_memory(&value) {
            Some(border) => border,
            None => {
                self.settle(false)?;
                value
            }
        };
        let dst = Surface { size: warp.size, channels: self.channels_read(), ..self.surface };
        let rule = match warp.matches {
            WarpMatches::Opencv => WarpRule::Fused { body: warp.size.width / 16 * 16 },
            WarpMatches::Opencv4 => WarpRule::Fixed,
        };
        let border = border.into_iter().map(|value| value as f32).collect();
        let pass =
            WarpAffine { src: self.surface, dst, window: self.window, matrix: back, border, rule, left: 0, top: 0 };
        self.advance(Pass::WarpAffine(pass), dst);
        self.placement.warp(warp.size, Transform(matrix));
        Ok(())
    }

    /// The value of each channel in memory; none where one is shown twice with two values.
    fn border_in_memory(&self, value: &[f64]) -> Option<Vec<f64>> {
        let mut border = vec![None; self.surface.channels];
        for (&at, &value) in self.map.iter().zip(value) {
            let slot = border.get_mut(at)?;
            if slot.is_some_and(|before: f64| before.to_bits() != value.to_bits()) {
                return None;
            }
            *slot = Some(value);
        }
        Some(border.into_iter().map(Option::unwrap_or_default).collect())
    }
}

/// Refuses edges that the library's coordinates do not hold.
fn check_edges(from: Size, warp: &op::WarpAffine) -> Result<()> {
    // A short; or the whole numbers and halves that an f32 holds.
    let most = if warp.matches == WarpMatches::Opencv4 { 0x7ffe } else { 1 << 22 };
    let longest = [from.width, from.height, warp.size.width, warp.size.height].into_iter().max().unwrap_or_default();
    if longest > most {
        return Err(Error::limits("an edge of the warp is longer than OpenCV's coordinates reach; resize first")
            .expected(format!("at most {most}"), longest));
    }
    Ok(())
}
