//! Star with two seats, and with up to six.

mod thesis;

pub use thesis::Thesis;

use crate::Weights;
use crate::generic::{Crossing, CrossingWeights, Rivals, RivalsWeights, certainty_of};
use longjump_games::race::Race;
use longjump_games::star::Star;
use longjump_rules::{Game, Hole};
use longjump_search::Certainty;
use serde::Deserialize;

/// The weights of star.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(transparent)]
pub struct StarWeights(CrossingWeights);

impl Weights for StarWeights {
    const DEFAULT: &'static str = include_str!("weights.toml");
}

/// The default evaluation of star with two seats.
///
/// # Panics
/// When there are not two seats.
pub fn evaluator(star: &Star, weights: &StarWeights) -> Crossing {
    let layout = star.layout();
    let foreign = layout.camps.iter().filter(|camp| camp.home_of.is_none());
    let foreign: Vec<Hole> = foreign.flat_map(|camp| camp.holes.clone()).collect();
    let forbidden = |hole| !has_open_corners(star) && foreign.contains(&hole);
    Crossing::new(star, forbidden, follows_tables(star), &weights.0)
}

/// How a race of two armies ends, if that is certain.
pub fn certainty(star: &Star, position: &Race) -> Option<Certainty> {
    follows_tables(star).then(|| certainty_of(star, position))?
}

fn has_open_corners(star: &Star) -> bool {
    star.settings().get("corners") == Some("open")
}

/// Whether marbles move as in the tables of distances.
fn follows_tables(star: &Star) -> bool {
    star.settings().get("hops").is_none() && !has_open_corners(star)
}

/// The weights of star with any number of seats.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(transparent)]
pub struct StarRivalsWeights(RivalsWeights);

impl Weights for StarRivalsWeights {
    const DEFAULT: &'static str = include_str!("rivals.toml");
}

/// The evaluation of star for each of two to six seats.
pub fn rivals(star: &Star, weights: &StarRivalsWeights) -> Rivals {
    Rivals::new(star, &weights.0)
}
