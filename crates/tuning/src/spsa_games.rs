//! SPSA by playing: games between the two sides of each trial.

use crate::error::TuningError;
use crate::spsa::{Spsa, SpsaSettings};
use crate::tunable::{RangedParameter, TunableEngine, TunedEngine};
use longjump_arena::{EngineConfig, PairedMatch, TimeControl};
use std::sync::atomic::{AtomicBool, Ordering};

/// Parameters of an engine to be tuned by playing.
pub struct SpsaGames {
    /// The engine.
    pub tunable: TunableEngine,
    /// What is changed, and within which limits.
    pub parameters: Vec<RangedParameter>,
    /// How long to search, and how boldly.
    pub settings: SpsaSettings,
    /// How many pairs of games each trial.
    pub pairs: u64,
    /// How many random moves each pair begins with.
    pub opening_plies: usize,
    /// How long engines may think.
    pub control: TimeControl,
    /// How many games at once.
    pub threads: usize,
}

/// What was found.
pub struct SpsaFound {
    /// The values at the start and after each iteration.
    pub path: Vec<Vec<f64>>,
    /// The engine with the last of them.
    pub changed: TunedEngine,
    /// How many games were played.
    pub games: u64,
}

impl SpsaFound {
    /// The way of one parameter.
    pub fn way(&self, parameter: usize) -> Vec<f64> {
        self.path.iter().map(|values| values[parameter]).collect()
    }
}

impl SpsaGames {
    /// Plays and learns until it is over or `interrupt` is set, telling `progress` the number of
    /// games and the values so far.
    ///
    /// # Errors
    /// When the engines can't play each other.
    pub fn run(
        &self,
        interrupt: &AtomicBool,
        progress: &mut (dyn FnMut(u64, &[f64]) + Send),
    ) -> Result<SpsaFound, TuningError> {
        let ranges = self.parameters.iter().map(|it| it.range).collect();
        let mut spsa = Spsa::new(ranges, self.settings);
        let mut path = vec![spsa.values().to_vec()];
        let mut played = 0;
        progress(played, spsa.values());
        while let Some(trial) = spsa.next_trial() {
            if interrupt.load(Ordering::Relaxed) {
                break;
            }
            let seed = self.settings.seed.wrapping_mul(1_000_003);
            let games = PairedMatch {
                ours: self.engine(&trial.plus),
                theirs: self.engine(&trial.minus),
                pairs: self.pairs,
                opening_plies: self.opening_plies,
                // Others in each iteration, or it would learn these openings by heart.
                seed: seed + u64::from(spsa.tried()),
            };
            let score = games.play(self.threads, &mut |games| {
                progress(played + games as u64, spsa.values());
            })?;
            played += score.games();
            spsa.learn(&trial, score.won as f64 - score.lost as f64);
            path.push(spsa.values().to_vec());
            progress(played, spsa.values());
        }
        Ok(SpsaFound {
            path,
            changed: self.changed(spsa.values()),
            games: played,
        })
    }

    fn changed(&self, values: &[f64]) -> TunedEngine {
        let parameters = self.parameters.iter().map(|it| &it.parameter);
        self.tunable.with(parameters.zip(values.iter().copied()))
    }

    fn engine(&self, values: &[f64]) -> EngineConfig {
        EngineConfig {
            spec: self.changed(values).engine(self.tunable.spec()),
            control: self.control,
        }
    }
}
