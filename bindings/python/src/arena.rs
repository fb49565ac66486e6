//! Matches between engines and Python functions, and ratings.

use crate::errors::{duration, said, wrong};
use crate::interrupt::interruptible;
use crate::state::{ActionSpace, State};
use longjump_arena::{
    BlockRecords, EngineSource, Format, MoveFunction, OpeningChoice, Participant, RefereeSettings,
    RunOptions, TestSettings, TimeControl, Tournament, TurnToPlay, run_tournament, summary,
};
use longjump_rules::GameSpec;
use longjump_statistics::{Anchor, Finish, Pool};
use pyo3::prelude::*;
use pyo3::types::PyAny;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// The first error that a function raised: it ends the match.
type Raised = Arc<Mutex<Option<PyErr>>>;

/// How a match is played.
#[derive(FromPyObject)]
struct MatchSettings {
    game: String,
    blocks: usize,
    sprt: Option<(f64, f64)>,
    nodes: Option<u64>,
    seconds: Option<f64>,
    threads: usize,
    seed: u64,
    opening_plies: usize,
}

/// Plays a match; the summary and the games of each block as JSON.
#[pyfunction]
pub(crate) fn play_match(
    py: Python<'_>,
    names: (String, String),
    players: (Bound<'_, PyAny>, Bound<'_, PyAny>),
    settings: &Bound<'_, PyAny>,
) -> PyResult<(String, Vec<String>)> {
    let settings: MatchSettings = settings.extract()?;
    let game: GameSpec = settings.game.parse().map_err(said)?;
    let raised = Raised::default();
    let interrupt = Arc::new(AtomicBool::new(false));
    let seconds = settings.seconds.map(duration).transpose()?;
    let control = TimeControl {
        nodes: settings.nodes,
        ..seconds.map_or_else(TimeControl::default, TimeControl::movetime)
    };
    let participant = |name: &str, player: &Bound<'_, PyAny>| -> PyResult<Participant> {
        let source = if let Ok(spec) = player.extract::<String>() {
            EngineSource::BuiltIn(spec.parse().map_err(said)?)
        } else {
            let function = player.clone().unbind();
            let (spec, raised, interrupt) =
                (settings.game.clone(), raised.clone(), interrupt.clone());
            EngineSource::Function(MoveFunction::new(name, move |turn| {
                Python::attach(|py| ask(py, &function, &spec, turn)).map_err(|error| {
                    let detail = error.to_string();
                    raised
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .get_or_insert(error);
                    interrupt.store(true, Relaxed);
                    detail
                })
            }))
        };
        Ok(Participant {
            name: name.to_owned(),
            source,
            control,
        })
    };
    let participants = vec![
        participant(&names.0, &players.0)?,
        participant(&names.1, &players.1)?,
    ];
    let mut tournament =
        Tournament::new(game, Format::Match, settings.blocks, participants).map_err(said)?;
    tournament.openings = OpeningChoice::Random(settings.opening_plies);
    tournament.seed = settings.seed;
    tournament.rules = RefereeSettings::without_clocks();
    tournament.test = settings.sprt.map(|(elo0, elo1)| TestSettings {
        normalised: false,
        elo0,
        elo1,
        alpha: 0.05,
        beta: 0.05,
    });
    tournament.check().map_err(said)?;
    let (summary, blocks) = run(py, &tournament, settings.threads, &interrupt)?;
    match raised.lock().unwrap_or_else(PoisonError::into_inner).take() {
        Some(error) => Err(error),
        None => Ok((summary, blocks)),
    }
}

/// Runs a tournament while functions of Python get their turn.
fn run(
    py: Python<'_>,
    tournament: &Tournament,
    threads: usize,
    interrupt: &AtomicBool,
) -> PyResult<(String, Vec<String>)> {
    let mut blocks: Vec<BlockRecords> = Vec::new();
    let begun = Instant::now();
    let stop = || interrupt.store(true, Relaxed);
    let played = interruptible(py, stop, || {
        let mut options = RunOptions {
            concurrency: threads,
            interrupt,
            progress: &mut |_| {},
            on_block: Some(&mut |block| blocks.push(block)),
            traces: None,
        };
        run_tournament(tournament, &[], None, &mut options)
    })?;
    let scoreboard = played.map_err(said)?;
    // Threads finish them in any order.
    blocks.sort_by_key(|games| games.first().map(|game| game.block));
    let lines = blocks
        .iter()
        .flatten()
        .map(|game| serde_json::to_string(game).unwrap_or_default());
    let summary = summary::json(tournament, &scoreboard, begun.elapsed().as_secs_f64());
    Ok((summary.to_string(), lines.collect()))
}

/// Asks a function for its move: it gets a state and answers with an action, or its text.
fn ask(
    py: Python<'_>,
    function: &Py<PyAny>,
    spec: &str,
    turn: &TurnToPlay<'_>,
) -> PyResult<String> {
    let mut state = State::open(spec, turn.start, ActionSpace::Turns, false)?;
    for mv in turn.moves {
        let mv = state.action_of(mv)?;
        state.go(mv);
    }
    let state = Bound::new(py, state)?;
    let answer = function.bind(py).call1((&state,))?;
    let mut state = state.borrow_mut();
    // A function may have played on with it: what counts is the position it was asked about.
    while state.play.played().len() > turn.moves.len() && state.step_back() {}
    let mv = state.read(&answer)?;
    Ok(state.words(mv))
}

/// Ratings of players from games, each a list of (player, place); games of one block share an opening.
/// For each player the rating, and the interval that it is in with 95 % confidence.
#[pyfunction]
pub(crate) fn rate(
    py: Python<'_>,
    players: usize,
    blocks: Vec<Vec<Vec<(usize, u8)>>>,
    anchor: Option<(usize, f64)>,
    seed: u64,
) -> PyResult<Vec<(f64, f64, f64)>> {
    if anchor.is_some_and(|(player, _)| player >= players) {
        return Err(wrong("the anchor is none of the players".to_owned()));
    }
    let mut pool = Pool::new(players);
    for games in blocks {
        pool.add_block(games.into_iter().map(Finish).collect())
            .map_err(said)?;
    }
    let anchor = anchor.map_or(Anchor::Mean(0.0), |(player, rating)| {
        Anchor::Player(player, rating)
    });
    let estimates = py.detach(|| longjump_statistics::rate(&pool, anchor, 0.95, 500, seed));
    Ok(estimates
        .iter()
        .map(|estimate| (estimate.value, estimate.low, estimate.high))
        .collect())
}
