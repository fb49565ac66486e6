//! Simultaneous perturbation stochastic approximation: all numbers are moved at once, at
//! random to one side or the other, and where the one set wins against the other they go.
//!
//! The gains are Spall's (1998), with the settings per parameter that Stockfish's testers use:
//! what is given is how far a parameter is moved, and how much it learns, in the last
//! iteration. Nothing here plays: see [`Spsa::learn`].

/// How fast steps get smaller.
const ALPHA: f64 = 0.602;
/// How fast trials get closer.
const GAMMA: f64 = 0.101;
/// The share of iterations over which the first steps are held back.
const STABILITY: f64 = 0.1;

/// Where a parameter may go.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Range {
    /// Where it begins.
    pub start: f64,
    /// What it is at least.
    pub least: f64,
    /// What it is at most.
    pub most: f64,
    /// By how much it is moved to either side in the last iteration.
    pub step: f64,
}

/// How long to search, and how boldly.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SpsaSettings {
    /// How many trials.
    pub iterations: u32,
    /// By how many steps a game won more than lost moves a parameter in the last iteration.
    pub rate: f64,
    /// The seed of all random numbers.
    pub seed: u64,
}

/// Two sets of values to be compared.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// The one.
    pub plus: Vec<f64>,
    /// The other.
    pub minus: Vec<f64>,
    /// For each value where it goes for a game that `plus` wins more than it loses.
    gains: Vec<f64>,
}

/// A search for values that win.
///
/// ```
/// use longjump_tuning::{Range, Spsa, SpsaSettings};
/// let range = Range { start: 0.0, least: -10.0, most: 10.0, step: 1.0 };
/// let settings = SpsaSettings { iterations: 200, rate: 0.05, seed: 1 };
/// let mut spsa = Spsa::new(vec![range], settings);
/// while let Some(trial) = spsa.next_trial() {
///     // Whoever is closer to 7 wins.
///     let is_closer = (trial.plus[0] - 7.0).abs() < (trial.minus[0] - 7.0).abs();
///     spsa.learn(&trial, if is_closer { 1.0 } else { -1.0 });
/// }
/// assert!((spsa.values()[0] - 7.0).abs() < 1.0);
/// ```
#[derive(Clone, Debug)]
pub struct Spsa {
    ranges: Vec<Range>,
    settings: SpsaSettings,
    values: Vec<f64>,
    /// How many trials were given out.
    tried: u32,
    random: fastrand::Rng,
}

impl Spsa {
    /// Begins at the start of every range.
    pub fn new(ranges: Vec<Range>, settings: SpsaSettings) -> Self {
        Self {
            values: ranges.iter().map(|range| range.start).collect(),
            ranges,
            random: fastrand::Rng::with_seed(settings.seed),
            settings,
            tried: 0,
        }
    }

    /// The values so far.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// How many trials were given out.
    pub fn tried(&self) -> u32 {
        self.tried
    }

    /// The next two sets of values to compare, as long as there are iterations.
    pub fn next_trial(&mut self) -> Option<Trial> {
        if self.tried >= self.settings.iterations {
            return None;
        }
        self.tried += 1;
        let all = f64::from(self.settings.iterations);
        let now = f64::from(self.tried);
        // Both are 1 in the last iteration.
        let reach = (all / now).powf(GAMMA);
        let stability = STABILITY * all;
        let gain = ((stability + all) / (stability + now)).powf(ALPHA);
        let mut trial = Trial {
            plus: Vec::new(),
            minus: Vec::new(),
            gains: Vec::new(),
        };
        for (range, value) in self.ranges.iter().zip(&self.values) {
            let sign = if self.random.bool() { 1.0 } else { -1.0 };
            let away = sign * range.step * reach;
            trial
                .plus
                .push((value + away).clamp(range.least, range.most));
            trial
                .minus
                .push((value - away).clamp(range.least, range.most));
            let learned = self.settings.rate * range.step * range.step * gain;
            trial.gains.push(learned / away);
        }
        Some(trial)
    }

