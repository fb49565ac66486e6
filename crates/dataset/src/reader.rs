//! Reading training data.

use crate::checksum::Checksum;
use crate::error::TrainingError;
use crate::header::{Board, TrainingHeader, VERSION};
use crate::packing::END;
use crate::record::TrainingRecord;
use longjump_games::stored;
use longjump_rules::{GameSpec, NotationError, SpecError};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

/// No header is longer: what is, is something else.
const LONGEST_HEADER: u64 = 1 << 20;
/// The end's mark and the number of records.
const END_BYTES: u64 = END.len() as u64 + 8;
/// The checksum after it, which files of the first form do not have.
const SUM_BYTES: u64 = 8;

/// Reads records one after the other.
#[derive(Debug)]
pub struct TrainingReader<R> {
    header: TrainingHeader,
    input: BufReader<R>,
    records: u64,
    /// How many were read.
    read: u64,
    /// The checksum of those.
    sum: Checksum,
    /// What it should be after the last.
    expected_sum: Option<u64>,
    bytes: Vec<u8>,
}

impl TrainingReader<File> {
    /// Opens a file.
    ///
    /// # Errors
    /// When it is no training data that this program reads, or not whole.
    pub fn open(path: &Path) -> Result<Self, TrainingError> {
        Self::new(File::open(path)?)
    }
}

impl<R: Read + Seek> TrainingReader<R> {
    /// Looks at the beginning and the end.
    ///
    /// # Errors
    /// When it is no training data that this program reads, or not whole.
    pub fn new(input: R) -> Result<Self, TrainingError> {
        let mut input = BufReader::new(input);
        let mut line = Vec::new();
        input
            .by_ref()
            .take(LONGEST_HEADER)
            .read_until(b'\n', &mut line)?;
        if line.last() != Some(&b'\n') {
            let reason = "it does not begin with a line of JSON".to_owned();
            return Err(TrainingError::NotTrainingData(reason));
        }
        let header = read_header(&line)?;
        let length = input.seek(SeekFrom::End(0))?;
        let size = header.record_bytes as u64;
        let has_sum = header.longjump_training > 1;
        let end_bytes = END_BYTES + if has_sum { SUM_BYTES } else { 0 };
        let no_end = || TrainingError::Truncated("it has no end".to_owned());
        let body = length.checked_sub(line.len() as u64 + end_bytes);
        let body = body.ok_or_else(no_end)?;
        input.seek(SeekFrom::End(-(end_bytes as i64)))?;
        let mut mark = [0; END.len()];
        input.read_exact(&mut mark)?;
        if mark != *END {
            return Err(no_end());
        }
        let records = read_number(&mut input)?;
        let expected_sum = has_sum.then(|| read_number(&mut input)).transpose()?;
        if records.checked_mul(size) != Some(body) {
            let there = body as f64 / size as f64;
            let reason = format!("it should have {records} records and has {there:.1}");
            return Err(TrainingError::Truncated(reason));
        }
        input.seek(SeekFrom::Start(line.len() as u64))?;
        Ok(Self {
            bytes: vec![0; header.record_bytes],
            header,
            input,
            records,
            read: 0,
            sum: Checksum::default(),
            expected_sum,
        })
    }

    /// What the file begins with.
    pub fn header(&self) -> &TrainingHeader {
        &self.header
    }

    /// How many records the file has.
    pub fn records(&self) -> u64 {
        self.records
    }
}

fn read_number(input: &mut impl Read) -> Result<u64, TrainingError> {
    let mut bytes = [0; 8];
    input.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

/// Reads a file's first line and looks whether it is one of a game that is known.
fn read_header(line: &[u8]) -> Result<TrainingHeader, TrainingError> {
    let other = |error: serde_json::Error| TrainingError::NotTrainingData(error.to_string());
    let value: serde_json::Value = serde_json::from_slice(line).map_err(other)?;
    let version = value["longjump_training"].as_u64();
    let version = version.ok_or_else(|| {
        TrainingError::NotTrainingData("its first line does not say longjump_training".to_owned())
    })?;
    if !(1..=u64::from(VERSION)).contains(&version) {
        return Err(TrainingError::OtherVersion(version as u32));
    }
    let mut header: TrainingHeader = serde_json::from_value(value).map_err(other)?;
    let spec = header.game.parse();
    let spec: GameSpec = spec.map_err(|error: NotationError| SpecError::from(error))?;
    let spec = stored(&spec);
    header.game = spec.to_string();
    let board = Board::of(&spec)?;
    let fits = header.seats == board.seats
        && header.holes == board.holes
        && header.pieces <= header.holes
        && header.record_bytes == header.record_size();
    if !fits {
        let reason = format!("its first line does not fit {spec}");
        return Err(TrainingError::NotTrainingData(reason));
    }
    Ok(header)
}

impl<R: Read> Iterator for TrainingReader<R> {
    type Item = Result<TrainingRecord, TrainingError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.read == self.records {
            return None;
        }
        self.read += 1;
        let number = self.read;
        let read = self.input.read_exact(&mut self.bytes);
        if let Err(error) = read {
            self.read = self.records;
            return Some(Err(error.into()));
        }
        self.sum.add(&self.bytes);
        let found = self.sum.value();
        let record = self.header.unpack(&self.bytes);
        if let Some(expected) = self.expected_sum
            && number == self.records
            && found != expected
            && record.is_ok()
        {
            return Some(Err(TrainingError::Checksum { found, expected }));
        }
        Some(record.map_err(|reason| TrainingError::Damaged { number, reason }))
    }
}
