//! The scalar executor: the oracle that every other one is measured against.

mod alpha;
mod colour;
mod hue_shift;
mod pointwise;
mod reduce;
mod resample_2d;
mod resample_h;
mod resample_v;
mod store;
mod table;
mod warp_affine;

use std::borrow::Cow;

use crate::error::{Error, Result};
use crate::image::{Image, Pixels};
use crate::plan::{Pass, Plan, SurfaceKind};
use crate::tensor::{Tensor, TensorData};

/// What a surface holds while a plan runs.
enum Memory<'a> {
    U8(Cow<'a, [u8]>),
    F32(Cow<'a, [f32]>),
}

impl From<TensorData> for Memory<'_> {
    fn from(data: TensorData) -> Self {
        match data {
            TensorData::U8(values) => Self::U8(Cow::Owned(values)),
            TensorData::U16(values) => Self::F32(values.into_iter().map(f32::from).collect()),
            TensorData::F32(values) => Self::F32(Cow::Owned(values)),
            TensorData::I8(values) => Self::F32(values.iter().copied().map(f32::from).collect()),
            TensorData::F16(values) => Self::F32(values.iter().map(|value| value.to_f32()).collect()),
        }
    }
}

impl Plan {
    /// Runs on the CPU, pass by pass.
    ///
    /// *Errors*: `InvalidInput` if the image is not of the plan's spec.
    pub fn run(&self, image: &Image<'_>) -> Result<Tensor> {
        self.check(image)?;
        let mut memory = match image.pixels() {
            Pixels::U8(pixels) => Memory::U8(Cow::Borrowed(pixels)),
            // 16 bits are exact as floats.
            Pixels::U16(pixels) => Memory::F32(pixels.iter().copied().map(f32::from).collect()),
            Pixels::F32(pixels) => Memory::F32(Cow::Borrowed(pixels)),
        };
        let (last, before) = self.passes().split_last().ok_or_else(|| Error::internal("a plan without a pass"))?;
        for pass in before {
            memory = run_pass(pass, &memory)?;
        }
        let data = match (last, &memory) {
            (Pass::Table(table), Memory::U8(src)) => table::run(table, src),
            (Pass::Pointwise(pointwise), Memory::F32(src)) => pointwise::run(pointwise, src),
            _ => return Err(Error::internal("a plan that does not end with a store")),
        };
        Tensor::new(self.output().clone(), data)
    }
}

fn run_pass(pass: &Pass, memory: &Memory<'_>) -> Result<Memory<'static>> {
    Ok(match (pass, memory) {
        (Pass::ResampleH(resample), Memory::U8(src)) => Memory::U8(resample_h::bytes(resample, src).into()),
        (Pass::ResampleH(resample), Memory::F32(src)) => Memory::F32(resample_h::floats(resample, src).into()),
        (Pass::ResampleV(resample), Memory::U8(src)) => Memory::U8(resample_v::bytes(resample, src).into()),
        (Pass::ResampleV(resample), Memory::F32(src)) => Memory::F32(resample_v::floats(resample, src).into()),
        (Pass::Resample2d(resample), Memory::U8(src)) => Memory::U8(resample_2d::bytes(resample, src).into()),
        (Pass::Resample2d(resample), Memory::F32(src)) => Memory::F32(resample_2d::floats(resample, src).into()),
        (Pass::Reduce(reduce), Memory::U8(src)) => Memory::U8(reduce::bytes(reduce, src).into()),
        (Pass::Reduce(reduce), Memory::F32(src)) => Memory::F32(reduce::floats(reduce, src).into()),
        (Pass::WarpAffine(warp), Memory::U8(src)) => Memory::U8(warp_affine::bytes(warp, src).into()),
        (Pass::WarpAffine(warp), Memory::F32(src)) => Memory::F32(warp_affine::floats(warp, src).into()),
        (Pass::HueShift(hue), Memory::U8(src)) => Memory::U8(hue_shift::run(hue, src).into()),
        (Pass::Alpha(alpha), Memory::U8(src)) => Memory::U8(alpha::run(alpha, src).into()),
        (Pass::Colour(colour), Memory::U8(src)) => Memory::U8(colour::bytes(colour, src).into()),
        (Pass::Colour(colour), Memory::F32(src)) => Memory::F32(colour::floats(colour, src).into()),
        (Pass::Table(table), Memory::U8(src)) => table::run(table, src).into(),
        (Pass::Pointwise(pointwise), Memory::F32(src)) => pointwise::run(pointwise, src).into(),
        (pass, memory) => {
            let kind = if matches!(memory, Memory::U8(_)) { SurfaceKind::U8 } else { SurfaceKind::F32 };
            return Err(Error::internal(format!("{} cannot read {kind:?}", pass.stem())));
        }
    })
}
