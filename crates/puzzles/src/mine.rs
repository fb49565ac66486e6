//! Mining many games on several threads, into a file that a later run goes on with.

use crate::file::lines_of_game;
use crate::games::{GivenGame, Source};
use crate::miner::Miner;
use crate::{Header, MinerSettings, Moment, Puzzle, PuzzleError, PuzzleFile, Tally};
use longjump_dataset::Checksum;
use longjump_rules::GameSpec;
use std::collections::{BTreeMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};

/// What to mine.
#[derive(Clone, PartialEq, Debug)]
pub struct Mine {
    /// The game.
    pub spec: GameSpec,
    /// What counts as a puzzle.
    pub settings: MinerSettings,
    /// Where games come from.
    pub source: Source,
    /// How many games.
    pub games: u64,
    /// How many puzzles are enough, whatever games are left.
    pub enough: u64,
}

/// How to mine; none of it changes what is found.
pub struct MineOptions<'a> {
    /// How many games at once.
    pub threads: usize,
    /// Becomes true when the user wants to stop: what is finished stays in the file.
    pub interrupt: &'a AtomicBool,
    /// Is told what became of the games so far, whenever one is finished, and how many those are.
    pub progress: &'a mut dyn FnMut(&Tally, u64),
}

type Mined = Result<Option<(Vec<Puzzle>, Tally)>, PuzzleError>;

impl Mine {
    /// What a file of it begins with.
    fn header(&self) -> Header {
        let (self_play, given) = match &self.source {
            Source::SelfPlay(self_play) => (Some(*self_play), None),
            Source::Given(games) => (None, Some(digest(games))),
        };
        let spec = longjump_games::lasting(&self.spec).to_string();
        Header::new(spec, self.settings, self_play, given)
    }

    /// Mines the games that are not in the file yet, and returns all that is in it then. The file follows from the
    /// games and settings alone.
    ///
    /// # Errors
    /// When the file can't be written or was mined in another way, or a game is wrong.
    pub fn run(
        &self,
        path: &Path,
        options: &mut MineOptions<'_>,
    ) -> Result<PuzzleFile, PuzzleError> {
        let (mut file, mut found) = self.open(path)?;
        let mut seen = HashSet::new();
        for puzzle in &found.puzzles {
            seen.insert(self.key(puzzle)?);
        }
        let next = AtomicU64::new(found.tallies.len() as u64);
        let halt = AtomicBool::new(false);
        let interrupt = options.interrupt;
        let is_wanted = || !halt.load(Relaxed) && !interrupt.load(Relaxed);
        let (sender, finished) = channel();
        if found.puzzles.len() as u64 >= self.enough {
            return Ok(found);
        }
        // Whether more are wanted.
        let mut write = |mined: Mined| -> Result<bool, PuzzleError> {
            let Some((puzzles, tally)) = mined? else {
                return Ok(false);
            };
            let (puzzles, tally) = self.unlike(puzzles, tally, &mut seen)?;
            let lines = lines_of_game(&puzzles, tally);
            file.write_all(lines.as_bytes()).map_err(unusable(path))?;
            found.length += lines.len() as u64;
            found.puzzles.extend(puzzles);
            found.tallies.push(tally);
            (options.progress)(&found.total(), found.tallies.len() as u64);
            Ok((found.puzzles.len() as u64) < self.enough)
        };
        let mut first = next.load(Relaxed);
        let threads = options.threads.max(1);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let (sender, next, is_wanted) = (sender.clone(), &next, &is_wanted);
                scope.spawn(move || self.work(next, &sender, is_wanted));
            }
            drop(sender);
            // Games are written in their order, whenever they are finished.
            let mut waiting = BTreeMap::new();
            for (number, mined) in finished {
                waiting.insert(number, mined);
                while let Some(mined) = waiting.remove(&first) {
                    let written = write(mined);
                    if !matches!(written, Ok(true)) {
                        halt.store(true, Relaxed);
                        return written.map(|_| ());
                    }
                    first += 1;
                }
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// Mines one game after the other until there is none left.
    fn work(
        &self,
        next: &AtomicU64,
        sender: &Sender<(u64, Mined)>,
        is_wanted: &(impl Fn() -> bool + Sync),
    ) {
        let mut miner = Miner::new(&self.spec, self.settings);
        while is_wanted() {
            let number = next.fetch_add(1, Relaxed);
            if number >= self.games {
                return;
            }
            let mined = match &mut miner {
                Ok(miner) => self.mine_game(miner, number, is_wanted),
                Err(_) => Miner::new(&self.spec, self.settings).map(|_| None),
            };
            if sender.send((number, mined)).is_err() {
                return;
            }
        }
    }

    fn mine_game(&self, miner: &mut Miner, number: u64, is_wanted: &dyn Fn() -> bool) -> Mined {
        match &self.source {
            Source::SelfPlay(self_play) => {
                let game = self_play.play(&self.spec, &mut miner.thinker, number)?;
                miner.mine(number, &game, is_wanted)
            }
            Source::Given(games) => match games.get(number as usize) {
                Some(game) => miner.mine(number, game, is_wanted),
                None => Ok(None),
            },
        }
    }

    /// Opens the file to write at its end, with what is in it; makes it if there is none.
    fn open(&self, path: &Path) -> Result<(File, PuzzleFile), PuzzleError> {
        let header = self.header();
        let is_new = std::fs::metadata(path).map_or(true, |found| found.len() == 0);
        if is_new {
            let line = serde_json::to_string(&header).expect("a header can be written");
            std::fs::write(path, line + "\n").map_err(unusable(path))?;
        }
        let found = PuzzleFile::read(path)?;
        if found.header != header {
            return Err(PuzzleError::OtherPuzzles {
                path: path.to_owned(),
                difference: format!("{:?}, not {header:?}", found.header),
            });
        }
        let file = OpenOptions::new().write(true).open(path);
        let mut file = file.map_err(unusable(path))?;
        // What a killed run has left unfinished is cut off.
        let cut = file.set_len(found.length);
        let cut = cut.and_then(|()| file.seek(SeekFrom::End(0)));
        cut.map_err(unusable(path))?;
        Ok((file, found))
    }

    /// The puzzles that are unlike all before.
    fn unlike(
        &self,
        puzzles: Vec<Puzzle>,
        mut tally: Tally,
        seen: &mut HashSet<u64>,
    ) -> Result<(Vec<Puzzle>, Tally), PuzzleError> {
        let mut kept = Vec::new();
        for puzzle in puzzles {
            if seen.insert(self.key(&puzzle)?) {
                kept.push(puzzle);
            } else {
                tally.same += 1;
            }
        }
        tally.found = kept.len() as u64;
        Ok((kept, tally))
    }

    /// A number that tells puzzles apart, the same for mirror images.
    fn key(&self, puzzle: &Puzzle) -> Result<u64, PuzzleError> {
        let moment = Moment::new(&self.spec, puzzle.position.clone());
        Ok(moment.table()?.key_or_mirrored())
    }
}

fn unusable(path: &Path) -> impl Fn(io::Error) -> PuzzleError + '_ {
    |error| PuzzleError::File {
        path: path.to_owned(),
        error,
    }
}

/// A number that tells games from others.
fn digest(games: &[GivenGame]) -> String {
    let mut sum = Checksum::default();
    for game in games {
        sum.add(game.start.as_bytes());
        sum.add(game.moves.join(" ").as_bytes());
    }
    format!("{:016x}", sum.value())
}
