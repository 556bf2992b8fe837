//! Resize and crop of both backends.

use super::sizes::Edges;
use super::{Processor, Rule};
use crate::error::Result;
use crate::import::steps;
use crate::op::{
    CenterCrop, CropMatches, Filter, Fit, InsideRounding, LimitRounding, PadPlace, PadTo, Resize, ResizeMatches, Step,
};
use crate::spec::Size;

impl Processor<'_> {
    /// The steps on bytes.
    pub(super) fn space(&mut self, filter: Filter) -> Result<Vec<Step>> {
        let mut steps = Vec::new();
        if self.rule == Rule::Llava && self.bool("do_pad")? == Some(true) {
            let mean = self.keys.peek("image_mean").or(self.defaults.peek("image_mean"));
            let mean = mean.and_then(crate::import::keys::numbers).unwrap_or_default();
            let colour = mean.iter().map(|value| (value * 255.0).trunc()).collect();
            steps.push(steps::pad(PadTo::Square, PadPlace::Center, colour));
        }
        steps.extend(self.resize(filter)?);
        let crops = !matches!(self.rule, Rule::NoCrop | Rule::Sam | Rule::Qwen);
        if !crops {
            self.keys.ignore(&mut self.report, &["do_center_crop", "crop_size"]);
        } else if self.bool("do_center_crop")? == Some(true) {
            let Some(size) = self.both("crop_size")? else {
                return Err(self.keys.missing("crop_size", "which `do_center_crop` needs"));
            };
            steps.push(self.center(size));
        } else {
            self.keys.ignore(&mut self.report, &["crop_size"]);
        }
        Ok(steps)
    }

    pub(super) fn resize(&mut self, filter: Filter) -> Result<Vec<Step>> {
        if self.rule == Rule::Qwen {
            return self.pixel_area(filter);
        }
        if self.bool("do_resize")? != Some(true) {
            self.keys.ignore(&mut self.report, &["size", "resample", "max_size"]);
            return Ok(Vec::new());
        }
        if let Some(value) = self.keys.peek("crop_to_patches").cloned()
            && self.keys.bool(&mut self.report, "crop_to_patches")? == Some(true)
        {
            return Err(self.keys.wrong(
                "crop_to_patches",
                "false; several crops of one image are no pipeline",
                &value,
            ));
        }
        let size = self.size()?;
        Ok(match self.rule {
            Rule::Convnext => self.convnext(filter, size)?,
            Rule::Levit => {
                let Edges::Shortest(edge) = size else { return self.plain(filter, size) };
                vec![self.scaled(filter, Fit::ShortestEdge((256.0 / 224.0 * f64::from(edge)) as u32))]
            }
            Rule::Poolformer => {
                let percent = self.crop_pct()?;
                let edge = match size {
                    Edges::Shortest(edge) => edge,
                    Edges::Both(Size { width, height }) if width == height => width,
                    _ => return Err(self.refuse("its `size` needs a shortest_edge or a square")),
                };
                vec![self.scaled(filter, Fit::ShortestEdge((f64::from(edge) / percent) as u32))]
            }
            Rule::Sam => {
                let Edges::Longest(edge) = size else {
                    return Err(self.refuse("its `size` needs a longest_edge"));
                };
                vec![self.scaled(filter, Fit::LongestEdge { edge, rounding: InsideRounding::HalfUp })]
            }
            Rule::Dpt => {
                let Edges::Both(Size { width, height }) = size else {
                    return Err(self.refuse("its `size` needs a height and a width"));
                };
                let multiple = self.edge("ensure_multiple_of")?.unwrap_or(1);
                let keep_ratio = self.bool("keep_aspect_ratio")?.unwrap_or(false);
                vec![self.scaled(filter, Fit::MultipleOf { width, height, multiple, keep_ratio })]
            }
            Rule::Donut => self.donut(filter, size)?,
            Rule::Pplcnet => self.pplcnet(filter)?,
            _ => return self.plain(filter, size),
        })
    }

    fn plain(&mut self, filter: Filter, size: Edges) -> Result<Vec<Step>> {
        let fit = match size {
            Edges::Both(size) => Fit::Stretch(size),
            Edges::Shortest(edge) => Fit::ShortestEdge(edge),
            Edges::ShortestUpTo(edge, limit) => steps::up_to(edge, limit, LimitRounding::HuggingFace),
            Edges::Inside(Size { width, height }) => Fit::Inside { width, height, rounding: InsideRounding::Truncate },
            Edges::Longest(_) => return Err(self.refuse("a `size` of only a longest_edge means nothing to it")),
        };
        Ok(vec![self.scaled(filter, fit)])
    }

    fn convnext(&mut self, filter: Filter, size: Edges) -> Result<Vec<Step>> {
        let Edges::Shortest(edge) = size else { return Err(self.refuse("its `size` needs a shortest_edge")) };
        let percent = self.crop_pct()?;
        if edge >= 384 {
            return Ok(vec![self.scaled(filter, Fit::Stretch(steps::square(edge)))]);
        }
        let larger = (f64::from(edge) / percent) as u32;
        Ok(vec![self.scaled(filter, Fit::ShortestEdge(larger)), self.center(steps::square(edge))])
    }

    fn crop_pct(&mut self) -> Result<f64> {
        let percent = self.number("crop_pct")?.unwrap_or(1.0);
        if percent > 0.0 && percent <= 4.0 {
            return Ok(percent);
        }
        Err(self.keys.wrong("crop_pct", "a part of the edge, above 0", &percent.into()))
    }

    fn donut(&mut self, filter: Filter, size: Edges) -> Result<Vec<Step>> {
        let Edges::Both(size) = size else { return Err(self.refuse("its `size` needs a height and a width")) };
        if self.bool("do_align_long_axis")? == Some(true) {
            return Err(self.refuse("do_align_long_axis turns some images and not others, which no step does"));
        }
        let Size { width, height } = size;
        let mut steps = vec![self.scaled(filter, Fit::ShortestEdge(width.min(height)))];
        if self.bool("do_thumbnail")? == Some(true) {
            let mut thumbnail = self.scaled(filter, Fit::Thumbnail { width, height });
            if let (true, Step::Resize(resize)) = (self.pil, &mut thumbnail) {
                resize.reducing_gap = Some(2.0);
            }
            steps.push(thumbnail);
        }
        if self.bool("do_pad")? == Some(true) {
            steps.push(steps::pad(PadTo::Size(size), PadPlace::Center, vec![0.0]));
        }
        Ok(steps)
    }

    fn pplcnet(&mut self, filter: Filter) -> Result<Vec<Step>> {
        self.keys.ignore(&mut self.report, &["image_mode", "channel_first"]);
        if self.edge("size_divisor")?.is_some_and(|divisor| divisor != 1) {
            return Err(self.refuse("a size_divisor other than 1"));
        }
        let Some(edge) = self.edge("resize_short")? else { return Err(self.refuse("it needs `resize_short`")) };
        self.report.inexact("an edge that comes out at exactly a half may round the other way");
        Ok(vec![self.scaled(filter, Fit::KeepRatio { width: edge, height: edge, longest: 0.0 })])
    }

    /// Qwen-VL, whose "edges" are areas in pixels.
    fn pixel_area(&mut self, filter: Filter) -> Result<Vec<Step>> {
        let (min, max) =
            (self.keys.edge(&mut self.report, "min_pixels")?, self.keys.edge(&mut self.report, "max_pixels")?);
        self.keys.ignore(&mut self.report, &["temporal_patch_size"]);
        let multiple = match (self.edge("patch_size")?, self.edge("merge_size")?) {
            (Some(patch), Some(merge)) => patch.checked_mul(merge),
            _ => None,
        };
        let Some(multiple) = multiple else { return Err(self.refuse("it needs `patch_size` and `merge_size`")) };
        self.report.incomplete(
            "the processor cuts the image into patches and lays these out one after the other; the pipeline ends with the \
             image before that",
        );
        if self.bool("do_resize")? != Some(true) {
            return Ok(Vec::new());
        }
        let (min, max) = match (min, max) {
            (Some(min), Some(max)) => {
                self.keys.ignore(&mut self.report, &["size"]);
                (min, max)
            }
            _ => match self.size()? {
                Edges::ShortestUpTo(shortest, longest) => (min.unwrap_or(shortest), max.unwrap_or(longest)),
                _ => return Err(self.refuse("its `size` needs shortest_edge and longest_edge")),
            },
        };
        self.report.trap(format!("shortest_edge {min} and longest_edge {max} are areas in pixels, not edges"));
        Ok(vec![self.scaled(filter, Fit::PixelArea { min: min.into(), max: max.into(), multiple })])
    }

    fn scaled(&mut self, filter: Filter, fit: Fit) -> Step {
        if self.pil {
            return steps::pillow(filter, fit);
        }
        match filter {
            // The torchvision backend takes its own filter of that name.
            Filter::Nearest => steps::torch(Filter::NearestExact, fit, false),
            Filter::Bilinear | Filter::Bicubic => steps::torch(filter, fit, true),
            _ => {
                self.report.inexact("torchvision's own resize with this filter is not there; Pillow's is taken");
                Step::Resize(Resize::new(ResizeMatches::Pillow, filter, fit))
            }
        }
    }

    fn center(&self, size: Size) -> Step {
        let matches = if self.pil { CropMatches::HuggingFacePil } else { CropMatches::HuggingFace };
        Step::CenterCrop(CenterCrop { size, matches })
    }
}
