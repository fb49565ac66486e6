//! Whether puzzles hold: proofs are made again, other answers are searched for.

use crate::again::{Again, prove_again};
use crate::thinker::Thinker;
use crate::{Moment, Puzzle, PuzzleError, PuzzleFile, Theme};
use longjump_dataset::mixed;
use longjump_rules::GameSpec;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// How to check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckSettings {
    /// How many times as many positions to look at as when the answer was verified.
    pub factor: u64,
    /// How many of the puzzles without a proof to search.
    pub sample: usize,
    /// Which of them.
    pub seed: u64,
    /// How many at once. It changes nothing but the time.
    pub threads: usize,
}

/// How many of some puzzles there are, and how many of those that were looked at held.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// All of them.
    pub puzzles: usize,
    /// Those with a proof.
    pub proven: usize,
    /// Those without that were searched.
    pub searched: usize,
    /// Those of them that keep their answers.
    pub kept: usize,
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// All puzzles.
    pub all: Count,
    /// How many proofs hold only by the table that they were made with, as counting is too long.
    pub by_table: usize,
    /// The numbers of puzzles, from 0, with a proof that fails.
    pub failed: Vec<usize>,
    /// The numbers of puzzles, from 0, that have another answer when searched again.
    pub changed: Vec<usize>,
    /// By theme; none for those without.
    pub themes: BTreeMap<Option<Theme>, Count>,
    /// By rating, in hundreds.
    pub ratings: BTreeMap<u32, Count>,
}

/// The table of searches in MiB.
const MEBIBYTES: usize = 32;

/// What became of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Proven(Again),
    Kept,
    Changed,
}

/// Checks a file. Of the puzzles without a proof it takes a sample; `progress` is told of each that is done.
///
/// # Errors
/// When the file's game or a position is wrong.
pub fn check(
    file: &PuzzleFile,
    settings: &CheckSettings,
    progress: &(dyn Fn() + Sync),
) -> Result<Checked, PuzzleError> {
    let spec: GameSpec = file
        .header
        .spec
        .parse()
        .map_err(longjump_rules::SpecError::from)?;
    let numbers = chosen(&file.puzzles, settings);
    let next = AtomicUsize::new(0);
    let fates = Mutex::new(BTreeMap::new());
    let work = || -> Result<(), PuzzleError> {
        let mut thinker = Thinker::new(&spec, MEBIBYTES)?;
        while let Some(&number) = numbers.get(next.fetch_add(1, Relaxed)) {
            let fate = fate(&spec, &file.puzzles[number], settings, &mut thinker)?;
            fates
                .lock()
                .expect("no thread has panicked")
                .insert(number, fate);
            progress();
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..settings.threads.max(1))
            .map(|_| scope.spawn(work))
            .collect();
        let mut results = threads.into_iter().map(|thread| thread.join());
        results.try_for_each(|result| result.expect("no thread has panicked"))
    })?;
    let fates = fates.into_inner().expect("no thread has panicked");
    Ok(counted(&file.puzzles, &fates))
}

/// The numbers of all puzzles with a proof, and of a sample of the others.
fn chosen(puzzles: &[Puzzle], settings: &CheckSettings) -> Vec<usize> {
    let (mut chosen, mut others): (Vec<usize>, Vec<usize>) =
        (0..puzzles.len()).partition(|&number| puzzles[number].is_proven());
    others.sort_by_key(|&number| mixed(settings.seed, number as u64));
    others.truncate(settings.sample);
    chosen.extend(others);
    chosen
}

fn fate(
    spec: &GameSpec,
    puzzle: &Puzzle,
    settings: &CheckSettings,
    thinker: &mut Thinker,
) -> Result<Fate, PuzzleError> {
    let mut moment = Moment::new(spec, puzzle.position.clone());
    let is_proven = puzzle.is_proven();
    let mut worst = Again::Holds;
    for step in &puzzle.steps {
        if let Some(proof) = step.proof.filter(|_| is_proven) {
            match prove_again(&moment, &step.answer, proof)? {
                Again::Fails => return Ok(Fate::Proven(Again::Fails)),
                Again::HoldsByTable => worst = Again::HoldsByTable,
                Again::Holds => {}
            }
        } else {
            let found = thinker.look(&moment, &[], puzzle.nodes * settings.factor)?;
            if found.is_none_or(|found| found.mv != step.answer) {
                return Ok(Fate::Changed);
            }
        }
        moment = moment.after(&step.answer);
        for reply in &step.replies {
            moment = moment.after(reply);
        }
    }
    Ok(if is_proven {
        Fate::Proven(worst)
    } else {
        Fate::Kept
    })
}

fn counted(puzzles: &[Puzzle], fates: &BTreeMap<usize, Fate>) -> Checked {
    let mut checked = Checked::default();
    for (number, puzzle) in puzzles.iter().enumerate() {
        let fate = fates.get(&number).copied();
        match fate {
            Some(Fate::Proven(Again::Fails)) => checked.failed.push(number),
            Some(Fate::Proven(Again::HoldsByTable)) => checked.by_table += 1,
            Some(Fate::Changed) => checked.changed.push(number),
            _ => {}
        }
        let add = |count: &mut Count| {
            count.puzzles += 1;
            count.proven += usize::from(puzzle.is_proven());
            count.searched += usize::from(matches!(fate, Some(Fate::Kept | Fate::Changed)));
            count.kept += usize::from(fate == Some(Fate::Kept));
        };
        add(&mut checked.all);
        add(checked
            .ratings
            .entry(puzzle.rating / 100 * 100)
            .or_default());
        if puzzle.themes.is_empty() {
            add(checked.themes.entry(None).or_default());
        }
        for &theme in &puzzle.themes {
            add(checked.themes.entry(Some(theme)).or_default());
        }
    }
    checked
}
