//! Simulated games between players of known strength.
//!
//! Orders of finish are Plackett's and Luce's: everybody arrives after an exponential
//! time at a rate of 10^(Elo/400), so the first is each player with probability in
//! proportion to its rate, and so on among the rest.

use fastrand::Rng;

/// How soon a player of this strength arrives.
pub(crate) fn arrival(rng: &mut Rng, elo: f64) -> f64 {
    let rate = 10f64.powf(elo / 400.0);
    -(1.0 - rng.f64()).ln() / rate
}

/// The place of each of these players in one game without ties.
#[allow(dead_code, reason = "not every test file plays whole games")]
pub(crate) fn places(rng: &mut Rng, elos: &[f64]) -> Vec<u8> {
    let arrivals: Vec<f64> = elos.iter().map(|&elo| arrival(rng, elo)).collect();
    let ahead = |own: &f64| arrivals.iter().filter(|other| *other < own).count();
    arrivals.iter().map(|own| ahead(own) as u8 + 1).collect()
}
