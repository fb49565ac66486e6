//! Who plays whom: blocks in a fixed order, each one opening with every rotation of the seats.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use thiserror::Error;

/// How a tournament brings its participants together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// The first in one seat, copies of the second in all others.
    Match,
    /// Everybody with everybody else.
    RoundRobin,
    /// The first with everybody else.
    Gauntlet,
    /// In each round those who stand close to each other.
    Swiss,
    /// One in all seats. A block has a single game, as with its seats turned it would be
    /// the same game again.
    SelfPlay,
}

/// Everything about who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Schedule {
    /// The way they are brought together.
    pub format: Format,
    /// How many participants there are.
    pub participants: usize,
    /// How many seats the game has.
    pub seats: usize,
    /// How often each meets each, or in a Swiss tournament how many rounds there are: each time
    /// with the next opening.
    pub rounds: usize,
}

/// A schedule that can't be.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ScheduleError {
    /// A match is between two.
    #[error("a match is between two engines, not {0}")]
    NotTwo(usize),
    /// Self-play is of one.
    #[error("self-play takes one engine, not {0}")]
    NotAlone(usize),
    /// Fewer players than seats.
    #[error(
        "{participants} engines can't fill {seats} seats without one taking two; give {seats} or \
         more, or play a round robin"
    )]
    TooFew {
        /// How many there are.
        participants: usize,
        /// How many seats they have to fill.
        seats: usize,
    },
}

/// A block to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Block {
    /// Its number.
    pub(crate) number: usize,
    /// Who sits in each seat in its first game; in the next everybody moves on by one.
    pub(crate) lineup: Vec<usize>,
    /// The number of its opening.
    pub(crate) opening: usize,
}

impl Block {
    /// Who sits in each seat in a game of the block.
    pub(crate) fn players(&self, game: usize) -> Vec<usize> {
        let mut players = self.lineup.clone();
        players.rotate_right(game);
        players
    }
}

/// What comes after the blocks that were given out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Next {
    /// This block.
    Play(Block),
    /// A block that depends on results that are not there yet.
    Wait,
    /// Nothing.
    End,
}

/// The points that players got in a block: who, of how many games.
#[derive(Clone, PartialEq, Debug)]
pub struct BlockPoints {
    /// Who sat in each seat of the first game.
    pub lineup: Vec<usize>,
    /// The mean points of each of them over the block's games.
    pub points: Vec<f64>,
}

impl Schedule {
    /// Looks whether there are enough participants.
    ///
    /// # Errors
    /// When there are not, or too many for a match.
    pub fn check(&self) -> Result<(), ScheduleError> {
        let (participants, seats) = (self.participants, self.seats);
        match self.format {
            Format::Match if participants != 2 => Err(ScheduleError::NotTwo(participants)),
            Format::Match => Ok(()),
            Format::SelfPlay if participants != 1 => Err(ScheduleError::NotAlone(participants)),
            Format::SelfPlay => Ok(()),
            Format::Swiss if participants < seats => Err(ScheduleError::TooFew {
                participants,
                seats,
            }),
            _ => Ok(()),
        }
    }

    /// How many blocks there are in all.
    pub fn blocks(&self) -> usize {
        self.rounds * self.blocks_in_round()
    }

    /// How many games a block has.
    pub fn games_in_block(&self) -> usize {
        match self.format {
            Format::SelfPlay => 1,
            _ => self.seats,
        }
    }

    fn blocks_in_round(&self) -> usize {
        match self.format {
            Format::Match | Format::SelfPlay => 1,
            Format::RoundRobin => lineup_count(self.participants, self.seats),
            Format::Gauntlet => lineup_count(self.participants - 1, self.seats - 1),
            Format::Swiss => self.participants / self.seats,
        }
    }

    /// The block of a number, given the results so far.
    pub(crate) fn block(&self, number: usize, results: &BTreeMap<usize, BlockPoints>) -> Next {
        if number >= self.blocks() {
            return Next::End;
        }
        let (round, index) = (
            number / self.blocks_in_round(),
            number % self.blocks_in_round(),
        );
        let lineup = match self.format {
            Format::Match => {
                let mut lineup = vec![1; self.seats];
                lineup[0] = 0;
                lineup
            }
            Format::SelfPlay => vec![0; self.seats],
            Format::RoundRobin => lineups(0, self.participants, self.seats).swap_remove(index),
            Format::Gauntlet => {
                let others = lineups(1, self.participants, self.seats - 1).swap_remove(index);
                [vec![0], others].concat()
            }
            Format::Swiss => match self.swiss_round(round, results) {
                Some(mut lineups) => lineups.swap_remove(index),
                None => return Next::Wait,
            },
        };
        Next::Play(Block {
            number,
            lineup,
            opening: round,
        })
    }

