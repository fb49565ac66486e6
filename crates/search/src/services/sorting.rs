//! Sorting that is compiled once. The standard library's sort is five kilobytes of code for each
//! closure it is called with, and a closure in generic code is another one for each game and
//! evaluation: forty of them were a seventh of the WebAssembly.

use crate::Score;
use longjump_rules::Move;

/// Moves by key, the lowest first; equal ones stay in their order.
pub fn by_key(moves: &mut [Move], key: impl Fn(Move) -> (Score, Score)) {
    let mut keyed: Vec<_> = moves.iter().map(|&mv| (key(mv), mv)).collect();
    sort_keyed(&mut keyed);
    for (place, (_, mv)) in moves.iter_mut().zip(keyed) {
        *place = mv;
    }
}

/// The lowest key first; equal ones stay in their order.
pub fn sort_keyed(keyed: &mut [((Score, Score), Move)]) {
    keyed.sort_by_key(|&(key, _)| key);
}

/// Candidates by what they promise, the best first; equal ones stay in their order.
pub(crate) fn most_promising_first(candidates: &mut [(Move, f32)]) {
    candidates.sort_by(|one, other| other.1.total_cmp(&one.1));
}
