//! Positions of games to learn from: what stood on the board, what the engine thought of it,
//! and how the game ended.
//!
//! `docs/training-data.md` describes the file: a line of JSON, records that all have the same
//! size, and an end that tells how many there are and whether they are still the same.

mod collect;
mod error;
mod packing;
mod reader;
mod signature;
#[cfg(test)]
mod tests;
mod writer;

pub use collect::Collector;
pub use error::TrainingError;
pub use reader::TrainingReader;
pub use writer::TrainingWriter;

use crate::event::Event;
use crate::log::Header;
use crate::statistics::half_points;
use longjump_engine::{Score, open_table};
use longjump_rules::{PerSeat, Setup, SpecError};
use serde::{Deserialize, Serialize};

/// The form of files that this program writes. Those of the first form, which have neither a
/// checksum nor a signature, are read too.
pub const VERSION: u32 = 2;

/// What a finished file ends with, before the number of its records and their checksum.
const END: &[u8; 8] = b"LONGJEND";

/// A position of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrainingRecord {
    /// The number of its game in the file, from 0: positions of one game are much alike, so
    /// whoever tests what was learned keeps them together.
    pub game: u32,
    /// How many moves of the game were played before it, those of the opening too.
    pub moves: u16,
    /// The position.
    pub setup: Setup,
    /// How good it seemed to the seat to move, if the engine said.
    pub score: Option<Score>,
    /// The place of each seat when the game was over.
    pub places: PerSeat<u8>,
}

impl TrainingRecord {
    /// What the game gave the seat to move, of 1: with two seats 1, 1/2 or 0, with more its
    /// share of the others, those counted half who shared its place.
    pub fn result(&self) -> f64 {
        let places: Vec<u8> = self.places.iter().map(|(_, place)| place).collect();
        let most = 2 * (places.len() - 1).max(1);
        half_points(&places, self.setup.turn.index()) as f64 / most as f64
    }
}

/// The first line of a file: its form, and where its games are from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TrainingHeader {
    /// The form of the file, [`VERSION`].
    pub longjump_training: u32,
    /// The game's spec.
    pub game: String,
    /// How many seats it has.
    pub seats: usize,
    /// How many holes its board has.
    pub holes: usize,
    /// For how many pieces a record has room.
    pub pieces: usize,
    /// How large a record is.
    pub record_bytes: usize,
    /// Who played.
    pub engine: String,
    /// How long it thought, as in `nodes=2000`.
    pub control: String,
    /// What games began with.
    pub openings: String,
    /// Where random numbers came from.
    pub seed: u64,
    /// The program that wrote it.
    pub program: String,
    /// What the engine did on a few fixed positions, as a number: the same for engines that play
    /// the same. None in files that were mixed, and where it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<u64>,
}

impl TrainingHeader {
    /// What the file of an event's games begins with.
    ///
    /// # Errors
    /// When there is no such game.
    pub fn of(event: &Event) -> Result<Self, SpecError> {
        let table = open_table(&event.game)?;
        let start = table.setup();
        // In no game pieces come in, so the start has the most.
        let pieces = start.pieces.iter().flatten().count();
        let log = Header::of(event);
        let first = log.contenders.into_iter().next();
        let (engine, control) = first.map_or_else(Default::default, |contender| {
            (contender.engine, contender.control)
        });
        let mut header = Self {
            longjump_training: VERSION,
            game: log.game,
            seats: table.seats(),
            holes: start.pieces.len(),
            pieces,
            record_bytes: 0,
            engine,
            control,
            openings: log.openings,
            seed: event.seed,
            program: concat!("longjump ", env!("CARGO_PKG_VERSION")).to_owned(),
            signature: signature::signature(event),
        };
        header.record_bytes = header.size();
        Ok(header)
    }
}