    /// The lineups of a round, once all rounds before it have been played.
    fn swiss_round(
        &self,
        round: usize,
        results: &BTreeMap<usize, BlockPoints>,
    ) -> Option<Vec<Vec<usize>>> {
        let mut met = vec![vec![0; self.participants]; self.participants];
        let mut points = vec![(0.0, 0); self.participants];
        for number in 0..round * self.blocks_in_round() {
            let block = results.get(&number)?;
            for (&player, share) in block.lineup.iter().zip(&block.points) {
                points[player].0 += share;
                points[player].1 += 1;
                for &other in &block.lineup {
                    met[player][other] += 1;
                }
            }
        }
        // A mean, so that to sit out a round is neither good nor bad.
        let mean = |player: usize| points[player].0 / f64::from(points[player].1.max(1));
        let mut waiting: Vec<usize> = (0..self.participants).collect();
        waiting.sort_by(|&a, &b| mean(b).total_cmp(&mean(a)));
        for _ in 0..self.participants % self.seats {
            // Who has played most sits out; of those the last.
            let most = waiting.iter().map(|&player| points[player].1).max()?;
            let sits_out = waiting
                .iter()
                .rposition(|&player| points[player].1 == most)?;
            waiting.remove(sits_out);
        }
        let mut lineups = Vec::new();
        while !waiting.is_empty() {
            let mut lineup = vec![waiting.remove(0)];
            while lineup.len() < self.seats {
                let meetings =
                    |player: usize| lineup.iter().map(|&other| met[player][other]).sum::<u32>();
                // The closest of those whom these have met least.
                let (index, _) = waiting
                    .iter()
                    .enumerate()
                    .min_by_key(|&(_, &player)| meetings(player))?;
                lineup.push(waiting.remove(index));
            }
            lineups.push(lineup);
        }
        Some(lineups)
    }
}

/// All ways to fill so many seats with the numbers from `least` to below `all`: nobody
/// sits twice, or where they are too few for that everybody sits once at least, and who
/// has the seats left over takes turns.
fn lineups(least: usize, all: usize, seats: usize) -> Vec<Vec<usize>> {
    let Some(over) = (seats + least).checked_sub(all) else {
        return combinations(least, all, seats);
    };
    let everybody: Vec<usize> = (least..all).collect();
    let copies = repetitions(least, all, over).into_iter();
    copies
        .map(|copies| [everybody.clone(), copies].concat())
        .collect()
}

/// All ways to choose so many of the numbers from `least` to below `all`, in order, each
/// as often as one likes.
fn repetitions(least: usize, all: usize, chosen: usize) -> Vec<Vec<usize>> {
    if chosen == 0 {
        return vec![Vec::new()];
    }
    let with = |first: usize| {
        let rest = repetitions(first, all, chosen - 1).into_iter();
        rest.map(move |rest| [vec![first], rest].concat())
    };
    (least..all).flat_map(with).collect()
}

/// All ways to choose so many of the numbers from `least` to below `all`, in order.
fn combinations(least: usize, all: usize, chosen: usize) -> Vec<Vec<usize>> {
    if chosen == 0 {
        return vec![Vec::new()];
    }
    let firsts = least..(all + 1).saturating_sub(chosen);
    let with = |first: usize| {
        let rest = combinations(first + 1, all, chosen - 1).into_iter();
        rest.map(move |rest| [vec![first], rest].concat())
    };
    firsts.flat_map(with).collect()
}

/// How many lineups of so many players there are.
fn lineup_count(players: usize, seats: usize) -> usize {
    match seats.checked_sub(players) {
        Some(over) => choices(players + over - 1, over),
        None => choices(players, seats),
    }
}

