//! Chances that follow from a seed and a number alone, so that nothing depends on the order in
//! which they are asked for.

/// A number that follows from two others and looks like chance (the finaliser of SplitMix64).
pub(crate) fn mixed(seed: u64, number: u64) -> u64 {
    let mut bits = seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}
