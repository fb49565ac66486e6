//! What was said between the referee and external programs, kept in files to find out why one
//! of them fails.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// A folder with a file for every external program that is started.
#[derive(Debug)]
pub struct TraceFolder {
    folder: PathBuf,
    /// When the run began: all files have the same clock, so that they can be compared.
    started: Instant,
}

impl TraceFolder {
    /// A folder for traces; it is made if there is none. Files that are there are kept.
    ///
    /// # Errors
    /// When it can't be made.
    pub fn create(folder: &Path) -> io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        Ok(Self {
            folder: folder.to_owned(),
            started: Instant::now(),
        })
    }

    /// A new file for a program of this name. Games go on without it where there can be none.
    pub(super) fn open(&self, name: &str) -> Option<Trace> {
        let name = file_name(name);
        for number in 1.. {
            let path = self.folder.join(format!("{name}-{number}.txt"));
            match File::create_new(path) {
                Ok(file) => return Some(Trace::new(file, self.started)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(_) => return None,
            }
        }
        None
    }
}

/// How much of a name a file has.
const LONGEST_NAME: usize = 60;

/// A name without what file systems don't like.
fn file_name(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    let plain = name.replace(|c| !is_plain(c), " ");
    let words: Vec<&str> = plain.split_whitespace().collect();
    let name: String = words.join("-").chars().take(LONGEST_NAME).collect();
    name.trim_start_matches('.').to_owned()
}

/// Who says a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Speaker {
    /// The referee, to the program.
    Referee,
    /// The program on its standard output.
    Output,
    /// The program on its standard error.
    Error,
    /// Nobody: something that happened.
    Nobody,
}

impl Speaker {
    fn sign(self) -> char {
        match self {
            Self::Referee => '>',
            Self::Output => '<',
            Self::Error => '!',
            Self::Nobody => '-',
        }
    }
}

/// The file of one program, written by all threads that listen to it.
#[derive(Clone, Debug)]
pub(super) struct Trace {
    file: Arc<Mutex<File>>,
    started: Instant,
}

impl Trace {
    fn new(file: File, started: Instant) -> Self {
        let file = Arc::new(Mutex::new(file));
        Self { file, started }
    }

    /// Writes down lines that were said at this moment: seconds, a sign for the speaker, and
    /// the line. What can't be written is left out: a full disk must not decide games.
    pub(super) fn write(&self, at: Instant, speaker: Speaker, lines: &str) {
        let seconds = at.saturating_duration_since(self.started).as_secs_f64();
        let sign = speaker.sign();
        let text: String = lines
            .lines()
            .map(|line| format!("{seconds:11.6} {sign} {line}\n"))
            .collect();
        let mut file = self.file.lock().expect("no thread has panicked");
        file.write_all(text.as_bytes()).ok();
    }

    /// Writes down something that happened now.
    pub(super) fn note(&self, what: &str) {
        self.write(Instant::now(), Speaker::Nobody, what);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_file_names() {
        let check = |name: &str, expect: &str| assert_eq!(file_name(name), expect);
        check("mine", "mine");
        check(
            "ugi:sh /tmp/my engine.sh --fast",
            "ugi-sh-tmp-my-engine.sh---fast",
        );
        check("../..", "-..");
        check(&"long".repeat(40), &"long".repeat(15));
    }
}
