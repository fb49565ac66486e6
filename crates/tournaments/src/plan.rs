//! What a tournament was announced with, as far as pairing goes.

use longjump_wire::tournament::TournamentKind;

/// What a tournament's pairings follow from, besides who is there and what was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// How it is played.
    pub kind: TournamentKind,
    /// Where chance begins: it decides where nothing else does.
    pub seed: u64,
    /// How many the game can seat, for tables.
    pub sizes: Vec<usize>,
    /// How many of them are wanted at a table.
    pub size: usize,
}
