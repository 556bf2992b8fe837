//! The `pixelproof` command: prepares images for vision models, and shows what a mistake does to them.

mod args;
mod array;
mod compare;
mod execute;
mod failure;
mod input;
mod list;
mod npy;
mod output;
mod picture;
mod pipeline;
mod run;

use std::process::ExitCode;

use clap::Parser;

use args::{Args, Command};
use failure::Result;

fn main() -> ExitCode {
    match command(Args::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            output::message(&format!("error: {failure}"));
            ExitCode::FAILURE
        }
    }
}

fn command(command: Command) -> Result<()> {
    match command {
        Command::Run(args) => run::run(&args),
        Command::Compare(args) => compare::compare(&args),
        Command::Presets { name, json } => list::presets(name.as_deref(), json),
        Command::Mistakes { id } => list::mistakes(id.as_deref()),
        Command::Schema => list::schema(),
    }
}
