//! Positions solved outright.

use crate::{Control, EngineError, Limits, NoClock, options};
use longjump_evaluation::Weights;
use longjump_evaluation::minicheckers::{MiniCheckersEvaluator, MiniCheckersWeights};
use longjump_games::minicheckers::MiniCheckers;
use longjump_rules::{Game, GameSpec, NotationError, Position, notation};
use longjump_search::{Solver, SolverTask, Value};

/// What best play leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Solution {
    /// For the seat to move.
    pub value: Value,
    /// For the seat to move if it plays each of its moves.
    pub moves: Vec<(String, Value)>,
    /// Positions looked at.
    pub nodes: u64,
}

/// Solves positions of a game that is small enough, and remembers what it has found: what is true of a position
/// stays true.
#[derive(Debug)]
pub struct GameSolver {
    evaluator: MiniCheckersEvaluator,
    solver: Solver,
}

impl GameSolver {
    /// With a table of so many MiB.
    ///
    /// ```
    /// use longjump_engine::{Control, GameSolver, Value};
    /// let mut solver = GameSolver::new(&"minicheckers".parse()?, 1)?;
    /// let solution = solver.solve(Some("3b2/6/6/a5/6/6 b"), &Control::default())?;
    /// assert_eq!(solution.map(|solution| solution.value), Some(Value::Win));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the game is too large.
    pub fn new(game: &GameSpec, mebibytes: usize) -> Result<Self, EngineError> {
        if game.name() != MiniCheckers::NAME {
            return Err(EngineError::TooLarge {
                game: game.name().to_owned(),
            });
        }
        Ok(Self {
            evaluator: MiniCheckersEvaluator::new(MiniCheckersWeights::standard()),
            solver: Solver::new(options::table_size(mebibytes)?),
        })
    }

    /// Solves a position, or the game's start. `None` when told to stop, or when there is nothing to solve.
    ///
    /// # Errors
    /// When there is no such position.
    pub fn solve(
        &mut self,
        position: Option<&str>,
        control: &Control,
    ) -> Result<Option<Solution>, EngineError> {
        let game = MiniCheckers::GAME;
        let read = |text| notation::read_position(&game, text);
        let position = position.map_or_else(|| Ok::<_, NotationError>(game.start()), read)?;
        if position.standings().is_some() {
            return Ok(None);
        }
        let task = SolverTask {
            evaluator: &self.evaluator,
            limits: &Limits::default(),
            control,
            clock: &NoClock,
        };
        let solved = self.solver.solve(&position, &task);
        let Some(moves) = solved.moves else {
            return Ok(None);
        };
        let best = moves.iter().map(|&(_, value)| value).max();
        Ok(best.map(|value| Solution {
            value,
            moves: moves
                .iter()
                .map(|&(mv, value)| (notation::write_move(&game, mv), value))
                .collect(),
            nodes: solved.nodes,
        }))
    }
}

/// Solves a position of a game that is small enough, or its start, with a table
/// of so many MiB. `None` when told to stop, or when there is nothing to solve.
///
/// # Errors
/// When the game is too large, or there is no such position.
pub fn solve(
    game: &GameSpec,
    position: Option<&str>,
    mebibytes: usize,
    control: &Control,
) -> Result<Option<Solution>, EngineError> {
    GameSolver::new(game, mebibytes)?.solve(position, control)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved(game: &str, position: Option<&str>) -> Option<Solution> {
        let game = game.parse().expect("a spec");
        solve(&game, position, 64, &Control::default()).expect("a solution")
    }

    #[test]
    fn minicheckers_is_a_draw_and_one_first_move_loses() {
        let solution = solved("minicheckers", None).expect("it goes on");
        assert_eq!(solution.value, Value::Draw);
        let count = |wanted| {
            solution
                .moves
                .iter()
                .filter(|&&(_, value)| value == wanted)
                .count()
        };
        assert_eq!(
            (count(Value::Draw), count(Value::Loss)),
            (4, 1),
            "{solution:?}"
        );
    }

    #[test]
    fn other_games_are_refused_and_finished_ones_have_no_solution() {
        let game = "star".parse().expect("a spec");
        let error = solve(&game, None, 1, &Control::default()).expect_err("too large");
        assert!(error.to_string().contains("minicheckers"), "{error}");
        assert_eq!(solved("minicheckers", Some("6/6/6/6/1b4/6 a")), None);
        let stopped = Control::default();
        stopped.stop();
        let game = "minicheckers".parse().expect("a spec");
        assert_eq!(solve(&game, None, 1, &stopped), Ok(None));
    }
}
