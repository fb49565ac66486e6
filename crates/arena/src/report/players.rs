//! Players best first, and what each got from each.

use super::pace::{Means, of_seat};
use crate::log::Header;
use crate::record::GameRecord;
use longjump_statistics::{Anchor, Estimate, Pool, half_points, rate};
use longjump_wire::report::{CrosstableCell, PlayerResult};

/// How sure intervals are.
pub(super) const CONFIDENCE: f64 = 0.95;
/// How often blocks are drawn anew for intervals.
const RESAMPLES: usize = 300;

/// An estimate as it is written.
pub(super) fn wire_estimate(estimate: Estimate) -> longjump_wire::report::Estimate {
    let Estimate { low, value, high } = estimate;
    longjump_wire::report::Estimate { low, value, high }
}

/// The points of a seat: the share of the others that came in behind it.
pub(super) fn points(game: &GameRecord, seat: usize) -> f64 {
    let most = 2 * (game.places.len() - 1);
    half_points(&game.places, seat) as f64 / most as f64
}

/// The players, best first.
pub(super) struct Ranking {
    lines: Vec<PlayerResult>,
    /// The place in the list of each participant.
    places: Vec<usize>,
}

impl Ranking {
    pub(super) fn of(header: &Header, records: &[&GameRecord], pool: Option<&Pool>) -> Self {
        let ratings = pool.filter(|pool| !pool.blocks().is_empty());
        let ratings = ratings.map(|pool| rate(pool, Anchor::Mean(0.0), CONFIDENCE, RESAMPLES, 1));
        let mut lines: Vec<(usize, PlayerResult)> = (0..header.participants.len())
            .map(|player| {
                let rating = ratings.as_ref().map(|ratings| ratings[player]);
                (player, line(header, records, player, rating))
            })
            .collect();
        let value = |line: &PlayerResult| match line.rating {
            Some(rating) => rating.value,
            None => line.points / line.games.max(1) as f64,
        };
        lines.sort_by(|(_, a), (_, b)| value(b).total_cmp(&value(a)));
        let mut places = vec![0; lines.len()];
        for (place, (player, _)) in lines.iter().enumerate() {
            places[*player] = place;
        }
        Self {
            lines: lines.into_iter().map(|(_, line)| line).collect(),
            places,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Where a participant is in the list.
    pub(super) fn place(&self, participant: usize) -> usize {
        self.places[participant]
    }

    pub(super) fn lines(&self) -> Vec<PlayerResult> {
        self.lines.clone()
    }

    /// What each got from each, best first.
    pub(super) fn crosstable(&self, records: &[&GameRecord]) -> Vec<Vec<Option<CrosstableCell>>> {
        let mut table: Vec<Vec<Option<CrosstableCell>>> = vec![vec![None; self.len()]; self.len()];
        for game in records {
            for (seat, &one) in game.players.iter().enumerate() {
                for (against, &other) in game.players.iter().enumerate() {
                    if one == other {
                        continue;
                    }
                    let cell = &mut table[self.place(one)][self.place(other)];
                    let cell = cell.get_or_insert_default();
                    cell.games += 1;
                    cell.points += match game.places[seat].cmp(&game.places[against]) {
                        std::cmp::Ordering::Less => 1.0,
                        std::cmp::Ordering::Equal => 0.5,
                        std::cmp::Ordering::Greater => 0.0,
                    };
                }
            }
        }
        table
    }
}

fn line(
    header: &Header,
    records: &[&GameRecord],
    player: usize,
    rating: Option<Estimate>,
) -> PlayerResult {
    let participant = &header.participants[player];
    let seats = header.schedule.seats;
    let mut line = PlayerResult {
        name: participant.name.clone(),
        engine: participant.engine.clone(),
        control: participant.control.clone(),
        rating: rating.map(wire_estimate),
        games: 0,
        won: 0,
        drawn: 0,
        lost: 0,
        points: 0.0,
        places: vec![0; seats],
        nodes_per_second: None,
        mean_depth: None,
        mean_milliseconds: None,
    };
    let mut means = Means::default();
    for game in records {
        for seat in (0..seats).filter(|&seat| game.players[seat] == player) {
            line.games += 1;
            line.points += points(game, seat);
            let place = game.places[seat];
            line.places[usize::from(place) - 1] += 1;
            let ties = game.places.iter().filter(|&&other| other == place).count();
            let behind = game.places.iter().filter(|&&other| other > place).count();
            match (place, ties, behind) {
                (1, 1, _) => line.won += 1,
                (_, 1, 0) => line.lost += 1,
                _ => line.drawn += 1,
            }
            of_seat(game, seat).for_each(|(_, note)| means.add(note));
        }
    }
    line.nodes_per_second = means.nodes_per_second();
    line.mean_depth = means.depth();
    line.mean_milliseconds = means.milliseconds();
    line
}
