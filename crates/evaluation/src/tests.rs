//! Sums that follow the pieces against sums computed afresh, and evaluations
//! against what they should say.

use crate::corners::{CornersEvaluator, CornersWeights};
use crate::diamond::DiamondWeights;
use crate::generic::Rows;
use crate::knightthrough::{KnightThroughEvaluator, KnightThroughWeights};
use crate::minicheckers::{MiniCheckersEvaluator, MiniCheckersWeights};
use crate::star::{StarRivalsWeights, StarWeights};
use crate::{Weights, diamond, star};
use longjump_games::corners::Corners;
use longjump_games::diamond::Diamond;
use longjump_games::knightthrough::KnightThrough;
use longjump_games::minicheckers::MiniCheckers;
use longjump_games::star::Star;
use longjump_rules::{Game, Playthrough, Position, PositionExt, Seat, notation};
use longjump_search::{Evaluator, SeatEvaluator, Verdict, Watch, play_followed, settled_pair};

fn game<G: Game>(spec: &str) -> G {
    let spec: longjump_rules::GameSpec = spec.parse().expect("a spec");
    G::configure(spec.settings()).expect("a game")
}

/// Random games, sometimes with passes between, following every piece.
fn check_sums<G: Game>(game: &G, evaluator: &impl Evaluator<G::Position>) {
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..30 {
        let mut position = game.start();
        let mut sums = evaluator.fresh(&position);
        while let Some(&mv) = random.choice(position.moves().iter()) {
            play_followed(&mut position, mv, evaluator, &mut sums);
            assert_eq!(sums, evaluator.fresh(&position));
        }
    }
}

/// A board and its mirror image, seats exchanged, are worth the same.
fn check_symmetry<G: Game>(game: &G, evaluator: &impl Evaluator<G::Position>) {
    let mut random = fastrand::Rng::with_seed(4);
    for _ in 0..10 {
        let mut play = Playthrough::new(game.clone());
        while let Some(&mv) = random.choice(play.legal_moves().iter()) {
            let position = play.position();
            let evaluate =
                |position: &G::Position| evaluator.evaluate(position, &evaluator.fresh(position));
            for symmetry in game.symmetries() {
                let setup = symmetry.setup(&game.setup_of(position));
                if let Ok(image) = game.position_from(&setup) {
                    let text = notation::write_position(game, position);
                    assert_eq!(evaluate(position), evaluate(&image), "{text}");
                    assert_eq!(
                        evaluator.gains(position)(mv),
                        evaluator.gains(&image)(symmetry.mv(mv))
                    );
                }
            }
            play.play(mv).expect("a legal move");
        }
    }
}

fn corners_evaluator(game: &Corners) -> CornersEvaluator {
    let weights = CornersWeights::read(CornersWeights::default_for(game.rules()));
    CornersEvaluator::new(weights.expect("our own weights"))
}

fn check<G: Game>(game: &G, evaluator: &impl Evaluator<G::Position>) {
    check_sums(game, evaluator);
    check_symmetry(game, evaluator);
    let rows = Rows::new(game.clone());
    check_sums(game, &rows);
    check_symmetry(game, &rows);
}

#[test]
fn sums_follow_the_pieces_and_symmetries_change_nothing() {
    for spec in ["star", "star:corners=open", "star:hops=symmetric"] {
        let star: Star = game(spec);
        check(&star, &star::evaluator(&star, &StarWeights::standard()));
    }
    let diamond: Diamond = game("diamond");
    check(
        &diamond,
        &diamond::evaluator(&diamond, &DiamondWeights::standard()),
    );
    for spec in ["corners:preset=waiting", "corners:preset=race"] {
        let corners: Corners = game(spec);
        check(&corners, &corners_evaluator(&corners));
    }
    check(&KnightThrough::GAME, &knights());
    check(
        &MiniCheckers::GAME,
        &MiniCheckersEvaluator::new(MiniCheckersWeights::standard()),
    );
}

#[test]
fn sums_follow_the_pieces_of_any_number_of_seats() {
    for seats in 2..=6 {
        let star: Star = game(&format!("star:seats={seats}"));
        check(&star, &star::rivals(&star, &StarRivalsWeights::standard()));
    }
}

/// What one is ahead another is behind, and who has finished is out of reach.
#[test]
fn what_all_seats_are_worth_adds_up_to_nothing() {
    let mut random = fastrand::Rng::with_seed(7);
    for seats in 2..=6 {
        let star: Star = game(&format!("star:seats={seats}"));
        let evaluator = star::rivals(&star, &StarRivalsWeights::standard());
        let mut position = star.start();
        while position.standings().is_none() {
            let moves = position.moves();
            let few = random.choose_multiple(moves.iter().copied(), 6);
            let gain = |&mv: &longjump_rules::Move| evaluator.gains(&position)(mv);
            let farthest = few.into_iter().max_by_key(gain);
            position.play(farthest.expect("a move"));
            if position.standings().is_some() {
                break;
            }
            let pair = settled_pair(seats);
            let sums = evaluator.fresh(&position);
            let worth = |seat| match position.place(seat) {
                Some(place) => pair * (seats as i32 + 1 - 2 * i32::from(place)),
                None => evaluator.value(&position, &sums, seat),
            };
            let all: Vec<i32> = Seat::first(seats).map(worth).collect();
            let sum = all.iter().sum::<i32>().abs();
            let text = notation::write_position(&star, &position);
            assert!(sum <= seats as i32, "{all:?} {text}");
            // Who still plays is worth less than whoever finished first, and more than
            // whoever dropped out.
            let rank = |seat| position.place(seat).map_or(0, i32::from);
            let top = Seat::first(seats).filter(|&seat| rank(seat) == 1);
            for first in top {
                let others = Seat::first(seats).filter(|&seat| rank(seat) == 0);
                assert!(
                    others.into_iter().all(|seat| worth(seat) < worth(first)),
                    "{text}"
                );
            }
        }
    }
}

