//! Thousands of games at once, in arrays that the caller owns.

use crate::errors::{illegal_action, said, wrong};
use crate::rulebook::Rulebook;
use crate::slots::{Output, Refused, Rows, Settings, Slots};
use crate::state::ActionSpace;
use longjump_games::with_game;
use longjump_rules::{Game, GameAction, GameSpec};
use numpy::{
    Element, PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArray1, PyReadwriteArrayDyn,
    PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// More would not fit into the memory of most machines.
const MOST_GAMES: usize = 1 << 20;
const MOST_THREADS: usize = 1 << 10;
/// Into how many parts the games of a thread are cut, so that one that is held up leaves some to the others.
const PARTS_A_THREAD: usize = 4;
/// Where so few actions are to be chosen by chance, starting a thread takes longer than choosing them.
const FEW_GAMES: usize = 1 << 14;

/// Some of the games, without their type.
trait Group: Send {
    fn reset(&mut self, output: &mut Output<'_>) -> Result<(), Refused>;
    fn step(&mut self, actions: &[i64], output: &mut Output<'_>) -> Result<(), Refused>;
    fn sample(&mut self, actions: &mut [i64]);
}

impl<G: Game> Group for Slots<G> {
    fn reset(&mut self, output: &mut Output<'_>) -> Result<(), Refused> {
        Self::reset(self, output)
    }

    fn step(&mut self, actions: &[i64], output: &mut Output<'_>) -> Result<(), Refused> {
        Self::step(self, actions, output)
    }

    fn sample(&mut self, actions: &mut [i64]) {
        Self::sample(self, actions);
    }
}

/// All games in their parts.
struct Deal<'a> {
    parts: &'a [Range<usize>],
    seed: u64,
    settings: &'a Settings,
}

/// What all games of a batch share, and the games of each part.
type Dealt = (Arc<Rulebook>, Vec<Box<dyn Group>>);

impl GameAction for Deal<'_> {
    type Output = Result<Dealt, Refused>;

    fn run<G: Game>(self, game: G) -> Self::Output {
        let rulebook = Arc::new(Rulebook::of(&game));
        let mut groups: Vec<Box<dyn Group>> = Vec::new();
        for part in self.parts {
            groups.push(Box::new(Slots::new(
                game.clone(),
                rulebook.clone(),
                part.clone(),
                self.seed,
                self.settings.clone(),
            )?));
        }
        Ok((rulebook, groups))
    }
}

/// Many games of one kind, stepped together. `longjump.BatchEnv` is made of it.
#[pyclass(module = "longjump")]
pub(crate) struct Batch {
    spec: GameSpec,
    rulebook: Arc<Rulebook>,
    parts: Vec<Range<usize>>,
    /// Locked by nobody: whoever has the batch to itself gets at them without.
    groups: Mutex<Vec<Box<dyn Group>>>,
    settings: Settings,
    games: usize,
    threads: usize,
    is_ready: bool,
}

#[pymethods]
impl Batch {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn new(
        spec: &str,
        games: usize,
        threads: usize,
        seed: u64,
        actions: &str,
        own_side: bool,
        auto_reset: bool,
        opponent: Option<String>,
        nodes: u64,
    ) -> PyResult<Self> {
        if !(1..=MOST_GAMES).contains(&games) || !(1..=MOST_THREADS).contains(&threads) {
            return Err(wrong(format!(
                "a batch has at least one game and one thread, and at most {MOST_GAMES} games and {MOST_THREADS} threads"
            )));
        }
        let settings = Settings {
            space: ActionSpace::read(actions)?,
            own_side,
            auto_reset,
            opponent,
            nodes,
        };
        let spec: GameSpec = spec.parse().map_err(said)?;
        // An engine may need much memory, so there is only one for each thread.
        let parts_a_thread = if settings.opponent.is_some() || threads == 1 {
            1
        } else {
            PARTS_A_THREAD
        };
        let count = games.min(threads * parts_a_thread);
        let parts: Vec<Range<usize>> = (0..count)
            .map(|part| games * part / count..games * (part + 1) / count)
            .collect();
        let (rulebook, groups) = deal(&spec, &parts, seed, &settings)?;
        Ok(Self {
            spec,
            rulebook,
            parts,
            groups: Mutex::new(groups),
            settings,
            games,
            threads,
            is_ready: false,
        })
    }

    /// The game and those of its options that are not the usual ones.
    #[getter]
    fn spec(&self) -> &str {
        &self.rulebook.spec
    }

    #[getter]
    fn seats(&self) -> usize {
        self.rulebook.seats
    }

    #[getter]
    fn games(&self) -> usize {
        self.games
    }

    #[getter]
    fn num_actions(&self) -> usize {
        self.rulebook.actions()
    }

    #[getter]
    fn planes_shape(&self) -> [usize; 3] {
        self.rulebook.planes_shape()
    }

    #[getter]
    fn flat_length(&self) -> usize {
        self.rulebook.flat_length()
    }

    /// Begins every game anew, with other random numbers if a seed is given.
    fn reset(
        &mut self,
        py: Python<'_>,
        seed: Option<u64>,
        arrays: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        if let Some(seed) = seed {
            let (_, groups) = deal(&self.spec, &self.parts, seed, &self.settings)?;
            self.groups = Mutex::new(groups);
        }
        let mut arrays = Arrays::of(arrays, self)?;
        let output = arrays.output(self.games)?;
        let done = py.detach(|| self.each(output, |group, output, _| group.reset(output)));
        done.map_err(refusal)?;
        self.is_ready = true;
        Ok(())
    }

    /// Plays an action in each game.
    fn step(
        &mut self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        arrays: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        self.check_ready()?;
        let actions = read_actions(actions, self.games)?;
        let mut arrays = Arrays::of(arrays, self)?;
        let output = arrays.output(self.games)?;
        let actions = &actions[..];
        let done = py.detach(|| {
            self.each(output, |group, output, part| {
                group.step(&actions[part], output)
            })
        });
        // Games before the one that refused have gone on.
        done.map_err(refusal)
    }

    /// Writes a legal action of each game, all equally likely.
    fn sample(&mut self, py: Python<'_>, out: &Bound<'_, PyArray1<i64>>) -> PyResult<()> {
        self.check_ready()?;
        let mut out = out
            .try_readwrite()
            .map_err(|error| wrong(format!("actions can't be written: {error}")))?;
        let mut rest = out
            .as_slice_mut()
            .map_err(|_| wrong("actions must be contiguous".to_owned()))?;
        check_length("actions", rest.len(), self.games)?;
        let mut jobs = Vec::new();
        for (group, part) in own(&mut self.groups).iter_mut().zip(&self.parts) {
            let (mine, others) = std::mem::take(&mut rest).split_at_mut(part.len());
            rest = others;
            jobs.push((group, mine));
        }
        let threads = if self.games < FEW_GAMES {
            1
        } else {
            self.threads
        };
        py.detach(|| share(threads, jobs, |(group, actions)| group.sample(actions)));
        Ok(())
    }
}

impl Batch {
    fn check_ready(&self) -> PyResult<()> {
        if self.is_ready {
            Ok(())
        } else {
            Err(wrong("call reset() first".to_owned()))
        }
    }

    /// Does something with the games of each part, at the same time.
    fn each(
        &mut self,
        output: Output<'_>,
        work: impl Fn(&mut dyn Group, &mut Output<'_>, Range<usize>) -> Result<(), Refused> + Sync,
    ) -> Result<(), Refused> {
        let mut rest = output;
        let mut jobs = Vec::new();
        for (group, part) in own(&mut self.groups).iter_mut().zip(&self.parts) {
            let (mine, others) = rest.split(part.len());
            rest = others;
            jobs.push((group, mine, part.clone()));
        }
        let refused = Mutex::new(Vec::new());
        share(self.threads, jobs, |(group, mut output, part)| {
            let start = part.start;
            if let Err(why) = work(&mut **group, &mut output, part) {
                locked(&refused).push((start, why));
            }
        });
        // The first game that refused is told, whatever the number of threads.
        let refused = refused.into_inner().unwrap_or_else(PoisonError::into_inner);
        let first = refused.into_iter().min_by_key(|(start, _)| *start);
        first.map_or(Ok(()), |(_, why)| Err(why))
    }
}

/// Does jobs on so many threads, this one among them: whoever is done takes the next.
fn share<J: Send>(threads: usize, jobs: Vec<J>, work: impl Fn(J) + Sync) {
    let threads = threads.min(jobs.len());
    let jobs = Mutex::new(jobs.into_iter());
    let next = || locked(&jobs).next();
    let work_on = || {
        while let Some(job) = next() {
            work(job);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work_on);
        }
        work_on();
    });
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn own(groups: &mut Mutex<Vec<Box<dyn Group>>>) -> &mut Vec<Box<dyn Group>> {
    groups.get_mut().unwrap_or_else(PoisonError::into_inner)
}

fn deal(
    spec: &GameSpec,
    parts: &[Range<usize>],
    seed: u64,
    settings: &Settings,
) -> PyResult<Dealt> {
    with_game(
        spec,
        Deal {
            parts,
            seed,
            settings,
        },
    )
    .map_err(said)?
    .map_err(refusal)
}

fn refusal(refused: Refused) -> PyErr {
    match refused {
        Refused::Illegal {
            game,
            action,
            legal,
        } => {
            let why = illegal_action(action, &legal);
            wrong(format!("game {game}: {why}"))
        }
        Refused::NoRoom { legal } => wrong(format!(
            "{legal} actions are legal in a game, more than `legal` has columns; make it wider"
        )),
        Refused::Opponent(why) => wrong(format!("the opponent: {why}")),
    }
}

fn check_length(name: &str, found: usize, expected: usize) -> PyResult<()> {
    if found == expected {
        Ok(())
    } else {
        Err(wrong(format!(
            "{name} must have {expected} elements, not {found}"
        )))
    }
}

/// Actions of any of the usual types.
fn read_actions(actions: &Bound<'_, PyAny>, games: usize) -> PyResult<Vec<i64>> {
    let numbers = if let Ok(array) = actions.extract::<PyReadonlyArray1<'_, i64>>() {
        array.as_array().to_vec()
    } else if let Ok(array) = actions.extract::<PyReadonlyArray1<'_, i32>>() {
        array
            .as_array()
            .iter()
            .map(|&action| action.into())
            .collect()
    } else if let Ok(array) = actions.extract::<PyReadonlyArray1<'_, i16>>() {
        array
            .as_array()
            .iter()
            .map(|&action| action.into())
            .collect()
    } else {
        actions
            .extract::<Vec<i64>>()
            .map_err(|_| wrong("actions are whole numbers, one for each game".to_owned()))?
    };
    check_length("actions", numbers.len(), games)?;
    Ok(numbers)
}

