#![doc = include_str!("../README.md")]

mod beam;
mod corners;
mod knights;
mod minicheckers;
mod plain;
mod thesis;

pub use beam::{BeamFound, beam};
pub use corners::{CornersFound, corners_minimax};
pub use knights::{KnightBoard, KnightsFound, Version, knights, share_of_time_left};
pub use minicheckers::{CheckersFound, checkers};
pub use plain::{Ordering, Plain, PlainTask, alpha_beta, minimax};
pub use thesis::{ALGORITHMS, Algorithm, ThesisBoard, ThesisFound, ThesisTask, thesis};
