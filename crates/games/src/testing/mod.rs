//! What tests of games share: random games, random positions, and boards as plain pictures.

use longjump_rules::{
    Ending, Game, GameSpec, Hole, Layout, Move, Playthrough, Position, PositionExt, Seat, Setup,
    Surface, notation,
};
use std::collections::{BTreeMap, BTreeSet};

/// The game a spec describes, known to be of this kind.
pub(crate) fn game<G: Game>(spec: &str) -> G {
    let spec: GameSpec = spec.parse().expect("a well-formed spec");
    assert_eq!(spec.name(), G::NAME);
    G::configure(spec.settings()).expect("a spec that exists")
}

/// Every sample of a game.
pub(crate) fn samples<G: Game>() -> impl Iterator<Item = G> {
    G::SAMPLES.iter().map(|spec| game(spec))
}

/// Plays a random game to its end and shows each position on the way, the last included.
pub(crate) fn random_game<G: Game>(
    game: &G,
    random: &mut fastrand::Rng,
    see: impl FnMut(&G::Position),
) -> Playthrough<G> {
    play_game(game, see, |play| {
        random.choice(play.legal_moves().iter()).copied()
    })
}

/// The same with seats that want to get somewhere: of a few random moves they
/// take the one that gets them nearest to their goal. So races are finished, which
/// at random they never are.
pub(crate) fn eager_game<G: Game>(
    game: &G,
    random: &mut fastrand::Rng,
    see: impl FnMut(&G::Position),
) -> Playthrough<G> {
    let layout = game.layout();
    let place = |hole: Hole| (layout.points[hole.index()].x, layout.points[hole.index()].y);
    let (left, bottom, right, top) = layout.bounds();
    let middle = ((left + right) / 2.0, (bottom + top) / 2.0);
    let distance = |one: (f64, f64), other: (f64, f64)| (one.0 - other.0).hypot(one.1 - other.1);
    // The hole of a goal that has to be filled first is the one farthest out.
    let tip = |seat: Seat| {
        let goal = layout
            .camps
            .iter()
            .find(|camp| camp.goal_of == Some(seat))?;
        let places = goal.holes.iter().map(|&hole| place(hole));
        places.max_by(|&one, &other| distance(one, middle).total_cmp(&distance(other, middle)))
    };
    play_game(game, see, |play| {
        let moves = play.legal_moves();
        let seat = play.position().turn();
        let cost = |mv: &Move| {
            let to_tip = |hole: Hole| tip(seat).map_or(0.0, |tip| distance(place(hole), tip));
            // Squared, so that those far behind are not left there.
            to_tip(mv.to()).powi(2) - to_tip(mv.from()).powi(2)
        };
        let count = random.usize(1..12);
        let few = random.choose_multiple(moves.iter().copied(), count);
        few.into_iter()
            .min_by(|one, other| cost(one).total_cmp(&cost(other)))
    })
}

fn play_game<G: Game>(
    game: &G,
    mut see: impl FnMut(&G::Position),
    mut choose: impl FnMut(&Playthrough<G>) -> Option<Move>,
) -> Playthrough<G> {
    let mut play = Playthrough::new(game.clone());
    see(play.position());
    while let Some(mv) = choose(&play) {
        play.play(mv).expect("legal moves are legal");
        see(play.position());
        assert!(play.played().len() < 5000, "a game that does not end");
    }
    play
}

/// The position drawn as rows of seat letters and dots, with the rest of its text behind.
#[track_caller]
pub(crate) fn drawn<G: Game>(game: &G, rows: &str, rest: &str) -> G::Position {
    let row_text = |row: &str| {
        let holes: String = row.split_whitespace().collect();
        let pieces: Vec<String> = holes
            .split_inclusive(|hole| hole != '.')
            .map(|run| match run.trim_start_matches('.') {
                piece if piece.len() == run.len() => piece.to_owned(),
                piece => format!("{}{piece}", run.len() - piece.len()),
            })
            .collect();
        pieces.concat()
    };
    let rows: Vec<String> = rows.trim().lines().map(row_text).collect();
    let text = format!("{} {rest}", rows.join("/"));
    notation::read_position(game, &text).unwrap_or_else(|error| panic!("{error}"))
}

/// The position after some moves.
#[track_caller]
pub(crate) fn after<G: Game>(game: &G, mut position: G::Position, moves: &[&str]) -> G::Position {
    for text in moves {
        let mv =
            notation::read_move(game, &position, text).unwrap_or_else(|error| panic!("{error}"));
        position.play(mv);
    }
    position
}

/// Checks the order of finish of a position, `-` standing for "not over".
#[track_caller]
pub(crate) fn check_standings<P: Position>(position: &P, expect: &str) {
    let standings = position.standings();
    let standings = standings.map_or("-".to_owned(), |standings| standings.to_string());
    assert_eq!(standings, expect);
}

/// Checks the order of finish and why it came to that.
#[track_caller]
pub(crate) fn check_end<G: Game>(game: &G, position: &G::Position, expect: &str, why: Ending) {
    check_standings(position, expect);
    assert_eq!(game.ending(position), Some(why));
}

