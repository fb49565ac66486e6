//! Positions of games to learn from: what stood on the board, what the engine thought of it,
//! and how the game ended.
//!
//! A file is a line of JSON ([`TrainingHeader`]), records that all have the same size
//! ([`TrainingRecord`]), and an end that tells how many there are and whether they are still the
//! same; `docs/training-data.md` describes it byte by byte. [`TrainingWriter`] and
//! [`TrainingReader`] stream records, so that files may be larger than memory.
//!
//! Beside it stands what every file and every seeded run shares: [`Checksum`], [`mixed`] for
//! seeds made from seeds, and the [`logistic scale`](fitted_scale) from scores to results.
//!
//! ```
//! use longjump_dataset::{TrainingHeader, TrainingReader, TrainingRecord, TrainingWriter};
//! use longjump_rules::{PerSeat, Setup};
//! use std::io::Cursor;
//!
//! let header = TrainingHeader::for_game(&"corners".parse()?)?;
//! let record = TrainingRecord {
//!     game: 0,
//!     moves: 12,
//!     setup: Setup::empty(header.holes, header.seats),
//!     score: Some(150), // a move and a half ahead
//!     places: PerSeat::new(2, 1), // a draw
//! };
//! let mut writer = TrainingWriter::new(header, Vec::new())?;
//! writer.write(&record)?;
//! let file = writer.finish()?;
//!
//! let mut reader = TrainingReader::new(Cursor::new(file))?;
//! assert_eq!(reader.next().transpose()?, Some(record));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod checksum;
mod error;
mod header;
mod logistic;
mod packing;
mod reader;
mod record;
mod seed;
#[cfg(test)]
mod tests;
mod writer;

pub use checksum::Checksum;
pub use error::TrainingError;
pub use header::{TrainingHeader, VERSION};
pub use logistic::{fitted_scale, sigmoid};
pub use reader::TrainingReader;
pub use record::TrainingRecord;
pub use seed::mixed;
pub use writer::TrainingWriter;
