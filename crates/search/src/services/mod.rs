//! What searches share: the table of what was found out, move ordering,
//! limits and time, reports.

pub mod budget;
pub(crate) mod frame;
pub(crate) mod history;
pub mod limits;
pub mod parameters;
pub(crate) mod picker;
pub(crate) mod pruning;
pub(crate) mod repetition;
pub mod report;
pub(crate) mod root;
pub(crate) mod sorting;
pub mod table;
pub mod task;
pub(crate) mod watch;
pub(crate) mod window;
