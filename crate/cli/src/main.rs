//! The `pixelproof` command: prepares images for vision models, and shows what a mistake does to them.

mod args;
mod array;
mod compare;
mod execute;
mod export;
mod failure;
mod import;
mod input;
mod list;
mod npy;
mod output;
mod picture;
mod pipeline;
mod progress;
mod run;

use std::process::ExitCode;

use clap::Parser;

use args::{Args, Command};
use failure::Result;

fn main() -> ExitCode {
    quiet_drivers();
    match command(Args::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            output::message(&format!("error: {failure}"));
            ExitCode::FAILURE
        }
    }
}

/// Keeps a line about a missing display off stderr: Mesa looks for a Wayland display wherever Vulkan is opened, and
/// complains where a session (cron, ssh, a container) has no folder for one.
fn quiet_drivers() {
    const FOLDER: &str = "XDG_RUNTIME_DIR";
    if cfg!(target_os = "linux") && std::env::var_os(FOLDER).is_none_or(|folder| folder.is_empty()) {
        // A path that cannot hold a display, and where nobody else can put one.
        // SAFETY: no other thread reads the environment, as this is the first thing that `main` does.
        unsafe { std::env::set_var(FOLDER, "/dev/null") };
    }
}

fn command(command: Command) -> Result<()> {
    match command {
        Command::Run(args) => run::run(&args),
        Command::Compare(args) => compare::compare(&args),
        Command::Export(args) => export::export(&args),
        Command::Import(args) => import::import(&args),
        Command::Presets { name, json } => list::presets(name.as_deref(), json),
        Command::Mistakes { id } => list::mistakes(id.as_deref()),
        Command::Schema => list::schema(),
    }
}
