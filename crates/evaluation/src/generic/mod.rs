//! Evaluations that know a board only by its layout.

mod crossing;
mod geometry;
mod marbles;
mod pieces;
mod racing;
mod rivals;
mod rows;

pub use crossing::{Crossing, CrossingSums, CrossingWeights};
pub use geometry::Geometry;
pub(crate) use geometry::{mirrored, turned, way_of};
pub(crate) use marbles::{MarbleValues, holes_in};
pub(crate) use pieces::{PieceSums, PieceValues, follow_pieces};
pub(crate) use racing::certainty_of;
pub(crate) use rivals::settled;
pub use rivals::{Rivals, RivalsSums, RivalsWeights};
pub use rows::Rows;
