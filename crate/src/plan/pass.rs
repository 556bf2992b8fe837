//! The passes of a plan. One stem names a stage everywhere: here, in `cpu/`, in `shaders/` and in a pass label.

use crate::colour::rule::Rule as ColourRule;
use crate::geometry::Window;
use crate::point::PointOp;
use crate::spec::{ChannelOrder, DType, Size, Strides, TensorLayout};
use crate::taps::{Gather, Taps};

/// The type of the numbers on a surface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SurfaceKind {
    U8,
    F32,
}

/// What lies between two passes: an image without meaning, which the plan alone knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Surface {
    pub size: Size,
    pub channels: usize,
    pub kind: SurfaceKind,
    /// One plane a channel; only after an `assume` of another layout, on an image or on what a storing pass wrote.
    pub planar: bool,
}

impl Surface {
    /// How many numbers.
    pub fn values(&self) -> usize {
        self.size.width as usize * self.size.height as usize * self.channels
    }

    /// Where the number of `channel` at a pixel lies.
    pub fn index(&self, x: usize, y: usize, channel: usize) -> usize {
        let (width, height) = (self.size.width as usize, self.size.height as usize);
        if self.planar { (channel * height + y) * width + x } else { (y * width + x) * self.channels + channel }
    }
}

/// Whether a pass mirrors what it reads.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Flip {
    /// Left and right.
    pub x: bool,
    /// Top and bottom.
    pub y: bool,
}

/// Resamples one axis; the other keeps its pixels but may lose a margin that nobody reads.
#[derive(Debug, Clone, PartialEq)]
pub struct Resample {
    pub src: Surface,
    pub dst: Surface,
    /// For every position along the axis of `dst`.
    pub taps: Taps,
    /// The first row (for `resample_h`) or column (for `resample_v`) of `src` that `dst` keeps.
    pub across: u32,
}

/// Averages boxes of pixels; those at the right and the bottom edge may be smaller.
#[derive(Debug, Clone, PartialEq)]
pub struct Reduce {
    pub src: Surface,
    pub dst: Surface,
    /// The pixels of a box.
    pub by: Size,
    /// Where the first box of `dst` begins.
    pub left: u32,
    pub top: u32,
    /// Where boxes are cut off.
    pub right: u32,
    pub bottom: u32,
}

/// What Pillow multiplies the sum of a box with instead of being divided by `count`: 24 bits after the point and 8 before.
pub fn reciprocal(count: u32) -> u32 {
    const TWO_TO_32: f32 = 4_294_967_296.0;
    (TWO_TO_32 / count.wrapping_mul(256) as f32) as u32
}

/// Maps an image onto a frame.
#[derive(Debug, Clone, PartialEq)]
pub struct WarpAffine {
    pub src: Surface,
    pub dst: Surface,
    /// What of `src` is the image.
    pub window: Window,
    /// From the frame back to the image: `x = a x' + b y' + c` and `y = d x' + e y' + f`.
    pub matrix: [f64; 6],
    /// What each channel of `src` is outside the image.
    pub border: Vec<f32>,
    pub rule: WarpRule,
    /// The first column and row of the frame that `dst` keeps.
    pub left: u32,
    pub top: u32,
}

/// How a warp computes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WarpRule {
    /// OpenCV 5: f32, fused; the first `body` columns of the frame in another order than the rest.
    Fused { body: u32 },
    /// OpenCV 4: coordinates of 10 bits after the point, of which 5 are weights.
    Fixed,
}

impl WarpAffine {
    const FIXED_ONE: f64 = 1024.0;

    /// What a column of the frame adds to a coordinate, in fixed point; `factor` is that of the matrix.
    pub fn fixed_column(column: u32, factor: f64) -> i32 {
        (factor * f64::from(column) * Self::FIXED_ONE).round_ties_even() as i32
    }

    /// What a row of the frame adds, with the offset and half a place to round by.
    pub fn fixed_row(row: u32, factor: f64, offset: f64) -> i32 {
        let at = ((factor * f64::from(row) + offset) * Self::FIXED_ONE).round_ties_even() as i32;
        at.wrapping_add(16)
    }
}

/// How a resample along both axes at once ends its sums; the names of what they follow are OpenCV's.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Rule {
    /// Bytes, weights of 11 bits: of a row's sum 4 bits are dropped and of each product 16, then 2 are rounded off.
    Linear,
    /// Bytes, whole weights: of the sum of all products `bits` are rounded off, half up.
    Fixed { bits: u32 },
    /// Bytes: a whole sum times `scale` in f32, rounded half to even.
    Mean { scale: f32 },
    /// Bytes or floats, in f32 along rows and then along columns; a byte is rounded half to even.
    Area,
    /// Floats, in f32 along rows and then along columns.
    Float,
    /// Floats: all pixels of a block, added four by four in f32, times `scale`.
    Block { scale: f32 },
    /// Floats, TensorFlow's bilinear: `first + (second - first) * weight of the second`, along rows and then along columns.
    Between,
    /// Floats, in f32 along columns and then along rows; from 0 where sums begin with it.
    Columns { from_zero: bool },
    /// Floats, in f32 along rows and then along columns, times `scale`.
    Scaled { scale: f32 },
}

