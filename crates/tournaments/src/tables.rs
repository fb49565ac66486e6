//! Tables of three to six: people of about as many points, who have met as little as can be found, each in
//! the seats where they sat least.

use crate::meeting::{Entrant, FULL, Meeting};
use crate::past::{Past, count_of};
use crate::plan::Plan;
use crate::seed::mixed;
use crate::two::ordered;

/// No game seats more.
pub const MOST_AT_A_TABLE: usize = 6;
/// To meet once more, for each time before: more than all that points could make up for at two tables.
const MET: i64 = 1 << 24;
/// What points are compared in: the least that two can be apart.
const APART: u32 = FULL / 20;
/// How far down the order somebody may be exchanged, in tables.
const REACH: usize = 24;
/// How often all exchanges are tried. It is over sooner where none is of use.
const SWEEPS: usize = 40;
/// What it costs to have nobody to play, in people at a table too small by one.
const BYE: usize = 1_000;

/// How many sit at each table so that as few as can be have nobody to play, and as many as can be sit at
/// tables of the size that is wanted, or near it. Who is not in the sum has a bye.
///
/// ```
/// use longjump_tournaments::sizes;
/// assert_eq!(sizes(12, &[3, 4, 6], 4), [4, 4, 4]);
/// assert_eq!(sizes(13, &[3, 4, 6], 4), [4, 3, 3, 3]);
/// assert_eq!(sizes(11, &[3, 4, 6], 6), [4, 4, 3]);
/// assert_eq!(sizes(5, &[3], 3), [3], "two have a bye");
/// ```
pub fn sizes(count: usize, allowed: &[usize], wanted: usize) -> Vec<usize> {
    let cost = |size: usize| size * size.abs_diff(wanted).pow(2);
    // For each number of people: what it costs, and the last table (1 is a bye).
    let mut best: Vec<(usize, usize)> = vec![(0, 0)];
    for people in 1..=count {
        let with = |size: usize, cost: usize| (best[people - size].0 + cost, size);
        let bye = (best[people - 1].0 + BYE * (wanted + 1), 1);
        let tables = allowed.iter().filter(|&&size| (2..=people).contains(&size));
        let tables = tables.map(|&size| with(size, cost(size)));
        // Of two ways as good the one with the larger table.
        let least = tables
            .chain([bye])
            .min_by_key(|&(cost, size)| (cost, usize::MAX - size));
        best.push(least.unwrap_or(bye));
    }
    let mut tables = Vec::new();
    let mut left = count;
    while left > 0 {
        let size = best[left].1;
        if size > 1 {
            tables.push(size);
        }
        left -= size;
    }
    tables.sort_unstable_by_key(|&size| (size.abs_diff(wanted), usize::MAX - size));
    tables
}

/// The tables of a round.
pub(crate) fn pair(
    plan: &Plan,
    round: usize,
    present: &[Entrant],
    meetings: &[Meeting],
) -> Vec<Vec<Entrant>> {
    let past = Past::new(plan.kind, count_of(present), meetings);
    let mut order = ordered(plan.seed, round, &past, present);
    let sizes = sizes(order.len(), &plan.sizes, plan.size);
    let idle = order.len() - sizes.iter().sum::<usize>();
    // Who had fewest byes has the next; among them whoever stands last.
    let mut byes: Vec<Entrant> = Vec::new();
    for _ in 0..idle {
        let last =
            (0..order.len()).min_by_key(|&place| (past.of(order[place]).byes, usize::MAX - place));
        byes.extend(last.map(|place| order.remove(place)));
    }
    let mut tables = Vec::new();
    let mut rest = order.into_iter();
    for &size in &sizes {
        tables.push(rest.by_ref().take(size).collect());
    }
    exchange(&past, &mut tables);
    for (number, table) in tables.iter_mut().enumerate() {
        *table = seated(plan.seed, round, number, &past, table);
    }
    tables.extend(byes.into_iter().map(|one| vec![one]));
    tables
}

/// What it costs to have somebody at a table with these, leaving one out.
fn cost(past: &Past, one: Entrant, table: &[Entrant], but: Entrant) -> i64 {
    let others = table.iter().filter(|&&other| other != but && other != one);
    let costs = others.map(|&other| {
        let met = i64::from(past.met(one, other));
        let apart = i64::from(past.of(one).points.abs_diff(past.of(other).points) / APART);
        met * MET + apart * apart
    });
    costs.sum()
}

/// Exchanges people between tables as long as that is of use: first so that fewer meet again, then so that
/// points are closer together.
fn exchange(past: &Past, tables: &mut [Vec<Entrant>]) {
    for _ in 0..SWEEPS {
        let mut is_better = false;
        for first in 0..tables.len() {
            let reach = tables.len().min(first + REACH + 1);
            for second in first + 1..reach {
                is_better |= exchange_between(past, tables, first, second);
            }
        }
        if !is_better {
            return;
        }
    }
}

/// Exchanges whom it is of use to exchange between two tables; whether there was anybody.
fn exchange_between(past: &Past, tables: &mut [Vec<Entrant>], first: usize, second: usize) -> bool {
    let mut is_better = false;
    for a in 0..tables[first].len() {
        for b in 0..tables[second].len() {
            let (one, other) = (tables[first][a], tables[second][b]);
            let now =
                cost(past, one, &tables[first], one) + cost(past, other, &tables[second], other);
            if now == 0 {
                continue;
            }
            let then =
                cost(past, one, &tables[second], other) + cost(past, other, &tables[first], one);
            if then < now {
                tables[first][a] = other;
                tables[second][b] = one;
                is_better = true;
            }
        }
    }
    is_better
}

/// People in the seats that come to the least, of all ways to seat them: each time that somebody sat in a
/// seat before makes it dearer, the more the more often. Among ways as good chance decides.
fn seated(seed: u64, round: usize, number: usize, past: &Past, table: &[Entrant]) -> Vec<Entrant> {
    let mut best = (u32::MAX, u64::MAX, table.to_vec());
    let mut table = table.to_vec();
    table.sort_unstable();
    let mut count = 0;
    permute(&mut table, 0, &mut |way| {
        count += 1;
        let dear = way.iter().enumerate();
        let dear = dear
            .map(|(seat, &one)| past.of(one).seats[seat].pow(2))
            .sum();
        if dear <= best.0 {
            let chance = mixed(seed, &[round, number, count]);
            if (dear, chance) < (best.0, best.1) {
                best = (dear, chance, way.to_vec());
            }
        }
    });
    best.2
}

/// Calls with every order of what is at `from` and behind.
fn permute(items: &mut [Entrant], from: usize, call: &mut impl FnMut(&[Entrant])) {
    if from + 1 >= items.len() {
        return call(items);
    }
    for index in from..items.len() {
        items.swap(from, index);
        permute(items, from + 1, call);
        items.swap(from, index);
    }
}