/// The caller's arrays while they are written.
struct Arrays<'py> {
    planes: Option<PyReadwriteArrayDyn<'py, u8>>,
    flat: Option<PyReadwriteArrayDyn<'py, f32>>,
    mask: Option<PyReadwriteArrayDyn<'py, bool>>,
    legal: Option<PyReadwriteArrayDyn<'py, i16>>,
    counts: Option<PyReadwriteArrayDyn<'py, i32>>,
    turns: Option<PyReadwriteArrayDyn<'py, i8>>,
    rewards: Option<PyReadwriteArrayDyn<'py, f32>>,
    dones: Option<PyReadwriteArrayDyn<'py, bool>>,
}

impl<'py> Arrays<'py> {
    fn of(arrays: &Bound<'py, PyAny>, batch: &Batch) -> PyResult<Self> {
        let rulebook = &batch.rulebook;
        let games = batch.games;
        let [planes, rows, columns] = rulebook.planes_shape();
        Ok(Self {
            planes: array(arrays, "planes", &[games, planes, rows, columns])?,
            flat: array(arrays, "flat", &[games, rulebook.flat_length()])?,
            mask: array(arrays, "mask", &[games, rulebook.actions()])?,
            legal: array(arrays, "legal", &[games, 0])?,
            counts: array(arrays, "counts", &[games])?,
            turns: array(arrays, "turns", &[games])?,
            rewards: array(arrays, "rewards", &[games, rulebook.seats])?,
            dones: array(arrays, "dones", &[games])?,
        })
    }