/// Resamples both axes, with more than a pixel's precision between them.
#[derive(Debug, Clone, PartialEq)]
pub struct Resample2d {
    pub src: Surface,
    pub dst: Surface,
    /// For every column of `dst`.
    pub x: Gather,
    /// For every row of `dst`.
    pub y: Gather,
    pub rule: Rule,
    /// So many numbers of each whole row are added in another order: `Float` from the last row, `Block` in pairs.
    pub body: u32,
    /// Columns of the whole row that lie before `dst`.
    pub skipped: u32,
}

impl Resample2d {
    /// How many numbers of each row of `dst` belong to `body`.
    pub fn body_left(&self) -> usize {
        (self.body as usize).saturating_sub(self.skipped as usize * self.dst.channels)
    }
}

/// Turns the hue of three 8-bit channels.
#[derive(Debug, Clone, PartialEq)]
pub struct HueShift {
    pub src: Surface,
    pub dst: Surface,
    /// What `dst` shows of `src`.
    pub window: Window,
    /// Where blue, green and red lie.
    pub bgr: [usize; 3],
    /// Added to the 8-bit hue, wrapping.
    pub shift: u8,
}

/// What an [`Alpha`] pass does to the colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AlphaRule {
    Multiply,
    Divide,
    /// Lays them over an opaque colour, given in the order in which they lie.
    Over([u8; 3]),
}

/// Does something to the colours of four 8-bit channels with the last, alpha.
#[derive(Debug, Clone, PartialEq)]
pub struct Alpha {
    pub src: Surface,
    pub dst: Surface,
    /// The first column and row of `src` that `dst` keeps.
    pub left: u32,
    pub top: u32,
    pub rule: AlphaRule,
}

/// A colour rule on each pixel.
#[derive(Debug, Clone, PartialEq)]
pub struct Colour {
    pub src: Surface,
    pub dst: Surface,
    /// What `dst` shows of `src`; it lies inside.
    pub window: Window,
    /// Where the three numbers lie that the rule reads.
    pub reads: [usize; 3],
    pub rule: ColourRule,
    /// So many columns of `dst` lie where OpenCV's SIMD code runs.
    pub body: u32,
    /// What floats are clipped to.
    pub most: f32,
}

/// How a pass that stores reads its source and lays out its result.
#[derive(Debug, Clone, PartialEq)]
pub struct Store {
    pub src: Surface,
    /// What the result shows of `src`; it may reach outside.
    pub window: Window,
    /// Read from the right, from the bottom.
    pub flip: Flip,
    /// The channel of `src` that each channel of the result is read from.
    pub map: Vec<usize>,
    /// What each channel of the result is outside `src`, in bits of `dtype`.
    pub outside: Vec<u32>,
    pub layout: TensorLayout,
    pub dtype: DType,
}

impl Store {
    /// How far apart the numbers of the result lie.
    pub fn strides(&self) -> Strides {
        self.layout.strides(self.window.size, self.map.len())
    }
}

/// Looks each byte up, and stores in the order, layout and type wanted.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    pub store: Store,
    /// Bits of the store's type: entry `channel * 256 + byte`.
    pub entries: Vec<u32>,
}

/// Computes each float, and stores in the order, layout and type wanted.
#[derive(Debug, Clone, PartialEq)]
pub struct Pointwise {
    pub store: Store,
    pub ops: Vec<PointOp>,
}

/// One stage of a plan.
#[derive(Debug, Clone, PartialEq)]
pub enum Pass {
    ResampleH(Resample),
    ResampleV(Resample),
    Resample2d(Resample2d),
    Reduce(Reduce),
    WarpAffine(WarpAffine),
    HueShift(HueShift),
    Alpha(Alpha),
    Colour(Colour),
    Table(Table),
    Pointwise(Pointwise),
}

impl Pass {
    /// The stem: the name of the shader, of the CPU twin, and the end of the pass label.
    pub const fn stem(&self) -> &'static str {
        match self {
            Self::ResampleH(_) => "resample_h",
            Self::ResampleV(_) => "resample_v",
            Self::Resample2d(_) => "resample_2d",
            Self::Reduce(_) => "reduce",
            Self::WarpAffine(_) => "warp_affine",
            Self::HueShift(_) => "hue_shift",
            Self::Alpha(_) => "alpha",
            Self::Colour(_) => "colour",
            Self::Table(_) => "table",
            Self::Pointwise(_) => "pointwise",
        }
    }
}

/// `tensor = scale * pixel + offset` for each output channel, and the order of the channels: the model's own terms, with
/// which a tensor is drawn as the model sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct Affine {
    pub order: ChannelOrder,
    pub layout: TensorLayout,
    pub scale: Vec<f64>,
    pub offset: Vec<f64>,
}
