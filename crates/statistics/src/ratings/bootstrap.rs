//! How far ratings can be trusted: what they would be with other blocks by chance.

use super::fit::{Anchor, Choices};
use super::pool::Pool;
use crate::Estimate;
use fastrand::Rng;

/// The ratings of all players with intervals that have their true ones with the given
/// confidence.
///
/// The blocks are drawn anew `resamples` times, as many as there are, each as often as it
/// comes; the interval is what the middle share of those pools' ratings cover. The same
/// seed gives the same intervals. A thousand resamples are plenty, two hundred will do.
///
/// ```
/// use longjump_statistics::{Anchor, Finish, Pool, rate};
/// let mut pool = Pool::new(2);
/// for game in 0..100 {
///     let places = if game % 3 == 0 { (2, 1) } else { (1, 2) };
///     pool.add_block(vec![Finish(vec![(0, places.0), (1, places.1)])])?;
/// }
/// let rated = rate(&pool, Anchor::Player(1, 0.0), 0.95, 200, 1);
/// // Two of three games won are 120 Elo.
/// assert!(rated[0].low < 120.0 && 120.0 < rated[0].high);
/// # Ok::<(), longjump_statistics::PoolError>(())
/// ```
pub fn rate(
    pool: &Pool,
    anchor: Anchor,
    confidence: f64,
    resamples: usize,
    seed: u64,
) -> Vec<Estimate> {
    let choices = Choices::of(pool);
    let blocks = pool.blocks().len();
    let once = vec![1; blocks];
    let strengths = choices.strengths(&once, &vec![1.0; pool.players()]);
    let values = choices.ratings(&once, anchor, &strengths);
    let mut rng = Rng::with_seed(seed);
    let resampled: Vec<Vec<f64>> = (0..resamples)
        .map(|_| choices.ratings(&draw(&mut rng, blocks), anchor, &strengths))
        .collect();
    let estimates = values.iter().enumerate().map(|(player, &value)| {
        let ratings = resampled.iter().map(|ratings| ratings[player]).collect();
        let (low, high) = middle(ratings, confidence).unwrap_or((value, value));
        Estimate { low, value, high }
    });
    estimates.collect()
}

/// How often each of so many blocks comes up in as many draws.
fn draw(rng: &mut Rng, blocks: usize) -> Vec<u32> {
    let mut times = vec![0; blocks];
    for _ in 0..blocks {
        times[rng.usize(0..blocks)] += 1;
    }
    times
}

/// The ends of the middle share of some values, if there are any.
fn middle(mut values: Vec<f64>, share: f64) -> Option<(f64, f64)> {
    values.sort_unstable_by(f64::total_cmp);
    let last = values.len().checked_sub(1)?;
    let left_out = ((1.0 - share) / 2.0 * last as f64).round() as usize;
    Some((values[left_out], values[last - left_out]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BlockScores, Finish, half_points, logistic_elo};

    #[test]
    fn the_middle_leaves_out_as_much_on_either_side() {
        let values: Vec<f64> = (0..=100).map(f64::from).rev().collect();
        assert_eq!(middle(values, 0.9), Some((5.0, 95.0)));
        assert_eq!(middle(vec![3.0], 0.9), Some((3.0, 3.0)));
        assert_eq!(middle(Vec::new(), 0.9), None);
    }

    /// For two players it comes to the interval of the mean block score.
    #[test]
    fn a_match_has_nearly_the_interval_of_its_score() {
        let mut pool = Pool::new(2);
        let mut scores = BlockScores::new(2);
        let mut rng = Rng::with_seed(2);
        for _ in 0..400 {
            let first = [1, 1, 2][rng.usize(0..3)];
            let second = [1, 2, 2][rng.usize(0..3)];
            let games = [(1, first), (2, second)];
            let finishes = games.map(|(other, own)| Finish(vec![(0, own), (1, other)]));
            scores.add(games.map(|(other, own)| half_points(&[own, other], 0)));
            pool.add_block(finishes.to_vec()).unwrap();
        }
        let expect = logistic_elo(&scores, 0.95).unwrap();
        let ours = rate(&pool, Anchor::Player(1, 0.0), 0.95, 2_000, 1)[0];
        assert!(
            (ours.value - expect.value).abs() < 0.5,
            "{ours:?} {expect:?}"
        );
        assert!((ours.low - expect.low).abs() < 3.0, "{ours:?} {expect:?}");
        assert!((ours.high - expect.high).abs() < 3.0, "{ours:?} {expect:?}");
    }
}