    fn output(&mut self, games: usize) -> PyResult<Output<'_>> {
        Ok(Output {
            planes: rows("planes", &mut self.planes, games)?,
            flat: rows("flat", &mut self.flat, games)?,
            mask: rows("mask", &mut self.mask, games)?,
            legal: rows("legal", &mut self.legal, games)?,
            counts: rows("counts", &mut self.counts, games)?,
            turns: rows("turns", &mut self.turns, games)?,
            rewards: rows("rewards", &mut self.rewards, games)?,
            dones: rows("dones", &mut self.dones, games)?,
        })
    }
}

/// One of the caller's arrays, if it wants it; a length of 0 is the caller's to choose.
fn array<'py, T: Element>(
    arrays: &Bound<'py, PyAny>,
    name: &str,
    shape: &[usize],
) -> PyResult<Option<PyReadwriteArrayDyn<'py, T>>> {
    let value = arrays.getattr(name)?;
    if value.is_none() {
        return Ok(None);
    }
    let array = value.cast_into::<PyArrayDyn<T>>().map_err(|_| {
        wrong(format!(
            "{name} must be a NumPy array of {}",
            T::get_dtype(arrays.py())
        ))
    })?;
    let fits = array.ndim() == shape.len()
        && array
            .shape()
            .iter()
            .zip(shape)
            .all(|(found, expected)| *expected == 0 || found == expected);
    if !fits {
        return Err(wrong(format!(
            "{name} must have the shape {shape:?}, not {:?}",
            array.shape()
        )));
    }
    let array = array
        .try_readwrite()
        .map_err(|error| wrong(format!("{name} can't be written: {error}")))?;
    Ok(Some(array))
}

fn rows<'a, T: Element>(
    name: &str,
    array: &'a mut Option<PyReadwriteArrayDyn<'_, T>>,
    games: usize,
) -> PyResult<Rows<'a, T>> {
    let all = match array {
        Some(array) => array
            .as_slice_mut()
            .map_err(|_| wrong(format!("{name} must be contiguous")))?,
        None => &mut [],
    };
    Ok(Rows::new(all, games))
}
