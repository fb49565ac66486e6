//! Engines: choosing moves, and saying what they think.

use crate::errors::{duration, said, wrong};
use crate::interrupt::interruptible;
use crate::play::Open;
use crate::positions;
use crate::state::State;
use longjump_engine::{Choice, Clock, Control, Limits, Outlook, Thought, build};
use longjump_rules::GameSpec;
use pyo3::prelude::*;
use pyo3::types::PyAny;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// So many positions are looked at if nothing else is asked for.
const USUAL_NODES: u64 = 10_000;

/// An engine with its own memory: `Engine("star/default:level=4")`.
#[pyclass(module = "longjump", frozen)]
pub(crate) struct Engine {
    spec: String,
    /// The game it plays, in full.
    game: String,
    engine: Mutex<Box<dyn longjump_engine::Engine>>,
}

/// One line of play and what an engine thinks of it.
#[pyclass(module = "longjump", frozen, get_all)]
#[derive(Clone)]
pub(crate) struct Line {
    /// The moves expected, whole turns as text.
    moves: Vec<String>,
    /// How far ahead the seat to move is, in moves; None if the end is certain.
    ahead: Option<f64>,
    /// In how many plies the seat to move wins for certain.
    win_in: Option<u32>,
    /// In how many plies it loses for certain.
    loss_in: Option<u32>,
    /// The depth that was completed, in plies.
    depth: u32,
    /// Positions looked at.
    nodes: u64,
}

impl Line {
    fn of(thought: &Thought) -> Self {
        let outlook = Outlook::of(thought.score);
        Self {
            moves: thought.line.clone(),
            ahead: match outlook {
                Outlook::Ahead(score) => Some(f64::from(score) / 100.0),
                _ => None,
            },
            win_in: match outlook {
                Outlook::WinIn(plies) => Some(plies),
                _ => None,
            },
            loss_in: match outlook {
                Outlook::LossIn(plies) => Some(plies),
                _ => None,
            },
            depth: thought.depth,
            nodes: thought.nodes,
        }
    }
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        let worth = match (self.ahead, self.win_in, self.loss_in) {
            (Some(ahead), _, _) => format!("{ahead:+.2} moves ahead"),
            (_, Some(plies), _) => format!("win in {plies} plies"),
            (_, _, Some(plies)) => format!("loss in {plies} plies"),
            _ => String::new(),
        };
        format!(
            "Line({worth}, depth {}: {})",
            self.depth,
            self.moves.join(" ")
        )
    }
}

#[pymethods]
impl Engine {
    /// The engine of a spec: a game, a slash and a player, such as 'star/default:level=4'.
    #[new]
    fn new(spec: &str) -> PyResult<Self> {
        let parsed: longjump_engine::EngineSpec = spec.parse().map_err(said)?;
        let game: GameSpec = parsed.game().clone();
        let engine = build(&parsed).map_err(said)?;
        let (rulebook, _) = Open { position: None }
            .game(&game)
            .map_err(said)?
            .map_err(said)?;
        Ok(Self {
            spec: spec.to_owned(),
            game: rulebook.spec.clone(),
            engine: Mutex::new(engine),
        })
    }

    /// The spec it was made from.
    #[getter]
    fn spec(&self) -> &str {
        &self.spec
    }

    /// Changes an option, as in the spec.
    fn set_option(&self, py: Python<'_>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let value = value.str()?.to_string();
        py.detach(|| self.lock().set_option(name, &value).map_err(said))
    }

    /// Changes an option if the engine has it; whether it does.
    fn try_option(&self, py: Python<'_>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<bool> {
        let is_known = py.detach(|| {
            self.lock()
                .options()
                .iter()
                .any(|option| option.name == name)
        });
        if is_known {
            self.set_option(py, name, value)?;
        }
        Ok(is_known)
    }

    /// Forgets what it has learned from the last game.
    fn new_game(&self, py: Python<'_>) {
        py.detach(|| self.lock().new_game());
    }

