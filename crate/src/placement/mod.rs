//! Where the image lies in the model's input: what was done to the geometry, as the integers that were applied, and the
//! maps between the two.
//!
//! Coordinates are continuous and begin at the corner: an image of `width` pixels reaches from 0 to `width`, the centre of
//! its first pixel is 0.5. A resize maps edges onto edges, each axis with its own `new / old`: the rounded size that was
//! made, never the ratio that was asked for. Offsets are the whole pixels that were applied. The image is the decoded one:
//! an EXIF orientation was applied before.

mod mask;
mod transform;

use serde::Serialize;

pub use transform::{Point, Transform};

use crate::geometry::Window;
use crate::op::{FlipAxis, Region};
use crate::spec::Size;

/// One thing that was done to the geometry, in the integers that were applied.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(tag = "op", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Applied {
    /// Resampled from one size to another; of a `region` only that part.
    Resize {
        from: Size,
        to: Size,
        #[serde(skip_serializing_if = "Option::is_none")]
        region: Option<Region>,
    },
    /// So many pixels put at each side.
    Pad { left: u32, top: u32, right: u32, bottom: u32 },
    /// Cut out, the first pixel that was kept being at `x`, `y`.
    Crop { x: u32, y: u32, size: Size },
    /// Mirrored.
    Flip { axis: FlipAxis },
    /// Mapped onto a frame; the map is that of the step, for which whole numbers are pixel centres.
    WarpAffine { size: Size, map: Transform },
}

/// What a plan does to the geometry, and the maps that follow from it.
///
/// *Convention*: continuous coordinates, as in [`Point`]. *Precision*: f64; there and back is the same point to 1e-6 of a
/// pixel. An `assume` of another layout, which scrambles the pixels, is not seen.
///
/// ```
/// use pixelproof::{Fit, Filter, ImageSpec, InsideRounding, Pad, PadPlace, PadTo, Pipeline, PixelFormat, Point, Size, Step};
///
/// let letterbox = Pipeline::new()
///     .resize(Filter::Bilinear, Fit::Inside { width: 320, height: 320, rounding: InsideRounding::HalfEven })
///     .step(Step::Pad(Pad { to: PadTo::Size(Size::new(320, 320)), place: PadPlace::Ultralytics, value: vec![114.0] }));
/// let plan = letterbox.compile(&ImageSpec::bytes(Size::new(1600, 2128), PixelFormat::Rgb8))?;
/// // The image is 241 pixels wide in the model, and begins at 39.
/// assert_eq!(plan.placement().to_image(Point::new(39.0, 0.0)), Point::new(0.0, 0.0));
/// # Ok::<(), pixelproof::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Placement {
    image: Size,
    model: Size,
    applied: Vec<Applied>,
    to_model: Transform,
    to_image: Transform,
    kept: Vec<Kept>,
}

/// A cut: of the image, as `transform` takes it there, only what lies in `region` goes on. Padding may take its place.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
struct Kept {
    transform: Transform,
    region: Region,
}

/// Less than any sampling grid resolves, more than the maps are off: a centre on an edge stays on its side.
const SNAP: f64 = 1e-9;

impl Placement {
    /// The image as it is.
    pub(crate) fn new(image: Size) -> Self {
        let (to_model, to_image) = (Transform::IDENTITY, Transform::IDENTITY);
        Self { image, model: image, applied: Vec::new(), to_model, to_image, kept: Vec::new() }
    }

    /// The size of the decoded image.
    pub fn image(&self) -> Size {
        self.image
    }

    /// The size of the model's input.
    pub fn model(&self) -> Size {
        self.model
    }

    /// What was done, in order; what changed nothing is left out.
    pub fn applied(&self) -> &[Applied] {
        &self.applied
    }

    /// The map from the image to the model's input.
    pub fn model_transform(&self) -> &Transform {
        &self.to_model
    }

    /// The map from the model's input to the image.
    pub fn image_transform(&self) -> &Transform {
        &self.to_image
    }

    /// Where a point of the image lies in the model's input; it may lie outside, if that part was cut off.
    pub fn to_model(&self, point: Point) -> Point {
        self.to_model.apply(point)
    }

    /// Where a point of the model's input lies in the image; it may lie outside, in the padding.
    pub fn to_image(&self, point: Point) -> Point {
        self.to_image.apply(point)
    }

    /// The box around a box of the image in the model's input; [`Region::clipped`] cuts it to [`Placement::model`].
    pub fn box_to_model(&self, region: Region) -> Region {
        around(&self.to_model, region)
    }

    /// The box around a box of the model's input in the image; [`Region::clipped`] cuts it to [`Placement::image`].
    pub fn box_to_image(&self, region: Region) -> Region {
        around(&self.to_image, region)
    }

    /// Resamples the frame to a size, with output positions `back` apart in it, counted from `anchor`.
    pub(crate) fn resample(&mut self, to: Size, back: [f64; 2], anchor: f64) {
        let from = self.model;
        if from == to && back == [1.0; 2] {
            return;
        }
        let scale = back.map(|back| 1.0 / back);
        self.extend(
            Applied::Resize { from, to, region: None },
            to,
            Transform::axes(scale, scale.map(|scale| anchor - anchor * scale)),
            Transform::axes(back, back.map(|back| anchor - anchor * back)),
        );
    }

