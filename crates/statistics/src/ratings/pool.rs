//! The games that a pool of players has played.

use thiserror::Error;

/// How one game ended: for each seat, who sat there and which place it came to.
///
/// Equal places are ties. Players are numbers, as the pool knows no names; one may sit in
/// several seats. How its copies do against each other tells nothing of its strength, and
/// counts for nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finish(pub Vec<(usize, u8)>);

/// A game that can't be rated.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PoolError {
    /// A game of nobody or of one.
    #[error("a game needs two players at least; this one has {0}")]
    TooFew(usize),
    /// A player beyond the pool's.
    #[error("there is no player {player}: the pool has players 0 to {}", .players - 1)]
    Unknown {
        /// The player as given.
        player: usize,
        /// How many the pool has.
        players: usize,
    },
}

/// Blocks of games between numbered players.
///
/// ```
/// use longjump_statistics::{Finish, Pool};
/// let mut pool = Pool::new(3);
/// // Player 2 wins from either seat against player 0.
/// pool.add_block(vec![Finish(vec![(0, 2), (2, 1)]), Finish(vec![(2, 1), (0, 2)])])?;
/// assert!(pool.add_block(vec![Finish(vec![(0, 1), (7, 2)])]).is_err());
/// # Ok::<(), longjump_statistics::PoolError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pool {
    players: usize,
    blocks: Vec<Vec<Finish>>,
}

impl Pool {
    /// A pool of players who have not played yet.
    pub fn new(players: usize) -> Self {
        let blocks = Vec::new();
        Self { players, blocks }
    }

    /// Adds games that share an opening. They may depend on each other, so intervals take
    /// them together or not at all.
    pub fn add_block(&mut self, games: Vec<Finish>) -> Result<(), PoolError> {
        games.iter().try_for_each(|game| self.check(game))?;
        self.blocks.push(games);
        Ok(())
    }

    fn check(&self, Finish(seats): &Finish) -> Result<(), PoolError> {
        if seats.len() < 2 {
            return Err(PoolError::TooFew(seats.len()));
        }
        let players = self.players;
        match seats.iter().find(|seat| seat.0 >= players) {
            Some(&(player, _)) => Err(PoolError::Unknown { player, players }),
            None => Ok(()),
        }
    }

    /// How many players there are.
    pub fn players(&self) -> usize {
        self.players
    }

    /// The games, block by block.
    pub fn blocks(&self) -> &[Vec<Finish>] {
        &self.blocks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_that_tell_nothing_are_refused() {
        let check = |seats: &[(usize, u8)], expect| {
            let result = Pool::new(3).add_block(vec![Finish(seats.to_vec())]);
            assert_eq!(result, Err(expect));
        };
        check(&[(0, 1)], PoolError::TooFew(1));
        let (player, players) = (3, 3);
        check(&[(0, 1), (3, 2)], PoolError::Unknown { player, players });
    }
}
