//! How fast and how deep engines think, turn by turn.

use super::pace::{Means, of_seat};
use super::players::Ranking;
use crate::record::GameRecord;
use longjump_wire::report::TurnStatistics;
use std::collections::BTreeMap;

/// What each player's moves of a turn have in common.
pub(super) fn by_turn(ranking: &Ranking, records: &[&GameRecord]) -> Vec<TurnStatistics> {
    let mut sums: BTreeMap<(usize, usize), Means> = BTreeMap::new();
    for game in records {
        for (seat, &player) in game.players.iter().enumerate() {
            for (turn, note) in of_seat(game, seat) {
                sums.entry((ranking.place(player), turn))
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
