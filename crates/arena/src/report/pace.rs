//! How fast and how deep engines think.

use crate::record::{GameRecord, TurnNote};

/// Sums over moves.
#[derive(Default)]
pub(super) struct Means {
    pub(super) moves: usize,
    microseconds: u64,
    depths: u64,
    with_depth: usize,
    nodes: u64,
    /// The time of moves that tell their nodes.
    searching: u64,
}

impl Means {
    pub(super) fn add(&mut self, note: &TurnNote) {
        self.moves += 1;
        self.microseconds += note.microseconds;
        if let Some(depth) = note.depth {
            self.depths += u64::from(depth);
            self.with_depth += 1;
        }
        if let Some(nodes) = note.nodes {
            self.nodes += nodes;
            self.searching += note.microseconds;
        }
    }

    pub(super) fn depth(&self) -> Option<f64> {
        (self.with_depth > 0).then(|| self.depths as f64 / self.with_depth as f64)
    }

    pub(super) fn milliseconds(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.microseconds as f64 / 1000.0 / self.moves as f64)
    }

    pub(super) fn nodes_per_second(&self) -> Option<f64> {
        (self.searching > 0).then(|| (self.nodes as f64 * 1e6 / self.searching as f64).round())
    }
}

/// The notes of a seat with the number of its own move, from 1.
pub(super) fn of_seat(game: &GameRecord, seat: usize) -> impl Iterator<Item = (usize, &TurnNote)> {
    let notes = game.turns.iter().filter(move |note| note.seat == seat);
    (1..).zip(notes)
}

/// How long everybody thought together.
pub(super) fn seconds(records: &[&GameRecord]) -> f64 {
    let notes = records.iter().flat_map(|game| &game.turns);
    notes.map(|note| note.microseconds).sum::<u64>() as f64 / 1e6
}
