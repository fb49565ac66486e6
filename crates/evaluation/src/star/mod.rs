//! Star with two seats.

mod thesis;

pub use thesis::Thesis;

use crate::Weights;
use crate::generic::{Crossing, CrossingWeights};
use longjump_games::star::Star;
use longjump_rules::{Game, Hole};
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
    let open_corners = star.settings().get("corners") == Some("open");
    let layout = star.layout();
    let foreign = layout.camps.iter().filter(|camp| camp.home_of.is_none());
    let foreign: Vec<Hole> = foreign.flat_map(|camp| camp.holes.clone()).collect();
    let forbidden = |hole| !open_corners && foreign.contains(&hole);
    let hops_adjacent = star.settings().get("hops").is_none();
    Crossing::new(star, forbidden, hops_adjacent && !open_corners, &weights.0)
}
