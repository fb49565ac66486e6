//! A function of the program that holds the tournament, as a player.

use super::player::{Answer, Fault, Player, Question};
use crate::Cause;
use crate::openings::Opening;
use longjump_rules::Seat;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;

/// What a function is asked: the game so far.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct TurnToPlay<'a> {
    /// The position that the game began from, unless it is the usual one.
    pub start: Option<&'a str>,
    /// The moves since then.
    pub moves: &'a [String],
    /// Whose turn it is.
    pub seat: Seat,
    /// What is left to chance is to follow from this; it is another one in every game.
    pub seed: u64,
}

/// A function that chooses a move, or says why it can't. Games that are played at the same time
/// call it at the same time.
///
/// ```
/// use longjump_arena::MoveFunction;
/// let first_of_all = MoveFunction::new("the first move there is", |turn| {
///     let mut table = longjump_engine::open_table(&"corners".parse().expect("a spec")).expect("a game");
///     let moves: Vec<&str> = turn.moves.iter().map(String::as_str).collect();
///     table.set_up(turn.start, &moves).map_err(|error| error.to_string())?;
///     Ok(table.moves().remove(0))
/// });
/// assert_eq!(first_of_all.name(), "the first move there is");
/// ```
#[derive(Clone)]
pub struct MoveFunction {
    name: Arc<str>,
    choose: Arc<Choose>,
}

type Choose = dyn Fn(&TurnToPlay<'_>) -> Result<String, String> + Send + Sync;

impl MoveFunction {
    /// A function and what it is called.
    pub fn new(
        name: &str,
        choose: impl Fn(&TurnToPlay<'_>) -> Result<String, String> + Send + Sync + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            choose: Arc::new(choose),
        }
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl PartialEq for MoveFunction {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.choose, &other.choose)
    }
}

impl fmt::Debug for MoveFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MoveFunction({:?})", self.name)
    }
}

/// A function at the board.
pub(super) struct Called {
    function: MoveFunction,
    seed: u64,
}

impl Called {
    pub(super) fn new(function: MoveFunction) -> Self {
        Self { function, seed: 0 }
    }
}

impl Player for Called {
    fn begin(&mut self, _: &Opening, seed: u64) -> Result<(), Fault> {
        self.seed = seed;
        Ok(())
    }

    fn observe(&mut self, _: &str) {}

    fn choose(&mut self, question: &Question<'_>) -> Result<Answer, Fault> {
        let asked = Instant::now();
        let choice = (self.function.choose)(&TurnToPlay {
            start: question.start,
            moves: question.moves,
            seat: question.seat,
            seed: self.seed,
        });
        Ok(Answer {
            mv: choice.map_err(|detail| Fault::new(Cause::Crash, detail))?,
            took: asked.elapsed(),
            score: None,
            depth: None,
            nodes: None,
        })
    }
}
