//! All public games of a month as records, compressed, with a checksum beside it.

use crate::finished::{FinishedGame, finished};
use longjump_online::{open_board, read_game};
use longjump_rules::{PerSeat, Standings};
use miniz_oxide::deflate::compress_to_vec;
use sha2::{Digest, Sha256};
use sqlx::PgPool;
use std::collections::HashMap;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};
use thiserror::Error;

/// How many bytes are compressed at a time. Parts of a gzip file follow each other as files of
/// their own would, so nothing larger has to be kept in memory.
const PART: usize = 4 << 20;
/// How hard is tried to make it small.
const LEVEL: u8 = 8;
const DAY: i64 = 24 * 60 * 60 * 1000;

/// A month by the calendar, in UTC.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Month {
    year: i64,
    /// From 1.
    month: i64,
}

impl FromStr for Month {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("'{text}' is no month; give year and month, as in 2026-11");
        let (year, month) = text.split_once('-').ok_or_else(wrong)?;
        let number = |part: &str, digits: usize| {
            let is_number = part.len() == digits && part.bytes().all(|b| b.is_ascii_digit());
            part.parse::<i64>().ok().filter(|_| is_number)
        };
        match (number(year, 4), number(month, 2)) {
            (Some(year @ 1970..), Some(month @ 1..=12)) => Ok(Self { year, month }),
            _ => Err(wrong()),
        }
    }
}

impl std::fmt::Display for Month {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:04}-{:02}", self.year, self.month)
    }
}

impl Month {
    /// When it begins, in milliseconds since 1970.
    fn begins(self) -> i64 {
        days_to(self.year, self.month) * DAY
    }

    /// Whether it is over, by the clock of this machine.
    pub fn is_over(self) -> bool {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        now.is_ok_and(|now| now.as_millis() as i64 >= self.next().begins())
    }

    fn next(self) -> Self {
        match self.month {
            12 => Self {
                year: self.year + 1,
                month: 1,
            },
            month => Self {
                month: month + 1,
                ..self
            },
        }
    }
}

/// How many days there are from the first day of 1970 to the first one of a month.
fn days_to(year: i64, month: i64) -> i64 {
    // Years that begin in March have their odd day at the end.
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let leap_days = year / 4 - year / 100 + year / 400;
    365 * year + leap_days + (153 * month + 2) / 5 - 719_468
}

/// A day since 1970 as people write it.
fn date(day: i64) -> String {
    let mut month = Month {
        year: 1970 + day / 366,
        month: 1,
    };
    while days_to(month.next().year, month.next().month) <= day {
        month = month.next();
    }
    format!("{month}-{:02}", day - days_to(month.year, month.month) + 1)
}

/// Why a dump could not be written.
#[derive(Debug, Error)]
pub enum DumpError {
    /// The database can't be asked.
    #[error("the database can't be asked: {0}")]
    Database(#[from] sqlx::Error),
    /// A file can't be written.
    #[error("{0} can't be written: {1}")]
    File(PathBuf, io::Error),
}

/// A dump that was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dumped {
    /// The file of records.
    pub file: PathBuf,
    /// How many games are in it.
    pub games: u64,
    /// Games that this program can't read, and why.
    pub left_out: Vec<String>,
    /// How many bytes it has.
    pub bytes: u64,
    /// The SHA-256 of it, which is also in the file beside it.
    pub sha256: String,
}

/// Writes all public games that ended in a month into a folder. The files are there when all of it
/// is: one that was broken off is of another name.
///
/// # Errors
/// When the database can't be asked, or a file can't be written.
pub async fn dump(pool: &PgPool, month: Month, folder: &Path) -> Result<Dumped, DumpError> {
    let name = format!("longjump-{month}.records.gz");
    let (file, partial) = (folder.join(&name), folder.join(format!("{name}.partial")));
    let wrong = |error| DumpError::File(file.clone(), error);
    fs::create_dir_all(folder).map_err(wrong)?;
    let mut parts = Parts::new(File::create(&partial).map_err(wrong)?);
    let mut writer = Records::default();
    let mut left_out = Vec::new();
    let (mut from, mut after) = (month.begins() - 1, "\u{10ffff}".to_owned());
    loop {
        let page = finished(pool, (from, &after), month.next().begins()).await?;
        let Some(last) = page.last() else { break };
        (from, after) = (last.at, last.id.clone());
        for game in &page {
            match writer.record(game) {
                Ok(record) => parts.add(record.as_bytes()).map_err(wrong)?,
                Err(why) => left_out.push(why),
            }
        }
    }
    let (bytes, sha256) = parts.end().map_err(wrong)?;
    let sum = folder.join(format!("{name}.sha256"));
    let partial_sum = folder.join(format!("{name}.sha256.partial"));
    fs::write(&partial_sum, format!("{sha256}  {name}\n")).map_err(wrong)?;
    fs::rename(&partial, &file).map_err(wrong)?;
    fs::rename(&partial_sum, &sum).map_err(wrong)?;
    Ok(Dumped {
        games: writer.games,
        left_out,
        file,
        bytes,
        sha256,
    })
}

/// Writes games as records. Players are numbers, by the order in which they come up: names belong to
/// people, who may take them back, and what was downloaded can't be changed.
#[derive(Default)]
struct Records {
    players: HashMap<i64, usize>,
    games: u64,
}

