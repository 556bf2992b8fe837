//! Taps that name each source pixel, so that the same one may count twice.

use std::ops::Range;

/// For each output position its source pixels and their weights.
#[derive(Debug, Clone, PartialEq)]
pub struct Gather {
    /// Where the sources of each output position begin; one more entry than positions.
    pub offset: Vec<u32>,
    pub source: Vec<u32>,
    /// One a source; whole numbers where the sums are.
    pub weight: Vec<f32>,
}

impl Default for Gather {
    fn default() -> Self {
        Self { offset: vec![0], source: Vec::new(), weight: Vec::new() }
    }
}

impl Gather {
    /// Appends an output position.
    pub fn push(&mut self, taps: impl IntoIterator<Item = (u32, f32)>) {
        for (source, weight) in taps {
            self.source.push(source);
            self.weight.push(weight);
        }
        self.offset.push(self.source.len() as u32);
    }

    /// How many output positions.
    pub fn len(&self) -> u32 {
        self.offset.len() as u32 - 1
    }

    /// The most source pixels that an output position has.
    pub fn most(&self) -> u64 {
        self.positions().map(|span| span.len() as u64).max().unwrap_or_default()
    }

    /// The sources and weights of each output position.
    pub fn positions(&self) -> impl Iterator<Item = Range<usize>> {
        self.offset.windows(2).map(|pair| pair[0] as usize..pair[1] as usize)
    }

    /// The weights in fixed point: times `one`, rounded half to even.
    #[must_use]
    pub fn fixed(mut self, one: f32) -> Self {
        self.weight.iter_mut().for_each(|weight| *weight = (*weight * one).round_ties_even());
        self
    }

    /// The source pixels from the first to the last that any output position reads.
    pub fn sources(&self) -> Range<u32> {
        let first = self.source.iter().min().copied().unwrap_or_default();
        first..self.source.iter().max().map_or(first, |last| last + 1)
    }

    /// The same taps on a source that begins `by` pixels later; `by` is at most the first source pixel.
    pub fn rebase(&mut self, by: u32) {
        self.source.iter_mut().for_each(|source| *source = source.saturating_sub(by));
    }

    /// The same taps on a source that begins `by` pixels earlier.
    pub fn shift(&mut self, by: u32) {
        self.source.iter_mut().for_each(|source| *source = source.saturating_add(by));
    }

    /// Only the taps of some output positions.
    pub fn keep(&mut self, wanted: Range<u32>) {
        let spans = self.positions().skip(wanted.start as usize).take(wanted.len());
        let mut kept = Self::default();
        for span in spans {
            let sources = self.source.get(span.clone()).unwrap_or_default();
            kept.push(sources.iter().copied().zip(self.weight.get(span).unwrap_or_default().iter().copied()));
        }
        *self = kept;
    }
}
