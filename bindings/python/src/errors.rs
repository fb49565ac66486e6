//! Errors that say what to do.

use pyo3::PyErr;
use pyo3::exceptions::PyValueError;
use std::error::Error;
use std::time::Duration;

pub(crate) fn wrong(message: String) -> PyErr {
    PyValueError::new_err(message)
}

/// What a library of ours says is wrong, which has what to do in it.
pub(crate) fn said(error: impl Error) -> PyErr {
    wrong(error.to_string())
}

/// A time given in seconds.
pub(crate) fn duration(seconds: f64) -> Result<Duration, PyErr> {
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| wrong(format!("{seconds} is no number of seconds")))
}

pub(crate) fn illegal_action(number: i64, legal: &[u16]) -> PyErr {
    let some: Vec<String> = legal.iter().take(3).map(u16::to_string).collect();
    wrong(match legal.len() {
        0 => format!("action {number} can't be played: the game is over"),
        1 => format!(
            "action {number} is not legal here; the only legal one is {}",
            some[0]
        ),
        count => format!(
            "action {number} is not legal here; legal_actions() has the {count} that are, such as {}",
            some.join(", ")
        ),
    })
}
