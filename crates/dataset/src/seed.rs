//! Seeds made from seeds.

/// A number that follows from a seed and another number and looks random: the seed of one game
/// of an event, or whether one game of many is kept for validation. As it follows from both
/// alone, nothing depends on the order in which numbers are asked for, nor on threads. It is the
/// finaliser of SplitMix64.
///
/// ```
/// use longjump_dataset::mixed;
/// assert_eq!(mixed(1, 7), mixed(1, 7));
/// assert_ne!(mixed(1, 7), mixed(1, 8));
/// assert_ne!(mixed(1, 7), mixed(2, 7));
/// ```
pub fn mixed(seed: u64, number: u64) -> u64 {
    let mut bits = seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}
