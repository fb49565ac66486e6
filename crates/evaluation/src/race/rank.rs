//! Placements as numbers: all of them in order, without a gap.

use super::triangle::MARBLES;

/// Enough for the holes of any triangle.
const MOST_HOLES: usize = 46;

/// In how many ways so many can be chosen of so many.
const fn choices() -> [[u64; MARBLES + 1]; MOST_HOLES] {
    let mut table = [[0; MARBLES + 1]; MOST_HOLES];
    let mut all = 0;
    while all < MOST_HOLES {
        table[all][0] = 1;
        let mut chosen = 1;
        while chosen <= MARBLES && all > 0 {
            table[all][chosen] = table[all - 1][chosen - 1] + table[all - 1][chosen];
            chosen += 1;
        }
        all += 1;
    }
    table
}

const CHOICES: [[u64; MARBLES + 1]; MOST_HOLES] = choices();

/// How many placements of so many pieces there are in so many holes.
pub const fn placements(holes: usize, pieces: usize) -> u64 {
    CHOICES[holes][pieces]
}

/// The number of a placement among all, ordered as their bits are as numbers. The goal is
/// 0, and more holes change nothing.
#[inline]
pub fn rank(mut marbles: u64) -> u64 {
    let mut rank = 0;
    let mut chosen = 1;
    while marbles != 0 {
        rank += CHOICES[marbles.trailing_zeros() as usize][chosen];
        marbles &= marbles - 1;
        chosen += 1;
    }
    rank
}

/// The placement of a number.
pub fn placement(mut rank: u64, pieces: usize) -> u64 {
    let mut marbles = 0;
    let mut hole = MOST_HOLES - 1;
    for chosen in (1..=pieces).rev() {
        while CHOICES[hole][chosen] > rank {
            hole -= 1;
        }
        rank -= CHOICES[hole][chosen];
        marbles |= 1 << hole;
    }
    marbles
}

/// The placement with the next number: the next larger number with as many bits.
#[inline]
pub(super) fn next_placement(marbles: u64) -> u64 {
    let lowest = marbles & marbles.wrapping_neg();
    let ripple = marbles + lowest;
    ripple | (((marbles ^ ripple) >> 2) >> lowest.trailing_zeros())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_placements_as_counted() {
        assert_eq!(placements(28, MARBLES), 13_123_110);
        assert_eq!(placements(25, 9), 2_042_975);
        assert_eq!(placements(36, MARBLES), 254_186_856);
        assert_eq!(placements(45, MARBLES), 3_190_187_286);
    }

    #[test]
    fn placements_come_in_the_order_of_their_ranks() {
        let mut marbles = (1 << MARBLES) - 1;
        for number in 0..200_000 {
            assert_eq!(rank(marbles), number);
            assert_eq!(placement(number, MARBLES), marbles);
            marbles = next_placement(marbles);
        }
        let last = placements(36, MARBLES) - 1;
        assert_eq!(placement(last, MARBLES), ((1 << MARBLES) - 1) << 26);
        assert_eq!(rank(placement(last, MARBLES)), last);
    }
}
