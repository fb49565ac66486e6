//! How experiments are run, and the matches between engines that most of them are.

use crate::LabError;
use crate::progress::Meter;
use longjump_arena::{EngineConfig, MatchScore, PairedMatch, TimeControl};
use std::time::Duration;

/// How experiments are run.
pub(crate) struct Lab<'a> {
    /// Fewer games, less deep.
    pub(crate) quick: bool,
    /// How many games at once; what is timed runs alone.
    pub(crate) threads: usize,
    pub(crate) meter: Meter<'a>,
}

impl Lab<'_> {
    /// One of two, the first for a quick run.
    pub(crate) fn either<T>(&self, quick: T, whole: T) -> T {
        if self.quick { quick } else { whole }
    }

    /// One more search or move is done; how many there will be is not known before.
    pub(crate) fn step(&self) {
        self.meter.expect(1);
        self.meter.advance(1);
    }

    /// Plays matches, a step of progress for every game.
    pub(crate) fn play(&self, matches: &[PairedMatch]) -> Result<Vec<MatchScore>, LabError> {
        let games: u64 = matches.iter().map(|pairs| 2 * pairs.pairs).sum();
        self.meter.expect(games);
        let play = |pairs: &PairedMatch| {
            let before = self.meter.done();
            let score = pairs.play(self.threads, &mut |games| {
                self.meter.advance_to(before + games as u64);
            });
            Ok(score?)
        };
        matches.iter().map(play).collect()
    }
}

/// An engine that may think so many milliseconds a move; with `None` as it likes.
pub(crate) fn player(spec: &str, milliseconds: Option<u64>) -> Result<EngineConfig, LabError> {
    Ok(EngineConfig {
        spec: spec.parse()?,
        control: TimeControl {
            movetime: milliseconds.map(Duration::from_millis),
            ..TimeControl::default()
        },
    })
}

/// Games in pairs, each pair beginning with the same two random moves.
pub(crate) fn pairs_of(ours: EngineConfig, theirs: EngineConfig, pairs: u64) -> PairedMatch {
    PairedMatch {
        ours,
        theirs,
        pairs,
        opening_plies: 2,
        seed: 1,
    }
}

/// A share of points with its error.
pub(crate) fn percent(score: &MatchScore) -> String {
    format!(
        "{:.0} % ± {:.0}",
        100.0 * score.mean(),
        100.0 * score.error()
    )
}

/// How often was won, drawn and lost, and the share of points.
pub(crate) fn outcomes(score: &MatchScore) -> [String; 4] {
    let [won, drawn, lost] = [score.won, score.drawn, score.lost].map(|games| games.to_string());
    [won, drawn, lost, percent(score)]
}
