//! Ratings of a pool of players from the orders of finish of their games.

mod bootstrap;
mod fit;
mod pool;
mod seats;

pub use bootstrap::rate;
pub use fit::{Anchor, ratings};
pub use pool::{Finish, Pool, PoolError};
pub use seats::{mean_over_blocks, seat_scores};
