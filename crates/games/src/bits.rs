//! Sets of holes as bits.

use longjump_rules::Hole;

/// The hole indices in a set, lowest first.
#[inline]
pub(crate) fn holes_in(mut set: u128) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let hole = set.trailing_zeros();
        set &= set - 1;
        Some(hole)
    })
}

/// Calls `action` with each hole index in a set, lowest first: quicker than
/// [`holes_in`] as it goes through the two halves one after the other.
#[inline(always)]
pub(crate) fn for_each_hole(set: u128, mut action: impl FnMut(u32)) {
    for hole in squares_in(set as u64) {
        action(hole);
    }
    for hole in squares_in((set >> 64) as u64) {
        action(hole + 64);
    }
}

/// The square indices in a set, lowest first.
#[inline(always)]
pub(crate) fn squares_in(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let square = set.trailing_zeros();
        set &= set - 1;
        Some(square)
    })
}

/// The halves of the set of each hole alone.
static HALVES: [[u64; 2]; 128] = {
    let mut halves = [[0; 2]; 128];
    let mut hole = 0;
    while hole < 128 {
        halves[hole][hole / 64] = 1 << (hole % 64);
        hole += 1;
    }
    halves
};

/// A set with one hole put in or taken out, and another one too; twice the
/// same changes nothing. Looked up, as that is quicker than shifts of 128 bits.
#[inline(always)]
pub(crate) fn toggled(set: u128, one: usize, other: usize) -> u128 {
    let ([one_low, one_high], [other_low, other_high]) = (HALVES[one & 127], HALVES[other & 127]);
    let low = set as u64 ^ one_low ^ other_low;
    let high = (set >> 64) as u64 ^ one_high ^ other_high;
    u128::from(low) | u128::from(high) << 64
}

/// Room for every seat in tables, rounded up to a power of two so that a mask
/// keeps an index in range where a check would cost too much.
pub(crate) const SEAT_SLOTS: usize = 8;

/// A set of holes as a list.
pub(crate) fn hole_list(holes: u128) -> Vec<Hole> {
    holes_in(holes)
        .map(|hole| Hole::new(hole as usize))
        .collect()
}
