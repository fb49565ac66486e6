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

/// The set of each hole alone: a look-up is quicker than a shift of 128 bits.
pub(crate) static BIT: [u128; 128] = {
    let mut bits = [0; 128];
    let mut hole = 0;
    while hole < 128 {
        bits[hole] = 1 << hole;
        hole += 1;
    }
    bits
};

/// Room for every seat in tables, rounded up to a power of two so that a mask
/// keeps an index in range where a check would cost too much.
pub(crate) const SEAT_SLOTS: usize = 8;

/// A set of holes as a list.
pub(crate) fn hole_list(holes: u128) -> Vec<Hole> {
    holes_in(holes)
        .map(|hole| Hole::new(hole as usize))
        .collect()
}
