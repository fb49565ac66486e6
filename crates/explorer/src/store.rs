//! The store on disk: one file, which one program at a time may have open.

use crate::board::{Board, name_of, open_board};
use crate::game::{KeptGame, NewGame};
use crate::images::number_of;
use crate::node::Node;
use longjump_rules::{GameSpec, NotationError, SpecError};
use redb::{Database, ReadableDatabase, ReadableTable, ReadableTableMetadata, TableDefinition};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use thiserror::Error;

pub(crate) const POSITIONS: TableDefinition<'_, u64, &[u8]> = TableDefinition::new("positions");
pub(crate) const GAMES: TableDefinition<'_, u32, &[u8]> = TableDefinition::new("games");
/// What tells games from each other.
pub(crate) const COUNTED: TableDefinition<'_, u64, ()> = TableDefinition::new("counted");
pub(crate) const NAMES: TableDefinition<'_, u32, &str> = TableDefinition::new("names");
pub(crate) const NUMBERS: TableDefinition<'_, &str, u32> = TableDefinition::new("numbers");
/// What is said of the store itself.
pub(crate) const NOTES: TableDefinition<'_, &str, u64> = TableDefinition::new("notes");

/// How the store is written; another form has another number.
const FORM: u64 = 1;
/// How much of the file is kept in memory.
const CACHE: usize = 64 << 20;
/// How many boards are kept: more than are played, fewer than options can be put together.
const BOARDS: usize = 64;
/// The file in the store's folder.
const FILE: &str = "explorer.redb";

/// What can be wrong with a store.
#[derive(Debug, Error)]
pub enum ExplorerError {
    /// The folder or the file can't be used.
    #[error("the explorer in {0} can't be used: {1}")]
    File(PathBuf, std::io::Error),
    /// Another program has it open.
    #[error("the explorer in {0} is in use: a server or another command has it open")]
    InUse(PathBuf),
    /// It is of another form.
    #[error("the explorer in {0} was written by another version of this program; make it anew")]
    OtherForm(PathBuf),
    /// The library that keeps it failed.
    #[error("the explorer can't be read or written: {0}")]
    Library(#[from] redb::Error),
    /// It has what was never written.
    #[error("the explorer is damaged: {0} can't be read; make it anew")]
    Damaged(String),
    /// There is no such game.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A position or a move is wrong.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// More is asked than is answered.
    #[error("a question may have {0} moves at most")]
    TooLong(usize),
}

macro_rules! from_library {
    ($($error:ty),*) => {$(
        impl From<$error> for ExplorerError {
            fn from(error: $error) -> Self {
                Self::Library(error.into())
            }
        }
    )*};
}
from_library!(
    redb::StorageError,
    redb::TableError,
    redb::TransactionError,
    redb::CommitError
);

/// What was played from where.
pub struct Explorer {
    pub(crate) database: Database,
    /// Boards by the names of their specs: making one works out all images of its positions.
    boards: Mutex<HashMap<String, Arc<dyn Board>>>,
    /// One writes at a time, from reading the last number to the commit.
    pub(crate) writing: Mutex<()>,
    path: PathBuf,
}

/// How much is in a store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// How many games.
    pub games: u64,
    /// How many positions.
    pub positions: u64,
    /// How many bytes the file has.
    pub bytes: u64,
}

/// Why a store in this folder can't be opened.
fn opening(folder: &Path, error: redb::DatabaseError) -> ExplorerError {
    match error {
        redb::DatabaseError::DatabaseAlreadyOpen => ExplorerError::InUse(folder.to_owned()),
        redb::DatabaseError::UpgradeRequired(_) => ExplorerError::OtherForm(folder.to_owned()),
        redb::DatabaseError::Storage(redb::StorageError::Io(error)) => {
            ExplorerError::File(folder.to_owned(), error)
        }
        other => ExplorerError::Library(other.into()),
    }
}

/// Makes an empty file under another name first: one that was broken off could never be opened.
fn make_file(path: &Path) -> Result<(), redb::DatabaseError> {
    let partial = path.with_extension("partial");
    let failed = |error| redb::DatabaseError::Storage(redb::StorageError::Io(error));
    if partial.exists() {
        fs::remove_file(&partial).map_err(failed)?;
    }
    drop(Database::create(&partial)?);
    fs::rename(&partial, path).map_err(failed)
}

