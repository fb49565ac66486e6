//! A match of game pairs between two engines of this program, for those who want the score and
//! nothing else: experiments and tuning.

use crate::event::{Event, EventError, OpeningChoice};
use crate::hold::{Hall, hold};
use crate::player::{Body, Contender};
use crate::referee::HouseRules;
use crate::schedule::Format;
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
///     ours: engine("minicheckers/greedy")?,
///     theirs: engine("minicheckers/random")?,
///     pairs: 5,
///     opening_plies: 2,
///     seed: 1,
/// };
/// let score = games.play(2, &mut |_| {})?;
/// assert_eq!(score.games(), 10);
/// assert!(score.mean() > 0.5);
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
    /// Where the random numbers start.
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
    ) -> Result<MatchScore, EventError> {
        let contender = |name: &str, engine: &EngineConfig| Contender {
            name: name.to_owned(),
            body: Body::Inside(engine.spec.clone()),
            control: engine.control,
        };
        let contenders = vec![
            contender("ours", &self.ours),
            contender("theirs", &self.theirs),
        ];
        let game = self.ours.spec.game().clone();
        let event = Event {
            openings: OpeningChoice::Random(self.opening_plies),
            seed: self.seed,
            rules: HouseRules::without_clocks(),
            ..Event::new(game, Format::Match, self.pairs as usize, contenders)?
        };
        event.check()?;
        let mut hall = Hall {
            concurrency: threads,
            interrupt: &AtomicBool::new(false),
            heard: &mut |scoreboard| progress(scoreboard.games()),
            games: None,
        };
        let scoreboard = hold(&event, &[], None, &mut hall);
        let scoreboard = scoreboard.expect("only a log can fail, and there is none");
        Ok(MatchScore::of(&scoreboard))
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
        let [won, drawn, lost] = scoreboard.duels();
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
