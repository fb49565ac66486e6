//! What players report, and what those who keep order see and do.

use crate::rest::PlayerKind;
use crate::time::Moment;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// What somebody is said to have done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "order.ts")]
pub enum ReportKind {
    /// Has an engine play.
    Engine,
    /// Lets the clock run, or leaves, when the game is lost.
    Stalling,
    /// Is unkind with set phrases or offers.
    Conduct,
    /// Has a name that nobody should have.
    Name,
    /// Something else.
    Other,
}

impl ReportKind {
    /// All there are.
    pub const ALL: [Self; 5] = [
        Self::Engine,
        Self::Stalling,
        Self::Conduct,
        Self::Name,
        Self::Other,
    ];

    /// As it is called in the database.
    pub fn word(self) -> &'static str {
        match self {
            Self::Engine => "engine",
            Self::Stalling => "stalling",
            Self::Conduct => "conduct",
            Self::Name => "name",
            Self::Other => "other",
        }
    }
}

/// What a player tells of another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "order.ts")]
pub struct NewReport {
    /// The name of whom it is about.
    #[schema(max_length = 20)]
    pub about: String,
    /// The game in which it was, if it was in one that they played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 64)]
    #[ts(optional = nullable)]
    pub game: Option<String>,
    /// What it is about.
    pub kind: ReportKind,
    /// What there is to say, 500 characters at most.
    #[schema(max_length = 500)]
    pub text: String,
}

/// What a player has told of another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "order.ts")]
pub struct Report {
    /// Who tells it.
    pub by: String,
    /// When.
    pub at: Moment,
    /// The game in which it was.
    pub game: Option<String>,
    /// What it is about.
    pub kind: ReportKind,
    /// What they say.
    pub text: String,
}

/// What somebody has told of another, as they take it along.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OwnReport {
    /// When.
    pub at: Moment,
    /// What.
    #[serde(flatten)]
    pub report: NewReport,
}

/// Somebody about whom there are open reports.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "order.ts")]
pub struct Case {
    /// Their name.
    pub player: String,
    /// What is told of them, the oldest first.
    pub reports: Vec<Report>,
}

/// What somebody may not do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "order.ts")]
pub enum Measure {
    /// Sign in.
    Closed,
    /// Send set phrases and write studies; nobody else sees theirs.
    Muted,
    /// Play for ratings.
    Unrated,
}

impl Measure {
    /// All there are.
    pub const ALL: [Self; 3] = [Self::Closed, Self::Muted, Self::Unrated];

    /// As it is called in the database and in the log.
    pub fn word(self) -> &'static str {
        match self {
            Self::Closed => "closed",
            Self::Muted => "muted",
            Self::Unrated => "unrated",
        }
    }
}

/// What somebody may do to keep order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "order.ts")]
pub enum Role {
    /// All of it, and say who else may.
    Owner,
    /// All of it.
    Moderator,
}

impl Role {
    /// All there are.
    pub const ALL: [Self; 2] = [Self::Owner, Self::Moderator];

    /// As it is called in the database and in the log.
    pub fn word(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Moderator => "moderator",
        }
    }
}

/// A measure, and until when it is in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "order.ts")]
pub struct MeasureInForce {
    /// What.
    pub measure: Measure,
    /// Until when; none until it is lifted.
    pub until: Option<Moment>,
}

/// How somebody stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "order.ts")]
pub struct Standing {
    /// Their name.
    pub name: String,
    /// What they are.
    pub kind: PlayerKind,
    /// Since when.
    pub since: Moment,
    /// What they may do to keep order.
    pub role: Option<Role>,
    /// The measures in force.
    pub measures: Vec<MeasureInForce>,
    /// How many games of theirs were rated.
    pub rated_games: i64,
}

/// One line of the log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "order.ts")]
pub struct LogLine {
    /// When.
    pub at: Moment,
    /// Who did it, by the name that they have now; none for whoever runs the service.
    pub by: Option<String>,
    /// About whom, by the name that they have now.
    pub about: Option<String>,
    /// What.
    pub what: String,
    /// Why.
    pub note: String,
}

/// Somebody who came from the same network with the same browser.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "order.ts")]
pub struct Neighbour {
    /// Their name.
    pub name: String,
    /// How many games both sat in.
    pub games_together: i64,
    /// Whether there are measures about them.
    pub is_restricted: bool,
}

/// All that those who keep order see of somebody.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "order.ts")]
pub struct PlayerFile {
    /// How they stand.
    pub standing: Standing,
    /// What is told of them and still open, the oldest first.
    pub reports: Vec<Report>,
    /// Who may be the same person, or sit beside them.
    pub neighbours: Vec<Neighbour>,
    /// What was done about them, the newest first.
    pub log: Vec<LogLine>,
}

/// Something to be done about somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[ts(export_to = "order.ts")]
pub enum DeedKind {
    /// Tell them that it must not happen again.
    Warn,
    /// Forbid them something, for so many days or until it is lifted.
    Take {
        /// What.
        measure: Measure,
        /// For how long.
        #[schema(minimum = 1, maximum = 36500)]
        days: Option<i32>,
    },
    /// Allow it again.
    Lift {
        /// What.
        measure: Measure,
    },
    /// Give back the rating points that others lost to them, each loss once.
    Refund {
        /// In games of so many days.
        #[schema(minimum = 1, maximum = 36500)]
        days: i32,
    },
    /// Be done with what was told of them.
    Settle,
}

/// Something to be done about somebody, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "order.ts")]
pub struct NewDeed {
    /// What.
    pub deed: DeedKind,
    /// Why, for those who read the log; 500 characters at most.
    #[schema(max_length = 500)]
    pub note: String,
}

/// How somebody played a game, beyond the first moves, which are known by heart.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "order.ts")]
pub struct SeatPace {
    /// The seat, from 0.
    pub seat: usize,
    /// Who sat there.
    pub player: String,
    /// How many moves were looked at.
    pub moves: usize,
    /// Half of them took less.
    pub median_seconds: f64,
    /// The standard deviation of the times as a part of their mean.
    pub spread: f64,
    /// The share of moves before which the page was hidden.
    pub away: f64,
}

/// How its people played a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "order.ts")]
pub struct GamePaces {
    /// The game with its options.
    pub game: String,
    /// Its moves.
    pub moves: Vec<String>,
    /// How many of the first moves are left out.
    pub known_by_heart: usize,
    /// Its people.
    pub seats: Vec<SeatPace>,
}
