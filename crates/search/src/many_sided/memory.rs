//! What searches for many seats remember.

use crate::TranspositionTable;
use crate::services::history::Histories;

/// A power of two that is no less than the most seats.
pub(super) const SEAT_SLOTS: usize = 8;

/// What a search leaves behind for the next one.
#[derive(Debug)]
pub struct Memory {
    pub(super) table: TranspositionTable,
    pub(super) histories: Box<Histories<SEAT_SLOTS>>,
}

impl Memory {
    /// A table of so many MiB.
    pub fn new(mebibytes: usize) -> Self {
        Self {
            table: TranspositionTable::new(mebibytes),
            histories: Histories::new(),
        }
    }

    /// Forgets everything, as for a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.histories = Histories::new();
    }
}
