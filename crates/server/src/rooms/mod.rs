//! Rooms in use on this server: a cache of what the database has, and who watches.

mod act;
mod cache;
mod contests;
mod days;
mod deliver;
mod messages;
mod spectators;
mod upkeep;

pub(crate) use act::{ActError, played_room};
pub(crate) use cache::{Rooms, WatcherId};
pub(crate) use messages::text;
pub(crate) use upkeep::start as start_upkeep;
