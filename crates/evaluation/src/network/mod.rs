//! Evaluations learned from games (NNUE): one wide hidden layer that follows the pieces, in small
//! integers.
//!
//! A net for two has the perspectives of both sides, each with the board turned its way, and says
//! how many moves the side to move is ahead; one for more seats has that of one ([`SeatViews`]).
//! [`FloatNet`] is what is learned and what the integers are held against; [`Net`] is what
//! plays. `docs/learning.md` has the shape and the file.

mod error;
mod file;
mod float_net;
mod learned;
mod net;
mod phases;
mod seats;
mod shape;
mod standard;
#[cfg(test)]
mod tests;
mod views;

pub use error::NetError;
pub use float_net::FloatNet;
pub use learned::{Accumulators, Fitted, HandMade, Learned};
pub use net::{About, Net};
pub use phases::{PHASES, Phases};
pub use seats::{LearnedSeats, SeatAccumulators, SeatViews};
pub use shape::{HIDDEN, LARGEST_FIRST_WEIGHT, LARGEST_OUTPUT_WEIGHT, MOVES_PER_UNIT};
#[cfg(not(target_arch = "wasm32"))]
pub use standard::packed;
pub use standard::{file_of, load_standard, standard};
pub use views::{Viewing, Views, kind_of};
