//! A 2x3 matrix, and the points that it maps.

use serde::{Deserialize, Serialize};

/// A place in continuous coordinates: an image of `width` pixels reaches from 0 to `width`, and the centre of its first
/// pixel lies at 0.5.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

impl Point {
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }
}

/// An affine map in f64: `x' = a x + b y + c` and `y' = d x + e y + f`, written `[a, b, c, d, e, f]`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Transform(pub [f64; 6]);

impl Transform {
    pub const IDENTITY: Self = Self([1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);

    /// Along each axis a scale, then a shift.
    pub const fn axes(scale: [f64; 2], shift: [f64; 2]) -> Self {
        Self([scale[0], 0.0, shift[0], 0.0, scale[1], shift[1]])
    }

    pub fn apply(&self, Point { x, y }: Point) -> Point {
        let [a, b, c, d, e, f] = self.0;
        Point { x: a * x + b * y + c, y: d * x + e * y + f }
    }

    /// This map, then `next`.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        let [a, b, c, d, e, f] = self.0;
        let [na, nb, _, nd, ne, _] = next.0;
        let Point { x, y } = next.apply(Point { x: c, y: f });
        Self([na * a + nb * d, na * b + nb * e, x, nd * a + ne * d, nd * b + ne * e, y])
    }

    /// The map back; none where all points fall onto a line.
    pub fn inverse(&self) -> Option<Self> {
        let [a, b, c, d, e, f] = self.0;
        let determinant = a * e - b * d;
        if determinant == 0.0 || !determinant.is_finite() {
            return None;
        }
        let [a, b, d, e] = [e, -b, -d, a].map(|entry| entry / determinant);
        Some(Self([a, b, -(a * c + b * f), d, e, -(d * c + e * f)]))
    }
}
