//! The files of training data that options name.

use crate::{Failure, progress};
use indicatif::ProgressBar;
use longjump_dataset::{TrainingError, TrainingReader};
use longjump_learning::LearningError;
use std::fs::File;
use std::path::Path;

/// How often a bar is moved, in records.
const RARELY: u64 = 1024;

/// Opens a file.
pub(crate) fn open(file: &Path) -> Result<TrainingReader<File>, Failure> {
    TrainingReader::open(file).map_err(|error| wrong(file, LearningError::Training(error)))
}

/// What is said about a file that something is wrong with.
pub(crate) fn wrong(file: &Path, error: LearningError) -> Failure {
    let file = file.display();
    match error {
        LearningError::Game(error) => error.into(),
        LearningError::Training(TrainingError::Io(error)) => {
            Failure::Input(format!("can't read {file}: {error}"))
        }
        error => Failure::Input(format!("{file}: {error}")),
    }
}

/// A file's name and its records.
type Opened<'a> = (&'a Path, TrainingReader<File>);

/// Opens several files, and a bar over all their records.
pub(crate) fn open_all<'a>(
    files: impl IntoIterator<Item = &'a Path>,
) -> Result<(Vec<Opened<'a>>, Bar), Failure> {
    let opened = files.into_iter().map(|file| Ok((file, open(file)?)));
    let opened = opened.collect::<Result<Vec<_>, Failure>>()?;
    let records = opened.iter().map(|(_, reader)| reader.records()).sum();
    let bar = progress::bar(records, "reading");
    Ok((opened, Bar { bar, before: 0 }))
}

/// How much of all files was read.
pub(crate) struct Bar {
    bar: ProgressBar,
    /// The records of the files that were read to the end.
    before: u64,
}

impl Bar {
    /// Told how many records of a file were read.
    pub(crate) fn heard(&self) -> impl FnMut(u64) + '_ {
        |read| {
            if read.is_multiple_of(RARELY) {
                self.bar.set_position(self.before + read);
            }
        }
    }

    /// Goes on to the next file.
    pub(crate) fn next_file(&mut self, records: u64) {
        self.before += records;
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
