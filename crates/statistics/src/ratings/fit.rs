//! The strengths that make the orders of finish likeliest.
//!
//! By Plackett and Luce the first of a game is each player with probability in proportion
//! to its strength, the second likewise among the rest, and so on: a series of choices.
//! Tied players could have finished in any order; the log-likelihood is the mean over all
//! of them. With two seats that is Bradley's and Terry's model with draws as half wins.

use super::pool::{Finish, Pool};
use std::collections::HashMap;

/// Every player is held to have drawn this many games with one of the pool's mean
/// strength, so that players without a loss or without a win have finite ratings.
const PRIOR_GAMES: f64 = 0.5;

/// What ratings are counted from, as games only tell differences.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Anchor {
    /// The mean of all ratings is this.
    Mean(f64),
    /// This player has this rating.
    Player(usize, f64),
}

impl Anchor {
    /// Moves all ratings by what makes this one hold.
    fn hold(self, ratings: &mut [f64]) {
        let (now, wanted) = match self {
            Self::Mean(rating) => (ratings.iter().sum::<f64>() / ratings.len() as f64, rating),
            Self::Player(player, rating) => (ratings[player], rating),
        };
        for rating in ratings {
            *rating = *rating - now + wanted;
        }
    }
}

/// The ratings of all players in Elo, the likeliest in view of all games at once.
///
/// ```
/// use longjump_statistics::{Anchor, Finish, Pool, ratings};
/// let mut pool = Pool::new(3);
/// for _ in 0..20 {
///     pool.add_block(vec![Finish(vec![(0, 1), (1, 2), (2, 3)])])?;
///     pool.add_block(vec![Finish(vec![(1, 1), (0, 2), (2, 2)])])?;
/// }
/// let ratings = ratings(&pool, Anchor::Player(2, 1000.0));
/// assert!(ratings[0] > ratings[2] && ratings[2] == 1000.0);
/// # Ok::<(), longjump_statistics::PoolError>(())
/// ```
pub fn ratings(pool: &Pool, anchor: Anchor) -> Vec<f64> {
    let choices = Choices::of(pool);
    let once = vec![1; pool.blocks().len()];
    choices.ratings(&once, anchor, &vec![1.0; pool.players()])
}

/// The games of a pool as choices: one player of a set has come before all others of it.
pub(super) struct Choices {
    /// Every set that was chosen from, in no order.
    sets: Vec<Vec<usize>>,
    /// What each block adds.
    blocks: Vec<BlockChoices>,
}

#[derive(Default)]
struct BlockChoices {
    /// How often it was chosen from a set. Orders of tied players count in parts.
    chosen_from: Vec<(usize, f64)>,
    /// How often a player was chosen.
    chosen: Vec<(usize, f64)>,
}

impl Choices {
    pub(super) fn of(pool: &Pool) -> Self {
        let mut known = HashMap::new();
        let mut sets = Vec::new();
        let mut blocks = Vec::new();
        for games in pool.blocks() {
            let mut block = BlockChoices::default();
            for game in games {
                for (set, weight) in choices(game, &mut block.chosen) {
                    let index = *known.entry(set).or_insert_with_key(|set| {
                        sets.push(set.clone());
                        sets.len() - 1
                    });
                    block.chosen_from.push((index, weight));
                }
            }
            blocks.push(block);
        }
        Self { sets, blocks }
    }

    /// The ratings if each block was played so many times, looked for from `start` on.
    pub(super) fn ratings(&self, times: &[u32], anchor: Anchor, start: &[f64]) -> Vec<f64> {
        let strengths = self.strengths(times, start);
        let mut ratings: Vec<f64> = strengths.iter().map(|s| 400.0 * s.log10()).collect();
        anchor.hold(&mut ratings);
        ratings
    }

