//! Positions that are the same but for how one looks at the board.

use longjump_games::with_game;
use longjump_rules::{Game, GameAction, GameSpec, Seat, Setup, SpecError, Symmetry};
use std::collections::BTreeSet;

/// What all images of a position have in common: the least of them.
///
/// Whose turn it is belongs to an image, and a symmetry that exchanges seats exchanges it
/// too: with the seats go the colours, so whoever plays an opening in every rotation of the
/// seats plays its images with it. Plies are part of it: deadlines and limits go by them.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Canonical {
    pieces: Vec<Option<Seat>>,
    turn: Seat,
    ply: u32,
    places: Vec<u8>,
}

/// The symmetries of a game.
#[derive(Clone, Debug)]
pub(super) struct Symmetries(Vec<Symmetry>);

impl Symmetries {
    /// Those of this game.
    ///
    /// # Errors
    /// When there is no such game.
    pub(super) fn of(spec: &GameSpec) -> Result<Self, SpecError> {
        struct List;
        impl GameAction for List {
            type Output = Vec<Symmetry>;
            fn run<G: Game>(self, game: G) -> Self::Output {
                game.symmetries()
            }
        }
        with_game(spec, List).map(Self)
    }

    /// What a position has in common with all its images.
    pub(super) fn canonical(&self, setup: &Setup) -> Canonical {
        // A game need not list what its symmetries come to one after the other.
        let mut images = BTreeSet::from([image(setup)]);
        let mut new = vec![setup.clone()];
        while let Some(setup) = new.pop() {
            for symmetry in &self.0 {
                let other = symmetry.setup(&setup);
                if images.insert(image(&other)) {
                    new.push(other);
                }
            }
        }
        images.pop_first().expect("a position is its own image")
    }
}

fn image(setup: &Setup) -> Canonical {
    Canonical {
        pieces: setup.pieces.clone(),
        turn: setup.turn,
        ply: setup.ply,
        places: setup.places.iter().map(|(_, place)| place).collect(),
    }
}
