//! What Swiss tournaments and arenas share: pairs, matched for the least cost, and who of two moves first.

use crate::matching::best_pairs;
use crate::meeting::Entrant;
use crate::past::Past;
use crate::seed::mixed;

/// No pair costs as much.
pub(crate) const MOST: i64 = 1 << 48;

/// Pairs for the least cost, of those with a cost below [`MOST`], and who is left over. As many are paired
/// as can be. So many are matched `at_once`; among more, this goes down the order: of what is best for so
/// many, the pairs of the first half are kept. `cost` is asked for places in the order in which entrants stand, which is that of `count`.
pub(crate) fn cheapest_pairs(
    count: usize,
    at_once: usize,
    cost: impl Fn(usize, usize) -> Option<i64>,
) -> (Vec<(usize, usize)>, Vec<usize>) {
    let mut waiting: Vec<usize> = (0..count).collect();
    let (mut pairs, mut left) = (Vec::new(), Vec::new());
    while !waiting.is_empty() {
        let now = waiting.len().min(at_once);
        let weight = |one: usize, other: usize| {
            // A pair more is worth more than whatever all others cost.
            cost(waiting[one], waiting[other])
                .map_or(0, |cost| (MOST - cost.clamp(0, MOST - 1)) + 128 * MOST)
        };
        let mates = best_pairs(now, weight);
        let is_last = now == waiting.len();
        // Only pairs that reach into the first half are settled, so that whoever is near the end of what was
        // looked at may still meet those behind.
        let settled = if is_last { now } else { now / 2 };
        let mut gone = vec![false; now];
        for (one, mate) in mates.iter().enumerate() {
            match *mate {
                Some(other) if one < other && one < settled => {
                    pairs.push((waiting[one], waiting[other]));
                    gone[one] = true;
                    gone[other] = true;
                }
                None if is_last => {
                    left.push(waiting[one]);
                    gone[one] = true;
                }
                _ => {}
            }
        }
        let before = waiting.len();
        let mut place = 0;
        waiting.retain(|_| {
            place += 1;
            place > now || !gone[place - 1]
        });
        // Nobody in the first half can be paired with anybody near: they are left over.
        if waiting.len() == before {
            left.extend(waiting.drain(..settled));
        }
    }
    (pairs, left)
}

/// Two in the order of their seats: who moved first less often does; else who did not the last time; else
/// chance decides.
pub(crate) fn seated(
    seed: u64,
    round: usize,
    past: &Past,
    one: Entrant,
    other: Entrant,
) -> Vec<Entrant> {
    let key = |entrant: Entrant| {
        let known = past.of(entrant);
        (
            known.lead(),
            known.last_seat == Some(0),
            mixed(seed, &[round, entrant, 1]),
        )
    };
    if key(one) <= key(other) {
        vec![one, other]
    } else {
        vec![other, one]
    }
}

/// What it costs to have two play who both should move first, or both should not.
pub(crate) fn unevenness(past: &Past, one: Entrant, other: Entrant) -> i64 {
    let (one, other) = (past.of(one).lead(), past.of(other).lead());
    if one.signum() == other.signum() {
        one.abs().min(other.abs()).pow(3)
    } else {
        0
    }
}

/// Entrants by their points, the first having most; where they have as many, chance decides.
pub(crate) fn ordered(seed: u64, round: usize, past: &Past, present: &[Entrant]) -> Vec<Entrant> {
    let mut order = present.to_vec();
    order.sort_by_key(|&entrant| {
        let points = std::cmp::Reverse(past.of(entrant).points);
        (points, mixed(seed, &[round, entrant]), entrant)
    });
    order
}
