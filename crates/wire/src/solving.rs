//! How somebody does at puzzles.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// How somebody stands in the puzzles of a pack.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "solving.ts")]
pub struct Solver {
    /// Their rating by Glicko-2, 1500 for newcomers.
    pub rating: f64,
    /// How far off it may be: two in three are this close.
    pub deviation: f64,
    /// The puzzles of the pack that anybody has tried.
    pub puzzles: Vec<TriedPuzzle>,
}

/// A puzzle that somebody has tried.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "solving.ts")]
pub struct TriedPuzzle {
    /// What it is called in its pack.
    pub id: String,
    /// Its rating now.
    pub rating: f64,
    /// Whether who asks has solved it at once; none if they have not tried it.
    pub solved: Option<bool>,
}

/// Puzzles of a pack that somebody has tried, in their order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "solving.ts")]
pub struct PuzzleTries {
    /// The name of whose they are: what one page has done is not counted for who signed in on another.
    #[schema(max_length = 20)]
    pub player: String,
    /// 1 to 50; those that were told of before are not counted again.
    #[schema(min_items = 1, max_items = 50)]
    pub tries: Vec<PuzzleTry>,
}

/// That somebody has tried a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "solving.ts")]
pub struct PuzzleTry {
    /// What it is called in its pack.
    #[schema(max_length = 7)]
    pub id: String,
    /// Whether they solved it without a mistake.
    pub solved: bool,
}

/// A rating, after what was told of.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "solving.ts")]
pub struct SolverRating {
    /// The rating.
    pub rating: f64,
    /// How far off it may be.
    pub deviation: f64,
}
