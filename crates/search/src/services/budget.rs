//! How much time to spend on a move.

use crate::{Limits, Score};
use longjump_rules::Move;
use std::time::Duration;

/// What a seat has on its clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// What is left for the rest of the game.
    pub remaining: Duration,
    /// What is added after each move.
    pub increment: Duration,
}

/// The share of the remaining time that one move gets.
const MOVES_TO_COME: u32 = 25;
/// No move takes more than this share of what is left.
const LARGEST_SHARE: u32 = 4;

impl Allowance {
    /// Limits for the next move, keeping `reserve` for what is lost on the way
    /// to whoever keeps the clock.
    pub fn limits(&self, reserve: Duration) -> Limits {
        let left = self.remaining.saturating_sub(reserve);
        let aim = left / MOVES_TO_COME + self.increment * 3 / 4;
        let end = (left / LARGEST_SHARE + self.increment).min(left);
        Limits {
            aim: Some(aim.min(end)),
            end: Some(end.max(Duration::from_millis(1))),
            ..Limits::default()
        }
    }
}

/// How the search has gone so far, as far as time goes.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Progress {
    /// Time since the search began.
    pub(crate) elapsed: Duration,
    /// What the last depth took.
    pub(crate) last_depth: Duration,
    /// What the depth before it took.
    pub(crate) depth_before: Duration,
    /// For how many depths the best move has been the same.
    pub(crate) stable_depths: u32,
    /// The share of positions looked at that came after the best move.
    pub(crate) best_move_share: f64,
    /// By how many moves the score has fallen since the last depth.
    pub(crate) fall: f64,
}

impl Progress {
    /// Whether another depth is worth beginning.
    pub(crate) fn goes_on(&self, limits: &Limits) -> bool {
        let Some(aim) = limits.aim else {
            return limits.end.is_none_or(|end| self.elapsed < end);
        };
        let wanted = aim.mul_f64(self.difficulty());
        let most = limits.end.map_or(wanted * 2, |end| end.min(wanted * 2));
        self.elapsed < wanted / 2 || self.elapsed + self.next_depth() <= most
    }

    /// What the next depth will take if times go on growing as they did last.
    fn next_depth(&self) -> Duration {
        let last = self.last_depth.as_secs_f64();
        let growth = last / self.depth_before.as_secs_f64().max(1e-6);
        Duration::from_secs_f64(last * growth.clamp(1.3, 8.0))
    }

    /// Less than 1 for a clear move: it has long been the best, and it got
    /// nearly all attention. More when the score is falling.
    fn difficulty(&self) -> f64 {
        let settled = match self.stable_depths {
            0 => 1.5,
            1 => 1.2,
            2..=4 => 1.0,
            _ => 0.8,
        };
        let share = 1.6 - self.best_move_share.clamp(0.0, 1.0);
        let fall = 1.0 + self.fall.clamp(0.0, 2.0) / 4.0;
        settled * share * fall
    }
}

/// Times of the depths so far.
#[derive(Default)]
pub(crate) struct Pace {
    pub(crate) progress: Progress,
    best: Option<Move>,
    score: Score,
}

impl Pace {
    /// A depth is completed, with this best move, its score and its share of all
    /// positions looked at.
    pub(crate) fn note(&mut self, elapsed: Duration, best: Move, score: Score, share: f64) {
        let before = self.progress;
        let stable = self.best == Some(best);
        self.progress = Progress {
            elapsed,
            last_depth: elapsed - before.elapsed,
            depth_before: before.last_depth,
            stable_depths: if stable { before.stable_depths + 1 } else { 0 },
            best_move_share: share,
            fall: f64::from(self.score - score) / 100.0,
        };
        self.best = Some(best);
        self.score = score;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn a_move_never_takes_more_than_there_is() {
        for remaining in [0, 1, 10, 50, 1_000, 60_000] {
            for increment in [0, 5, 100, 10_000] {
                let allowance = Allowance {
                    remaining: ms(remaining),
                    increment: ms(increment),
                };
                let limits = allowance.limits(ms(10));
                let end = limits.end.expect("an end");
                assert!(end <= ms(remaining.saturating_sub(10)).max(ms(1)));
                assert!(limits.aim.expect("an aim") <= end.max(ms(1)));
            }
        }
    }

    #[test]
    fn the_next_depth_is_begun_only_if_it_is_likely_to_end_in_time() {
        let limits = Limits {
            aim: Some(ms(100)),
            end: Some(ms(500)),
            ..Limits::default()
        };
        let progress = |elapsed, last, before| Progress {
            elapsed: ms(elapsed),
            last_depth: ms(last),
            depth_before: ms(before),
            stable_depths: 3,
            best_move_share: 0.6,
            fall: 0.0,
        };
        assert!(progress(40, 30, 8).goes_on(&limits), "it is early");
        assert!(progress(80, 40, 20).goes_on(&limits), "80 + 80 is in time");
        assert!(!progress(80, 60, 15).goes_on(&limits), "80 + 240 is not");
        let clear = Progress {
            stable_depths: 9,
            best_move_share: 0.98,
            ..progress(80, 40, 20)
        };
        assert!(!clear.goes_on(&limits), "a clear move needs less");
    }

    #[test]
    fn without_an_aim_all_of_the_time_is_used() {
        let limits = Limits::time(ms(100));
        let progress = |elapsed| Progress {
            elapsed: ms(elapsed),
            last_depth: ms(90),
            ..Progress::default()
        };
        assert!(progress(99).goes_on(&limits));
        assert!(!progress(100).goes_on(&limits));
    }
}
