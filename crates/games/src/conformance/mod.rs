//! The conformance kit: what every game in the list must do, checked without
//! naming any of them.

mod endings;
mod parsers;

use crate::testing::{constructed, eager_game, random_game, samples};
use crate::visit_games;
use longjump_rules::{
    Captures, Game, GameSpec, GameVisitor, Hole, IllegalMove, Move, MoveList, PieceObserver,
    Position, PositionExt, Seat, Setup, Surface, notation,
};
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Runs a check on every sample of every game.
fn for_every_game(check: impl Check) {
    struct Runner<C>(C);
    impl<C: Check> GameVisitor for Runner<C> {
        fn visit<G: Game>(&mut self) {
            for (number, game) in samples::<G>().enumerate() {
                let mut random = fastrand::Rng::with_seed(number as u64);
                self.0.check(&game, &mut random);
            }
        }
    }
    visit_games(&mut Runner(check));
}

trait Check {
    fn check<G: Game>(&self, game: &G, random: &mut fastrand::Rng);
}

/// Shows positions of random games, of games with seats that want to finish,
/// and random positions that no game came to.
fn for_many_positions<G: Game>(
    game: &G,
    random: &mut fastrand::Rng,
    games: usize,
    mut see: impl FnMut(&G::Position),
) {
    for _ in 0..games {
        random_game(game, random, &mut see);
        eager_game(game, random, &mut see);
    }
    for _ in 0..100 * games {
        if let Some(position) = constructed(game, random) {
            see(&position);
        }
    }
}

#[test]
fn legal_moves_are_unique_and_legal() {
    struct Legal;
    impl Check for Legal {
        fn check<G: Game>(&self, game: &G, random: &mut fastrand::Rng) {
            for_many_positions(game, random, 20, |position| {
                let moves = position.moves();
                let unique: BTreeSet<Move> = moves.into_iter().collect();
                assert_eq!(unique.len(), moves.len());
                assert_eq!(moves.is_empty(), position.standings().is_some());
                let pieces = game.setup_of(position).pieces;
                for mv in moves.into_iter().filter(|mv| !mv.is_pass()) {
                    assert_eq!(pieces[mv.from().index()], Some(position.turn()));
                    assert_ne!(pieces[mv.to().index()], Some(position.turn()));
                    // What it leads to is a position that a game can come to.
                    let mut after = position.clone();
                    after.play(mv);
                    let again = game.position_from(&game.setup_of(&after));
                    assert_eq!(again, Ok(after));
                }
                let passes = moves.iter().filter(|mv| mv.is_pass()).count();
                assert!(passes == 0 || moves.len() == 1, "a pass is never a choice");
            });
        }
    }
    for_every_game(Legal);
}

#[test]
fn illegal_moves_are_refused_and_change_nothing() {
    struct Illegal;
    impl Check for Illegal {
        fn check<G: Game>(&self, game: &G, random: &mut fastrand::Rng) {
            for_many_positions(game, random, 2, |position| {
                let mut after = position.clone();
                for mv in game.grid().holes().zip(game.grid().holes().skip(1)) {
                    let mv = Move::new(mv.0, mv.1);
                    if !position.moves().contains(&mv) {
                        assert_eq!(after.play_checked(mv).err(), Some(IllegalMove(mv)));
                    }
                }
                assert_eq!(after, *position);
            });
        }
    }
    for_every_game(Illegal);
}

#[test]
fn undo_restores_everything() {
    struct Undo;
    impl Check for Undo {
        fn check<G: Game>(&self, game: &G, random: &mut fastrand::Rng) {
            for_many_positions(game, random, 10, |position| {
                if position.standings().is_some() {
                    return;
                }
                let mut changed = position.clone();
                for mv in position.moves().into_iter().chain([Move::PASS]) {
                    let undo = changed.play(mv);
                    let deeper = changed.moves();
                    if let Some(&answer) = deeper.first() {
                        let undo_answer = changed.play(answer);
                        changed.undo(answer, undo_answer);
                    }
                    changed.undo(mv, undo);
                    assert_eq!(changed, *position);
                    assert_eq!(changed.key(), position.key());
                }
            });
        }
    }
    for_every_game(Undo);
}

/// The holes of each seat's pieces as an observer sees them.
struct Watched(Vec<Option<Seat>>);

impl PieceObserver for Watched {
    fn lifted(&mut self, seat: Seat, hole: Hole) {
        assert_eq!(self.0[hole.index()].take(), Some(seat), "a piece is there");
    }
    fn placed(&mut self, seat: Seat, hole: Hole) {
        let before = self.0[hole.index()].replace(seat);
        assert_eq!(before, None, "a piece goes where none is");
    }
}

