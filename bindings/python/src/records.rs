//! Records, the opening book and the table of races.

use crate::errors::said;
use crate::state::State;
use longjump_engine::{Table, open_record, open_table};
use longjump_rules::GameSpec;
use pyo3::prelude::*;

/// A record's game, start, moves, tags and places.
type Read = (
    String,
    Option<String>,
    Vec<String>,
    Vec<(String, String)>,
    Option<Vec<u32>>,
);

/// Reads a record of any game.
#[pyfunction]
pub(crate) fn read_record(text: &str) -> PyResult<Read> {
    let (spec, table, record) = open_record(text).map_err(said)?;
    let places = record.result.map(|standings| {
        standings
            .places()
            .iter()
            .map(|(_, place)| place.into())
            .collect()
    });
    Ok((
        spec.to_string(),
        record.start,
        table.played(),
        record.tags,
        places,
    ))
}

/// The game of a state as a record, with these tags.
#[pyfunction]
pub(crate) fn write_record(
    state: &Bound<'_, State>,
    tags: Vec<(String, String)>,
) -> PyResult<String> {
    table_of(&state.borrow())?.record(&tags, None).map_err(said)
}

/// What the opening book has for a position: moves with how far ahead they leave the mover, the best first.
#[pyfunction]
pub(crate) fn book(state: &Bound<'_, State>) -> PyResult<Vec<(String, f64)>> {
    let moves = table_of(&state.borrow())?.book();
    Ok(moves
        .into_iter()
        .map(|known| (known.mv, f64::from(known.score) / 100.0))
        .collect())
}

/// Who wins a race that nobody can disturb any more, and in how many moves of its own; None if it is not
/// one, or the game has no table.
#[pyfunction]
pub(crate) fn race(py: Python<'_>, state: &Bound<'_, State>) -> PyResult<Option<(usize, u32)>> {
    let table = table_of(&state.borrow())?;
    // The table of distances is unpacked when it is first needed.
    let race = py.detach(move || table.race());
    Ok(race.map(|race| (race.winner.index(), race.moves)))
}

fn table_of(state: &State) -> PyResult<Box<dyn Table>> {
    let spec: GameSpec = state.rulebook.spec.parse().map_err(said)?;
    let mut table = open_table(&spec).map_err(said)?;
    let (start, played, _) = state.question();
    let moves: Vec<&str> = played.iter().map(String::as_str).collect();
    table.set_up(start.as_deref(), &moves).map_err(said)?;
    Ok(table)
}
