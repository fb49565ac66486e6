//! What is done about those who spoil games for others: reports, warnings, measures, refunds of rating points
//! that were lost to them, and a log of all of it that the database lets nobody change.

mod audit;
mod measures;
mod people;
mod refunds;
mod reports;

pub use audit::{Deed, log};
pub use measures::{has, lift, take, warn};
pub use people::{OrderError, find, neighbours, role_of, set_role, standing};
pub use refunds::{Refunded, refund};
pub use reports::{Reported, cases, report, reports_by, settle};