impl Explorer {
    /// Opens the store in a folder; makes it if there is none.
    ///
    /// # Errors
    /// When the folder can't be used, or another program has the store open.
    pub fn open(folder: &Path) -> Result<Self, ExplorerError> {
        let unusable = |error| ExplorerError::File(folder.to_owned(), error);
        fs::create_dir_all(folder).map_err(unusable)?;
        let path = folder.join(FILE);
        if !path.exists() {
            make_file(&path).map_err(|error| opening(folder, error))?;
        }
        let opened = Database::builder().set_cache_size(CACHE).open(&path);
        let database = opened.map_err(|error| opening(folder, error))?;
        let explorer = Self {
            database,
            boards: Mutex::default(),
            writing: Mutex::default(),
            path,
        };
        explorer.make_tables(folder)?;
        Ok(explorer)
    }

    fn make_tables(&self, folder: &Path) -> Result<(), ExplorerError> {
        let work = self.database.begin_write()?;
        work.open_table(POSITIONS)?;
        work.open_table(GAMES)?;
        work.open_table(COUNTED)?;
        work.open_table(NAMES)?;
        work.open_table(NUMBERS)?;
        {
            let mut notes = work.open_table(NOTES)?;
            let form = notes.get("form")?.map(|form| form.value());
            match form {
                None => _ = notes.insert("form", FORM)?,
                Some(FORM) => {}
                Some(_) => return Err(ExplorerError::OtherForm(folder.to_owned())),
            }
        }
        Ok(work.commit()?)
    }

    /// How much is in it.
    ///
    /// # Errors
    /// When it can't be read.
    pub fn size(&self) -> Result<Size, ExplorerError> {
        let work = self.database.begin_read()?;
        let file = fs::metadata(&self.path);
        let file = file.map_err(|error| ExplorerError::File(self.path.clone(), error))?;
        Ok(Size {
            games: work.open_table(GAMES)?.len()?,
            positions: work.open_table(POSITIONS)?.len()?,
            bytes: file.len(),
        })
    }

    /// Gives back to the system what the file has no use for. Nobody may read meanwhile.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn compact(&mut self) -> Result<(), ExplorerError> {
        let done = self.database.compact();
        done.map_err(|error| ExplorerError::Library(error.into()))?;
        Ok(())
    }

    /// How far a source was read; 0 if it never was.
    ///
    /// # Errors
    /// When it can't be read.
    pub fn read_up_to(&self, source: &str) -> Result<u64, ExplorerError> {
        let work = self.database.begin_read()?;
        let note = work.open_table(NOTES)?.get(source)?;
        Ok(note.map_or(0, |note| note.value()))
    }

    /// The board of a spec, and the spec's name here.
    pub(crate) fn board(&self, spec: &str) -> Result<(String, Arc<dyn Board>), ExplorerError> {
        let spec: GameSpec = spec.parse()?;
        let name = name_of(&spec)?;
        let mut boards = self.boards.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(board) = boards.get(&name) {
            return Ok((name, Arc::clone(board)));
        }
        let board: Arc<dyn Board> = open_board(&spec)?.into();
        if boards.len() >= BOARDS {
            boards.clear();
        }
        boards.insert(name.clone(), Arc::clone(&board));
        Ok((name, board))
    }
}

/// What tells a game from others, as a number.
pub(crate) fn identity(game: &NewGame) -> u64 {
    number_of(&game.name)
}

/// A position of a table.
pub(crate) fn node(
    positions: &impl ReadableTable<u64, &'static [u8]>,
    key: u64,
) -> Result<Option<Node>, ExplorerError> {
    let Some(bytes) = positions.get(key)? else {
        return Ok(None);
    };
    let read = Node::read(bytes.value());
    let read = read.ok_or_else(|| ExplorerError::Damaged(format!("position {key:x}")))?;
    Ok(Some(read))
}

/// A game of a table.
pub(crate) fn kept_game(
    games: &impl ReadableTable<u32, &'static [u8]>,
    number: u32,
) -> Result<Option<KeptGame>, ExplorerError> {
    let Some(bytes) = games.get(number)? else {
        return Ok(None);
    };
    let read = KeptGame::read(bytes.value());
    let read = read.ok_or_else(|| ExplorerError::Damaged(format!("game {number}")))?;
    Ok(Some(read))
}

/// The text of a name's number.
pub(crate) fn name(
    names: &impl ReadableTable<u32, &'static str>,
    number: u32,
) -> Result<String, ExplorerError> {
    let name = names.get(number)?.map(|name| name.value().to_owned());
    name.ok_or_else(|| ExplorerError::Damaged(format!("name {number}")))
}
