//! Several files made one, in which no position is twice.

use super::game_of;
use super::images::Images;
use crate::LearningError;
use longjump_dataset::{TrainingError, TrainingHeader, TrainingReader, TrainingWriter};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::io::{Read, Seek, Write};

/// Positions of several files, each once.
#[derive(Debug)]
pub struct Mix {
    headers: Vec<TrainingHeader>,
    images: Images,
    /// The records as they are in files, one after the other.
    bytes: Vec<u8>,
    seen: HashSet<u64>,
    /// The new number of each game of the file that is being read.
    games: HashMap<u32, u32>,
    next_game: u32,
    read: u64,
}

/// What came of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mixed {
    /// How many positions were read.
    pub read: u64,
    /// How many were written.
    pub written: u64,
    /// Of how many games.
    pub games: u32,
}

impl Mix {
    /// None yet, for positions of the game that this file is of.
    ///
    /// # Errors
    /// When there is no such game.
    pub fn like(header: &TrainingHeader) -> Result<Self, LearningError> {
        Ok(Self {
            headers: Vec::new(),
            images: Images::of(&game_of(header))?,
            bytes: Vec::new(),
            seen: HashSet::new(),
            games: HashMap::new(),
            next_game: 0,
            read: 0,
        })
    }

    /// Adds the positions of a file that are not there yet, calling `on_progress` with how many records
    /// were read. Of positions that are the same, turned or mirrored, the first is kept.
    ///
    /// # Errors
    /// When it is of another game, or damaged.
    pub fn add<R: Read + Seek>(
        &mut self,
        reader: TrainingReader<R>,
        on_progress: &mut dyn FnMut(u64),
    ) -> Result<(), LearningError> {
        let header = reader.header().clone();
        if let Some(first) = self.headers.first()
            && (&first.game, first.record_bytes) != (&header.game, header.record_bytes)
        {
            return Err(LearningError::OtherGame {
                data: header.game,
                game: first.game.clone(),
            });
        }
        self.games.clear();
        for (number, record) in (1..).zip(reader) {
            let mut record = record?;
            self.read += 1;
            if self.seen.insert(self.images.key(&record.setup)) {
                record.game = *self.games.entry(record.game).or_insert_with(|| {
                    self.next_game += 1;
                    self.next_game - 1
                });
                let packed = header.pack(&record, &mut self.bytes);
                packed.map_err(TrainingError::DoesNotFit)?;
            }
            on_progress(number);
        }
        self.headers.push(header);
        Ok(())
    }

    /// Writes all positions in random order.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn write<W: Write>(&self, seed: u64, out: W) -> Result<Mixed, LearningError> {
        let header = self.header(seed);
        let mut order: Vec<&[u8]> = self.bytes.chunks_exact(header.record_bytes).collect();
        fastrand::Rng::with_seed(seed).shuffle(&mut order);
        let mut writer = TrainingWriter::new(header, out)?;
        for (number, bytes) in (1..).zip(&order) {
            let record = writer.header().unpack(bytes);
            let record = record.map_err(|reason| TrainingError::Damaged { number, reason })?;
            writer.write(&record)?;
        }
        writer.finish()?;
        Ok(Mixed {
            read: self.read,
            written: order.len() as u64,
            games: self.next_game,
        })
    }

    /// What the file begins with: where the files agree, what they say, else all of it.
    fn header(&self, seed: u64) -> TrainingHeader {
        let all = |field: fn(&TrainingHeader) -> &str| {
            let values: BTreeSet<&str> = self.headers.iter().map(field).collect();
            Vec::from_iter(values).join("; ")
        };
        let signatures: BTreeSet<Option<u64>> =
            self.headers.iter().map(|header| header.signature).collect();
        let first = self.headers.first().expect("something was mixed");
        TrainingHeader {
            longjump_training: longjump_dataset::VERSION,
            engine: all(|header| &header.engine),
            control: all(|header| &header.control),
            openings: all(|header| &header.openings),
            program: all(|header| &header.program),
            seed,
            signature: match signatures.len() {
                1 => first.signature,
                _ => None,
            },
            ..first.clone()
        }
    }
}
