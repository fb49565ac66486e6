//! Who is paired with whom.

use longjump_wire::room::PlayerId;
use longjump_wire::time::Moment;

/// How far apart ratings may be at first.
const FIRST_WINDOW: f64 = 100.0;
/// How much farther with each second of waiting.
const WINDOW_A_SECOND: f64 = 15.0;
/// Nobody waits for a closer opponent than this for ever.
const WIDEST_WINDOW: f64 = 800.0;

/// Somebody who wants an opponent for a game and control that all seekers compared share.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Seeker {
    /// Who.
    pub player: PlayerId,
    /// How strong.
    pub rating: f64,
    /// Since when.
    pub since: Moment,
}

impl Seeker {
    fn window(&self, now: Moment) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "seconds of waiting are few")]
        let waited = (now - self.since).0 as f64 / 1_000.0;
        (FIRST_WINDOW + WINDOW_A_SECOND * waited).min(WIDEST_WINDOW)
    }

    fn fits(&self, other: &Self, now: Moment) -> bool {
        let apart = (self.rating - other.rating).abs();
        // Who has waited long takes what comes, and who has just come need not.
        self.player != other.player && apart <= self.window(now).max(other.window(now))
    }
}

/// The two to be paired first: of those that fit, whoever waits longest with the nearest in
/// strength.
///
/// ```
/// use longjump_online::{Seeker, best_pair};
/// use longjump_wire::room::PlayerId;
/// use longjump_wire::time::Moment;
/// let seeker = |id, rating, since| Seeker { player: PlayerId(id), rating, since: Moment(since) };
/// let seekers = [seeker(1, 1500.0, 0), seeker(2, 1900.0, 10), seeker(3, 1560.0, 20)];
/// assert_eq!(best_pair(&seekers, Moment(1_000)), Some((PlayerId(1), PlayerId(3))));
/// assert_eq!(best_pair(&seekers[..2], Moment(1_000)), None, "too far apart yet");
/// assert!(best_pair(&seekers[..2], Moment(40_000)).is_some(), "better than nobody");
/// ```
pub fn best_pair(seekers: &[Seeker], now: Moment) -> Option<(PlayerId, PlayerId)> {
    let mut by_wait: Vec<&Seeker> = seekers.iter().collect();
    by_wait.sort_by_key(|seeker| (seeker.since, seeker.player));
    for first in &by_wait {
        let nearest = by_wait
            .iter()
            .filter(|other| first.fits(other, now))
            .min_by(|a, b| {
                let apart = |other: &Seeker| (first.rating - other.rating).abs();
                apart(a).total_cmp(&apart(b))
            });
        if let Some(other) = nearest {
            return Some((first.player, other.player));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_paired_with_themselves() {
        let twice = Seeker {
            player: PlayerId(1),
            rating: 1500.0,
            since: Moment(0),
        };
        assert_eq!(best_pair(&[twice, twice], Moment(100_000)), None);
        assert_eq!(best_pair(&[], Moment(0)), None);
    }
}
