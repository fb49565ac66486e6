//! Whom somebody follows, and what players have played.

use crate::rest::{PlayerKind, RatingPool};
use crate::time::Moment;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// Somebody whom one follows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "following.ts")]
pub struct Followed {
    /// Their name.
    pub name: String,
    /// What they are.
    pub kind: PlayerKind,
    /// A public game that they play just now, with minutes on the clock.
    pub playing: Option<FollowedGame>,
}

/// What somebody whom one follows plays.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "following.ts")]
pub struct FollowedGame {
    /// What it is called in addresses.
    pub id: String,
    /// The game with its options.
    pub game: String,
}

/// What somebody has played in a day, in one game at one speed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "following.ts")]
pub struct Played {
    /// When the day began, by UTC.
    pub day: Moment,
    /// The game as ratings call it, or with its options if its rules are not rated.
    pub category: String,
    /// The speed.
    pub speed: String,
    /// How many games ended.
    pub games: u32,
    /// What they came to: 1 for a win, ½ for a draw; with more seats the share of the others who came in later.
    pub points: f64,
    /// The change of each rating that they counted for.
    pub changes: Vec<RatingChange>,
}

/// How a rating changed in a day.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "following.ts")]
pub struct RatingChange {
    /// Which.
    pub pool: RatingPool,
    /// What it was.
    pub before: f64,
    /// What it became.
    pub after: f64,
}

/// How two have played against each other, in one game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "following.ts")]
pub struct Against {
    /// The game with its options.
    pub game: String,
    /// In how many games the first came in before the other.
    pub won: i64,
    /// In how many neither did.
    pub drawn: i64,
    /// In how many the other did.
    pub lost: i64,
}
