//! The order in which a node gets its moves.

use longjump_rules::{Captures, Position};

/// Where the next move of a node comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// The move the table knows, before any move is generated.
    Known,
    GenerateCaptures,
    /// Those that take a piece, where one may but need not: often one of them is
    /// enough, and the others need not be generated.
    Captures,
    Generate,
    Rest,
}

impl Stage {
    /// Where the moves begin that the table does not know.
    pub(super) fn after_known<P: Position>() -> Self {
        match P::CAPTURES {
            Captures::Free => Self::GenerateCaptures,
            _ => Self::Generate,
        }
    }
}