/// How many ways there are to choose so many of all.
fn choices(all: usize, chosen: usize) -> usize {
    (0..chosen).fold(1, |count, taken| count * (all - taken) / (taken + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(format: Format, participants: usize, seats: usize, rounds: usize) -> Schedule {
        Schedule {
            format,
            participants,
            seats,
            rounds,
        }
    }

    /// Plays it out; the lower number always wins.
    fn lineups(schedule: Schedule) -> Vec<Vec<usize>> {
        let mut results = BTreeMap::new();
        let mut lineups = Vec::new();
        while let Next::Play(block) = schedule.block(lineups.len(), &results) {
            assert_eq!(block.number, lineups.len());
            let rank = |player: &usize| block.lineup.iter().filter(|other| player < other).count();
            let points = block
                .lineup
                .iter()
                .map(|player| rank(player) as f64)
                .collect();
            let lineup = block.lineup.clone();
            results.insert(block.number, BlockPoints { lineup, points });
            lineups.push(block.lineup);
        }
        assert_eq!(lineups.len(), schedule.blocks());
        lineups
    }

    #[test]
    fn a_match_has_the_tested_one_in_one_seat() {
        assert_eq!(lineups(schedule(Format::Match, 2, 2, 2)), [[0, 1], [0, 1]]);
        assert_eq!(lineups(schedule(Format::Match, 2, 4, 1)), [[0, 1, 1, 1]]);
    }

    #[test]
    fn who_plays_itself_sits_everywhere() {
        let alone = schedule(Format::SelfPlay, 1, 3, 2);
        assert_eq!(lineups(alone), [[0, 0, 0], [0, 0, 0]]);
        assert_eq!(alone.games_in_block(), 1);
        let two = schedule(Format::SelfPlay, 2, 3, 1);
        assert_eq!(two.check(), Err(ScheduleError::NotAlone(2)));
    }

    #[test]
    fn everybody_sits_everywhere_in_a_block() {
        let block = Block {
            number: 0,
            lineup: vec![0, 1, 2],
            opening: 0,
        };
        let games: Vec<Vec<usize>> = (0..3).map(|game| block.players(game)).collect();
        assert_eq!(games, [[0, 1, 2], [2, 0, 1], [1, 2, 0]]);
    }

    #[test]
    fn a_round_robin_has_every_combination_in_every_round() {
        let once = [[0, 1], [0, 2], [1, 2]];
        let twice = lineups(schedule(Format::RoundRobin, 3, 2, 2));
        assert_eq!(twice[..3], once);
        assert_eq!(twice[3..], once);
        assert_eq!(lineups(schedule(Format::RoundRobin, 5, 3, 1)).len(), 10);
    }

    #[test]
    fn who_are_too_few_sit_in_several_seats_by_turns() {
        let both = lineups(schedule(Format::RoundRobin, 2, 3, 1));
        assert_eq!(both, [[0, 1, 0], [0, 1, 1]]);
        let first = lineups(schedule(Format::Gauntlet, 3, 4, 2));
        assert_eq!(first[..2], [[0, 1, 2, 1], [0, 1, 2, 2]]);
        assert_eq!(first[2..], first[..2]);
        assert_eq!(lineups(schedule(Format::RoundRobin, 3, 3, 1)), [[0, 1, 2]]);
    }

    #[test]
    fn a_gauntlet_has_the_first_in_every_block() {
        let lineups = lineups(schedule(Format::Gauntlet, 4, 2, 1));
        assert_eq!(lineups, [[0, 1], [0, 2], [0, 3]]);
    }

    #[test]
    fn a_swiss_event_pairs_neighbours_who_have_not_met() {
        let lineups = lineups(schedule(Format::Swiss, 8, 2, 3));
        let mut pairs: Vec<Vec<usize>> = lineups.clone();
        pairs.iter_mut().for_each(|pair| pair.sort());
        pairs.sort();
        pairs.dedup();
        assert_eq!(pairs.len(), 12, "nobody meets twice: {lineups:?}");
        // After the first round winners meet winners.
        assert_eq!(lineups[4], [0, 2]);
    }

    #[test]
    fn who_sits_out_takes_turns() {
        let lineups = lineups(schedule(Format::Swiss, 5, 2, 5));
        let games = |player| lineups.iter().filter(|pair| pair.contains(&player)).count();
        let games: Vec<usize> = (0..5).map(games).collect();
        assert_eq!(games, [4; 5]);
    }

    #[test]
    fn a_swiss_round_waits_for_the_one_before() {
        let schedule = schedule(Format::Swiss, 4, 2, 2);
        assert_eq!(schedule.block(2, &BTreeMap::new()), Next::Wait);
    }

    #[test]
    fn seats_are_filled() {
        let check = |format, participants, seats| schedule(format, participants, seats, 1).check();
        assert_eq!(check(Format::Match, 3, 2), Err(ScheduleError::NotTwo(3)));
        assert_eq!(check(Format::Match, 2, 6), Ok(()));
        let too_few = ScheduleError::TooFew {
            participants: 2,
            seats: 3,
        };
        assert_eq!(check(Format::Swiss, 2, 3), Err(too_few));
        assert_eq!(check(Format::RoundRobin, 2, 3), Ok(()));
    }
}
