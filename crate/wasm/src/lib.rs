//! The JavaScript face of pixelproof, for `crate/wasm/ts` alone.
//!
//! Specs and pipelines cross as JSON text: the same reader, limits and refusal of unknown keys as everywhere else. Pixels
//! and tensors cross as typed arrays, copied once. Every failure crosses as a plain object, see [`answer::Failure`].

mod answer;
mod js;
