//! How many positions Python has looked at: the budget of an agent is measured in them.

use pyo3::prelude::*;
use std::cell::Cell;

thread_local! {
    static SEEN: Cell<u64> = const { Cell::new(0) };
}

/// Adds positions that were made by an action or searched by an engine.
pub(crate) fn count(positions: u64) {
    SEEN.set(SEEN.get().wrapping_add(positions));
}

/// How many positions this thread has made with `State.apply` or had searched by an `Engine` so far.
#[pyfunction]
pub(crate) fn positions_seen() -> u64 {
    SEEN.get()
}
