//! Progress bars on standard error, shown only on a terminal.

use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// A bar for work of `steps` equal parts.
pub fn bar(steps: u64, what: &str) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {percent} % {elapsed}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(steps)
        .with_style(style)
        .with_message(what.to_owned());
    if !bar.is_hidden() {
        // Drawn at once, and its clock goes on between steps.
        bar.enable_steady_tick(Duration::from_millis(200));
    }
    bar
}
