//! Seeds made from seeds.

/// A number that follows from a seed and another number and looks random: the seed of one game
/// of an event, or whether one game of many is kept for validation. As it follows from both
/// alone, nothing depends on the order in which numbers are asked for, nor on threads.
///
/// ```
/// use longjump_dataset::mixed;
/// assert_eq!(mixed(1, 7), mixed(1, 7));
/// assert_ne!(mixed(1, 7), mixed(1, 8));
/// assert_ne!(mixed(1, 7), mixed(2, 7));
/// ```
pub fn mixed(seed: u64, number: u64) -> u64 {
    let start = seed ^ number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    fastrand::Rng::with_seed(start).u64(..)
}
