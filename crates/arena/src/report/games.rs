//! Games to step through: the board as data, and what each move changes on it.

use super::players::Order;
use crate::record::{GameRecord, SeatFault};
use longjump_engine::{EngineError, Outlook, Table, open_table};
use longjump_rules::{GameSpec, Seat, Surface};
use serde::Serialize;

/// A board as data, as the site's board takes it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct Layout {
    squares: bool,
    points: Vec<Point>,
    lines: Vec<(usize, usize)>,
    camps: Vec<Camp>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct Point {
    name: String,
    x: f64,
    y: f64,
    dark: bool,
    playable: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Camp {
    holes: Vec<usize>,
    home_of: Option<usize>,
    goal_of: Option<usize>,
}

/// A game to step through.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct Stepped {
    block: usize,
    number: usize,
    opening: usize,
    players: Vec<usize>,
    places: Vec<u8>,
    cause: String,
    fault: Option<usize>,
    detail: Option<String>,
    start: Vec<Option<usize>>,
    first: usize,
    moves: Vec<SteppedMove>,
    opening_plies: usize,
}

/// A move and what it changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct SteppedMove {
    text: String,
    seat: usize,
    route: Vec<usize>,
    changes: Vec<(usize, Option<usize>)>,
    milliseconds: Option<u64>,
    score: Option<String>,
    depth: Option<u32>,
    nodes: Option<u64>,
}

/// The board, and so many of the games.
pub(super) fn stepped(
    game: &GameSpec,
    order: &Order,
    records: &[&GameRecord],
    most: usize,
) -> Result<(Layout, Vec<Stepped>), EngineError> {
    let mut table = open_table(game)?;
    let layout = layout(&*table);
    let chosen = chosen(records, most).into_iter();
    // A log that was tampered with may have moves that are none: those games are left out.
    let games = chosen.filter_map(|record| step_through(&mut *table, order, record));
    Ok((layout, games.collect()))
}

fn layout(table: &dyn Table) -> Layout {
    let layout = table.layout();
    let rounded = |number: f64| (number * 1e4).round() / 1e4;
    let points = layout.points.into_iter().map(|point| Point {
        name: point.name,
        x: rounded(point.x),
        y: rounded(point.y),
        dark: point.dark,
        playable: point.playable,
    });
    let camps = layout.camps.into_iter().map(|camp| Camp {
        holes: camp.holes.iter().map(|hole| hole.index()).collect(),
        home_of: camp.home_of.map(Seat::index),
        goal_of: camp.goal_of.map(Seat::index),
    });
    let lines = layout.lines.iter();
    Layout {
        squares: layout.surface == Surface::Squares,
        points: points.collect(),
        lines: lines.map(|(a, b)| (a.index(), b.index())).collect(),
        camps: camps.collect(),
    }
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

fn step_through(table: &mut dyn Table, order: &Order, record: &GameRecord) -> Option<Stepped> {
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
        moves.push(SteppedMove {
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
    Some(Stepped {
        block: record.block,
        number: record.game,
        opening: record.opening,
        players: record
            .players
            .iter()
            .map(|&player| order.place(player))
            .collect(),
        places: record.places.clone(),
        cause: record.cause.to_string(),
        fault: fault.map(|fault| fault.seat),
        detail: fault.map(|fault| fault.detail.clone()),
        start,
        first,
        moves,
        opening_plies: record.opening_plies,
    })
}
