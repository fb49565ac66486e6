//! Why games end.

use std::fmt;

/// Why a game is over. With more than two seats it is what happened last: what gave
/// the last two of them their places.
///
/// ```
/// use longjump_rules::Ending;
/// assert_eq!(Ending::GoalFilled.to_string(), "goal-filled");
/// assert!(Ending::Repetition.is_draw());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// The loser has no piece left.
    AllCaptured,
    /// A piece of the winner's has reached the far row.
    FarRow,
    /// The seat that moved last has filled its goal.
    GoalFilled,
    /// The seat that moved last still had a piece at home after the deadline.
    StayedHome,
    /// The loser can't move.
    Stuck,
    /// Nobody can move, and the winner has more pieces.
    MorePieces,
    /// A draw: nobody can move, and both have the same number of pieces.
    EqualPieces,
    /// Nobody can move, and the winner has more pieces in its goal.
    MoreInGoal,
    /// Nobody can move, and with as many pieces in the goal each, the others of the winner's
    /// are nearer to it.
    NearerGoal,
    /// A draw: nobody can move, and neither is nearer to its goal.
    EqualRace,
    /// A draw among those still playing: the same position stood too often.
    Repetition,
    /// A draw among those still playing: the game took too many plies.
    PlyLimit,
}

impl Ending {
    /// Every reason there is.
    pub const ALL: [Self; 12] = [
        Self::AllCaptured,
        Self::FarRow,
        Self::GoalFilled,
        Self::StayedHome,
        Self::Stuck,
        Self::MorePieces,
        Self::EqualPieces,
        Self::MoreInGoal,
        Self::NearerGoal,
        Self::EqualRace,
        Self::Repetition,
        Self::PlyLimit,
    ];

    /// A name for logs and messages between programs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AllCaptured => "all-captured",
            Self::FarRow => "far-row",
            Self::GoalFilled => "goal-filled",
            Self::StayedHome => "stayed-home",
            Self::Stuck => "stuck",
            Self::MorePieces => "more-pieces",
            Self::EqualPieces => "equal-pieces",
            Self::MoreInGoal => "more-in-goal",
            Self::NearerGoal => "nearer-goal",
            Self::EqualRace => "equal-race",
            Self::Repetition => "repetition",
            Self::PlyLimit => "ply-limit",
        }
    }

    /// Whether the seats that were still playing share a place.
    pub const fn is_draw(self) -> bool {
        matches!(
            self,
            Self::EqualPieces | Self::EqualRace | Self::Repetition | Self::PlyLimit
        )
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
