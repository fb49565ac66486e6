//! What a seat is worth.

use super::pool::{Finish, Pool};
use crate::{Estimate, half_points, normal};

/// The mean points of each seat, over all games with so many seats: 1/2 where a seat is
/// worth as much as any other.
///
/// Blocks seat everybody everywhere, so strengths cancel out. The intervals are those of a
/// mean over blocks; there are none before two blocks were played.
///
/// ```
/// use longjump_statistics::{Finish, Pool, seat_scores};
/// let mut pool = Pool::new(2);
/// for _ in 0..10 {
///     // Whoever sits first wins; then once both games end in a draw.
///     pool.add_block(vec![Finish(vec![(0, 1), (1, 2)]), Finish(vec![(1, 1), (0, 2)])])?;
///     pool.add_block(vec![Finish(vec![(0, 1), (1, 1)]), Finish(vec![(1, 1), (0, 1)])])?;
/// }
/// let seats = seat_scores(&pool, 2, 0.95);
/// assert_eq!((seats[0].value, seats[1].value), (0.75, 0.25));
/// # Ok::<(), longjump_statistics::PoolError>(())
/// ```
pub fn seat_scores(pool: &Pool, seats: usize, confidence: f64) -> Vec<Estimate> {
    let estimates = (0..seats).map_while(|seat| {
        let means = pool
            .blocks()
            .iter()
            .filter_map(|games| mean_points(games, seats, seat));
        mean_over_blocks(&means.collect::<Vec<f64>>(), confidence)
    });
    estimates.collect()
}

/// The mean of what blocks came to, with its interval; none before two blocks.
///
/// ```
/// let mean = longjump_statistics::mean_over_blocks(&[0.2, 0.4, 0.3], 0.95);
/// let mean = mean.expect("three blocks");
/// assert!((mean.value - 0.3).abs() < 1e-9 && mean.low < 0.2 && mean.high > 0.4);
/// ```
pub fn mean_over_blocks(means: &[f64], confidence: f64) -> Option<Estimate> {
    let blocks = means.len() as f64;
    let value = means.iter().sum::<f64>() / blocks;
    let squares: f64 = means.iter().map(|mean| (mean - value).powi(2)).sum();
    let deviations = normal::deviations(confidence);
    let margin = deviations * (squares / (blocks - 1.0) / blocks).sqrt();
    let (low, high) = (value - margin, value + margin);
    (blocks > 1.0).then_some(Estimate { low, value, high })
}

/// The mean points of a seat in the games of a block that have so many seats.
fn mean_points(games: &[Finish], seats: usize, seat: usize) -> Option<f64> {
    let fitting = games.iter().filter(|game| game.0.len() == seats);
    let points = fitting.map(|Finish(game)| {
        let places: Vec<u8> = game.iter().map(|&(_, place)| place).collect();
        half_points(&places, seat) as f64 / (2 * (seats - 1)) as f64
    });
    let points: Vec<f64> = points.collect();
    let is_played = !points.is_empty();
    is_played.then(|| points.iter().sum::<f64>() / points.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strengths_cancel_out_in_whole_blocks() {
        let mut pool = Pool::new(3);
        // Player 0 always wins and player 2 always loses, whatever the seat.
        let block: Vec<Finish> = (0..3)
            .map(|rotation| (0..3).map(move |seat| (seat + rotation) % 3))
            .map(|players| Finish(players.map(|player| (player, player as u8 + 1)).collect()))
            .collect();
        pool.add_block(block.clone()).unwrap();
        assert_eq!(seat_scores(&pool, 3, 0.95), [], "one block has no spread");
        pool.add_block(block).unwrap();
        for seat in seat_scores(&pool, 3, 0.95) {
            assert_eq!((seat.low, seat.value, seat.high), (0.5, 0.5, 0.5));
        }
        assert_eq!(seat_scores(&pool, 2, 0.95), [], "no game of two was played");
    }
}