#[test]
fn observers_see_every_change_and_captures_are_the_moves_that_take() {
    struct Observed;
    impl Check for Observed {
        fn check<G: Game>(&self, game: &G, random: &mut fastrand::Rng) {
            for_many_positions(game, random, 10, |position| {
                if position.standings().is_some() {
                    return;
                }
                let before = game.setup_of(position).pieces;
                let pieces = |setup: &[Option<Seat>]| setup.iter().flatten().count();
                let mut taking = BTreeSet::new();
                for mv in position.moves().into_iter().chain([Move::PASS]) {
                    let mut watched = Watched(before.clone());
                    let mut after = position.clone();
                    after.play_observed(mv, &mut watched);
                    assert_eq!(watched.0, game.setup_of(&after).pieces);
                    let takes = pieces(&watched.0) < pieces(&before);
                    assert_eq!(position.takes(mv), takes);
                    if takes {
                        taking.insert(mv);
                    }
                }
                let mut captures = MoveList::new();
                position.capturing_moves(&mut captures);
                assert_eq!(captures.into_iter().collect::<BTreeSet<Move>>(), taking);
                assert_eq!(captures.len(), taking.len(), "each once");
                match <G::Position as Position>::CAPTURES {
                    Captures::None => assert!(taking.is_empty()),
                    Captures::Free => {}
                    Captures::Compulsory => {
                        assert!(taking.is_empty() || taking.len() == position.moves().len());
                    }
                }
            });
        }
    }
    for_every_game(Observed);
}

#[test]
fn the_kept_key_is_the_key_computed_afresh() {
    struct Key;
    impl Check for Key {
        fn check<G: Game>(&self, game: &G, random: &mut fastrand::Rng) {
            for_many_positions(game, random, 20, |position| {
                let afresh = game.position_from(&game.setup_of(position));
                let afresh = afresh.unwrap_or_else(|error| {
                    panic!("{}: {error}", notation::write_position(game, position))
                });
                assert_eq!(afresh, *position);
                assert_eq!(afresh.key(), position.key());
            });
        }
    }
    for_every_game(Key);
}

#[test]
fn the_key_after_a_move_is_mostly_known_before() {
    struct Foretold;
    impl Check for Foretold {
        fn check<G: Game>(&self, game: &G, random: &mut fastrand::Rng) {
            let (mut right, mut all) = (0, 0);
            for_many_positions(game, random, 10, |position| {
                if position.standings().is_some() {
                    return;
                }
                for mv in position.moves().into_iter() {
                    let mut after = position.clone();
                    after.play(mv);
                    right +=
                        usize::from(position.likely_memory_key_after(mv) == after.memory_key());
                    all += 1;
                }
            });
            assert!(right * 20 > all * 19, "{}: {right} of {all}", G::NAME);
        }
    }
    for_every_game(Foretold);
}

/// Pieces, turn and places as one number by other means than the key.
fn fingerprint(setup: &Setup) -> u64 {
    let signs = setup
        .pieces
        .iter()
        .map(|piece| piece.map_or(6, |seat| seat.index() as u8));
    let mut hasher = DefaultHasher::new();
    hasher.write(&signs.collect::<Vec<u8>>());
    setup.turn.hash(&mut hasher);
    setup.places.hash(&mut hasher);
    hasher.finish()
}

/// Looks at so many positions of each game for two with one key, and for one with two keys.
struct Collisions {
    positions: usize,
}

impl GameVisitor for Collisions {
    fn visit<G: Game>(&mut self) {
        let samples: Vec<G> = samples().collect();
        for game in &samples {
            check_collisions(game, self.positions / samples.len());
        }
    }
}

fn check_collisions<G: Game>(game: &G, positions: usize) {
    let mut random = fastrand::Rng::with_seed(4);
    let mut keys = Vec::with_capacity(positions + 5000);
    while keys.len() < positions {
        let mut position = game.start();
        // The turn of a finished game means nothing, so that is left out.
        while let Some(&mv) = random.choice(position.moves().iter()) {
            keys.push((position.key(), fingerprint(&game.setup_of(&position))));
            position.play(mv);
        }
    }
    keys.sort_unstable();
    keys.dedup();
    let spec = GameSpec::new(G::NAME, game.settings());
    let collision = keys.windows(2).find(|pair| pair[0].0 == pair[1].0);
    assert_eq!(collision, None, "{spec}: one key for two positions");
    keys.sort_unstable_by_key(|&(_, fingerprint)| fingerprint);
    let split = keys.windows(2).find(|pair| pair[0].1 == pair[1].1);
    assert_eq!(split, None, "{spec}: two keys for one position");
}

#[test]
fn a_million_positions_of_each_game_do_not_collide() {
    visit_games(&mut Collisions {
        positions: 1_000_000,
    });
}

#[test]
#[ignore = "takes minutes"]
fn ten_million_positions_of_each_game_do_not_collide() {
    visit_games(&mut Collisions {
        positions: 10_000_000,
    });
}

