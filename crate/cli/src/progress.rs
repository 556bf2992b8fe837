//! What the command is at, for somebody who watches; nothing where stderr is no terminal.

use std::time::Duration;

use indicatif::ProgressBar;

/// A line on the terminal that is gone when this is.
pub struct Progress(ProgressBar);

impl Progress {
    pub fn new() -> Self {
        let line = ProgressBar::new_spinner();
        line.enable_steady_tick(Duration::from_millis(100));
        Self(line)
    }

    /// Says what comes next.
    pub fn say(&self, what: impl Into<String>) {
        self.0.set_message(what.into());
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
