//! Corners held against the rules written out slowly.

use super::{Corners, MOST_PLIES};
use crate::testing::{
    Picture, Place, check_against_reference, check_end, check_standings, constructed, drawn,
    eager_game, game, random_game, shifted,
};
use longjump_rules::{Ending, Game, Move, Position, PositionExt, Seat, Standings, notation};
use proptest::prelude::*;
use std::cmp::Ordering;
use std::collections::BTreeSet;

fn waiting() -> Corners {
    game("corners:preset=waiting")
}

fn race() -> Corners {
    game("corners:preset=race")
}

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

/// The same where who can't move passes.
fn reference_moves_of_the_race(picture: &Picture, seat: Seat) -> BTreeSet<Move> {
    let mut moves = reference_moves(picture, seat);
    if moves.is_empty() {
        moves.insert(Move::PASS);
    }
    moves
}

/// The rows and columns of a seat's goal, which are its opponent's home.
fn goal_of(seat: Seat) -> std::ops::RangeInclusive<i32> {
    if seat == Seat::FIRST { 5..=7 } else { 0..=2 }
}

/// How the race stands, the rules written out slowly: the places and why, if it is over.
fn reference_end(
    picture: &Picture,
    to_move: Seat,
    ply: u32,
    deadline: Option<u32>,
) -> Option<(Standings, Ending)> {
    let moved = to_move.opponent();
    let is_in = |camp: &std::ops::RangeInclusive<i32>, (x, y): Place| {
        camp.contains(&x) && camp.contains(&y)
    };
    let count_in_goal = |seat: Seat| {
        let places = picture.places_of(seat).into_iter();
        places.filter(|&place| is_in(&goal_of(seat), place)).count()
    };
    let won = |seat, why| Some((Standings::duel_won_by(seat), why));
    if count_in_goal(moved) == 9 {
        return won(moved, Ending::GoalFilled);
    }
    let home = goal_of(to_move);
    let mut places = picture.places_of(moved).into_iter();
    if deadline.is_some_and(|deadline| ply > deadline) && places.any(|place| is_in(&home, place)) {
        return won(to_move, Ending::StayedHome);
    }
    if !Seat::first(2).all(|seat| reference_moves(picture, seat).is_empty()) {
        return None;
    }
    let lacking = |seat: Seat| -> i32 {
        let goal = goal_of(seat);
        let short = |at: i32| (goal.start() - at).max(at - goal.end()).max(0);
        let places = picture.places_of(seat).into_iter();
        places.map(|(x, y)| short(x) + short(y)).sum()
    };
    let [a, b] = [Seat::new(0), Seat::new(1)];
    let by = |order, why| match order {
        Ordering::Less => won(b, why),
        Ordering::Equal => None,
        Ordering::Greater => won(a, why),
    };
    by(count_in_goal(a).cmp(&count_in_goal(b)), Ending::MoreInGoal)
        .or_else(|| by(lacking(b).cmp(&lacking(a)), Ending::NearerGoal))
        .or(Some((Standings::draw(2), Ending::EqualRace)))
}

fn check_reference_end(
    game: &Corners,
    deadline: Option<u32>,
    position: &<Corners as Game>::Position,
) {
    let setup = game.setup_of(position);
    let picture = Picture::new(&game.layout(), &setup);
    let expected = reference_end(&picture, setup.turn, setup.ply, deadline);
    let found = position.standings().zip(game.ending(position));
    assert_eq!(
        found,
        expected,
        "{}",
        notation::write_position(game, position)
    );
    assert_eq!(found.is_some(), position.moves().is_empty());
}

/// Pieces pressed into the far corners at random, where they can hardly move any more.
fn pressed(game: &Corners, random: &mut fastrand::Rng) -> Option<<Corners as Game>::Position> {
    let mut setup = game.setup_of(&game.start());
    setup.pieces.fill(None);
    for seat in Seat::first(2) {
        let mut left = 9;
        let mut square: usize = 63;
        while left > 0 {
            let mirrored = if seat == Seat::FIRST {
                square
            } else {
                63 - square
            };
            if setup.pieces[mirrored].is_none() && random.u8(..5) > 0 {
                setup.pieces[mirrored] = Some(seat);
                left -= 1;
            }
            square = square.checked_sub(1)?;
        }
    }
    setup.turn = Seat::new(random.usize(..2));
    for seat in Seat::first(2) {
        setup.places[seat] = 0;
    }
    // What is over is written with its places, so those have to be found by trying.
    let places = [[0, 0], [1, 2], [2, 1], [1, 1]];
    places.into_iter().find_map(|[a, b]| {
        setup.places[Seat::new(0)] = a;
        setup.places[Seat::new(1)] = b;
        game.position_from(&setup).ok()
    })
}

