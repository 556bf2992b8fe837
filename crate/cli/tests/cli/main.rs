//! Runs the real `pixelproof` command, on real photos and on the golden arrays.

mod arrays;
mod bad_input;
mod bad_pipeline;
mod compare;
mod export;
mod golden;
mod import;
mod lists;
mod output;
mod pictures;
mod support;
