//! What counts as a puzzle.

use serde::{Deserialize, Serialize};

/// What counts as a puzzle.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct MinerSettings {
    /// How many positions are looked at to find one.
    pub nodes: u64,
    /// How many times as many to verify it.
    pub factor: u64,
    /// By what share of the points the answer must be better than any other move.
    pub margin: f64,
}
