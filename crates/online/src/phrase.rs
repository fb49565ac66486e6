//! What players can say to each other.

use serde::{Deserialize, Serialize};

/// A set phrase: there is no free chat. Each client says it in its own language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phrase {
    /// A greeting.
    Hello,
    /// Have fun.
    HaveFun,
    /// Well played.
    WellPlayed,
    /// A nice move.
    NiceMove,
    /// Thanks.
    Thanks,
    /// One moment, please.
    OneMoment,
    /// Sorry.
    Sorry,
    /// Goodbye.
    Goodbye,
}