#[test]
fn notation_round_trips() {
    struct RoundTrip;
    impl Check for RoundTrip {
        fn check<G: Game>(&self, game: &G, random: &mut fastrand::Rng) {
            let spec = GameSpec::new(G::NAME, game.settings());
            let again: GameSpec = spec.to_string().parse().expect("our own spec");
            assert_eq!(again, spec);
            let again = G::configure(again.settings()).expect("our own settings");
            assert_eq!(again.start(), game.start(), "{spec}");
            for_many_positions(game, random, 5, |position| {
                let text = notation::write_position(game, position);
                let again = notation::read_position(game, &text);
                assert_eq!(again.as_ref(), Ok(position), "{text}");
                for mv in &position.moves() {
                    let text = notation::write_move(game, mv);
                    assert_eq!(notation::read_move(game, position, &text), Ok(mv));
                }
            });
        }
    }
    for_every_game(RoundTrip);
}

#[test]
fn symmetric_positions_have_symmetric_moves() {
    struct Symmetric;
    impl Check for Symmetric {
        fn check<G: Game>(&self, game: &G, random: &mut fastrand::Rng) {
            let symmetries = game.symmetries();
            for_many_positions(game, random, 3, |position| {
                for symmetry in &symmetries {
                    let setup = symmetry.setup(&game.setup_of(position));
                    let image = game
                        .position_from(&setup)
                        .expect("symmetric positions exist");
                    let moves: BTreeSet<Move> = position
                        .moves()
                        .into_iter()
                        .map(|mv| symmetry.mv(mv))
                        .collect();
                    let image_moves: BTreeSet<Move> = image.moves().into_iter().collect();
                    assert_eq!(moves, image_moves);
                    assert_eq!(game.ending(position), game.ending(&image));
                    for seat in Seat::first(game.seats()) {
                        let place = |position: &G::Position, seat| {
                            position.standings().map(|standings| standings.place(seat))
                        };
                        assert_eq!(place(position, seat), place(&image, symmetry.seats[seat]));
                    }
                }
            });
        }
    }
    for_every_game(Symmetric);
}

#[test]
fn random_games_end_and_give_every_seat_a_place() {
    struct Ends;
    impl Check for Ends {
        fn check<G: Game>(&self, game: &G, random: &mut fastrand::Rng) {
            for number in 0..100 {
                let mut play = if number % 2 == 0 {
                    random_game(game, random, |_| ())
                } else {
                    eager_game(game, random, |_| ())
                };
                let standings = play.standings().expect("no moves are left, so it is over");
                let first = standings
                    .places()
                    .iter()
                    .filter(|&(_, place)| place == 1)
                    .count();
                assert!(first > 0, "somebody is first");
                assert_eq!(standings.places().seats(), game.seats());
                while play.take_back().is_some() {}
                assert_eq!(*play.position(), game.start());
                assert_eq!(play.standings(), None);
            }
        }
    }
    for_every_game(Ends);
}

#[test]
fn layouts_show_the_board_and_routes_lead_over_it() {
    struct Drawable;
    impl Check for Drawable {
        fn check<G: Game>(&self, game: &G, random: &mut fastrand::Rng) {
            check_layout(game);
            for_many_positions(game, random, 3, |position| {
                let pieces = game.setup_of(position).pieces;
                for mv in &position.moves() {
                    let route = game.route(position, mv);
                    if mv.is_pass() {
                        assert_eq!(route, []);
                        continue;
                    }
                    assert_eq!(
                        (route.first(), route.last()),
                        (Some(&mv.from()), Some(&mv.to()))
                    );
                    for (i, hole) in route.iter().enumerate() {
                        assert!(!route[..i].contains(hole), "no hole twice");
                        let between = i > 0 && i + 1 < route.len();
                        assert!(!between || pieces[hole.index()].is_none());
                    }
                }
            });
        }
    }
    for_every_game(Drawable);
}

fn check_layout<G: Game>(game: &G) {
    let layout = game.layout();
    let start = game.setup_of(&game.start());
    assert_eq!(layout.points.len(), game.grid().len());
    let mut places = BTreeSet::new();
    for (hole, point) in game.grid().holes().zip(&layout.points) {
        assert_eq!((point.hole, &point.name), (hole, &game.grid().name(hole)));
        let place = (
            (point.x * 1000.0).round() as i64,
            (point.y * 1000.0).round() as i64,
        );
        assert!(places.insert(place), "two holes in one place");
        assert!(point.playable || start.pieces[hole.index()].is_none());
    }
    assert_eq!(layout.lines.is_empty(), layout.surface == Surface::Squares);
    for &(a, b) in &layout.lines {
        let [a, b] = [a, b].map(|hole| &layout.points[hole.index()]);
        let distance = (a.x - b.x).hypot(a.y - b.y);
        assert!((distance - 1.0).abs() < 1e-9, "lines join neighbours");
    }
    for seat in Seat::first(game.seats()) {
        let home: Vec<_> = layout
            .camps
            .iter()
            .filter(|camp| camp.home_of == Some(seat))
            .collect();
        let holes = home
            .iter()
            .flat_map(|camp| &camp.holes)
            .fold(0, |set, hole| set | 1 << hole.index());
        assert_eq!(holes, start.holes_of(seat), "a home is where a seat starts");
    }
}
