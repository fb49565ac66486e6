//! Writing training data.

use crate::checksum::Checksum;
use crate::error::TrainingError;
use crate::header::TrainingHeader;
use crate::packing::END;
use crate::record::TrainingRecord;
use std::io::Write;

/// Writes records one after the other. Without [`TrainingWriter::finish`] the file is not
/// whole, and readers say so.
#[derive(Debug)]
pub struct TrainingWriter<W: Write> {
    header: TrainingHeader,
    out: W,
    records: u64,
    sum: Checksum,
    bytes: Vec<u8>,
}

impl<W: Write> TrainingWriter<W> {
    /// Begins a file.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn new(header: TrainingHeader, mut out: W) -> Result<Self, TrainingError> {
        let line = serde_json::to_string(&header).expect("a header can be written");
        writeln!(out, "{line}")?;
        Ok(Self {
            header,
            out,
            records: 0,
            sum: Checksum::default(),
            bytes: Vec::new(),
        })
    }

    /// What the file begins with.
    pub fn header(&self) -> &TrainingHeader {
        &self.header
    }

    /// How many records there are.
    pub fn records(&self) -> u64 {
        self.records
    }

    /// Writes a record.
    ///
    /// # Errors
    /// When it is of another board, or the file can't be written.
    pub fn write(&mut self, record: &TrainingRecord) -> Result<(), TrainingError> {
        self.bytes.clear();
        let packed = self.header.pack(record, &mut self.bytes);
        packed.map_err(TrainingError::DoesNotFit)?;
        self.out.write_all(&self.bytes)?;
        self.sum.add(&self.bytes);
        self.records += 1;
        Ok(())
    }

    /// Ends the file.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn finish(mut self) -> Result<W, TrainingError> {
        self.out.write_all(END)?;
        self.out.write_all(&self.records.to_le_bytes())?;
        self.out.write_all(&self.sum.value().to_le_bytes())?;
        self.out.flush()?;
        Ok(self.out)
    }
}
