//! Numbers of actions as Python's.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyInt, PyList};

/// Every number of an action, made once: making some sixty anew for every list of legal actions would take
/// longer than finding them.
static NUMBERS: PyOnceLock<Vec<Py<PyInt>>> = PyOnceLock::new();

/// More than the actions of any board: the star has 121 holes.
const COUNT: u16 = 121 * 121;

/// These numbers as a list.
pub(crate) fn int_list<'py>(
    py: Python<'py>,
    numbers: impl ExactSizeIterator<Item = u16>,
) -> PyResult<Bound<'py, PyList>> {
    let known = NUMBERS.get_or_init(py, || {
        (0..COUNT)
            .map(|number| PyInt::new(py, number).unbind())
            .collect()
    });
    PyList::new(
        py,
        numbers.map(|number| known[usize::from(number)].bind_borrowed(py)),
    )
}
