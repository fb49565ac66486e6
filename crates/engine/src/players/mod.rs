//! Those who can sit at a table.

mod level;
mod many;
mod plain;
mod player;
mod searching;
mod settings;
mod weighed;
mod with_net;

pub use level::name_of_levels;
pub(crate) use many::{Algorithm, Many, Way};
pub(crate) use plain::{AlphaBeta, GREEDY, Greedy, PLAIN, RANDOM, Random};
pub(crate) use player::{DEFAULT, Decision, Player, Request};
pub(crate) use searching::Searching;
pub(crate) use with_net::WithNet;
