//! The average of random weights that win, as in the Mini-Checkers report.

use super::arguments::Tune;
use longjump_console::{Failure, machine, progress};
use longjump_tuning::{WinnersAverage, WinnersRound, written_weights};
use serde_json::json;
use std::io::Write;

/// The Mini-Checkers report's way.
pub(super) struct Winners {
    average: WinnersAverage,
    json: bool,
}

impl Winners {
    pub(super) fn new(tune: &Tune) -> Self {
        let average = WinnersAverage {
            rounds: tune.winners.rounds.unwrap_or(4),
            tries: tune.winners.tries.unwrap_or(200),
            depth: tune.depth.unwrap_or(6),
            seed: tune.seed,
            threads: machine::threads(None),
        };
        Self {
            average,
            json: tune.json,
        }
    }

    pub(super) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let WinnersAverage { rounds, tries, .. } = self.average;
        let bar = progress::bar(2 * tries * rounds, "playing");
        let rounds = self.average.run(&mut |games| bar.set_position(games))?;
        bar.finish_and_clear();
        self.print(&rounds, out)
    }

    fn print(&self, rounds: &[WinnersRound], out: &mut impl Write) -> Result<(), Failure> {
        if self.json {
            let round =
                |round: &WinnersRound| json!({ "winners": round.winners, "weights": round.base });
            let rounds: Vec<_> = rounds.iter().map(round).collect();
            writeln!(
                out,
                "{}",
                json!({ "tries": self.average.tries, "rounds": rounds })
            )?;
            return Ok(());
        }
        for (number, round) in rounds.iter().enumerate() {
            let WinnersRound { winners, base } = round;
            let weights = written_weights(base);
            writeln!(
                out,
                "round {}: {winners} of {} won; {weights}",
                number + 1,
                self.average.tries
            )?;
        }
        Ok(())
    }
}
