//! The colours of the seats.

use longjump_rules::Seat;

/// Red, green and blue.
pub type Rgb = (u8, u8, u8);

/// Six colours that colour-blind people can tell apart, one for each point of the
/// star clockwise from the bottom.
pub const COLOURS: [Rgb; 6] = [
    (0xD5, 0x5E, 0x00),
    (0xE6, 0x9F, 0x00),
    (0xCC, 0x79, 0xA7),
    (0x00, 0x72, 0xB2),
    (0x00, 0x9E, 0x73),
    (0x7A, 0x5A, 0xC8),
];

/// Which of the six colours a seat has: seats are spread evenly around the
/// star, so that two of them are as different as can be.
pub fn colour_slot(seat: Seat, seats: usize) -> usize {
    seat.index() * COLOURS.len() / seats
}
