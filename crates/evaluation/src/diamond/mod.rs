//! Diamond.

mod beam;

pub use beam::BeamEvaluator;

use crate::Weights;
use crate::generic::{Crossing, CrossingWeights};
use longjump_games::diamond::Diamond;
use longjump_rules::Game;
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
    let hops_adjacent = diamond.settings().get("hops").is_none();
    Crossing::new(diamond, |_| false, hops_adjacent, &weights.0)
}
