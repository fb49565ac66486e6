//! What a puzzle is, as files have it.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A position with one clear answer, and how it goes on as long as there is one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Puzzle {
    /// The position.
    pub position: String,
    /// The solver's moves with what the engine replies.
    pub steps: Vec<Step>,
    /// How many positions the engine looked at when the answer was verified.
    pub nodes: u64,
    /// From how many positions on the engine keeps to the answer.
    pub effort: u64,
    /// A first rating, which follows from the effort.
    pub rating: u32,
    /// What it is about.
    pub themes: Vec<Theme>,
    /// The number of its game.
    pub game: u64,
    /// How many moves of the game were played before.
    pub ply: usize,
}

impl Puzzle {
    /// Whether every answer is proven.
    pub fn is_proven(&self) -> bool {
        self.steps.iter().all(|step| step.proof.is_some())
    }
}

/// A move of the solver's.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// The one clear answer.
    pub answer: String,
    /// What share of the points it is worth.
    pub chance: f64,
    /// The best of the other moves.
    pub second: String,
    /// What share of the points that one is worth.
    pub second_chance: f64,
    /// What is proven, if anything is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<Proof>,
    /// What the opponent, or with more seats the others, play before the solver's next move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replies: Vec<String>,
}

/// What is proven of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "by")]
pub enum Proof {
    /// With best play the answer wins, and every other move draws or loses.
    OnlyWin,
    /// With best play the answer draws, and every other move loses.
    OnlyDraw,
    /// Nobody can disturb anybody any more: the answer wins the race, and every other move loses it.
    Race,
    /// The answer wins in so many moves of the solver's, itself included, whatever is replied, and no other
    /// move wins in as many.
    Win {
        /// How many.
        moves: u32,
    },
    /// After every other move the opponent wins in so many moves of its own, whatever is played, and after the
    /// answer not in as many.
    Defence {
        /// How many.
        moves: u32,
    },
}

/// What a puzzle is about; `docs/puzzles.md` has the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// The answer makes a long chain possible.
    Ladder,
    /// The answer is a long chain of hops.
    LongChain,
    /// What the opponent would have played can't be played any more.
    Block,
    /// A race that nobody can disturb any more.
    RaceCount,
    /// A knight runs through to the last row.
    Breakthrough,
    /// The opponent would rather not move.
    Zugzwang,
}

impl Theme {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Ladder,
        Self::LongChain,
        Self::Block,
        Self::RaceCount,
        Self::Breakthrough,
        Self::Zugzwang,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ladder => "ladder",
            Self::LongChain => "long-chain",
            Self::Block => "block",
            Self::RaceCount => "race-count",
            Self::Breakthrough => "breakthrough",
            Self::Zugzwang => "zugzwang",
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
