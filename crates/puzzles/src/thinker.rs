//! An engine that is asked one question at a time.

use crate::{Moment, PuzzleError};
use longjump_dataset::sigmoid;
use longjump_engine::{Control, Engine, EngineSpec, Limits, NoClock, Outlook, Score, build};
use longjump_rules::GameSpec;

/// What an engine answers.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Answer {
    pub(crate) mv: String,
    /// What share of the points it is worth to the seat to move.
    pub(crate) chance: f64,
    /// The moves expected, its own first.
    pub(crate) line: Vec<String>,
}

/// An engine that forgets everything between two questions, so that answers don't depend on which were asked
/// before.
pub(crate) struct Thinker {
    engine: Box<dyn Engine>,
    greedy: Box<dyn Engine>,
    plain: Option<Box<dyn Engine>>,
    odds: f64,
}

impl Thinker {
    /// The game's own engine with a table of so many MiB.
    pub(crate) fn new(spec: &GameSpec, mebibytes: usize) -> Result<Self, PuzzleError> {
        // The engine of Mini-Checkers solves positions, with memory that takes long to empty. There all that
        // counts is solved anyway, and what is replied may be found by a plain search.
        let player = match spec.name() {
            "minicheckers" => "plain:depth=8",
            _ => "default",
        };
        let engine: EngineSpec = format!("{spec}/{player}").parse()?;
        let greedy: EngineSpec = format!("{spec}/greedy").parse()?;
        let mut engine = build(&engine)?;
        if engine.options().iter().any(|option| option.name == "hash") {
            engine.set_option("hash", &mebibytes.to_string())?;
        }
        let plain: EngineSpec = format!("{spec}/plain").parse()?;
        Ok(Self {
            engine,
            greedy: build(&greedy)?,
            // It is for two seats only.
            plain: build(&plain).ok(),
            odds: odds_per_move(spec.name()),
        })
    }

    /// The best of some moves, or of all if there are none; none if the game is over.
    pub(crate) fn look(
        &mut self,
        moment: &Moment,
        among: &[String],
        nodes: u64,
    ) -> Result<Option<Answer>, PuzzleError> {
        moment.set_up(self.engine.table())?;
        self.engine.new_game();
        let limits = Limits::nodes(nodes);
        let control = Control::default();
        let mut last = None;
        let mut note = |thought: &longjump_engine::Thought| {
            if thought.rank == 1 {
                last = Some((thought.line.clone(), thought.score));
            }
        };
        let engine = &mut self.engine;
        let choice = engine.choose_among(among, &limits, &NoClock, &control, &mut note);
        let Some(choice) = choice else {
            return Ok(None);
        };
        let line = last.map(|(line, _)| line).unwrap_or_default();
        let line = if line.first() == Some(&choice.mv) {
            line
        } else {
            vec![choice.mv.clone()]
        };
        Ok(Some(Answer {
            chance: share(self.odds, choice.score.unwrap_or(0)),
            line,
            mv: choice.mv,
        }))
    }

    /// The game from a moment on, played to its end or to so many moves.
    pub(crate) fn play_on(
        &mut self,
        moment: &Moment,
        nodes: u64,
        longest: usize,
    ) -> Result<Vec<String>, PuzzleError> {
        moment.set_up(self.engine.table())?;
        let (limits, control) = (Limits::nodes(nodes), Control::default());
        let mut moves = moment.moves.clone();
        while moves.len() < longest {
            self.engine.new_game();
            let choice = self.engine.choose(&limits, &NoClock, &control, &mut |_| {});
            let Some(choice) = choice else {
                break;
            };
            self.engine.table().play(&choice.mv)?;
            moves.push(choice.mv);
        }
        Ok(moves)
    }

    /// What a player would play that looks one move ahead.
    pub(crate) fn greedy_move(&mut self, moment: &Moment) -> Result<Option<String>, PuzzleError> {
        moment.set_up(self.greedy.table())?;
        // Which of equal moves it plays is left to chance, and is to be the same again.
        self.greedy.set_option("seed", "1")?;
        let (limits, control) = (Limits::nodes(1_000), Control::default());
        let choice = self.greedy.choose(&limits, &NoClock, &control, &mut |_| {});
        Ok(choice.map(|choice| choice.mv))
    }

    /// What a plain search to a fixed depth plays that knows nothing but rows, and how many positions it looked
    /// at.
    pub(crate) fn plain_move(
        &mut self,
        moment: &Moment,
        depth: u32,
        nodes: u64,
    ) -> Result<Option<(String, u64)>, PuzzleError> {
        let Some(plain) = &mut self.plain else {
            return Ok(None);
        };
        moment.set_up(plain.table())?;
        plain.set_option("depth", &depth.to_string())?;
        let (limits, control) = (Limits::nodes(nodes), Control::default());
        let choice = plain.choose(&limits, &NoClock, &control, &mut |_| {});
        Ok(choice.map(|choice| (choice.mv, choice.nodes)))
    }
}

/// By how much being a move ahead adds to the logarithm of the odds: `docs/search.md` says how it is
/// measured. The page has the same numbers for its bars.
fn odds_per_move(game: &str) -> f64 {
    match game {
        "diamond" => 0.21,
        "corners" => 0.48,
        "knightthrough" => 0.25,
        "minicheckers" => 2.9,
        _ => 0.62,
    }
}

/// What share of the points a score is worth.
fn share(odds: f64, score: Score) -> f64 {
    match Outlook::of(score) {
        Outlook::WinIn(_) => 1.0,
        Outlook::LossIn(_) => 0.0,
        Outlook::Ahead(ahead) => sigmoid(odds * f64::from(ahead) / 100.0),
    }
}
