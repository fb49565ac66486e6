//! What is done about those who spoil games for others: warnings, measures, refunds of rating points that
//! were lost to them, and a log of all of it that the database lets nobody change.

mod audit;
mod measures;
mod people;
mod refunds;

pub use audit::{Deed, Entry, log};
pub use measures::{Measure, has, lift, take, warn};
pub use people::{OrderError, Role, Standing, find, set_role, standing};
pub use refunds::{Refunded, refund};
