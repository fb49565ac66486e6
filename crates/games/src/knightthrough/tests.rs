//! KnightThrough held against the rules written out slowly.

use super::KnightThrough;
use crate::testing::{
    Picture, after, check_against_reference, check_end, check_standings, drawn, shifted,
};
use longjump_rules::{Ending, Move, Seat};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn reference_moves(picture: &Picture, seat: Seat) -> BTreeSet<Move> {
    let up = if seat == Seat::FIRST { 1 } else { -1 };
    let jumps = [(1, 2 * up), (-1, 2 * up), (2, up), (-2, up)];
    let mut moves = BTreeSet::new();
    for from in picture.places_of(seat) {
        for to in jumps.map(|jump| shifted(from, jump, 1)) {
            let on_board = picture.points.contains_key(&to);
            if on_board && picture.pieces.get(&to) != Some(&seat) {
                moves.insert(picture.mv(from, to));
            }
        }
    }
    moves
}

proptest! {
    #[test]
    fn moves_are_those_of_the_reference(seed: u64) {
        check_against_reference(&KnightThrough::GAME, seed, reference_moves);
    }
}

#[test]
fn the_far_row_wins() {
    let rows = "
        . . . . . . . .
        . . . . . . . .
        a . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . b
        . . . . . . . .
        . . . . . . . .";
    let position = drawn(&KnightThrough::GAME, rows, "a");
    check_standings(&position, "-");
    let arrived = after(&KnightThrough::GAME, position, &["a6b8"]);
    check_end(&KnightThrough::GAME, &arrived, "1-2", Ending::FarRow);
    let arrived = after(&KnightThrough::GAME, position, &["a6c7", "h3g1"]);
    check_end(&KnightThrough::GAME, &arrived, "2-1", Ending::FarRow);
}

#[test]
fn a_capture_takes_the_knight_away_and_the_last_one_wins() {
    let rows = "
        . . . . . . . .
        . . . . . . . .
        . . . b . . . .
        . . b . . . . .
        . . . . . . . .
        . a . . . . . .
        . . . . . . . .
        . . . . . . . .";
    let one_taken = after(
        &KnightThrough::GAME,
        drawn(&KnightThrough::GAME, rows, "a"),
        &["b3c5"],
    );
    check_standings(&one_taken, "-");
    assert_eq!(one_taken.pieces(Seat::new(1)).count_ones(), 1);
    let rows = "
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . b . . . . .
        . . . . . . . .
        . a . . . . . .
        . . . . . . . .
        . . . . . . . .";
    let last_taken = after(
        &KnightThrough::GAME,
        drawn(&KnightThrough::GAME, rows, "a"),
        &["b3c5"],
    );
    check_end(
        &KnightThrough::GAME,
        &last_taken,
        "1-2",
        Ending::AllCaptured,
    );
}
