//! Boards drawn from a `Layout`, whatever the game.

mod svg;
mod text;

pub(crate) use svg::svg;
pub(crate) use text::text;

/// The six seats' colours, which colour-blind people can tell apart.
const COLOURS: [(u8, u8, u8); 6] = [
    (0xD5, 0x5E, 0x00),
    (0xE6, 0x9F, 0x00),
    (0xCC, 0x79, 0xA7),
    (0x00, 0x72, 0xB2),
    (0x00, 0x9E, 0x73),
    (0x7A, 0x5A, 0xC8),
];