    /// The likeliest strengths by minorisation and maximisation (Hunter, "MM algorithms for
    /// generalized Bradley-Terry models", 2004): each step replaces the likelihood by a
    /// simpler function below it that touches it here, and goes to that one's top.
    pub(super) fn strengths(&self, times: &[u32], start: &[f64]) -> Vec<f64> {
        let mut chosen = vec![PRIOR_GAMES / 2.0; start.len()];
        let mut weights = vec![0.0; self.sets.len()];
        for (block, &times) in self.blocks.iter().zip(times) {
            let times = f64::from(times);
            for &(player, count) in &block.chosen {
                chosen[player] += times * count;
            }
            for &(set, count) in &block.chosen_from {
                weights[set] += times * count;
            }
        }
        let mut strengths = start.to_vec();
        for _ in 0..10_000 {
            if self.improve(&mut strengths, &weights, &chosen) < 1e-9 {
                break;
            }
        }
        strengths
    }

    /// One step; says by what share a strength changed at most.
    fn improve(&self, strengths: &mut [f64], weights: &[f64], chosen: &[f64]) -> f64 {
        // The prior's opponent has strength 1.
        let prior = strengths.iter().map(|s| PRIOR_GAMES / (s + 1.0));
        let mut rates: Vec<f64> = prior.collect();
        for (set, &weight) in self.sets.iter().zip(weights) {
            let sum: f64 = set.iter().map(|&player| strengths[player]).sum();
            for &player in set {
                rates[player] += weight / sum;
            }
        }
        let chosen_by_rate = chosen.iter().zip(rates).map(|(chosen, rate)| chosen / rate);
        let next: Vec<f64> = chosen_by_rate.collect();
        // Games don't tell how strong all are together, only the prior does: it wants half
        // of its games won. Steps of the whole would take forever to get there.
        let won: f64 = next.iter().map(|s| s / (s + 1.0)).sum();
        let excess = 2.0 * won / next.len() as f64;
        let mut change = 0.0;
        for (strength, next) in strengths.iter_mut().zip(next) {
            let next = next / excess;
            change = f64::max(change, (next / *strength - 1.0).abs());
            *strength = next;
        }
        change
    }
}

/// The sets that a game chose from, with their weights; who was chosen goes to `chosen`.
///
/// Among m tied players every set of k of them is left, together with all who came after,
/// in one of (m choose k) equally likely ways.
fn choices(Finish(seats): &Finish, chosen: &mut Vec<(usize, f64)>) -> Vec<(Vec<usize>, f64)> {
    let mut choices = Vec::new();
    let mut places: Vec<u8> = seats.iter().map(|&(_, place)| place).collect();
    places.sort_unstable();
    places.dedup();
    for place in places {
        let at = |wanted: fn(&u8, &u8) -> bool| -> Vec<usize> {
            let there = seats.iter().filter(|seat| wanted(&seat.1, &place));
            there.map(|&(player, _)| player).collect()
        };
        let (tied, after) = (at(u8::eq), at(u8::gt));
        for part in 1..1usize << tied.len() {
            let members = (0..tied.len()).filter(|member| part >> member & 1 == 1);
            let mut set: Vec<usize> = members.map(|member| tied[member]).collect();
            let weight = 1.0 / binomial(tied.len(), set.len());
            set.extend(&after);
            set.sort_unstable();
            // From a set of one nothing is chosen.
            if set.len() > 1 {
                choices.push((set, weight));
            }
        }
        let last_is_left = if after.is_empty() {
            1.0 / tied.len() as f64
        } else {
            0.0
        };
        chosen.extend(tied.iter().map(|&player| (player, 1.0 - last_is_left)));
    }
    choices
}

/// How many ways there are to take `k` of `n`.
fn binomial(n: usize, k: usize) -> f64 {
    (0..k).fold(1.0, |ways, index| {
        ways * (n - index) as f64 / (index + 1) as f64
    })
}

#[cfg(test)]
#[path = "fit_tests.rs"]
mod tests;
