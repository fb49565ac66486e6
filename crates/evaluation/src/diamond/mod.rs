//! Diamond.

mod beam;

pub use beam::BeamEvaluator;

use crate::Weights;
use crate::generic::{Crossing, CrossingWeights, certainty_of};
use longjump_games::diamond::Diamond;
use longjump_games::race::Race;
use longjump_rules::Game;
use longjump_search::Certainty;
use serde::Deserialize;

/// The weights of diamond.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(transparent)]
pub struct DiamondWeights(CrossingWeights);

impl Weights for DiamondWeights {
    const DEFAULT: &'static str = include_str!("weights.toml");
}

/// The default evaluation of diamond.
pub fn evaluator(diamond: &Diamond, weights: &DiamondWeights) -> Crossing {
    Crossing::new(diamond, |_| false, follows_tables(diamond), &weights.0)
}

/// How a race of two armies ends, if that is certain.
pub fn certainty(diamond: &Diamond, position: &Race) -> Option<Certainty> {
    follows_tables(diamond).then(|| certainty_of(diamond, position))?
}

/// Whether marbles move as in the tables of distances.
fn follows_tables(diamond: &Diamond) -> bool {
    diamond.settings().get("hops").is_none()
}
