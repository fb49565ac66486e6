//! Corners held against the rules written out slowly.

use super::Corners;
use crate::testing::{
    Picture, check_against_reference, check_end, check_standings, drawn, shifted,
};
use longjump_rules::{Ending, Move, Seat};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn reference_moves(picture: &Picture, seat: Seat) -> BTreeSet<Move> {
    let forward = if seat == Seat::FIRST {
        [(1, 0), (0, 1)]
    } else {
        [(-1, 0), (0, -1)]
    };
    let one_hop = |picture: &Picture, from| {
        let over = forward
            .into_iter()
            .filter(|&d| picture.is_occupied(shifted(from, d, 1)));
        over.map(|d| shifted(from, d, 2))
            .filter(|&to| picture.is_empty(to))
            .collect()
    };
    let mut moves = BTreeSet::new();
    for from in picture.places_of(seat) {
        let steps = forward
            .into_iter()
            .map(|direction| shifted(from, direction, 1));
        let steps = steps.filter(|&to| picture.is_empty(to));
        let hops = picture.hop_chains(from, one_hop);
        moves.extend(steps.chain(hops).map(|to| picture.mv(from, to)));
    }
    moves
}

proptest! {
    #[test]
    fn moves_are_those_of_the_reference(seed: u64) {
        check_against_reference(&Corners::GAME, seed, reference_moves);
    }
}

#[test]
fn a_full_goal_wins() {
    let rows = "
        . . . . . a a a
        . . . . . a a a
        . . . . . a a a
        . . . . b . . .
        . . . . b . . .
        . . . b b . . .
        b b b . . . . .
        b b . . . . . .";
    let full = drawn(&Corners::GAME, rows, "b");
    check_end(&Corners::GAME, &full, "1-2", Ending::GoalFilled);
}

#[test]
fn who_cannot_move_loses() {
    let jammed = "
        . . . . a a a a
        . . . . . a a a
        . . . . . . a a
        . . . . . . . .
        b b b . . . . .
        b b b . . . . .
        b b b . . . . .
        . . . . . . . .";
    let jammed = drawn(&Corners::GAME, jammed, "a");
    check_end(&Corners::GAME, &jammed, "2-1", Ending::Stuck);
    let one_step_left = "
        . . . . a a a a
        . . . . a a a .
        . . . . . . a a
        . . . . . . . .
        b b b . . . . .
        b b b . . . . .
        b b b . . . . .
        . . . . . . . .";
    check_standings(&drawn(&Corners::GAME, one_step_left, "a"), "-");
}
