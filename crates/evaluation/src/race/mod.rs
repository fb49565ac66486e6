//! Exact distances: how many moves an army needs to fill its goal when nobody is in its way.
//!
//! Once two armies have passed each other each plays a puzzle of its own. A [`RaceTable`]
//! has the answer for every placement of an army in the last rows before the tip of its
//! goal: one for all seats of the star, as the board can be turned, and for the diamond, and
//! one for corners.
//! `docs/tables.md` says how it is made and kept.

mod build;
mod estimate;
mod goal_area;
mod moves;
mod plan;
mod rank;
mod region;
mod rhombus;
mod solo;
mod square;
mod standard;
mod table;
#[cfg(test)]
mod tests;
mod triangle;

pub use build::{Builder, Layer, NEVER};
pub use estimate::{Estimate, TERMS, fewest_moves, rows_left, terms};
pub use goal_area::{GoalArea, Shape};
pub use rank::{placement, placements, rank};
pub use region::Region;
pub use rhombus::{RHOMBUS_HOLES, Rhombus};
pub use solo::{SHORTEST_CROSSING, way_to_goal};
pub use square::Square;
pub use standard::{FILE, load_standard, standard};
pub use table::{RaceTable, TableError};
pub use triangle::{MARBLES, Triangle};
