//! What a window search takes the other seats to do.

/// Who of the others answers a move of the seat at the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Replies {
    /// Each of them, and all against the seat at the root.
    All,
    /// The one who can do it most harm; the others pass.
    BestAndPasses,
    /// The same, but the others play what move ordering puts first.
    BestAndOrdered,
}

/// A way to see the other seats, chosen at compile time.
pub trait Policy {
    /// Who answers.
    const REPLIES: Replies;
}

/// All others are in league (Sturtevant and Korf, 2000).
#[derive(Clone, Copy, Debug)]
pub enum Paranoid {}

/// Best-reply search (Schadd and Winands, 2011): between two own moves there is one of
/// the others, so that own plans come into sight.
#[derive(Clone, Copy, Debug)]
pub enum BestReply {}

/// Its variant without illegal positions (Esser and others, 2013): those who don't reply
/// play the most promising move instead of passing.
#[derive(Clone, Copy, Debug)]
pub enum BestReplyOrdered {}

impl Policy for Paranoid {
    const REPLIES: Replies = Replies::All;
}

impl Policy for BestReply {
    const REPLIES: Replies = Replies::BestAndPasses;
}

impl Policy for BestReplyOrdered {
    const REPLIES: Replies = Replies::BestAndOrdered;
}
