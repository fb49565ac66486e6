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