    /// Chooses an action of a state, as the state counts them. Without a limit it looks at 10 000
    /// positions; `seconds` is how long it may think.
    #[pyo3(signature = (state, *, nodes = None, depth = None, seconds = None))]
    fn choose(
        &self,
        py: Python<'_>,
        state: &Bound<'_, State>,
        nodes: Option<u64>,
        depth: Option<u32>,
        seconds: Option<f64>,
    ) -> PyResult<u16> {
        let limits = limits(nodes, depth, seconds)?;
        let (start, played, turns) = self.question(&state.borrow())?;
        let (choice, _) = self.think(py, &start, &played, &turns, &limits, 1)?;
        let choice = choice
            .ok_or_else(|| wrong("the game is over: there is nothing to choose".to_owned()))?;
        state.borrow_mut().action_towards(&choice.mv)
    }

    /// What it thinks of a state: the best lines of play, the best first. None if it looked at too few
    /// positions to know, or does not tell, as the papers' players.
    #[pyo3(signature = (state, *, lines = 1, nodes = None, depth = None, seconds = None))]
    fn analyse(
        &self,
        py: Python<'_>,
        state: &Bound<'_, State>,
        lines: usize,
        nodes: Option<u64>,
        depth: Option<u32>,
        seconds: Option<f64>,
    ) -> PyResult<Vec<Line>> {
        let limits = limits(nodes, depth, seconds)?;
        let (start, played, turns) = self.question(&state.borrow())?;
        if turns.is_empty() {
            return Err(wrong(
                "the game is over: there is nothing to analyse".to_owned(),
            ));
        }
        let (_, mut found) = self.think(py, &start, &played, &turns, &limits, lines)?;
        found.truncate(lines);
        Ok(found)
    }

    fn __repr__(&self) -> String {
        format!("Engine({:?})", self.spec)
    }
}

/// The position a game began from, the moves since then, and the turns that may be chosen.
type Question = (Option<String>, Vec<String>, Vec<String>);

impl Engine {
    fn lock(&self) -> std::sync::MutexGuard<'_, Box<dyn longjump_engine::Engine>> {
        // An engine that panicked starts every search from its table anew.
        self.engine.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn question(&self, state: &State) -> PyResult<Question> {
        if state.rulebook.spec != self.game {
            return Err(wrong(format!(
                "{} plays {}, and this is a state of {}",
                self.spec, self.game, state.rulebook.spec
            )));
        }
        Ok(state.question())
    }

    /// Thinks of so many lines, with the engine to itself.
    fn think(
        &self,
        py: Python<'_>,
        start: &Option<String>,
        played: &[String],
        turns: &[String],
        limits: &Limits,
        lines: usize,
    ) -> PyResult<(Option<Choice>, Vec<Line>)> {
        let control = Control::new();
        let search = || -> PyResult<_> {
            let mut engine = self.lock();
            let moves: Vec<&str> = played.iter().map(String::as_str).collect();
            engine
                .table()
                .set_up(start.as_deref(), &moves)
                .map_err(said)?;
            if lines > 1 {
                self.set_lines(&mut **engine, lines)?;
            }
            let mut found: Vec<Line> = Vec::new();
            let clock: &dyn Clock = &Instant::now();
            let choice = engine.choose_among(turns, limits, clock, &control, &mut |thought| {
                let place = thought.rank.saturating_sub(1);
                if place < found.len() {
                    found[place] = Line::of(thought);
                } else {
                    found.push(Line::of(thought));
                }
            });
            if lines > 1 {
                self.set_lines(&mut **engine, 1)?;
            }
            Ok((choice, found))
        };
        let thought = interruptible(py, || control.stop(), search)??;
        positions::count(thought.0.as_ref().map_or(0, |choice| choice.nodes));
        Ok(thought)
    }

    fn set_lines(&self, engine: &mut dyn longjump_engine::Engine, lines: usize) -> PyResult<()> {
        let mut options = engine.options().into_iter();
        if !options.any(|option| option.name == "multipv") {
            return Err(wrong(format!("{} thinks of one line only", self.spec)));
        }
        engine
            .set_option("multipv", &lines.to_string())
            .map_err(said)
    }
}

fn limits(nodes: Option<u64>, depth: Option<u32>, seconds: Option<f64>) -> PyResult<Limits> {
    let end = seconds.map(duration).transpose()?;
    let has_limit = nodes.is_some() || depth.is_some() || end.is_some();
    Ok(Limits {
        depth,
        nodes: if has_limit { nodes } else { Some(USUAL_NODES) },
        end,
        aim: None,
    })
}
