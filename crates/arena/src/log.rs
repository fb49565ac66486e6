//! The log: a line for the tournament and one for each finished game, never changed afterwards.

use crate::record::GameRecord;
use crate::schedule::Schedule;
use crate::tournament::{OpeningChoice, TestSettings, Tournament};
use longjump_engine::EngineSpec;
use longjump_games::{lasting, stored};
use longjump_rules::GameSpec;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The form of logs that this program writes and reads.
const VERSION: u32 = 1;

/// The first line of a log: what decides which games are played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The form of the log.
    pub longjump_log: u32,
    /// The game's spec.
    pub game: String,
    /// Who takes part.
    pub participants: Vec<HeaderParticipant>,
    /// Who plays whom.
    pub schedule: Schedule,
    /// What games begin with.
    pub openings: String,
    /// Where random numbers come from.
    pub seed: u64,
    /// By how many milliseconds answers may be late.
    pub margin: u64,
    /// After how many plies a game is a draw.
    pub longest: usize,
    /// Whether proven games end.
    pub ends_solved_games: bool,
    /// Whether times are scaled to the machine.
    pub scaled: bool,
    /// The test that ends a match.
    pub test: Option<TestSettings>,
}

/// A participant as the log knows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HeaderParticipant {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub engine: String,
    /// How long it may think.
    pub control: String,
    /// A number that tells its weights from others, where a file gives them.
    pub weights: Option<String>,
}

impl Header {
    /// What a log says of a tournament.
    pub fn of(tournament: &Tournament) -> Self {
        let participant = |participant: &crate::Participant| HeaderParticipant {
            name: participant.name.clone(),
            engine: participant.engine(),
            control: participant.control.to_string(),
            weights: participant
                .weights()
                .map(|text| format!("{:016x}", digest(std::iter::once(text)))),
        };
        Self {
            longjump_log: VERSION,
            game: lasting(&tournament.game).to_string(),
            participants: tournament.participants.iter().map(participant).collect(),
            schedule: tournament.schedule,
            openings: match &tournament.openings {
                OpeningChoice::Random(plies) => format!("{plies} random moves"),
                OpeningChoice::Listed(list) => {
                    let text = list.iter().map(|opening| format!("{opening}\n"));
                    format!("{} listed, {:016x}", list.len(), digest(text))
                }
            },
            seed: tournament.seed,
            margin: tournament.rules.margin.as_millis() as u64,
            longest: tournament.rules.longest,
            ends_solved_games: tournament.rules.ends_solved_games,
            scaled: tournament.time_factor.is_some(),
            test: tournament.test,
        }
    }

    /// With specs that say what those of older logs meant.
    fn stored(mut self) -> Self {
        if let Ok(game) = self.game.parse::<GameSpec>() {
            self.game = stored(&game).to_string();
        }
        for participant in &mut self.participants {
            if let Ok(spec) = participant.engine.parse::<EngineSpec>() {
                participant.engine = spec.stored().to_string();
            }
        }
        self
    }

    /// What differs first, in words.
    fn difference(&self, other: &Self) -> String {
        let parts = |header: &Self| {
            let value = serde_json::to_value(header).expect("a header can be written");
            let serde_json::Value::Object(fields) = value else {
                unreachable!("a header has fields");
            };
            fields
        };
        let (ours, theirs) = (parts(self), parts(other));
        let mut different = ours
            .iter()
            .filter(|(name, value)| theirs.get(*name) != Some(value));
        different.next().map_or_else(String::new, |(name, value)| {
            let theirs = theirs.get(name).unwrap_or(&serde_json::Value::Null);
            format!("its {name} is {theirs}, not {value}")
        })
    }
}

/// A number that tells one text from another (FNV-1a).
fn digest(parts: impl Iterator<Item = String>) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    parts
        .flat_map(String::into_bytes)
        .fold(0xcbf2_9ce4_8422_2325, step)
}

/// What can be wrong with a log.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LogError {
    /// The file can't be read or written.
    #[error("can't use the log {}: {error}", .path.display())]
    File {
        /// The log.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Another run writes it.
    #[error("another run is using the log {}", .0.display())]
    InUse(PathBuf),
    /// It is no log, or one of another form.
    #[error("{} is not a log of games that this program can read: line {line}: {reason}", .path.display())]
    Malformed {
        /// The log.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// It belongs to another tournament.
    #[error("{} is the log of another tournament: {difference}", .path.display())]
    OtherTournament {
        /// The log.
        path: PathBuf,
        /// What differs.
        difference: String,
    },
}

/// A log open for more games.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    file: File,
}

