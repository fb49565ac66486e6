//! The random numbers that positions' keys are made of.

use crate::bits::SEAT_SLOTS;
use longjump_rules::{Hole, MAX_SEATS};

/// For each seat and hole: a piece of that seat stands there.
pub(crate) static PIECE: [[u64; Hole::LIMIT]; SEAT_SLOTS] = {
    let mut keys = [[0; Hole::LIMIT]; SEAT_SLOTS];
    let mut seat = 0;
    while seat < MAX_SEATS {
        let mut hole = 0;
        while hole < Hole::LIMIT {
            keys[seat][hole] = random(1 + (seat * Hole::LIMIT + hole) as u64);
            hole += 1;
        }
        seat += 1;
    }
    keys
};

/// For each seat: it is to move.
pub(crate) static TURN: [u64; MAX_SEATS] = {
    let mut keys = [0; MAX_SEATS];
    let mut seat = 0;
    while seat < MAX_SEATS {
        keys[seat] = random(10_000 + seat as u64);
        seat += 1;
    }
    keys
};

/// For each seat and place: it has that place already. Place 0 means none yet.
pub(crate) static PLACE: [[u64; MAX_SEATS + 1]; MAX_SEATS] = {
    let mut keys = [[0; MAX_SEATS + 1]; MAX_SEATS];
    let mut seat = 0;
    while seat < MAX_SEATS {
        let mut place = 1;
        while place <= MAX_SEATS {
            keys[seat][place] = random(20_000 + (seat * 10 + place) as u64);
            place += 1;
        }
        seat += 1;
    }
    keys
};

/// The change of key when the turn passes between the two seats of a duel.
pub(crate) static OTHER_TURN: u64 = TURN[0] ^ TURN[1];

/// What the count of plies changes of a key where it matters.
#[inline]
pub(crate) fn ply(ply: u16) -> u64 {
    const PLY: u64 = random(30_000) | 1;
    PLY.wrapping_mul(u64::from(ply) + 1)
}

/// The splitmix64 sequence at a given step.
const fn random(step: u64) -> u64 {
    let z = step.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
