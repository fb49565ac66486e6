//! What chance decides, from a seed: the same numbers always give the same.

/// A number that follows from the seed and from these, and tells nothing about them (SplitMix64).
pub(crate) fn mixed(seed: u64, numbers: &[usize]) -> u64 {
    let mut state = seed;
    for &number in numbers {
        state = scramble(state ^ scramble(number as u64 + 1));
    }
    state
}

fn scramble(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
