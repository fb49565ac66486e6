//! A first rating, until people have tried a puzzle.

/// The fewest positions that an engine is asked to look at.
pub(crate) const LEAST_EFFORT: u64 = 64;
/// The rating of a puzzle for which these are enough.
const LEAST_RATING: f64 = 800.0;
/// What twice as many positions add to it.
const DOUBLING: f64 = 150.0;

/// The rating by how many positions an engine looks at until it keeps to the answer.
///
/// ```
/// assert_eq!(longjump_puzzles::rating_of(64), 800);
/// assert_eq!(longjump_puzzles::rating_of(1024), 1400);
/// ```
pub fn rating_of(effort: u64) -> u32 {
    let doublings = (effort.max(LEAST_EFFORT) as f64 / LEAST_EFFORT as f64).log2();
    (LEAST_RATING + DOUBLING * doublings).round() as u32
}