    /// Goes to where a trial leads in which `plus` was better by so many games, won minus lost.
    pub fn learn(&mut self, trial: &Trial, result: f64) {
        for ((value, range), gain) in self.values.iter_mut().zip(&self.ranges).zip(&trial.gains) {
            *value = (*value + gain * result).clamp(range.least, range.most);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(start: f64, least: f64, most: f64, step: f64) -> Range {
        Range {
            start,
            least,
            most,
            step,
        }
    }

    /// Runs a search for the most of a function; `noise` makes results of its differences.
    fn found(
        ranges: Vec<Range>,
        settings: SpsaSettings,
        value: impl Fn(&[f64]) -> f64,
        mut noise: impl FnMut(f64) -> f64,
    ) -> Vec<f64> {
        let mut spsa = Spsa::new(ranges, settings);
        while let Some(trial) = spsa.next_trial() {
            let difference = value(&trial.plus) - value(&trial.minus);
            spsa.learn(&trial, noise(difference));
        }
        assert_eq!(spsa.tried(), settings.iterations);
        spsa.values().to_vec()
    }

    /// A hill with its top at 3 and -2, ten times as steep one way as the other.
    fn hill(at: &[f64]) -> f64 {
        -(at[0] - 3.0).powi(2) / 20.0 - (at[1] + 2.0).powi(2) / 2.0
    }

    #[test]
    fn it_finds_the_top_of_a_hill() {
        let ranges = vec![range(9.0, -10.0, 10.0, 1.0), range(9.0, -10.0, 10.0, 0.3)];
        let settings = SpsaSettings {
            iterations: 2000,
            rate: 0.1,
            seed: 7,
        };
        let top = found(ranges, settings, hill, |difference| difference);
        assert!(
            (top[0] - 3.0).abs() < 0.2 && (top[1] + 2.0).abs() < 0.2,
            "{top:?}"
        );
    }

    #[test]
    fn it_finds_it_by_games_won_and_lost() {
        for seed in 0..5 {
            let mut random = fastrand::Rng::with_seed(seed);
            let ranges = vec![range(9.0, -10.0, 10.0, 1.0), range(9.0, -10.0, 10.0, 1.0)];
            let settings = SpsaSettings {
                iterations: 8000,
                rate: 0.02,
                seed,
            };
            let top = found(ranges, settings, hill, |difference| {
                let chance = 1.0 / (1.0 + (-difference).exp());
                if random.f64() < chance { 1.0 } else { -1.0 }
            });
            assert!(
                (top[0] - 3.0).abs() < 2.0 && (top[1] + 2.0).abs() < 1.0,
                "{top:?}"
            );
        }
    }

    #[test]
    fn values_stay_in_their_range() {
        let ranges = vec![range(1.0, 0.0, 2.0, 0.5)];
        let settings = SpsaSettings {
            iterations: 300,
            rate: 5.0,
            seed: 1,
        };
        let top = found(
            ranges,
            settings,
            |at| at[0],
            |difference| {
                assert!(difference.abs() <= 2.0);
                difference
            },
        );
        assert_eq!(top, [2.0]);
    }

    #[test]
    fn the_last_iteration_is_as_given() {
        let settings = SpsaSettings {
            iterations: 50,
            rate: 0.02,
            seed: 1,
        };
        let mut spsa = Spsa::new(vec![range(0.0, -100.0, 100.0, 4.0)], settings);
        let first = spsa.next_trial().expect("the first");
        assert!((first.plus[0] - first.minus[0]).abs() > 8.0);
        let last = std::iter::from_fn(|| spsa.next_trial()).last().expect("it");
        assert!(((last.plus[0] - last.minus[0]).abs() - 8.0).abs() < 1e-9);
        spsa.learn(&last, 3.0);
        // Three games more are worth three times the rate in steps.
        assert!((spsa.values()[0].abs() - 3.0 * 0.02 * 4.0).abs() < 1e-9);
    }
}