/// The games of a block.
pub type BlockRecords = Vec<GameRecord>;

impl Log {
    /// Opens the log of a tournament, with the blocks that were finished already; makes it if
    /// there is none. What a killed run has left unfinished at the end is cut off.
    ///
    /// # Errors
    /// When it can't be read or written, or belongs to another tournament.
    pub fn open(
        path: &Path,
        tournament: &Tournament,
    ) -> Result<(Self, Vec<BlockRecords>), LogError> {
        let wrong = |error| LogError::File {
            path: path.to_owned(),
            error,
        };
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(wrong)?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(LogError::InUse(path.to_owned()));
        }
        let mut log = Self {
            path: path.to_owned(),
            file,
        };
        let contents = read_file(path, &log.file)?;
        let header = Header::of(tournament);
        let Some(found) = contents.header else {
            log.file.set_len(0).map_err(wrong)?;
            let line = serde_json::to_string(&header).expect("a header can be written");
            log.append(format!("{line}\n").as_bytes())?;
            return Ok((log, Vec::new()));
        };
        if found != header {
            return Err(LogError::OtherTournament {
                path: path.to_owned(),
                difference: header.difference(&found),
            });
        }
        log.file.set_len(contents.length).map_err(wrong)?;
        Ok((log, contents.blocks))
    }

    /// Writes lines and waits until they are on disk.
    ///
    /// # Errors
    /// When they can't be.
    pub(crate) fn append(&mut self, lines: &[u8]) -> Result<(), LogError> {
        let end = self.file.seek(SeekFrom::End(0));
        let written = end.and_then(|_| self.file.write_all(lines));
        let synced = written.and_then(|()| self.file.sync_data());
        synced.map_err(|error| LogError::File {
            path: self.path.clone(),
            error,
        })
    }
}

/// A whole log.
///
/// # Errors
/// When it can't be read or is none.
pub fn read_log(path: &Path) -> Result<(Header, Vec<BlockRecords>), LogError> {
    let file = File::open(path).map_err(|error| LogError::File {
        path: path.to_owned(),
        error,
    })?;
    let contents = read_file(path, &file)?;
    let header = contents.header.ok_or_else(|| LogError::Malformed {
        path: path.to_owned(),
        line: 1,
        reason: "it is empty".to_owned(),
    })?;
    Ok((header, contents.blocks))
}

/// What is in a log, up to the last finished block.
struct Contents {
    header: Option<Header>,
    blocks: Vec<BlockRecords>,
    /// Where the last finished block ends.
    length: u64,
}

fn read_file(path: &Path, file: &File) -> Result<Contents, LogError> {
    let mut reader = BufReader::new(file);
    let mut contents = Contents {
        header: None,
        blocks: Vec::new(),
        length: 0,
    };
    let (mut at, mut number) = (0, 0);
    let mut block: BlockRecords = Vec::new();
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = reader.read_until(b'\n', &mut line);
        let read = read.map_err(|error| LogError::File {
            path: path.to_owned(),
            error,
        })?;
        // A line without an end was being written when the run was killed.
        if read == 0 || line.last() != Some(&b'\n') {
            return Ok(contents);
        }
        at += read as u64;
        number += 1;
        let wrong = |error: serde_json::Error| LogError::Malformed {
            path: path.to_owned(),
            line: number,
            reason: error.to_string(),
        };
        let Some(header) = &contents.header else {
            let header: Header = serde_json::from_slice(&line).map_err(wrong)?;
            contents.header = Some(header.stored());
            contents.length = at;
            continue;
        };
        let game: GameRecord = serde_json::from_slice(&line).map_err(wrong)?;
        // A block is written as a whole, so a game of another one means that this one
        // was cut off, and a later run went on.
        if block.last().is_some_and(|last| last.block != game.block) {
            block.clear();
        }
        block.push(game);
        if block.len() == header.schedule.games_in_block() {
            contents.blocks.push(std::mem::take(&mut block));
            contents.length = at;
        }
    }
}
