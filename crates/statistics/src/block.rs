//! Blocks, the units that are counted, and how their scores are spread.

use std::ops::AddAssign;
use thiserror::Error;

/// Twice the points times the opponents of `seat` in a game with these places: two for
/// every seat beaten and one for every seat tied with, so that it stays a whole number.
///
/// ```
/// use longjump_statistics::half_points;
/// assert_eq!(half_points(&[2, 1], 1), 2); // won
/// assert_eq!(half_points(&[1, 1], 0), 1); // drawn
/// assert_eq!(half_points(&[3, 1, 1, 4], 0), 2); // third of four
/// ```
pub fn half_points(places: &[u8], seat: usize) -> usize {
    let own = places[seat];
    let beaten = places.iter().filter(|&&place| place > own).count();
    let tied = places.iter().filter(|&&place| place == own).count() - 1;
    2 * beaten + tied
}

/// A list of counts that is not one of block scores.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "{given} counts fit no number of seats: give 5 for two seats, one for each of the block \
     scores 0, 1/4, 1/2, 3/4 and 1, or 13, 25, 41 or 61 for three to six seats"
)]
pub struct CountsError {
    /// How many counts there were.
    pub given: usize,
}

/// How often each block score came up.
///
/// A *block* is one opening played with every rotation of the seats, and its score is the
/// mean of the tested engine's points in its games: the share of opponents beaten, ties as
/// half. Games of one opening depend on each other; blocks do not, so blocks are counted.
///
/// With n seats a score is a whole number of steps of 1/(2n(n-1)): for two seats one of
/// 0, 1/4, 1/2, 3/4 and 1.
///
/// ```
/// use longjump_statistics::{BlockScores, half_points};
/// let mut scores = BlockScores::new(2);
/// // The tested engine wins from seat 0, then draws from seat 1.
/// scores.add([half_points(&[1, 2], 0), half_points(&[1, 1], 1)]);
/// assert_eq!(scores.counts(), [0, 0, 0, 1, 0]);
/// assert_eq!(scores.mean(), 0.75);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockScores {
    seats: usize,
    counts: Vec<u64>,
}

impl BlockScores {
    /// No block yet of a game with so many seats.
    ///
    /// # Panics
    /// With fewer than two seats, as nobody can be beaten.
    pub fn new(seats: usize) -> Self {
        assert!(seats >= 2, "a block needs two seats, not {seats}");
        let counts = vec![0; cells(seats)];
        Self { seats, counts }
    }

    /// The scores with these counts, lowest score first; their number tells the seats.
    ///
    /// ```
    /// use longjump_statistics::BlockScores;
    /// let scores = BlockScores::from_counts(&[10, 100, 300, 120, 15]).unwrap();
    /// assert_eq!((scores.seats(), scores.blocks()), (2, 545));
    /// assert!(BlockScores::from_counts(&[1, 2, 3]).is_err());
    /// ```
    pub fn from_counts(counts: &[u64]) -> Result<Self, CountsError> {
        let seats = (2..=6).find(|&seats| cells(seats) == counts.len());
        let seats = seats.ok_or(CountsError {
            given: counts.len(),
        })?;
        let counts = counts.to_vec();
        Ok(Self { seats, counts })
    }

    /// Counts one block, given the [`half_points`] of the tested engine in its games.
    ///
    /// # Panics
    /// If there are not as many games as seats: such a block is not finished.
    pub fn add(&mut self, games: impl IntoIterator<Item = usize>) {
        let (played, sum) = games
            .into_iter()
            .fold((0, 0), |(played, sum), half| (played + 1, sum + half));
        assert_eq!(played, self.seats, "a block has a game for every seat");
        self.counts[sum] += 1;
    }

    /// How many seats the game has, and so games a block.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// How often each score came up, lowest score first.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// How many blocks were counted.
    pub fn blocks(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Every possible score with its count.
    pub fn iter(&self) -> impl Iterator<Item = (f64, u64)> {
        let steps = (self.counts.len() - 1) as f64;
        let cells = self.counts.iter().enumerate();
        cells.map(move |(cell, &count)| (cell as f64 / steps, count))
    }

    /// The mean score, 1/2 when nothing was counted.
    pub fn mean(&self) -> f64 {
        match self.blocks() {
            0 => 0.5,
            blocks => self.sum(|score| score) / blocks as f64,
        }
    }

    /// The mean squared distance of a score from the mean score.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        let squares = self.sum(|score| (score - mean) * (score - mean));
        squares / self.blocks().max(1) as f64
    }

    /// The sum of a function of the score over all blocks.
    pub(super) fn sum(&self, value: impl Fn(f64) -> f64) -> f64 {
        self.iter()
            .map(|(score, count)| count as f64 * value(score))
            .sum()
    }
}

/// Two sets of blocks counted together.
///
/// # Panics
/// If they are of different numbers of seats.
impl AddAssign<&Self> for BlockScores {
    fn add_assign(&mut self, other: &Self) {
        assert_eq!(self.seats, other.seats, "blocks of one number of seats");
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count += more;
        }
    }
}

/// How many scores a block can have: a game has 2(n-1) half points and a block n games.
fn cells(seats: usize) -> usize {
    2 * seats * (seats - 1) + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The points as the definition has them: (beaten + half of tied) / (seats - 1).
    #[test]
    fn half_points_are_points_in_whole_numbers() {
        let check = |places: &[u8], expect: &[f64]| {
            for (seat, points) in expect.iter().enumerate() {
                let halves = 2.0 * (places.len() - 1) as f64;
                assert_eq!(half_points(places, seat) as f64 / halves, *points);
            }
        };
        check(&[1, 2], &[1.0, 0.0]);
        check(&[1, 1], &[0.5, 0.5]);
        check(&[1, 2, 2], &[1.0, 0.25, 0.25]);
        check(&[6, 5, 4, 3, 2, 1], &[0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
        check(&[1; 6], &[0.5; 6]);
    }

    #[test]
    fn a_block_is_the_mean_of_its_games() {
        let mut scores = BlockScores::new(3);
        scores.add([4, 2, 0]);
        scores.add([4, 4, 3]);
        let counted: Vec<(f64, u64)> = scores.iter().filter(|cell| cell.1 > 0).collect();
        assert_eq!(counted, [(0.5, 1), (11.0 / 12.0, 1)]);
    }

    #[test]
    #[should_panic(expected = "a game for every seat")]
    fn an_unfinished_block_is_refused() {
        BlockScores::new(3).add([4, 2]);
    }

    #[test]
    fn merged_scores_are_those_counted_together() {
        let mut first = BlockScores::from_counts(&[1, 2, 3, 4, 5]).unwrap();
        first += &BlockScores::from_counts(&[10, 0, 0, 0, 10]).unwrap();
        assert_eq!(first.counts(), [11, 2, 3, 4, 15]);
    }

    #[test]
    fn the_number_of_counts_tells_the_seats() {
        for seats in 2..=6 {
            let counts = BlockScores::new(seats).counts().to_vec();
            assert_eq!(BlockScores::from_counts(&counts).unwrap().seats(), seats);
        }
        let error = BlockScores::from_counts(&[1; 4]).unwrap_err();
        assert!(error.to_string().starts_with("4 counts fit no number"));
    }
}
