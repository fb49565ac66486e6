//! How good a position is for the seat to move.

use std::fmt;

/// Hundredths of a move ahead, or, beyond [`EVALUATION_LIMIT`], a proven result
/// with its distance.
pub type Score = i32;

/// More than any score.
pub const INFINITE: Score = 32_001;
/// A win that has happened already; each ply it is away takes one off.
pub const WIN: Score = 32_000;
/// Neither side is ahead; also the score of a draw.
pub const DRAW: Score = 0;
/// The most that an evaluation says. Scores beyond it are proven.
pub const EVALUATION_LIMIT: Score = WIN - 1_001;

/// The score of a win after so many plies from the root.
#[inline]
pub const fn win_in(plies: usize) -> Score {
    WIN - plies as Score
}

/// The score of a loss after so many plies from the root.
#[inline]
pub const fn lost_in(plies: usize) -> Score {
    -WIN + plies as Score
}

/// Whether a score is a proven win or loss.
#[inline]
pub const fn is_proven(score: Score) -> bool {
    score.abs() > EVALUATION_LIMIT
}

/// A score as people and protocols see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outlook {
    /// Hundredths of a move ahead.
    Ahead(Score),
    /// The seat to move wins after so many plies, whatever the other does.
    WinIn(u32),
    /// The seat to move loses after so many plies if the other plays well.
    LossIn(u32),
}

impl Outlook {
    /// What a score says.
    pub const fn of(score: Score) -> Self {
        if !is_proven(score) {
            Self::Ahead(score)
        } else if score > 0 {
            Self::WinIn((WIN - score) as u32)
        } else {
            Self::LossIn((WIN + score) as u32)
        }
    }

    /// The score that says this; what is farther than any score can say is the farthest.
    ///
    /// ```
    /// use longjump_search::Outlook;
    /// for score in [-31_995, -250, 0, 31_000] {
    ///     assert_eq!(Outlook::of(score).score(), score);
    /// }
    /// ```
    pub fn score(self) -> Score {
        let farthest = (WIN - EVALUATION_LIMIT - 1) as u32;
        match self {
            Self::Ahead(score) => score.clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT),
            Self::WinIn(plies) => win_in(plies.min(farthest) as usize),
            Self::LossIn(plies) => lost_in(plies.min(farthest) as usize),
        }
    }
}

impl fmt::Display for Outlook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ahead(score) => write!(f, "{:+.2}", f64::from(*score) / 100.0),
            Self::WinIn(plies) => write!(f, "win in {plies}"),
            Self::LossIn(plies) => write!(f, "loss in {plies}"),
        }
    }
}