/// A random position with the pieces of the start thrown onto the board
/// anywhere; `None` when no game can come to it.
pub(crate) fn constructed<G: Game>(game: &G, random: &mut fastrand::Rng) -> Option<G::Position> {
    let mut setup = game.setup_of(&game.start());
    random.shuffle(&mut setup.pieces);
    setup.turn = Seat::new(random.usize(..game.seats()));
    if game.counts_plies() {
        setup.ply = random.u32(..90);
    }
    game.position_from(&setup).ok()
}

/// Where a point is in the plane.
pub(crate) type Place = (i32, i32);

/// A board as a person sees it: points in the plane and what stands on them.
/// On hexagonal holes x counts in half steps, so that all is whole numbers.
pub(crate) struct Picture {
    pub(crate) points: BTreeMap<Place, Hole>,
    pub(crate) pieces: BTreeMap<Place, Seat>,
    /// The changes of place to a neighbouring point.
    pub(crate) directions: &'static [Place],
}

impl Picture {
    pub(crate) fn new(layout: &Layout, setup: &Setup) -> Self {
        let round = |number: f64| number.round() as i32;
        let mut picture = Self {
            points: BTreeMap::new(),
            pieces: BTreeMap::new(),
            directions: match layout.surface {
                Surface::Holes => &[(2, 0), (-2, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)],
                Surface::Squares => &[(1, 0), (-1, 0), (0, 1), (0, -1)],
            },
        };
        for point in &layout.points {
            let place = match layout.surface {
                Surface::Holes => (round(2.0 * point.x), round(point.y / 0.75f64.sqrt())),
                Surface::Squares => (round(point.x), round(point.y)),
            };
            picture.points.insert(place, point.hole);
            if let Some(seat) = setup.pieces[point.hole.index()] {
                picture.pieces.insert(place, seat);
            }
        }
        picture
    }

    /// The same with the piece at a place lifted.
    pub(crate) fn without(&self, place: Place) -> Self {
        let mut pieces = self.pieces.clone();
        pieces.remove(&place);
        Self {
            points: self.points.clone(),
            pieces,
            directions: self.directions,
        }
    }

    pub(crate) fn is_empty(&self, place: Place) -> bool {
        self.points.contains_key(&place) && !self.pieces.contains_key(&place)
    }

    pub(crate) fn is_occupied(&self, place: Place) -> bool {
        self.pieces.contains_key(&place)
    }

    /// The places of a seat's pieces.
    pub(crate) fn places_of(&self, seat: Seat) -> Vec<Place> {
        let of_seat = self.pieces.iter().filter(|&(_, &owner)| owner == seat);
        of_seat.map(|(&place, _)| place).collect()
    }

    pub(crate) fn mv(&self, from: Place, to: Place) -> Move {
        Move::new(self.points[&from], self.points[&to])
    }

    /// Every place that chains of hops from `from` lead to; `landings` tells
    /// where one hop leads. The piece must have been lifted.
    pub(crate) fn hop_chains(
        &self,
        from: Place,
        landings: impl Fn(&Self, Place) -> Vec<Place>,
    ) -> BTreeSet<Place> {
        let mut reached = BTreeSet::new();
        let mut to_visit = vec![from];
        while let Some(here) = to_visit.pop() {
            for land in landings(self, here) {
                if reached.insert(land) {
                    to_visit.push(land);
                }
            }
        }
        reached.remove(&from);
        reached
    }
}

/// `place` moved `times` steps in a direction.
pub(crate) fn shifted(place: Place, direction: Place, times: i32) -> Place {
    (place.0 + times * direction.0, place.1 + times * direction.1)
}

/// Checks that the moves generated are those of a slow, obvious reference.
pub(crate) fn check_moves<G: Game>(
    game: &G,
    position: &G::Position,
    reference: impl Fn(&Picture, Seat) -> BTreeSet<Move>,
) {
    if position.standings().is_some() {
        assert!(position.moves().is_empty(), "a finished game has no moves");
        return;
    }
    let picture = Picture::new(&game.layout(), &game.setup_of(position));
    let generated: BTreeSet<Move> = position.moves().into_iter().collect();
    let expected = reference(&picture, position.turn());
    let text = notation::write_position(game, position);
    assert_eq!(generated, expected, "{text}");
}

/// Holds a game's moves against a reference on random games and random positions.
pub(crate) fn check_against_reference<G: Game>(
    game: &G,
    seed: u64,
    reference: impl Fn(&Picture, Seat) -> BTreeSet<Move>,
) {
    let mut random = fastrand::Rng::with_seed(seed);
    random_game(game, &mut random, |position| {
        check_moves(game, position, &reference);
    });
    eager_game(game, &mut random, |position| {
        check_moves(game, position, &reference);
    });
    for _ in 0..100 {
        if let Some(position) = constructed(game, &mut random) {
            check_moves(game, &position, &reference);
        }
    }
}
