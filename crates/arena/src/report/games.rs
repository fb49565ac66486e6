//! Games to step through: the board as data, and what each move changes on it.

use super::causes::end_cause;
use super::players::Ranking;
use crate::record::{GameRecord, SeatFault};
use longjump_engine::{EngineError, Outlook, Table, open_table};
use longjump_rules::{GameSpec, Seat};
use longjump_wire::layout::BoardLayout;
use longjump_wire::report::{ReportedGame, ReportedMove};

/// The board, and so many of the games.
pub(super) fn stepped(
    game: &GameSpec,
    ranking: &Ranking,
    records: &[&GameRecord],
    most: usize,
) -> Result<(BoardLayout, Vec<ReportedGame>), EngineError> {
    let mut table = open_table(game)?;
    let layout = table.layout().into();
    let chosen = chosen(records, most).into_iter();
    // A log that was tampered with may have moves that are none: those games are left out.
    let games = chosen.filter_map(|record| step_through(&mut *table, ranking, record));
    Ok((layout, games.collect()))
}

/// All games, or where there are too many those that somebody failed in, and some of the
/// others at equal distances.
fn chosen<'a>(records: &[&'a GameRecord], most: usize) -> Vec<&'a GameRecord> {
    if records.len() <= most {
        return records.to_vec();
    }
    let (mut failed, usual): (Vec<&GameRecord>, Vec<&GameRecord>) =
        records.iter().partition(|game| !game.faults.is_empty());
    failed.truncate(most / 2);
    let rest = most - failed.len();
    let step = usual.len().div_ceil(rest.max(1)).max(1);
    let mut games = failed;
    games.extend(usual.into_iter().step_by(step).take(rest));
    games.sort_by_key(|game| (game.block, game.game));
    games
}

fn pieces(table: &dyn Table) -> Vec<Option<usize>> {
    let setup = table.setup();
    let seats = setup.pieces.iter();
    seats.map(|piece| piece.map(Seat::index)).collect()
}

fn step_through(
    table: &mut dyn Table,
    ranking: &Ranking,
    record: &GameRecord,
) -> Option<ReportedGame> {
    table.set_up(record.start.as_deref(), &[]).ok()?;
    let start = pieces(table);
    let first = table.turn()?.index();
    let mut before = start.clone();
    let mut moves = Vec::new();
    let mut notes = record.turns.iter();
    for (ply, text) in record.moves.split_whitespace().enumerate() {
        let seat = table.turn()?.index();
        let route = table.route(text).ok()?;
        table.play(text).ok()?;
        let after = pieces(table);
        let changes = before.iter().zip(&after).enumerate();
        let changes = changes.filter(|(_, (before, after))| before != after);
        let note = notes
            .as_slice()
            .first()
            .filter(|_| ply >= record.opening_plies);
        moves.push(ReportedMove {
            text: text.to_owned(),
            seat,
            route: route.into_iter().map(|hole| hole.index()).collect(),
            changes: changes.map(|(hole, (_, &after))| (hole, after)).collect(),
            milliseconds: note.map(|note| (note.microseconds + 500) / 1000),
            score: note
                .and_then(|note| note.score)
                .map(|score| Outlook::of(score).to_string()),
            depth: note.and_then(|note| note.depth),
            nodes: note.and_then(|note| note.nodes),
        });
        if ply >= record.opening_plies {
            notes.next();
        }
        before = after;
    }
    // The one that ended the game, or else the first.
    let ended = |fault: &&SeatFault| fault.cause == record.cause;
    let fault = record.faults.iter().rfind(ended);
    let fault = fault.or(record.faults.first());
    Some(ReportedGame {
        block: record.block,
        number: record.game,
        opening: record.opening,
        players: record
            .players
            .iter()
            .map(|&player| ranking.place(player))
            .collect(),
        places: record.places.clone(),
        cause: end_cause(record),
        fault: fault.map(|fault| fault.seat),
        detail: fault.map(|fault| fault.detail.clone()),
        start,
        first,
        moves,
        opening_plies: record.opening_plies,
    })
}
