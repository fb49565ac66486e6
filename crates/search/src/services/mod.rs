//! What searches share: the table of what was found out, move ordering,
//! limits and time, reports.

pub(crate) mod budget;
pub(crate) mod frame;
pub(crate) mod history;
pub(crate) mod limits;
pub(crate) mod parameters;
pub(crate) mod picker;
pub(crate) mod pruning;
pub(crate) mod repetition;
pub(crate) mod report;
pub(crate) mod root;
pub(crate) mod sorting;
pub(crate) mod table;
pub(crate) mod task;
pub(crate) mod watch;
pub(crate) mod window;