fn knights() -> KnightThroughEvaluator {
    KnightThroughEvaluator::new(KnightThroughWeights::standard())
}

/// What is certain is what looking at everything finds, in just as many plies.
#[test]
fn verdicts_are_exact() {
    struct Unsure(Rows<KnightThrough>);
    impl Evaluator<<KnightThrough as Game>::Position> for Unsure {
        type Sums = <Rows<KnightThrough> as Evaluator<<KnightThrough as Game>::Position>>::Sums;
        fn fresh(&self, position: &<KnightThrough as Game>::Position) -> Self::Sums {
            self.0.fresh(position)
        }
        fn lift(&self, _: &mut Self::Sums, _: Seat, _: longjump_rules::Hole) {}
        fn place(&self, _: &mut Self::Sums, _: Seat, _: longjump_rules::Hole) {}
        fn evaluate(&self, _: &<KnightThrough as Game>::Position, _: &Self::Sums) -> i32 {
            0
        }
        fn gains(
            &self,
            _: &<KnightThrough as Game>::Position,
        ) -> impl Fn(longjump_rules::Move) -> i32 {
            |_| 0
        }
    }
    let game = KnightThrough::GAME;
    let unsure = Unsure(Rows::new(game));
    let mut random = fastrand::Rng::with_seed(5);
    let mut seen = [0; 4];
    for _ in 0..300 {
        let mut position = game.start();
        while let Some(&mv) = random.choice(position.moves().iter()) {
            if let Some(verdict) = knights().verdict(&position) {
                let (Verdict::WinIn(plies) | Verdict::LossIn(plies)) = verdict;
                let task = longjump_historic::PlainTask {
                    depth: plies.into(),
                    ordering: longjump_historic::Ordering::Generated,
                    quiescence: false,
                };
                let all =
                    longjump_historic::alpha_beta(&position, &unsure, task, &mut Watch::endless());
                let text = notation::write_position(&game, &position);
                assert_eq!(all.score, verdict.score(0), "{text}");
                seen[usize::from(plies)] += 1;
            }
            position.play(mv);
        }
    }
    assert!(seen[1] > 100 && seen[2] > 30 && seen[3] > 100, "{seen:?}");
}

/// Whether nine pieces can all reach squares of the goal going only up and to
/// the right, tried out piece by piece.
fn finds_room(pieces: &[(usize, usize)], free: &mut Vec<(usize, usize)>) -> bool {
    let Some((&(column, row), rest)) = pieces.split_first() else {
        return true;
    };
    (0..free.len()).any(|index| {
        let square = free[index];
        if square.0 < column || square.1 < row {
            return false;
        }
        free.remove(index);
        let found = finds_room(rest, free);
        free.insert(index, square);
        found
    })
}

#[test]
fn structures_that_can_never_finish_are_found_exactly() {
    let evaluator = CornersEvaluator::new(CornersWeights::standard());
    let mut random = fastrand::Rng::with_seed(6);
    let mut dead = 0;
    for _ in 0..3_000 {
        // Mostly near the goal, where there are structures that can't.
        let lowest = random.usize(0..6);
        let mut squares: Vec<(usize, usize)> =
            (0..64).map(|square| (square % 8, square / 8)).collect();
        squares.retain(|&(column, row)| column >= lowest && row + 1 >= lowest);
        random.shuffle(&mut squares);
        squares.truncate(9);
        let pieces = squares
            .iter()
            .fold(0, |all, (column, row)| all | 1 << (8 * row + column));
        let mut goal: Vec<(usize, usize)> = (0..9).map(|i| (5 + i % 3, 5 + i / 3)).collect();
        let expect = !finds_room(&squares, &mut goal);
        assert_eq!(
            evaluator.is_dead(Seat::new(0), pieces),
            expect,
            "{squares:?}"
        );
        assert_eq!(
            evaluator.is_dead(Seat::new(1), pieces.reverse_bits()),
            expect
        );
        dead += u32::from(expect);
    }
    assert!((300..2_700).contains(&dead), "{dead} of both kinds");
}

#[test]
fn weights_that_do_not_fit_are_refused_with_a_reason() {
    let text = StarWeights::DEFAULT.replace("hop", "jump");
    let error = StarWeights::read(&text).expect_err("an unknown weight");
    assert!(
        error.to_string().contains("unknown field `jump`"),
        "{error}"
    );
    let error = CornersWeights::read("step = 100").expect_err("weights are missing");
    assert!(error.to_string().contains("missing field"), "{error}");
    assert!(KnightThroughWeights::read("rows = 3").is_err());
}
