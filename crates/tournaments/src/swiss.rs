//! Swiss rounds: everybody plays somebody of as many points whom they have not met.

use crate::meeting::{Entrant, FULL, Meeting};
use crate::past::{Past, count_of};
use crate::seed::mixed;
use crate::two::{cheapest_pairs, ordered, seated, unevenness};
use longjump_wire::tournament::TournamentKind;

/// Up to so many are paired for the least cost there is.
const AT_ONCE: usize = 200;
/// To have met before: more than all other costs of all pairs together.
const MET: i64 = 1 << 42;
/// A bye more than others had, which is worse.
const BYE_AGAIN: i64 = 1 << 46;
/// A bye for somebody who has a half point more than the last.
const BYE_ABOVE: i64 = 1 << 34;
/// Half a point between two, squared.
const APART: i64 = 1 << 14;
/// One step out of balance for both.
const UNEVEN: i64 = 1 << 12;
/// What chance may add.
const CHANCE: u64 = 1 << 10;

/// The tables of a round.
pub(crate) fn pair(
    seed: u64,
    round: usize,
    present: &[Entrant],
    meetings: &[Meeting],
) -> Vec<Vec<Entrant>> {
    let past = Past::new(TournamentKind::Swiss, count_of(present), meetings);
    let order = ordered(seed, round, &past, present);
    // Somebody has nobody to play: whoever is paired with the place behind the last.
    let count = order.len().next_multiple_of(2);
    let halves = |entrant: Entrant| i64::from(past.of(entrant).points / (FULL / 2));
    let last = order.last().map_or(0, |&last| halves(last));
    let fewest = order
        .iter()
        .map(|&one| past.of(one).byes)
        .min()
        .unwrap_or(0);
    let cost = |one: usize, other: usize| {
        let (one, other) = (one.min(other), one.max(other));
        let first = order[one];
        let Some(&second) = order.get(other) else {
            let again = i64::from(past.of(first).byes - fewest).min(2);
            return Some(again * BYE_AGAIN + (halves(first) - last) * BYE_ABOVE);
        };
        let met = i64::from(past.met(first, second)).min(8);
        let apart = (halves(first) - halves(second)).pow(2);
        let chance = mixed(seed, &[round, first.min(second), first.max(second)]) % CHANCE;
        let uneven = unevenness(&past, first, second).min(64);
        Some(met * MET + apart * APART + uneven * UNEVEN + chance as i64)
    };
    let (pairs, _) = cheapest_pairs(count, AT_ONCE, cost);
    let mut tables: Vec<(usize, Vec<Entrant>)> = pairs
        .into_iter()
        .map(|(one, other)| match order.get(other) {
            Some(&second) => (one, seated(seed, round, &past, order[one], second)),
            None => (usize::MAX, vec![order[one]]),
        })
        .collect();
    tables.sort();
    tables.into_iter().map(|(_, table)| table).collect()
}
