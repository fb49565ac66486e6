//! A match of game pairs between two engines of this program, for those who want the score and
//! nothing else: experiments and tuning.

use crate::participant::{EngineSource, Participant};
use crate::referee::RefereeSettings;
use crate::run::{RunOptions, run_tournament};
use crate::schedule::Format;
use crate::tournament::{OpeningChoice, Tournament, TournamentError};
use crate::{Scoreboard, TimeControl};
use longjump_engine::EngineSpec;
use std::sync::atomic::AtomicBool;

/// An engine and how long it may think.
#[derive(Clone, Debug)]
pub struct EngineConfig {
    /// The engine.
    pub spec: EngineSpec,
    /// How long it may think.
    pub control: TimeControl,
}

/// Game pairs between two engines of one game for two: each pair begins with the same random
/// moves, seats exchanged. Nobody loses on time.
///
/// ```
/// use longjump_arena::{EngineConfig, PairedMatch, TimeControl};
/// let engine = |spec: &str| -> Result<EngineConfig, longjump_engine::EngineError> {
///     Ok(EngineConfig { spec: spec.parse()?, control: TimeControl::nodes(100) })
/// };
/// let games = PairedMatch {
///     ours: engine("knightthrough/default")?,
///     theirs: engine("knightthrough/random")?,
///     pairs: 5,
///     opening_plies: 2,
///     seed: 1,
/// };
/// let score = games.play(2, &mut |_| {})?;
/// assert_eq!(score.games(), 10);
/// assert!(score.mean() > 0.9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PairedMatch {
    /// The engine whose score is counted.
    pub ours: EngineConfig,
    /// Its opponent.
    pub theirs: EngineConfig,
    /// How many pairs of games.
    pub pairs: u64,
    /// How many random moves each pair begins with.
    pub opening_plies: usize,
    /// The seed of all random numbers.
    pub seed: u64,
}

impl PairedMatch {
    /// Plays the match, several games at once, telling `progress` after every pair how many
    /// games were played.
    ///
    /// # Errors
    /// When the engines can't play each other.
    pub fn play(
        &self,
        threads: usize,
        progress: &mut (dyn FnMut(usize) + Send),
    ) -> Result<MatchScore, TournamentError> {
        let tournament = Tournament {
            openings: OpeningChoice::Random(self.opening_plies),
            seed: self.seed,
            ..Tournament::between(&self.ours, &self.theirs, self.pairs as usize)?
        };
        tournament.check()?;
        let mut options = RunOptions {
            concurrency: threads,
            interrupt: &AtomicBool::new(false),
            progress: &mut |scoreboard| progress(scoreboard.games()),
            on_block: None,
            traces: None,
        };
        let scoreboard = run_tournament(&tournament, &[], None, &mut options);
        let scoreboard = scoreboard.expect("only a log can fail, and there is none");
        Ok(MatchScore::of(&scoreboard))
    }
}

impl Tournament {
    /// A match of so many blocks between two engines of this program, in which nobody loses on
    /// time. With more than two seats the second has all others.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn between(
        ours: &EngineConfig,
        theirs: &EngineConfig,
        blocks: usize,
    ) -> Result<Self, TournamentError> {
        let participant = |name: &str, engine: &EngineConfig| Participant {
            name: name.to_owned(),
            source: EngineSource::BuiltIn(engine.spec.clone()),
            control: engine.control,
        };
        let participants = vec![participant("ours", ours), participant("theirs", theirs)];
        let game = ours.spec.game().clone();
        Ok(Self {
            rules: RefereeSettings::without_clocks(),
            ..Self::new(game, Format::Match, blocks, participants)?
        })
    }
}

/// Games won, drawn and lost, and how long they were.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MatchScore {
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
    plies: u64,
}

impl MatchScore {
    fn of(scoreboard: &Scoreboard) -> Self {
        let [won, drawn, lost] = scoreboard.wins_draws_losses();
        Self {
            won,
            drawn,
            lost,
            plies: scoreboard.plies() as u64,
        }
    }

    /// How many games were played.
    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// How long games are on average, not counting their openings.
    pub fn plies_per_game(&self) -> f64 {
        self.plies as f64 / self.games() as f64
    }

    /// The share of points, half a point for a draw.
    pub fn mean(&self) -> f64 {
        (self.won as f64 + self.drawn as f64 / 2.0) / self.games() as f64
    }

    /// By how much the share of points may be off, with 95 % confidence. Two
    /// more games won and two more lost are counted in, so that a few games that
    /// all end alike don't look like certainty (Agresti and Coull's way).
    pub fn error(&self) -> f64 {
        let games = (self.games() + 4) as f64;
        let (won, drawn, lost) = (self.won + 2, self.drawn, self.lost + 2);
        let mean = (won as f64 + drawn as f64 / 2.0) / games;
        let square = |result: f64| (result - mean).powi(2);
        let variance =
            (won as f64 * square(1.0) + drawn as f64 * square(0.5) + lost as f64 * square(0.0))
                / games;
        1.96 * (variance / games).sqrt()
    }
}
