//! What searches share: the table of what was found out, move ordering,
//! limits and time, reports.

pub mod budget;
pub(crate) mod history;
pub mod limits;
pub(crate) mod picker;
pub(crate) mod repetition;
pub mod report;
pub mod table;
pub(crate) mod watch;
