#![doc = include_str!("../README.md")]

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
