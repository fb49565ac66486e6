//! Running a tournament: several games at once, every finished block written down.

use crate::log::{BlockRecords, Log, LogError};
use crate::participant::{Participant, Player, TraceFolder};
use crate::record::GameRecord;
use crate::referee::{Referee, Seated};
use crate::schedule::{Block, Next};
use crate::scoreboard::{BlockResult, Scoreboard};
use crate::tournament::Tournament;
use longjump_dataset::mixed;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Condvar, Mutex};
use std::time::Duration;

/// How often to look whether somebody wants to stop.
const LOOK_UP: Duration = Duration::from_millis(50);
/// How many players a thread keeps seated.
const MOST_SEATED: usize = 16;

/// How to run a tournament; none of it decides which games are played.
pub struct RunOptions<'a> {
    /// How many games at once.
    pub concurrency: usize,
    /// Becomes true when the user wants to stop: running games are given up.
    pub interrupt: &'a AtomicBool,
    /// Is told how the tournament stands, whenever that has changed.
    pub progress: &'a mut (dyn FnMut(&Scoreboard) + Send),
    /// Gets the games of every finished block, in the order in which they are finished.
    pub on_block: Option<&'a mut (dyn FnMut(BlockRecords) + Send)>,
    /// Where to keep what external programs say, if anywhere.
    pub traces: Option<&'a TraceFolder>,
}

/// Plays a tournament that was checked before, going on after the blocks that are finished,
/// until it is over or interrupted. Without a log nothing is kept but the score.
///
/// # Errors
/// When the log can't be written.
pub fn run_tournament(
    tournament: &Tournament,
    finished: &[BlockRecords],
    log: Option<&mut Log>,
    options: &mut RunOptions<'_>,
) -> Result<Scoreboard, LogError> {
    let mut scoreboard = Scoreboard::new(tournament);
    for games in finished {
        scoreboard.add(BlockResult::of(games));
    }
    let coordinator = Coordinator {
        tournament,
        halt: AtomicBool::new(false),
        keeps_games: log.is_some(),
        traces: options.traces,
        state: Mutex::new(State {
            next: 0,
            scoreboard,
        }),
        changed: Condvar::new(),
    };
    let written = std::thread::scope(|scope| {
        let (sender, finished) = channel();
        for _ in 0..options.concurrency.max(1) {
            let sender = sender.clone();
            let coordinator = &coordinator;
            scope.spawn(move || coordinator.work(&sender));
        }
        drop(sender);
        let written = coordinator.write(&finished, log, options);
        coordinator.halt();
        written
    });
    let state = coordinator
        .state
        .into_inner()
        .expect("no thread has panicked");
    written.map(|()| state.scoreboard)
}

/// A finished block.
struct Finished {
    result: BlockResult,
    /// Its lines for the log.
    lines: Vec<u8>,
    games: BlockRecords,
}

/// What the threads have in common.
struct Coordinator<'a> {
    tournament: &'a Tournament,
    halt: AtomicBool,
    keeps_games: bool,
    traces: Option<&'a TraceFolder>,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    /// The number of the next block to give out.
    next: usize,
    scoreboard: Scoreboard,
}

