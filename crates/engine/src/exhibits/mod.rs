//! The papers' own players, each under the game it belongs to.

mod beam;
mod corners;
mod exhibit;
mod knightthrough;
mod minicheckers;
mod thesis;

use exhibit::Exhibit;
use longjump_games::corners::Corners;
use longjump_games::diamond::Diamond;
use longjump_games::knightthrough::KnightThrough;
use longjump_games::minicheckers::MiniCheckers;
use longjump_games::star::Star;
use longjump_rules::Game;
use std::any::Any;

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
