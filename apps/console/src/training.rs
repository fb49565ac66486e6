//! The files of training data that options name.

use crate::{Failure, progress};
use indicatif::ProgressBar;
use longjump_dataset::{TrainingError, TrainingReader};
use longjump_learning::{LearningError, SettingError, StateError, WIDTHS};
use std::fs::File;
use std::path::Path;

impl From<LearningError> for Failure {
    fn from(error: LearningError) -> Self {
        match error {
            LearningError::Game(error) => error.into(),
            error => Self::Input(described(&error)),
        }
    }
}

/// How often a bar is moved, in records.
const RARELY: u64 = 1024;

/// Opens a file.
pub fn open(file: &Path) -> Result<TrainingReader<File>, Failure> {
    TrainingReader::open(file).map_err(|error| wrong(file, LearningError::Training(error)))
}

/// What is said about a file that something is wrong with.
pub fn wrong(file: &Path, error: LearningError) -> Failure {
    let file = file.display();
    match error {
        LearningError::Game(error) => error.into(),
        LearningError::Training(TrainingError::Io(error)) => {
            Failure::Input(format!("can't read {file}: {error}"))
        }
        error => Failure::Input(format!("{file}: {}", described(&error))),
    }
}

/// What went wrong with learning, and what to do about it on the command line.
pub fn described(error: &LearningError) -> String {
    let advice = match error {
        LearningError::Training(error) => return described_file(error),
        LearningError::TooLittle { .. } => "play more games with 'longjump selfplay'".to_owned(),
        LearningError::NoScale => {
            "play more games, or with more nodes, or learn from scores alone \
                                   with --lambda 1 --scale 0.2"
                .to_owned()
        }
        LearningError::Setting(error) => advice_on(error),
        LearningError::State(StateError::OtherTraining(_)) => {
            "give what it had, or train anew, without --resume".to_owned()
        }
        LearningError::State(_) => "train anew, without --resume".to_owned(),
        error => return error.to_string(),
    };
    format!("{error}; {advice}")
}

fn advice_on(setting: &SettingError) -> String {
    match setting {
        SettingError::Hidden(_) => {
            let widths = WIDTHS.map(|width| width.to_string()).join(", ");
            format!("give --hidden {widths}")
        }
        SettingError::Rate(_) => "give one such as --rate 0.004".to_owned(),
        SettingError::Lambda(_) => "give one such as --lambda 0.7".to_owned(),
        SettingError::Scale(_) => "give one such as --scale 0.2".to_owned(),
    }
}

/// What is wrong with a file of training data, and what to do about it.
pub fn described_file(error: &TrainingError) -> String {
    match error {
        TrainingError::NotTrainingData(_) => {
            format!("{error}; 'longjump selfplay' writes such files")
        }
        TrainingError::OtherVersion(_) => format!(
            "{error}; make it anew with 'longjump selfplay', or read it with the program that wrote \
             it"
        ),
        error => error.to_string(),
    }
}

/// A file's name and its records.
type Opened<'a> = (&'a Path, TrainingReader<File>);

/// Opens several files, and a bar over all their records.
pub fn open_all<'a>(
    files: impl IntoIterator<Item = &'a Path>,
) -> Result<(Vec<Opened<'a>>, Bar), Failure> {
    let opened = files.into_iter().map(|file| Ok((file, open(file)?)));
    let opened = opened.collect::<Result<Vec<_>, Failure>>()?;
    let records = opened.iter().map(|(_, reader)| reader.records()).sum();
    let bar = progress::bar(records, "reading");
    Ok((opened, Bar { bar, before: 0 }))
}

/// How much of all files was read.
pub struct Bar {
    bar: ProgressBar,
    /// The records of the files that were read to the end.
    before: u64,
}

impl Bar {
    /// A callback for how many records of a file were read.
    pub fn on_progress(&self) -> impl FnMut(u64) + '_ {
        |read| {
            if read.is_multiple_of(RARELY) {
                self.bar.set_position(self.before + read);
            }
        }
    }

    /// Goes on to the next file.
    pub fn next_file(&mut self, records: u64) {
        self.before += records;
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
