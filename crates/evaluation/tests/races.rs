//! Races that count as certain end as announced, whatever the loser tries.

use longjump_evaluation::race::{MARBLES, Region, placement, placements};
use longjump_evaluation::{diamond, star};
use longjump_games::diamond::Diamond;
use longjump_games::race::Race;
use longjump_games::star::Star;
use longjump_rules::{Game, Move, Position, PositionExt, Seat, Settings, Setup};
use longjump_search::{Certainty, Verdict};

type Announce<'a> = dyn Fn(&Race) -> Option<Certainty> + 'a;

/// Both armies in their last seven rows, near their goals more often than not.
fn position<G: Game<Position = Race>>(game: &G, random: &mut fastrand::Rng) -> Option<Race> {
    let layout = game.layout();
    let mut setup = Setup::empty(layout.points.len(), 2);
    for seat in Seat::first(2) {
        let holes = random.choice([15, 21, 28])?;
        let marbles = placement(random.u64(..placements(holes, MARBLES)), MARBLES);
        let region = Region::of(&layout, seat)?;
        for hole in layout.points.iter().map(|point| point.hole) {
            let number = region.number(hole);
            if number.is_some_and(|number| marbles >> number & 1 == 1) {
                setup.pieces[hole.index()] = Some(seat);
            }
        }
        assert_eq!(setup.holes_of(seat).count_ones() as usize, MARBLES);
    }
    setup.turn = Seat::new(random.usize(..2));
    game.position_from(&setup).ok()
}

/// Follows the winner's moves while the loser plays as `reply` says, and all the way every
/// announcement has to be kept.
fn check_kept(start: &Race, announce: &Announce<'_>, mut reply: impl FnMut(&Race) -> Move) {
    let mut position = *start;
    let first = announce(start).expect("it is announced");
    let mut left = first.verdict.plies();
    let winner = match first.verdict {
        Verdict::WinIn(_) => position.turn(),
        Verdict::LossIn(_) => position.turn().opponent(),
    };
    while left > 0 {
        let certainty = announce(&position).expect("what was certain stays so");
        let is_winners = position.turn() == winner;
        let expected = if is_winners {
            Verdict::WinIn(left)
        } else {
            Verdict::LossIn(left)
        };
        assert_eq!(certainty.verdict, expected, "{start:?}");
        let mv = certainty.mv.unwrap_or_else(|| reply(&position));
        position.play_checked(mv).expect("a legal move");
        left -= 1;
    }
    let standings = position.standings().expect("the game is over");
    assert_eq!(standings.sole_winner(), Some(winner));
}

/// Every line of the loser's, as far as there are few.
fn check_all(position: &Race, announce: &Announce<'_>, plies: u8) {
    let Some(certainty) = announce(position) else {
        panic!("what was certain stays so: {position:?}");
    };
    assert_eq!(certainty.verdict.plies(), plies);
    let moves = match certainty.mv {
        Some(mv) => vec![mv],
        None => position.moves().to_vec(),
    };
    for mv in moves {
        let mut next = *position;
        next.play_checked(mv).expect("a legal move");
        if plies > 1 {
            check_all(&next, announce, plies - 1);
        } else {
            assert!(next.standings().is_some());
        }
    }
}

fn check<G: Game<Position = Race>>(game: &G, announce: &Announce<'_>, count: usize) {
    let mut random = fastrand::Rng::with_seed(3);
    let rows = longjump_evaluation::generic::Geometry::new(&game.layout(), 2);
    let (mut announced, mut longest) = (0, 0);
    while announced < count {
        // A placement may have filled its goal already.
        let Some(position) = position(game, &mut random) else {
            continue;
        };
        let Some(certainty) = announce(&position) else {
            continue;
        };
        announced += 1;
        let plies = certainty.verdict.plies();
        longest = longest.max(plies);
        if plies <= 4 {
            check_all(&position, announce, plies);
        }
        check_kept(&position, announce, |position| {
            *random.choice(position.moves().iter()).expect("a move")
        });
        // Back at the winner, as fast as it can.
        check_kept(&position, announce, |position| {
            let seat = position.turn();
            let gain =
                |mv: &Move| rows.row(seat, mv.to()) as i32 - rows.row(seat, mv.from()) as i32;
            *position
                .moves()
                .iter()
                .min_by_key(|mv| gain(mv))
                .expect("a move")
        });
    }
    assert!(longest >= 12, "only short races: {longest} plies");
}

#[test]
fn announced_races_are_won_in_time() {
    let settings = Settings::default();
    let star = Star::configure(&settings).expect("the usual star");
    check(&star, &|position| star::certainty(&star, position), 400);
    let diamond = Diamond::configure(&settings).expect("the usual diamond");
    check(
        &diamond,
        &|position| diamond::certainty(&diamond, position),
        200,
    );
}
