//! Arenas: whoever waits is paired with somebody near in points, and not with whom they have just played.

use crate::meeting::{Entrant, Meeting};
use crate::past::{Past, count_of};
use crate::seed::mixed;
use crate::two::{cheapest_pairs, ordered, seated, unevenness};
use longjump_wire::tournament::TournamentKind;
use std::cmp::Reverse;

/// Who is farther away in the order is too far anyway.
const AT_ONCE: usize = 60;
/// So many are let wait in turn, if there is nobody for one of the others.
const TRIES: usize = 3;
/// To have met before, for each time.
const MET: i64 = 1 << 12;
/// One place between two, squared.
const APART: i64 = 1 << 8;
/// One step out of balance for both.
const UNEVEN: i64 = 1 << 8;
/// What chance may add.
const CHANCE: u64 = 1 << 6;

/// The tables of those who wait. `field` is who takes part just now, playing or not: if there are only two,
/// they play again and again.
pub(crate) fn pair(
    seed: u64,
    round: usize,
    field: &[Entrant],
    waiting: &[Entrant],
    meetings: &[Meeting],
) -> Vec<Vec<Entrant>> {
    let past = Past::new(TournamentKind::Arena, count_of(waiting), meetings);
    let order = ordered(seed, round, &past, waiting);
    if order.len().is_multiple_of(2) {
        return paired(seed, round, field, &order, &past).0;
    }
    // Who came from a game last goes on waiting; the others were there before. If these have just played each
    // other, the one who came before that goes on waiting instead.
    let mut newest = order.clone();
    newest.sort_by_key(|&one| {
        (
            Reverse(past.of(one).last_round),
            past.of(one).points,
            Reverse(one),
        )
    });
    let mut tables = Vec::new();
    for resting in newest.into_iter().take(TRIES) {
        let others: Vec<Entrant> = order
            .iter()
            .copied()
            .filter(|&one| one != resting)
            .collect();
        let (some, all_are) = paired(seed, round, field, &others, &past);
        if all_are || some.len() > tables.len() {
            tables = some;
        }
        if all_are {
            break;
        }
    }
    tables
}

/// The tables of these, and whether all of them sit at one.
fn paired(
    seed: u64,
    round: usize,
    field: &[Entrant],
    order: &[Entrant],
    past: &Past,
) -> (Vec<Vec<Entrant>>, bool) {
    let is_last = |one: Entrant, other: Entrant| past.of(one).last_opponent == Some(other);
    let cost = |one: usize, other: usize| {
        let (first, second) = (order[one], order[other]);
        if field.len() > 2 && (is_last(first, second) || is_last(second, first)) {
            return None;
        }
        let apart = (one.abs_diff(other) as i64).pow(2);
        let met = i64::from(past.met(first, second)).min(1 << 10);
        let chance = mixed(seed, &[round, first.min(second), first.max(second)]) % CHANCE;
        let uneven = unevenness(past, first, second).min(1 << 10);
        Some(apart * APART + met * MET + uneven * UNEVEN + chance as i64)
    };
    let (mut pairs, left) = cheapest_pairs(order.len(), AT_ONCE, cost);
    pairs.sort_unstable();
    let seated = |(one, other): (usize, usize)| seated(seed, round, past, order[one], order[other]);
    (pairs.into_iter().map(seated).collect(), left.is_empty())
}
