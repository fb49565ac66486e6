//! Round robins: everybody plays everybody, by the circle method, with first moves as even as can be.

use crate::meeting::Entrant;
use crate::seed::mixed;

/// How many rounds it takes until everybody has played everybody.
pub fn rounds(entrants: usize) -> usize {
    match entrants {
        0 | 1 => 0,
        even if even.is_multiple_of(2) => even - 1,
        odd => odd,
    }
}

/// The tables of a round. When all have met, they meet again with seats exchanged.
///
/// Places in the circle are numbers modulo that of rounds, and two meet in the round that is their sum. With
/// an even number the last one stands in the middle and meets whoever would meet themselves; with an odd
/// one that one rests.
pub(crate) fn pair(
    seed: u64,
    round: usize,
    field: &[Entrant],
    present: &[Entrant],
) -> Vec<Vec<Entrant>> {
    let mut order = field.to_vec();
    order.sort_by_key(|&entrant| (mixed(seed, &[entrant]), entrant));
    let turns = rounds(order.len());
    if turns == 0 || round == 0 {
        return Vec::new();
    }
    let (cycle, turn) = ((round - 1) / turns, (round - 1) % turns);
    let mut tables = Vec::new();
    for place in 0..turns {
        let other = (turn + turns - place) % turns;
        let pair = if other > place {
            // Even and odd sums take turns, so nobody is more than one first move ahead.
            let first_moves = (place + other) % 2 == 1;
            if first_moves {
                [place, other]
            } else {
                [other, place]
            }
        } else if other == place && order.len() > turns {
            let middle = turns;
            if place < turns.div_ceil(2) {
                [place, middle]
            } else {
                [middle, place]
            }
        } else {
            continue;
        };
        let mut table = pair.map(|place| order[place]).to_vec();
        if cycle % 2 == 1 {
            table.reverse();
        }
        // Who has gone is not played against: the other one has a bye.
        table.retain(|entrant| present.contains(entrant));
        if !table.is_empty() {
            tables.push(table);
        }
    }
    tables
}
