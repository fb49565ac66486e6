//! Positions that are the same but for how one looks at the board.

use longjump_dataset::mixed;
use longjump_games::with_game;
use longjump_rules::{Game, GameAction, GameSpec, Hole, PerSeat, Seat, Setup, SpecError, Symmetry};

/// All ways to turn and mirror a game's board, not at all among them.
#[derive(Clone, Debug)]
pub(super) struct Images(Vec<Symmetry>);

impl Images {
    pub(super) fn of(game: &GameSpec) -> Result<Self, SpecError> {
        struct List;
        impl GameAction for List {
            type Output = Images;
            fn run<G: Game>(self, game: G) -> Images {
                let holes = game.layout().points.len();
                let as_it_is = Symmetry {
                    holes: (0..holes).map(Hole::new).collect(),
                    seats: PerSeat::from_fn(game.seats(), |seat| seat),
                };
                Images(closed(as_it_is, &game.symmetries()))
            }
        }
        with_game(game, List)
    }

    /// A number that tells positions apart, the same for all images of one. Plies are left
    /// out, as nets don't see them.
    pub(super) fn key(&self, setup: &Setup) -> u64 {
        let keys = self.0.iter().map(|image| key(image, setup));
        keys.min().expect("a position is its own image")
    }
}

/// What some symmetries come to one after the other, which a game need not list.
fn closed(as_it_is: Symmetry, listed: &[Symmetry]) -> Vec<Symmetry> {
    let mut all = vec![as_it_is];
    let mut next = 0;
    while let Some(image) = all.get(next).cloned() {
        next += 1;
        for symmetry in listed {
            let both = Symmetry {
                holes: image
                    .holes
                    .iter()
                    .map(|hole| symmetry.holes[hole.index()])
                    .collect(),
                seats: image.seats.map(|seat| symmetry.seats[seat]),
            };
            if !all.contains(&both) {
                all.push(both);
            }
        }
    }
    all
}

fn key(image: &Symmetry, setup: &Setup) -> u64 {
    let part = |kind: u64, seat: Seat, number: usize| {
        mixed(kind, (number * 8 + image.seats[seat].index()) as u64)
    };
    let pieces = setup.pieces.iter().zip(&image.holes);
    let pieces = pieces.filter_map(|(piece, hole)| Some(part(1, (*piece)?, hole.index())));
    let places = setup.places.iter();
    let places = places.map(|(seat, place)| part(2, seat, place.into()));
    let parts = pieces.chain(places).chain([part(3, setup.turn, 0)]);
    parts.fold(0, u64::wrapping_add)
}
