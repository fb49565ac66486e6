//! Positions of star, `preset=thesis`, for the 1999 thesis' experiments. Its own
//! were only printed as pictures, so these are ours.

/// A middle game with 56 legal moves for the side to move, as many as the
/// paper's first row has.
pub const MIDGAME: &str =
    "1/ba/2b/4/6ba5/3b3ab3/6a4/2b1a1b3/9/2a4a2/5b5/3a8/6b6/1b2/a2/1a/1 b 47 -";
/// An endgame: most marbles are past each other.
pub const ENDGAME: &str =
    "1/aa/1bb/4/4a1aa5/4a1b5/11/6a3/1b7/2a1b5/3a1b5/12/6b6/2b1/2a/bb/1 b 79 -";
