//! From games to records.

use super::header::training_header;
use crate::log::BlockRecords;
use crate::record::GameRecord;
use crate::tournament::Tournament;
use longjump_dataset::{TrainingError, TrainingHeader, TrainingRecord, TrainingWriter};
use longjump_engine::{Table, open_table};
use longjump_rules::{PerSeat, Standings};
use std::collections::BTreeMap;
use std::io::Write;

/// Writes the positions of finished games in the order of their blocks, whenever they come;
/// so the same tournament gives the same file, however many games are played at once.
pub struct Collector<W: Write> {
    writer: TrainingWriter<W>,
    table: Box<dyn Table>,
    /// Blocks that wait for earlier ones.
    waiting: BTreeMap<usize, BlockRecords>,
    next: usize,
    games: u32,
    skipped: u32,
}

impl<W: Write> Collector<W> {
    /// Begins a file for a tournament's games.
    ///
    /// # Errors
    /// When there is no such game, or it can't be written.
    pub fn new(tournament: &Tournament, out: W) -> Result<Self, TrainingError> {
        Ok(Self {
            writer: TrainingWriter::new(training_header(tournament)?, out)?,
            table: open_table(&tournament.game)?,
            waiting: BTreeMap::new(),
            next: 0,
            games: 0,
            skipped: 0,
        })
    }

    /// What the file begins with.
    pub fn header(&self) -> &TrainingHeader {
        self.writer.header()
    }

    /// How many games were written.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// How many games were left out, as an engine failed in them.
    pub fn skipped(&self) -> u32 {
        self.skipped
    }

    /// How many positions were written.
    pub fn positions(&self) -> u64 {
        self.writer.records()
    }

    /// Takes the games of a finished block.
    ///
    /// # Errors
    /// When the file can't be written.
    pub fn add(&mut self, games: BlockRecords) -> Result<(), TrainingError> {
        let Some(first) = games.first() else {
            return Ok(());
        };
        self.waiting.insert(first.block, games);
        while let Some(games) = self.waiting.remove(&self.next) {
            self.next += 1;
            for game in &games {
                self.write(game)?;
            }
        }
        Ok(())
    }

    /// Every position after the opening in which somebody had to move.
    fn write(&mut self, game: &GameRecord) -> Result<(), TrainingError> {
        if !game.faults.is_empty() {
            self.skipped += 1;
            return Ok(());
        }
        let wrong = |reason: String| TrainingError::Replay {
            game: game.block,
            reason,
        };
        let seats = self.table.seats();
        let places: &[u8] = &game.places;
        if places.len() != seats {
            return Err(wrong("its result has other seats".to_owned()));
        }
        let places = PerSeat::from_fn(seats, |seat| places[seat.index()]);
        let places =
            Standings::from_places(places).ok_or_else(|| wrong("its result is none".to_owned()))?;
        let moves: Vec<&str> = game.moves.split_whitespace().collect();
        let (opening, played) = moves
            .split_at_checked(game.opening_plies)
            .ok_or_else(|| wrong("it is shorter than its opening".to_owned()))?;
        let table = &mut *self.table;
        let set_up = table.set_up(game.start.as_deref(), opening);
        set_up.map_err(|error| wrong(error.to_string()))?;
        for (number, (mv, note)) in played.iter().zip(&game.turns).enumerate() {
            let record = TrainingRecord {
                game: self.games,
                moves: u16::try_from(game.opening_plies + number)
                    .map_err(|_| TrainingError::DoesNotFit("its game has too many moves"))?,
                setup: table.setup(),
                score: note.score,
                places: *places.places(),
            };
            self.writer.write(&record)?;
            let played = table.play(mv);
            played.map_err(|error| wrong(error.to_string()))?;
        }
        self.games += 1;
        Ok(())
    }

    /// Ends the file. Blocks that still wait for earlier ones are left out.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn finish(self) -> Result<W, TrainingError> {
        self.writer.finish()
    }
}
