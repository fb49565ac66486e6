//! How games ended.

use super::players::Ranking;
use crate::record::{Cause, GameRecord};
use longjump_wire::report::{CauseCount, EndCause};
use std::collections::BTreeMap;

/// How a game ended: by which rule, if by the rules.
pub(super) fn end_cause(game: &GameRecord) -> EndCause {
    game.ending.map_or_else(|| of_cause(game.cause), Into::into)
}

fn of_cause(cause: Cause) -> EndCause {
    match cause {
        Cause::Result => EndCause::Result,
        Cause::Repetition => EndCause::Repetition,
        Cause::Length => EndCause::Length,
        Cause::Solved => EndCause::Solved,
        Cause::Time => EndCause::Time,
        Cause::IllegalMove => EndCause::IllegalMove,
        Cause::Crash => EndCause::Crash,
        Cause::Stall => EndCause::Stall,
        Cause::Disconnect => EndCause::Disconnect,
        Cause::Flood => EndCause::Flood,
    }
}

/// How often games ended in each way, and who was at fault how often.
pub(super) fn counts(ranking: &Ranking, records: &[&GameRecord]) -> Vec<CauseCount> {
    let mut counts: BTreeMap<EndCause, (usize, Vec<usize>)> = BTreeMap::new();
    let none = || (0, vec![0; ranking.len()]);
    for game in records {
        counts.entry(end_cause(game)).or_insert_with(none).0 += 1;
        for fault in &game.faults {
            let (_, by_player) = counts.entry(of_cause(fault.cause)).or_insert_with(none);
            by_player[ranking.place(game.players[fault.seat])] += 1;
        }
    }
    let count = |(cause, (games, by_player))| CauseCount {
        cause,
        games,
        by_player,
    };
    counts.into_iter().map(count).collect()
}
