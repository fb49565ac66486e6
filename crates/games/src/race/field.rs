//! Who starts where on a board, wants to go where, and may land where.

use crate::bits::SEAT_SLOTS;
use crate::lattice::Lattice;

/// Home, goal and permitted holes of each seat.
#[derive(Debug)]
pub(crate) struct Field {
    /// How many seats take part.
    pub(crate) seats: u8,
    /// Where each seat's marbles start.
    pub(crate) home: [u128; SEAT_SLOTS],
    /// Where they want to go.
    pub(crate) goal: [u128; SEAT_SLOTS],
    /// Where they may land.
    pub(crate) zone: [u128; SEAT_SLOTS],
    /// Their steps and hops there.
    pub(crate) lattice: [&'static Lattice; SEAT_SLOTS],
}

/// Fields are tables made at compile time: the same one or another one.
impl PartialEq for Field {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Field {}
