//! What became of something that was sent.

/// What is known of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    /// Whoever delivers it has it.
    Sent,
    /// They certainly don't, but may take it later.
    Later(String),
    /// They never will.
    Never(String),
    /// It was not sent, as there is nothing to tell any more.
    Pointless,
    /// Somebody else has it by now.
    Elsewhere,
    /// Nobody is there any more to get it.
    Gone,
    /// Nobody knows whether they have it.
    Unknown(String),
}
