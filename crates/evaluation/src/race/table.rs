//! Finished distances, ready to be looked up.

use super::build::NEVER;
use super::goal_area::{GoalArea, Shape};
use super::rank::rank;
use longjump_dataset::Checksum;
use thiserror::Error;

/// What every file of distances begins with.
const MAGIC: &[u8; 8] = b"LJRACE1\n";
/// Magic, rows, deepest distance, shape, five bytes of nothing, checksum, number of placements.
const HEADER: usize = 32;

/// The number of own moves that an army needs to fill its goal, alone and with all pieces
/// in the last rows before it, for every placement.
pub struct RaceTable {
    area: GoalArea,
    deepest: u8,
    checksum: u64,
    distances: Box<dyn AsRef<[u8]> + Send + Sync>,
}

/// Why some bytes are no table.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// It does not begin as one does.
    #[error("this is no table of distances")]
    NotATable,
    /// It is of a number of rows that there are no tables for.
    #[error("there are no tables of {0} rows; build it again")]
    Rows(u8),
    /// Something is missing, or there is too much.
    #[error("the table has {found} bytes and should have {expected}; build it again")]
    Length {
        /// How many it has.
        found: usize,
        /// How many it should have.
        expected: usize,
    },
    /// Something has changed.
    #[error(
        "the table's checksum is {found:016x}, not {expected:016x}: it is damaged; build it again"
    )]
    Checksum {
        /// That of what is there.
        found: u64,
        /// What it should be.
        expected: u64,
    },
}

impl std::fmt::Debug for RaceTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RaceTable")
            .field("rows", &self.rows())
            .field("deepest", &self.deepest)
            .field("checksum", &self.checksum)
            .finish_non_exhaustive()
    }
}

impl RaceTable {
    /// The bytes of a file with these distances, by rank.
    pub fn write(area: &GoalArea, distances: &[u8]) -> Vec<u8> {
        let known = distances.iter().copied();
        let deepest = known.filter(|&moves| moves != NEVER).max().unwrap_or(0);
        let shape = match area.shape() {
            Shape::Triangle => 0,
            Shape::Square => 1,
        };
        let mut bytes = Vec::with_capacity(HEADER + distances.len());
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&[area.rows() as u8, deepest, shape, 0, 0, 0, 0, 0]);
        bytes.extend_from_slice(&Checksum::of(distances).to_le_bytes());
        bytes.extend_from_slice(&(distances.len() as u64).to_le_bytes());
        bytes.extend_from_slice(distances);
        bytes
    }

    /// The table of a file, which may be mapped into memory. The checksum is not looked at:
    /// [`verify`](Self::verify) does that.
    ///
    /// # Errors
    /// When it is none.
    pub fn read(bytes: impl AsRef<[u8]> + Send + Sync + 'static) -> Result<Self, TableError> {
        let all = bytes.as_ref();
        if all.len() < HEADER || &all[..8] != MAGIC {
            return Err(TableError::NotATable);
        }
        let (rows, deepest) = (all[8], all[9]);
        let shape = match all[10] {
            0 => Shape::Triangle,
            1 => Shape::Square,
            _ => return Err(TableError::NotATable),
        };
        if !shape.rows().contains(&usize::from(rows)) {
            return Err(TableError::Rows(rows));
        }
        let area = GoalArea::new(shape, rows.into());
        let expected = HEADER + area.placements() as usize;
        let found = all.len();
        if found != expected {
            return Err(TableError::Length { found, expected });
        }
        let checksum = u64::from_le_bytes(all[16..24].try_into().expect("eight bytes"));
        Ok(Self {
            area,
            deepest,
            checksum,
            distances: Box::new(bytes),
        })
    }

    /// Looks whether it is as it was written.
    ///
    /// # Errors
    /// When it is not.
    pub fn verify(&self) -> Result<(), TableError> {
        let found = Checksum::of(self.distances());
        if found == self.checksum {
            Ok(())
        } else {
            let expected = self.checksum;
            Err(TableError::Checksum { found, expected })
        }
    }

    /// The distances by rank.
    pub fn distances(&self) -> &[u8] {
        &(*self.distances).as_ref()[HEADER..]
    }

    /// How many rows before the goal's end it knows.
    pub fn rows(&self) -> usize {
        self.area.rows()
    }

    /// The greatest distance.
    pub fn deepest(&self) -> u8 {
        self.deepest
    }

    /// How many placements have each distance, from 0 on.
    pub fn counts(&self) -> Vec<u64> {
        let mut counts = vec![0; usize::from(self.deepest) + 1];
        for &distance in self.distances() {
            if let Some(count) = counts.get_mut(usize::from(distance)) {
                *count += 1;
            }
        }
        counts
    }

    /// The number that tells this table from others.
    pub fn checksum(&self) -> u64 {
        self.checksum
    }

    /// Where it is.
    pub fn area(&self) -> &GoalArea {
        &self.area
    }

    /// How many own moves fill the goal, or [`NEVER`], if all pieces are in its rows.
    #[inline]
    pub fn distance(&self, marbles: u64) -> Option<u8> {
        let is_inside = marbles >> self.area.holes() == 0;
        let is_whole = marbles.count_ones() as usize == self.area.pieces();
        (is_inside && is_whole).then(|| self.distances()[rank(marbles) as usize])
    }
}
