//! Ways in which the service could once be stalled, drowned or cheated; `docs/security-tests.md`
//! lists them.

mod connections;
mod engines;
mod limits;
mod nats;
mod people;
mod presence;
mod rooms;
mod telling;