    /// Resamples the frame, or a part of it, to a size.
    pub(crate) fn resize(&mut self, to: Size, region: Option<Region>) {
        let from = self.model;
        if from == to && region.is_none() {
            return;
        }
        let (width, height) = (f64::from(from.width), f64::from(from.height));
        let Region { left, top, right, bottom } =
            region.unwrap_or(Region { left: 0.0, top: 0.0, right: width, bottom: height });
        let part = [right - left, bottom - top];
        let target = [f64::from(to.width), f64::from(to.height)];
        if let Some(region) = region {
            self.kept.push(Kept { transform: self.to_model, region });
        }
        let scale = [target[0] / part[0], target[1] / part[1]];
        let back = [part[0] / target[0], part[1] / target[1]];
        self.extend(
            Applied::Resize { from, to, region },
            to,
            Transform::axes(scale, [0.0 - left * scale[0], 0.0 - top * scale[1]]),
            Transform::axes(back, [left, top]),
        );
    }

    /// Shows a window of the frame: what reaches outside is padding.
    pub(crate) fn show(&mut self, window: Window) {
        let frame = self.model;
        // Windows are a few image edges away at most.
        let edge = |length: i64| u32::try_from(length.max(0)).unwrap_or(u32::MAX);
        let beyond = |start: i64, length: u32, frame: u32| edge(start + i64::from(length) - i64::from(frame));
        let (left, top) = (edge(-window.x), edge(-window.y));
        let right = beyond(window.x, window.size.width, frame.width);
        let bottom = beyond(window.y, window.size.height, frame.height);
        let padded = Size::new(
            frame.width.saturating_add(left).saturating_add(right),
            frame.height.saturating_add(top).saturating_add(bottom),
        );
        if padded != frame {
            let shift = [f64::from(left), f64::from(top)];
            self.shift(Applied::Pad { left, top, right, bottom }, padded, shift);
        }
        if padded != window.size {
            let (x, y) = (edge(window.x), edge(window.y));
            let (left, top) = (f64::from(x), f64::from(y));
            let (right, bottom) = (left + f64::from(window.size.width), top + f64::from(window.size.height));
            self.kept.push(Kept { transform: self.to_model, region: Region { left, top, right, bottom } });
            self.shift(Applied::Crop { x, y, size: window.size }, window.size, [0.0 - left, 0.0 - top]);
        }
    }

    pub(crate) fn flip(&mut self, axis: FlipAxis) {
        let (width, height) = (f64::from(self.model.width), f64::from(self.model.height));
        let mirror = match axis {
            FlipAxis::Horizontal => Transform::axes([-1.0, 1.0], [width, 0.0]),
            FlipAxis::Vertical => Transform::axes([1.0, -1.0], [0.0, height]),
        };
        self.extend(Applied::Flip { axis }, self.model, mirror, mirror);
    }

    /// Maps the frame onto another; whole numbers of the map are pixel centres.
    pub(crate) fn warp(&mut self, size: Size, map: Transform) {
        const HALF: [f64; 2] = [0.5; 2];
        const ONE: [f64; 2] = [1.0; 2];
        let to_centres = Transform::axes(ONE, HALF.map(|half| 0.0 - half));
        let forward = to_centres.then(&map).then(&Transform::axes(ONE, HALF));
        let Some(back) = forward.inverse() else { return };
        self.extend(Applied::WarpAffine { size, map }, size, forward, back);
        let (right, bottom) = (f64::from(size.width), f64::from(size.height));
        self.kept.push(Kept { transform: self.to_model, region: Region { left: 0.0, top: 0.0, right, bottom } });
    }

    /// Whether a point of the image was cut off nowhere.
    fn keeps(&self, point: Point) -> bool {
        self.kept.iter().all(|Kept { transform, region }| {
            let Point { x, y } = transform.apply(point);
            let inside = |at: f64, from: f64, to: f64| at + SNAP >= from && at + SNAP < to;
            inside(x, region.left, region.right) && inside(y, region.top, region.bottom)
        })
    }

    fn shift(&mut self, applied: Applied, size: Size, by: [f64; 2]) {
        const ONE: [f64; 2] = [1.0, 1.0];
        self.extend(applied, size, Transform::axes(ONE, by), Transform::axes(ONE, by.map(|shift| 0.0 - shift)));
    }

    fn extend(&mut self, applied: Applied, model: Size, forward: Transform, back: Transform) {
        self.applied.push(applied);
        self.model = model;
        self.to_model = self.to_model.then(&forward);
        self.to_image = back.then(&self.to_image);
    }
}

/// The smallest box around the four corners where they are mapped to.
fn around(map: &Transform, Region { left, top, right, bottom }: Region) -> Region {
    let corners = [(left, top), (right, top), (left, bottom), (right, bottom)].map(|(x, y)| map.apply(Point { x, y }));
    let (x, y) = (corners.map(|point| point.x), corners.map(|point| point.y));
    let least = |values: [f64; 4]| values.into_iter().fold(f64::INFINITY, f64::min);
    let most = |values: [f64; 4]| values.into_iter().fold(f64::NEG_INFINITY, f64::max);
    Region { left: least(x), top: least(y), right: most(x), bottom: most(y) }
}
