//! Times in which no server could write: nobody is charged for them.

use longjump_wire::time::{Moment, Span};
use std::time::{Duration, Instant};

/// Servers note whom they see more often than this, in milliseconds: nobody could if there is a
/// longer time in which nobody has.
pub(super) const SHORTEST: i64 = 8_000;
/// How far back outages matter: no clock of minutes runs for longer.
pub(super) const REMEMBERED: i64 = 24 * 60 * 60 * 1000;

/// What a server knows of outages.
#[derive(Default)]
pub(super) struct Outages {
    /// When each began and ended.
    known: Vec<(Moment, Moment)>,
    /// When they were last read.
    read: Option<Instant>,
}

impl Outages {
    /// All that there were.
    pub(super) fn read(known: Vec<(Moment, Moment)>) -> Self {
        Self {
            known,
            read: Some(Instant::now()),
        }
    }

    /// Whether there may have been one that this server does not know of.
    pub(super) fn may_lack_one(&self) -> bool {
        let patience = Duration::from_millis(SHORTEST as u64);
        self.read.is_none_or(|read| read.elapsed() > patience)
    }

    /// What a moment counts as for a clock that was started at another: without the outages
    /// between them.
    pub(super) fn without(&self, since: Moment, until: Moment) -> Moment {
        let lost = self.known.iter().map(|&(began, ended)| {
            let lost: Span = ended.min(until) - began.max(since);
            lost.0 as i64
        });
        Moment(until.0 - lost.sum::<i64>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_overlaps_is_lost() {
        let outages = Outages::read(vec![(Moment(100), Moment(200)), (Moment(500), Moment(600))]);
        let counts_as = |since, until| outages.without(Moment(since), Moment(until)).0;
        assert_eq!(counts_as(0, 50), 50);
        assert_eq!(counts_as(0, 150), 100);
        assert_eq!(counts_as(150, 300), 250);
        assert_eq!(counts_as(0, 1_000), 800);
        assert_eq!(counts_as(200, 500), 500);
    }
}