impl Records {
    fn record(&mut self, game: &FinishedGame) -> Result<String, String> {
        let wrong = |why: &dyn Display| format!("game {}: {why}", game.id);
        let spec = read_game(&game.spec).map_err(|error| wrong(&error))?;
        let mut board = open_board(&spec).map_err(|error| wrong(&error))?;
        for mv in &game.moves {
            board.play(mv).map_err(|error| wrong(&error))?;
        }
        let mut tags = vec![
            ("Event".to_owned(), format!("Longjump {}", game.id)),
            ("Date".to_owned(), date(game.at / DAY)),
            ("Control".to_owned(), game.control.clone()),
            (
                "Rated".to_owned(),
                if game.rated { "yes" } else { "no" }.to_owned(),
            ),
        ];
        for (number, seat) in (1..).zip(&game.seats) {
            let new = self.players.len() + 1;
            let name = match (seat.player, seat.level) {
                (_, Some(level)) => format!("Longjump level {level}"),
                (Some(player), None) => {
                    let player = *self.players.entry(player).or_insert(new);
                    format!("{} {player}", if seat.is_bot { "bot" } else { "player" })
                }
                (None, None) => "?".to_owned(),
            };
            tags.push((format!("Seat{number}"), name));
            if let Some(rating) = seat.rating {
                tags.push((format!("Rating{number}"), format!("{rating:.0}")));
            }
        }
        let termination = match game.reason.as_str() {
            "rules" => None,
            "agreement" => Some("agreed"),
            "resignation" => Some("resigned"),
            other => Some(other),
        };
        tags.extend(termination.map(|reason| ("Termination".to_owned(), reason.to_owned())));
        let places = PerSeat::from_fn(game.places.len(), |seat| game.places[seat.index()]);
        let record = board.record(&tags, Standings::from_places(places));
        let record = record.ok_or_else(|| wrong(&"it can't be written"))?;
        self.games += 1;
        Ok(record + "\n")
    }
}

/// A gzip file that is written part by part.
struct Parts {
    file: File,
    unwritten: Vec<u8>,
    written: u64,
    sum: Sha256,
}

impl Parts {
    fn new(file: File) -> Self {
        Self {
            file,
            unwritten: Vec::new(),
            written: 0,
            sum: Sha256::new(),
        }
    }

    fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.unwritten.extend_from_slice(bytes);
        if self.unwritten.len() >= PART {
            self.write()?;
        }
        Ok(())
    }

    /// Writes what there is as one part: a head (RFC 1952), what it is compressed to, its CRC and its
    /// length.
    fn write(&mut self) -> io::Result<()> {
        let mut part = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
        part.extend(compress_to_vec(&self.unwritten, LEVEL));
        part.extend(crc32fast::hash(&self.unwritten).to_le_bytes());
        part.extend((self.unwritten.len() as u32).to_le_bytes());
        self.unwritten.clear();
        self.file.write_all(&part)?;
        self.sum.update(&part);
        self.written += part.len() as u64;
        Ok(())
    }

    /// Writes the rest, and tells how many bytes there are and their SHA-256.
    fn end(mut self) -> io::Result<(u64, String)> {
        // A month without games is a file too, which unpacks to nothing.
        if !self.unwritten.is_empty() || self.written == 0 {
            self.write()?;
        }
        self.file.sync_all()?;
        let sum = self.sum.finalize();
        let digits = sum.iter().map(|byte| format!("{byte:02x}"));
        Ok((self.written, digits.collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_begin_where_the_calendar_says() {
        let month = |text: &str| text.parse::<Month>();
        assert_eq!(month("1970-01").map(Month::begins), Ok(0));
        assert_eq!(month("2000-03").map(Month::begins), Ok(951_868_800_000));
        assert_eq!(month("2026-11").map(Month::begins), Ok(1_793_491_200_000));
        assert_eq!(
            month("2026-12").map(|m| m.next().to_string()),
            Ok("2027-01".to_owned())
        );
        for wrong in [
            "2026", "2026-13", "2026-00", "26-11", "2026-1", "1969-12", "2026-+1",
        ] {
            assert!(month(wrong).is_err(), "{wrong}");
        }
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(11_016), "2000-02-29");
        assert_eq!(date(11_017), "2000-03-01");
        assert_eq!(date(20_776), "2026-11-19");
    }

    #[test]
    fn what_is_written_in_parts_is_unpacked_as_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("parts.gz");
        let mut parts = Parts::new(File::create(&file).expect("a file"));
        let lines: Vec<String> = (0..700_000).map(|n| format!("record {n}\n")).collect();
        for line in &lines {
            parts.add(line.as_bytes()).expect("added");
        }
        let (bytes, sum) = parts.end().expect("written");
        assert!(lines.concat().len() > 2 * PART);
        let unpacked = std::process::Command::new("gzip")
            .arg("-dc")
            .arg(&file)
            .output();
        assert!(unpacked.expect("gzip").stdout == lines.concat().as_bytes());
        assert_eq!(bytes, fs::metadata(&file).expect("a file").len());
        let whole = Sha256::digest(fs::read(&file).expect("read"));
        assert_eq!(
            sum,
            whole
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect::<String>()
        );
    }
}
