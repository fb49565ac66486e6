//! How fast and how deep players think, turn by turn.

use super::players::Order;
use crate::record::{GameRecord, TurnNote};
use serde::Serialize;
use std::collections::BTreeMap;

/// What a player's moves of one turn have in common, over all games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct TurnStatistics {
    player: usize,
    turn: usize,
    moves: usize,
    depth: Option<f64>,
    milliseconds: Option<f64>,
    nodes_per_second: Option<f64>,
}

/// Sums over moves.
#[derive(Default)]
pub(super) struct Means {
    moves: usize,
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

pub(super) fn by_turn(order: &Order, records: &[&GameRecord]) -> Vec<TurnStatistics> {
    let mut sums: BTreeMap<(usize, usize), Means> = BTreeMap::new();
    for game in records {
        for (seat, &player) in game.players.iter().enumerate() {
            for (turn, note) in of_seat(game, seat) {
                sums.entry((order.place(player), turn))
                    .or_default()
                    .add(note);
            }
        }
    }
    let line = |((player, turn), means): ((usize, usize), Means)| TurnStatistics {
        player,
        turn,
        moves: means.moves,
        depth: means.depth(),
        milliseconds: means.milliseconds(),
        nodes_per_second: means.nodes_per_second(),
    };
    sums.into_iter().map(line).collect()
}