proptest! {
    #[test]
    fn moves_are_those_of_the_reference(seed: u64) {
        check_against_reference(&game::<Corners>("corners:preset=waiting"), seed, reference_moves);
    }

    #[test]
    fn moves_of_the_race_are_those_of_the_reference(seed: u64) {
        for spec in ["corners:preset=race", "corners:stuck=passes,home_deadline=off"] {
            let game: Corners = game(spec);
            check_against_reference(&game, seed, reference_moves_of_the_race);
        }
    }

    #[test]
    fn the_race_ends_as_the_reference_says(seed: u64) {
        let mut random = fastrand::Rng::with_seed(seed);
        let rules = [("corners:preset=race", Some(80)), ("corners:stuck=passes,home_deadline=off", None)];
        for (spec, deadline) in rules {
            let game: Corners = game(spec);
            random_game(&game, &mut random, |position| check_reference_end(&game, deadline, position));
            eager_game(&game, &mut random, |position| check_reference_end(&game, deadline, position));
            for _ in 0..20 {
                let positions = [constructed(&game, &mut random), pressed(&game, &mut random)];
                for position in positions.iter().flatten() {
                    check_reference_end(&game, deadline, position);
                }
            }
        }
    }
}

#[test]
fn every_end_of_the_race_is_met() {
    let mut random = fastrand::Rng::with_seed(27);
    let game: Corners = game("corners:preset=race");
    let mut met = BTreeSet::new();
    for _ in 0..3000 {
        let played = eager_game(&game, &mut random, |_| ());
        assert!(played.played().len() <= MOST_PLIES.into());
        let position = pressed(&game, &mut random);
        let pressed = position.and_then(|position| game.ending(&position));
        met.extend(played.ending().into_iter().chain(pressed).map(Ending::name));
    }
    let ends = [
        "equal-race",
        "goal-filled",
        "more-in-goal",
        "nearer-goal",
        "stayed-home",
    ];
    assert_eq!(met.into_iter().collect::<Vec<_>>(), ends);
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
    let full = drawn(&waiting(), rows, "b");
    check_end(&waiting(), &full, "1-2", Ending::GoalFilled);
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
    let jammed = drawn(&waiting(), jammed, "a");
    check_end(&waiting(), &jammed, "2-1", Ending::Stuck);
    let one_step_left = "
        . . . . a a a a
        . . . . a a a .
        . . . . . . a a
        . . . . . . . .
        b b b . . . . .
        b b b . . . . .
        b b b . . . . .
        . . . . . . . .";
    check_standings(&drawn(&waiting(), one_step_left, "a"), "-");
}

#[test]
fn in_the_race_who_cannot_move_passes() {
    let jammed = "
        . . . . a a a a
        . . . . . a a a
        . . . . . . a a
        . . . . . . . .
        b b b . . . . .
        b b b . . . . .
        b b b . . . . .
        . . . . . . . .";
    let position = drawn(&race(), jammed, "a 70 -");
    check_standings(&position, "-");
    assert_eq!(position.moves().to_vec(), [Move::PASS]);
}

#[test]
fn when_nobody_can_move_the_nearer_wins_the_race() {
    let check = |rows: &str, rest: &str, why| {
        let places = rest.rsplit(' ').next().expect("places");
        let places: Vec<&str> = places.split("").filter(|place| !place.is_empty()).collect();
        check_end(&race(), &drawn(&race(), rows, rest), &places.join("-"), why);
    };
    let more_in_goal = "
        . . . . a a a a
        . . . . . a a a
        . . . . . . a a
        . . . . . . . .
        b . . . . . . .
        b b . . . . . .
        b b . . . . . .
        b b b b . . . .";
    check(more_in_goal, "a 90 12", Ending::MoreInGoal);
    let nearer = "
        . . . a a a a a
        . . . . . . a a
        . . . . . . a a
        . . . . . . . .
        b . . . . . . .
        b . . . . . . .
        b b b . . . . .
        b b b b . . . .";
    check(nearer, "b 90 21", Ending::NearerGoal);
    let level = "
        . . . . a a a a
        . . . . . a a a
        . . . . . . a a
        . . . . . . . .
        . . . . . . . .
        b b . . . . . .
        b b b . . . . .
        b b b b . . . .";
    check(level, "a 90 11", Ending::EqualRace);
}

#[test]
fn who_stays_at_home_in_the_race_loses() {
    let rows = "
        . . . . . . . b
        . . . . . a a a
        . . . . a a a .
        . . . . . . . .
        b b b . a a . .
        b b b . . . . .
        b b . . . . . .
        a . . . . . . .";
    check_standings(&drawn(&race(), rows, "b 79 -"), "-");
    check_standings(&drawn(&race(), rows, "a 80 -"), "-");
    check_end(
        &race(),
        &drawn(&race(), rows, "b 81 21"),
        "2-1",
        Ending::StayedHome,
    );
    check_end(
        &race(),
        &drawn(&race(), rows, "a 81 12"),
        "1-2",
        Ending::StayedHome,
    );
}

#[test]
fn a_race_has_the_places_that_its_board_shows() {
    let refused = |text: &str| notation::read_position(&race(), text).expect_err(text);
    let start = "5bbb/5bbb/5bbb/8/8/aaa5/aaa5/aaa5";
    refused(&format!("{start} a 0 12"));
    refused(&format!("{start} a"));
    refused(&format!("{start} a 361 -"));
    // Both would have lost already.
    refused(&format!("{start} a 90 12"));
}
