//! The average of random weights that win, as in the Mini-Checkers report.

use crate::error::TuningError;
use longjump_arena::{
    EngineSource, Format, OpeningChoice, Participant, RunOptions, TimeControl, Tournament,
    run_tournament,
};
use longjump_engine::{EngineEntry, engines};
use std::sync::atomic::AtomicBool;

/// A weight for each of the report's six parameters.
pub type MiniCheckersWeights = [f64; 6];

/// The base of the first round: what the report's easy strength has.
fn easy() -> MiniCheckersWeights {
    let engines = engines();
    let is_easy = |engine: &&EngineEntry| engine.game == "minicheckers" && engine.name == "easy";
    let easy = engines.iter().find(is_easy).expect("it is listed");
    let weights = easy.options.iter().find(|option| option.name == "weights");
    let numbers = weights.expect("it has weights").default.split(';');
    let numbers: Vec<f64> = numbers.filter_map(|number| number.parse().ok()).collect();
    numbers.try_into().expect("six numbers")
}

/// Weights as the option `weights` has them.
pub fn written_weights(weights: &MiniCheckersWeights) -> String {
    weights.map(|weight| format!("{weight:.4}")).join(";")
}

/// How the average of winners is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WinnersAverage {
    /// How many times the average takes the base's place.
    pub rounds: u64,
    /// How many random sets of weights each round.
    pub tries: u64,
    /// The search depth of the games.
    pub depth: u32,
    /// Where the random numbers start.
    pub seed: u64,
    /// How many games at once.
    pub threads: usize,
}

/// A round: how many of the random weights won, and their average.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WinnersRound {
    /// How many won.
    pub winners: usize,
    /// Their average, or the base if none did.
    pub base: MiniCheckersWeights,
}

impl WinnersAverage {
    /// Plays all rounds, telling `progress` how many games were played.
    ///
    /// # Errors
    /// When the engines can't play.
    pub fn run(
        &self,
        progress: &mut (dyn FnMut(u64) + Send),
    ) -> Result<Vec<WinnersRound>, TuningError> {
        let mut random = fastrand::Rng::with_seed(self.seed);
        let mut base = easy();
        let mut rounds = Vec::new();
        for round in 0..self.rounds {
            let tried: Vec<MiniCheckersWeights> = (0..self.tries)
                .map(|_| std::array::from_fn(|_| random.f64() * 2.0 - 0.5))
                .collect();
            let before = 2 * self.tries * round;
            let winners = self.winners(&tried, &base, &mut |games| progress(before + games))?;
            if let Some(average) = average(&winners) {
                base = average;
            }
            rounds.push(WinnersRound {
                winners: winners.len(),
                base,
            });
        }
        Ok(rounds)
    }

    /// Those that win more than they lose in a pair of games against the base.
    fn winners(
        &self,
        tried: &[MiniCheckersWeights],
        base: &MiniCheckersWeights,
        progress: &mut (dyn FnMut(u64) + Send),
    ) -> Result<Vec<MiniCheckersWeights>, TuningError> {
        let participant =
            |(number, weights): (usize, &MiniCheckersWeights)| -> Result<Participant, TuningError> {
                let spec = format!("minicheckers/easy:weights={}", written_weights(weights));
                Ok(Participant {
                    name: number.to_string(),
                    source: EngineSource::BuiltIn(spec.parse()?),
                    control: TimeControl {
                        depth: Some(self.depth),
                        ..TimeControl::default()
                    },
                })
            };
        let players = std::iter::once(base).chain(tried).enumerate();
        let participants = players.map(participant).collect::<Result<Vec<_>, _>>()?;
        let game = "minicheckers".parse().expect("a game");
        let tournament = Tournament {
            openings: OpeningChoice::Random(0),
            ..Tournament::new(game, Format::Gauntlet, 1, participants)?
        };
        tournament.check()?;
        let mut options = RunOptions {
            concurrency: self.threads,
            interrupt: &AtomicBool::new(false),
            progress: &mut |scoreboard| progress(scoreboard.games() as u64),
            on_block: None,
            traces: None,
        };
        let scoreboard = run_tournament(&tournament, &[], None, &mut options)?;
        let blocks = tried.iter().zip(scoreboard.finished().values());
        let won = blocks.filter(|(_, block)| block.points[0] < 0.5);
        Ok(won.map(|(weights, _)| *weights).collect())
    }
}

fn average(winners: &[MiniCheckersWeights]) -> Option<MiniCheckersWeights> {
    let count = winners.len() as f64;
    let mean = |index: usize| winners.iter().map(|weights| weights[index]).sum::<f64>() / count;
    (!winners.is_empty()).then(|| std::array::from_fn(mean))
}