impl Coordinator<'_> {
    fn halt(&self) {
        self.halt.store(true, Relaxed);
        self.changed.notify_all();
    }

    /// Plays blocks until there are none.
    fn work(&self, sender: &Sender<Finished>) {
        let mut worker = Worker {
            tournament: self.tournament,
            participants: self.tournament.participants_here(),
            referee: Referee::new(&self.tournament.game, self.tournament.rules),
            seated: HashMap::new(),
            traces: self.traces,
        };
        while let Some(block) = self.next_block() {
            let Some(games) = worker.play(&block, &self.halt) else {
                return;
            };
            let lines = if self.keeps_games {
                games.iter().flat_map(line).collect()
            } else {
                Vec::new()
            };
            let finished = Finished {
                result: BlockResult::of(&games),
                lines,
                games,
            };
            if sender.send(finished).is_err() {
                return;
            }
        }
    }

    /// The next block to play, waiting for results that it depends on.
    fn next_block(&self) -> Option<Block> {
        let mut state = self.state.lock().expect("no thread has panicked");
        loop {
            if self.halt.load(Relaxed) || state.scoreboard.is_over() {
                return None;
            }
            let results = state.scoreboard.finished();
            if results.contains_key(&state.next) {
                state.next += 1;
                continue;
            }
            match self.tournament.schedule.block(state.next, results) {
                Next::Play(block) => {
                    state.next += 1;
                    return Some(block);
                }
                Next::Wait => {
                    let waited = self.changed.wait_timeout(state, LOOK_UP);
                    state = waited.expect("no thread has panicked").0;
                }
                Next::End => return None,
            }
        }
    }

    /// Writes and counts finished blocks until all threads are done. Blocks that come while
    /// others are being written go to disk together.
    fn write(
        &self,
        finished: &Receiver<Finished>,
        mut log: Option<&mut Log>,
        options: &mut RunOptions<'_>,
    ) -> Result<(), LogError> {
        let mut blocks: Vec<Finished> = Vec::new();
        loop {
            match finished.recv_timeout(LOOK_UP) {
                Ok(block) => blocks.push(block),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            blocks.extend(finished.try_iter());
            if options.interrupt.load(Relaxed) {
                self.halt();
            }
            if blocks.is_empty() {
                continue;
            }
            if let Some(log) = &mut log {
                let lines: Vec<&[u8]> = blocks.iter().map(|block| &block.lines[..]).collect();
                log.append(&lines.concat())?;
            }
            if let Some(games) = &mut options.on_block {
                let all = blocks.iter_mut().map(|block| &mut block.games);
                all.for_each(|block| games(std::mem::take(block)));
            }
            let mut state = self.state.lock().expect("no thread has panicked");
            for block in blocks.drain(..) {
                state.scoreboard.add(block.result);
            }
            if state.scoreboard.is_over() {
                self.halt.store(true, Relaxed);
            }
            (options.progress)(&state.scoreboard);
            drop(state);
            self.changed.notify_all();
        }
    }
}

fn line(game: &GameRecord) -> Vec<u8> {
    let mut line = serde_json::to_vec(game).expect("a game can be written");
    line.push(b'\n');
    line
}

/// A thread's board and the players around it.
struct Worker<'a> {
    tournament: &'a Tournament,
    participants: Vec<Participant>,
    referee: Referee<'a>,
    /// Players by participant and copy.
    seated: HashMap<(usize, usize), Box<dyn Player>>,
    traces: Option<&'a TraceFolder>,
}

impl Worker<'_> {
    /// The games of a block; none if it was interrupted.
    fn play(&mut self, block: &Block, halt: &AtomicBool) -> Option<BlockRecords> {
        if self.seated.len() > MOST_SEATED {
            self.seated.retain(|key, _| block.lineup.contains(&key.0));
        }
        let opening = self.tournament.opening(block.opening, self.referee.table());
        let seed = mixed(self.tournament.seed, block.number as u64);
        let games = 0..self.tournament.schedule.games_in_block();
        games
            .map(|game| {
                let players = block.players(game);
                let mut seated = self.seat(&players);
                let participants: Vec<_> = players
                    .iter()
                    .map(|&player| &self.participants[player])
                    .collect();
                let seed = mixed(seed, game as u64);
                let outcome =
                    self.referee
                        .play(&participants, &mut seated, &opening, seed, halt)?;
                self.stand_up(&players, seated);
                Some(GameRecord {
                    block: block.number,
                    game,
                    opening: block.opening,
                    players,
                    start: opening.start.clone(),
                    moves: outcome.moves.join(" "),
                    opening_plies: opening.moves.len(),
                    places: outcome.places,
                    cause: outcome.cause,
                    ending: outcome.ending,
                    faults: outcome.faults,
                    turns: outcome.turns,
                })
            })
            .collect()
    }

    /// Takes the players to their seats, those that are not there yet newly made.
    fn seat(&mut self, players: &[usize]) -> Vec<Seated> {
        let keys = keys(players);
        keys.map(|key| match self.seated.remove(&key) {
            Some(player) => Ok(player),
            None => self.participants[key.0].start(&self.tournament.game, self.traces),
        })
        .collect()
    }

    /// Keeps those who can play again.
    fn stand_up(&mut self, players: &[usize], seated: Vec<Seated>) {
        for (key, player) in keys(players).zip(seated) {
            if let Ok(player) = player {
                self.seated.insert(key, player);
            }
        }
    }
}

/// Each player with how many copies of it sit before.
fn keys(players: &[usize]) -> impl Iterator<Item = (usize, usize)> {
    players.iter().enumerate().map(|(seat, &player)| {
        let before = players[..seat].iter().filter(|&&other| other == player);
        (player, before.count())
    })
}
