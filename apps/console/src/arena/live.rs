//! How a tournament stands, on the terminal while it is held.

use indicatif::{ProgressBar, ProgressStyle};
use longjump_arena::summary;
use longjump_arena::{Scoreboard, Tournament};
use std::time::{Duration, Instant};

/// A table that is drawn anew where it stands.
pub(super) struct Live<'a> {
    tournament: &'a Tournament,
    bar: ProgressBar,
    started: Instant,
    /// Blocks that were there before.
    before: usize,
}

impl<'a> Live<'a> {
    pub(super) fn new(tournament: &'a Tournament, before: usize) -> Self {
        let style = ProgressStyle::with_template("{msg}\n{wide_bar} {pos} of {len} games")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        let games = tournament.schedule.blocks() * tournament.schedule.games_in_block();
        let bar = ProgressBar::new(games as u64).with_style(style);
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(250));
        }
        Self {
            tournament,
            bar,
            started: Instant::now(),
            before,
        }
    }

    pub(super) fn show(&self, scoreboard: &Scoreboard) {
        if self.bar.is_hidden() {
            return;
        }
        self.bar.set_position(scoreboard.games() as u64);
        let standing = summary::standing(self.tournament, scoreboard);
        let left = self.time_left(scoreboard);
        self.bar.set_message(format!("{standing}{left}"));
    }

    /// How long the rest takes at most; a test may end sooner.
    fn time_left(&self, scoreboard: &Scoreboard) -> String {
        let done = scoreboard.counted_blocks();
        let new = done.saturating_sub(self.before);
        if new == 0 {
            return String::new();
        }
        let each = self.started.elapsed().as_secs_f64() / new as f64;
        let left = each * (scoreboard.blocks() - done) as f64;
        let most = if scoreboard.test().is_some() {
            " at most"
        } else {
            ""
        };
        format!("{} left{most}", summary::time(left))
    }

    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
