//! The papers' own players, each under the game it belongs to.

mod beam;
mod corners;
mod knightthrough;
mod minicheckers;
mod thesis;

use crate::Limits;
use crate::players::{Player, Strength};
use longjump_games::corners::Corners;
use longjump_games::diamond::Diamond;
use longjump_games::knightthrough::KnightThrough;
use longjump_games::minicheckers::MiniCheckers;
use longjump_games::star::Star;
use longjump_rules::Game;
use longjump_search::historic::Watch;
use std::any::Any;
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
    fn new<P: Player<G> + 'static>(
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

/// The exhibits of a game.
pub(crate) fn exhibits<G: Game>() -> Vec<Exhibit<G>> {
    let lists: [Box<dyn Any>; 5] = [
        Box::new(thesis::exhibits as fn() -> Vec<Exhibit<Star>>),
        Box::new(beam::exhibits as fn() -> Vec<Exhibit<Diamond>>),
        Box::new(corners::exhibits as fn() -> Vec<Exhibit<Corners>>),
        Box::new(knightthrough::exhibits as fn() -> Vec<Exhibit<KnightThrough>>),
        Box::new(minicheckers::exhibits as fn() -> Vec<Exhibit<MiniCheckers>>),
    ];
    let of_this_game = |list: &Box<dyn Any>| {
        let list: &fn() -> Vec<Exhibit<G>> = list.downcast_ref()?;
        Some(list())
    };
    lists.iter().find_map(of_this_game).unwrap_or_default()
}

/// What a player may do that takes no longer than its own time for a move.
fn within(strength: &Strength<'_>, milliseconds: u64) -> Limits {
    let own = Duration::from_millis(milliseconds);
    Limits {
        end: Some(strength.limits.end.map_or(own, |end| end.min(own))),
        ..strength.limits
    }
}

/// Watches over what a player may do.
fn watch<'a>(strength: &'a Strength<'_>) -> Watch<'a> {
    Watch::new(&strength.limits, strength.control, strength.clock)
}
