//! One position of a game, as it is learned from.

use longjump_rules::{PerSeat, Setup};

/// A position of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrainingRecord {
    /// The number of its game in the file, from 0: positions of one game are much alike, so
    /// whoever validates what was learned keeps them together.
    pub game: u32,
    /// How many moves of the game were played before it, those of the opening too.
    pub moves: u16,
    /// The position.
    pub setup: Setup,
    /// How good it seemed to the seat to move, in hundredths of a move, if the engine said.
    pub score: Option<i32>,
    /// The place of each seat when the game was over.
    pub places: PerSeat<u8>,
}

impl TrainingRecord {
    /// What the game gave the seat to move, of 1: with two seats 1, 1/2 or 0, with more its
    /// share of the others, those counted half who shared its place.
    pub fn result(&self) -> f64 {
        let own = self.places[self.setup.turn];
        let others = self
            .places
            .iter()
            .filter(|&(seat, _)| seat != self.setup.turn);
        let half_points = others.map(|(_, place)| match place.cmp(&own) {
            std::cmp::Ordering::Greater => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Less => 0,
        });
        let most = 2 * (self.places.seats() - 1).max(1);
        f64::from(half_points.sum::<u32>()) / most as f64
    }
}
