//! Passwords that are known from leaks, which are those that attackers try first.
//!
//! The most common ones are in the program. An operator can have all of them looked through, with the
//! file that Have I Been Pwned offers; nothing is asked of anybody outside.

use sha1::Sha1;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{BufRead, BufReader, Error, ErrorKind, Seek, SeekFrom};
use std::path::PathBuf;

/// How many bytes of each one's SHA-256 are kept: one in 67 million others is refused by chance.
const KEPT: usize = 5;

/// The most common ones, in order; `make.py` says where they are from.
const COMMON: &[u8] = include_bytes!("common.bin");

/// How many letters a SHA-1 has in a file.
const SHA1_LETTERS: usize = 40;

/// What an operator's file is read in: a line has about 45 letters.
const READ_AT_ONCE: usize = 128;

/// The passwords that nobody may choose.
#[derive(Default)]
pub struct LeakedPasswords(Option<PathBuf>);

impl LeakedPasswords {
    /// Those in the program and, if its name is not empty, in a file: lines in order that begin with the
    /// SHA-1 of a password in hexadecimal capitals.
    ///
    /// # Errors
    /// When the file can't be read or has other lines.
    pub fn new(file: &str) -> Result<Self, Error> {
        if file.is_empty() {
            return Ok(Self::default());
        }
        let leaked = Self(Some(file.into()));
        let mut first = String::new();
        BufReader::new(File::open(file)?).read_line(&mut first)?;
        let hash = first.get(..SHA1_LETTERS).unwrap_or_default();
        let is_capital = |letter: u8| matches!(letter, b'0'..=b'9' | b'A'..=b'F');
        if hash.is_empty() || !hash.bytes().all(is_capital) {
            let why = "its lines have to begin with SHA-1 in hexadecimal capitals, in order";
            return Err(Error::new(ErrorKind::InvalidData, why));
        }
        Ok(leaked)
    }

    /// Whether a password is among them, as it is or without its capitals. It may read from a disk.
    ///
    /// # Errors
    /// When the file can't be read any more.
    pub(crate) fn has(&self, password: &str) -> Result<bool, Error> {
        let small = password.to_lowercase();
        if is_common(&small) {
            return Ok(true);
        }
        let Some(file) = &self.0 else {
            return Ok(false);
        };
        Ok(is_in_file(File::open(file)?, password)? || is_in_file(File::open(file)?, &small)?)
    }
}

/// Whether a password in small letters is one of the most common ones.
fn is_common(password: &str) -> bool {
    let hash = Sha256::digest(password);
    let (common, _) = COMMON.as_chunks::<KEPT>();
    common
        .binary_search_by(|kept| kept[..].cmp(&hash[..KEPT]))
        .is_ok()
}

/// Looks for a password's line, halving what is left of the file each time.
fn is_in_file(file: File, password: &str) -> Result<bool, Error> {
    let wanted: String = Sha1::digest(password)
        .iter()
        .map(|byte| format!("{byte:02X}"))
        .collect();
    let (mut low, mut high) = (0, file.metadata()?.len());
    let mut file = BufReader::with_capacity(READ_AT_ONCE, file);
    // The line, if it is there, begins at `low` or behind it, and before `high`.
    while low < high {
        let middle = low.midpoint(high);
        let (start, line) = line_from(&mut file, middle)?;
        match line.get(..SHA1_LETTERS) {
            Some(hash) if hash == wanted.as_bytes() => return Ok(true),
            Some(hash) if hash < wanted.as_bytes() => low = start + 1,
            _ => high = middle,
        }
    }
    Ok(false)
}

/// The first line that begins at a place or behind it, and where that is; empty behind the last one.
fn line_from(file: &mut BufReader<File>, place: u64) -> Result<(u64, Vec<u8>), Error> {
    let mut start = place;
    if place > 0 {
        file.seek(SeekFrom::Start(place - 1))?;
        start = place - 1 + file.skip_until(b'\n')? as u64;
    } else {
        file.seek(SeekFrom::Start(0))?;
    }
    let mut line = Vec::new();
    file.read_until(b'\n', &mut line)?;
    Ok((start, line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    /// A file as operators have it, with these passwords in it.
    fn file_of(passwords: &[String], ending: &str) -> tempfile::NamedTempFile {
        let mut lines: Vec<String> = passwords
            .iter()
            .enumerate()
            .map(|(count, password)| {
                let hash = Sha1::digest(password);
                let hash: String = hash.iter().map(|byte| format!("{byte:02X}")).collect();
                format!("{hash}:{}{ending}", count * count)
            })
            .collect();
        lines.sort();
        let mut file = tempfile::NamedTempFile::new().expect("a file");
        file.write_all(lines.concat().as_bytes()).expect("written");
        file
    }

    #[test]
    fn common_passwords_are_known_and_others_are_not() {
        let (common, rest) = COMMON.as_chunks::<KEPT>();
        assert!(common.is_sorted() && rest.is_empty());
        assert_eq!(common.len(), 16_290);
        let leaked = LeakedPasswords::default();
        for known in [
            "password1",
            "PassWord1",
            "qwertyuiop",
            "chinacat",
            "trustno1",
        ] {
            assert!(leaked.has(known).expect("no file"), "{known}");
        }
        for fine in [
            "a long password",
            "marble-hops-over-12",
            "跳棋很好玩的一个游戏",
        ] {
            assert!(!leaked.has(fine).expect("no file"), "{fine}");
        }
    }

    #[test]
    fn every_line_of_a_file_is_found_and_nothing_else() {
        for count in [1, 2, 3, 50, 1000] {
            for ending in ["\n", "\r\n"] {
                let passwords: Vec<String> =
                    (0..count).map(|each| format!("secret {each}")).collect();
                let file = file_of(&passwords, ending);
                let path = file.path().to_str().expect("a name");
                let leaked = LeakedPasswords::new(path).expect("a good file");
                for password in &passwords {
                    assert!(leaked.has(password).expect("read"), "{password} of {count}");
                    assert!(leaked.has(&password.to_uppercase()).expect("read"));
                }
                for other in count..2 * count {
                    assert!(!leaked.has(&format!("secret {other}")).expect("read"));
                }
            }
        }
    }

    #[test]
    fn what_is_no_such_file_is_told() {
        assert!(LeakedPasswords::new("/nowhere/at-all").is_err());
        let mut other = tempfile::NamedTempFile::new().expect("a file");
        other.write_all(b"password\nqwertyui\n").expect("written");
        let told = LeakedPasswords::new(other.path().to_str().expect("a name"));
        assert!(told.is_err_and(|error| error.to_string().contains("SHA-1")));
    }
}
