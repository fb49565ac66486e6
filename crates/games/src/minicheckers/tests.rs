//! Mini-Checkers held against the rules written out slowly.

use super::MiniCheckers;
use crate::testing::{Picture, check_against_reference, check_standings, drawn, shifted};
use longjump_rules::{Ending, Game, Move, PositionExt, Seat, notation};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn reference_moves(picture: &Picture, seat: Seat) -> BTreeSet<Move> {
    let up = if seat == Seat::FIRST { 1 } else { -1 };
    let forward = [(1, up), (-1, up)];
    let (mut captures, mut steps) = (BTreeSet::new(), BTreeSet::new());
    for from in picture.places_of(seat) {
        for direction in forward {
            let (near, far) = (shifted(from, direction, 1), shifted(from, direction, 2));
            if picture.is_empty(near) {
                steps.insert(picture.mv(from, near));
            }
            if picture.pieces.get(&near) == Some(&seat.opponent()) && picture.is_empty(far) {
                captures.insert(picture.mv(from, far));
            }
        }
    }
    match (captures.is_empty(), steps.is_empty()) {
        (false, _) => captures,
        (true, false) => steps,
        (true, true) => BTreeSet::from([Move::PASS]),
    }
}

proptest! {
    #[test]
    fn moves_are_those_of_the_reference(seed: u64) {
        check_against_reference(&MiniCheckers::GAME, seed, reference_moves);
    }
}

#[track_caller]
fn check(rows: &str, turn: &str, moves: &[&str], standings: &str, why: Option<Ending>) {
    let position = drawn(&MiniCheckers::GAME, rows, turn);
    let legal = position.moves();
    let legal: Vec<String> = legal
        .iter()
        .map(|&mv| notation::write_move(&MiniCheckers::GAME, mv))
        .collect();
    assert_eq!(legal, moves);
    check_standings(&position, standings);
    assert_eq!(MiniCheckers::GAME.ending(&position), why);
}

#[test]
fn capturing_is_compulsory() {
    let rows = "
        . . . . . .
        . . . . . .
        . . . . . .
        . . b . . .
        . a . . . .
        a . . . . .";
    check(rows, "a", &["b2d4"], "-", None);
}

#[test]
fn who_cannot_move_passes_while_the_other_can() {
    let rows = "
        . . . . . a
        . . . . . .
        . . . b . .
        . . . . . .
        . . . . . .
        . . . . . .";
    check(rows, "a", &["pass"], "-", None);
}

#[test]
fn the_game_ends_when_nobody_can_move() {
    let two_against_one = "
        . a . . . a
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        b . . . . .";
    check(two_against_one, "a", &[], "1-2", Some(Ending::MorePieces));
    let one_each = "
        . . . . . a
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        b . . . . .";
    check(one_each, "b", &[], "1-1", Some(Ending::EqualPieces));
}

#[test]
fn who_has_no_men_loses() {
    let rows = "
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . b . . . .
        . . . . . .";
    check(rows, "a", &[], "2-1", Some(Ending::AllCaptured));
}
