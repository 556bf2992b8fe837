//! Alpha: laid over a colour, or weighed with around Pillow's resize.

use super::pass::{Alpha, AlphaRule, Pass, Surface};
use super::spatial::offset;
use super::state::State;
use crate::error::{Error, Result};
use crate::geometry::Window;
use crate::op::Composite;
use crate::spec::{Channel, ChannelOrder, DType, ValueRange};

impl State {
    pub(super) fn composite(&mut self, composite: &Composite) -> Result<()> {
        let without = match self.order {
            ChannelOrder::Rgba => ChannelOrder::Rgb,
            ChannelOrder::Bgra => ChannelOrder::Bgr,
            order => {
                return Err(Error::invalid_pipeline(
                    "composite wants colours with alpha; without alpha leave it out, and convert GrayAlpha to RGBA before",
                )
                .expected("RGBA or BGRA", order));
            }
        };
        if self.dtype != DType::U8 || self.range != ValueRange::Bytes {
            return Err(Error::invalid_pipeline(
                "composite works on bytes, as Pillow does; put it before rescale and normalise",
            )
            .expected("u8 of 0-255", format!("{} of {}", self.dtype, self.range)));
        }
        self.prepare_spatial()?;
        let [red, green, blue] = composite.over;
        let mut over = [0; 3];
        for (channel, value) in [(Channel::Red, red), (Channel::Green, green), (Channel::Blue, blue)] {
            let lies = self.order.position(channel).and_then(|at| self.map.get(at));
            let Some(slot) = lies.and_then(|&at| over.get_mut(at)) else {
                return Err(Error::internal("colours that lie behind their alpha"));
            };
            *slot = value;
        }
        self.alpha(AlphaRule::Over(over))?;
        self.convert_order(without)
    }

    /// Appends a pass over four channels of bytes.
    pub(super) fn alpha(&mut self, rule: AlphaRule) -> Result<()> {
        let Window { x, y, size } = self.window;
        let dst = Surface { size, ..self.surface };
        if dst.channels != 4 {
            return Err(Error::internal("alpha without three colours"));
        }
        let pass = Pass::Alpha(Alpha { src: self.surface, dst, left: offset(x)?, top: offset(y)?, rule });
        self.advance(pass, dst);
        Ok(())
    }
}
