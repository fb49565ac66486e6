//! What the papers' players have in common.

use crate::Limits;
use crate::players::{Player, Request};
use longjump_rules::Game;
use longjump_search::Watch;
use std::time::Duration;

/// How to get a player.
type Make<G> = Box<dyn Fn(&G) -> Box<dyn Player<G>>>;

/// A paper's player: its name in specs, what it is, and how to get one.
pub(crate) struct Exhibit<G> {
    pub(crate) name: String,
    pub(crate) summary: String,
    pub(crate) make: Make<G>,
}

impl<G: Game> Exhibit<G> {
    pub(super) fn new<P: Player<G> + 'static>(
        name: impl Into<String>,
        summary: impl Into<String>,
        make: impl Fn(&G) -> P + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            summary: summary.into(),
            make: Box::new(move |game| Box::new(make(game))),
        }
    }
}

/// What a player may do that takes no longer than its own time for a move.
pub(super) fn within(request: &Request<'_>, milliseconds: u64) -> Limits {
    let own = Duration::from_millis(milliseconds);
    Limits {
        end: Some(request.limits.end.map_or(own, |end| end.min(own))),
        ..request.limits
    }
}

/// Watches over what a player may do.
pub(super) fn watch<'a>(request: &'a Request<'_>) -> Watch<'a> {
    Watch::new(&request.limits, request.control, request.clock)
}
