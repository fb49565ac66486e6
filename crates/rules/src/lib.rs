#![doc = include_str!("../README.md")]

mod ending;
mod error;
mod game;
mod grid;
mod layout;
mod moves;
pub mod notation;
mod perft;
mod playthrough;
mod position;
pub mod record;
mod seat;
mod spec;
mod standings;

pub use ending::Ending;
pub use error::NotationError;
pub use game::{Game, GameAction, GameVisitor, Setup, SetupError, Symmetry};
pub use grid::Grid;
pub use layout::{Camp, Layout, Point, Surface};
pub use moves::{Hole, Move, MoveList, MoveWriter};
pub use perft::{LastPly, own_move_nodes, perft};
pub use playthrough::{Playthrough, Repetitions};
pub use position::{Captures, IllegalMove, LOOK_AHEAD, PieceObserver, Position, PositionExt};
pub use seat::{MAX_SEATS, PerSeat, Seat};
pub use spec::{GameOption, GameSpec, Settings, SpecError};
pub use standings::Standings;
