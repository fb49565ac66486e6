//! Armies that cross the board into the home opposite: star and diamond with
//! two seats.

use super::geometry::{Geometry, is_same, way_of};
use super::marbles::holes_in;
use super::racing::Racing;
use crate::network::HandMade;
use longjump_games::race::Race;
use longjump_rules::{Game, Hole, Layout, Move, Position, Seat};
use longjump_search::{Certainty, Evaluator, Score, Verdict};
use serde::Deserialize;

/// What counts, in hundredths of a move.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CrossingWeights {
    /// Each row that a marble is ahead.
    pub row: f64,
    /// The board is a ridge, as in the 1999 thesis: off the middle by so many
    /// holes costs this times their square.
    pub side: f64,
    /// Each marble costs this times the square of the rows it still has to go:
    /// the farther behind, the more a row counts.
    pub lag: f64,
    /// Each row that the last marble is ahead: one left behind walks alone.
    pub last: f64,
    /// The same for the last but one.
    pub second_last: f64,
    /// Each marble that can hop forward at once, a marble with two ways twice.
    pub hop: Score,
    /// Being to move.
    pub turn: Score,
    /// Each move of the exact distance, for an army in its last rows; nothing leaves the
    /// table of distances alone.
    #[serde(default)]
    pub race: Score,
    /// How much less an army is worth when it has arrived, by these moves, than by the other
    /// weights.
    #[serde(default)]
    pub race_offset: Score,
}

/// How many bits a row's count takes.
const COUNT_BITS: u32 = 5;

/// An order of all holes that follows one line after another in a direction
/// that leads forward, so that "one further" is a shift by one bit.
#[derive(Clone, Debug)]
struct Axis {
    bits: [u128; Hole::LIMIT],
    /// Where two more holes follow, for the first seat and, backwards, for the second.
    has_far: [u128; 2],
}

/// What is kept up to date: for each of two seats its marbles' values, how many
/// are in each row, and where they stand along both forward axes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CrossingSums {
    values: [Score; 2],
    rows: [u128; 2],
    along: [[u128; 2]; 2],
}

/// Distance with a preference for the middle, trailing marbles, and hops that
/// are open.
#[derive(Clone, Debug)]
pub struct Crossing {
    values: [[Score; Hole::LIMIT]; 2],
    rows: [[u128; Hole::LIMIT]; 2],
    axes: [Axis; 2],
    last: [Score; 32],
    second_last: [Score; 32],
    hop: Score,
    turn: Score,
    /// What an army's marbles are worth at the start.
    at_start: Score,
    races: Option<Races>,
}

/// The table of distances and what its moves are worth.
#[derive(Clone, Debug)]
struct Races {
    racing: Racing,
    /// The value of an army that has arrived.
    arrived: Score,
    /// What each move costs.
    each: Score,
}

impl Crossing {
    /// For a board with two seats. `forbidden` are holes where nobody may land;
    /// `follows_tables` tells whether marbles move as in the tables of distances.
    ///
    /// # Panics
    /// When there are not two seats.
    pub fn new<G: Game<Position = Race>>(
        game: &G,
        forbidden: impl Fn(Hole) -> bool,
        follows_tables: bool,
        weights: &CrossingWeights,
    ) -> Self {
        assert_eq!(game.seats(), 2, "this evaluation is for two seats");
        let layout = game.layout();
        let geometry = Geometry::new(&layout, 2);
        let by_row = |weight: f64| std::array::from_fn(|row| (weight * row as f64) as Score);
        let mut crossing = Self {
            values: [[0; Hole::LIMIT]; 2],
            rows: [[0; Hole::LIMIT]; 2],
            axes: axes(&layout, forbidden),
            last: by_row(weights.last),
            second_last: by_row(weights.second_last),
            hop: weights.hop,
            turn: weights.turn,
            at_start: 0,
            races: None,
        };
        let by_place = (weights.row, weights.side, weights.lag);
        for hole in layout.points.iter().map(|point| point.hole) {
            for seat in Seat::first(2) {
                let row = geometry.row(seat, hole) as u32;
                crossing.values[seat.index()][hole.index()] = geometry.value(seat, hole, by_place);
                crossing.rows[seat.index()][hole.index()] = 1 << (COUNT_BITS * row);
            }
        }
        crossing.at_start = crossing.fresh(&game.start()).values[0];
        if weights.race != 0 && follows_tables {
            crossing.races = crossing.with_tables(&layout, weights);
        }
        crossing
    }

    /// The table of distances, its values fitting the others where an army has arrived.
    fn with_tables(&self, layout: &Layout, weights: &CrossingWeights) -> Option<Races> {
        let racing = Racing::new(layout, crate::race::standard()?)?;
        let mut arrived = CrossingSums::default();
        for hole in racing.goal(Seat::FIRST) {
            self.place(&mut arrived, Seat::FIRST, hole);
        }
        Some(Races {
            racing,
            arrived: arrived.values[0] + self.trailing(arrived.rows[0]) - weights.race_offset,
            each: weights.race,
        })
    }

    /// The value of an army by the table of distances, if that knows it.
    #[inline]
    fn raced(&self, position: &Race, seat: usize) -> Option<Score> {
        let races = self.races.as_ref()?;
        let moves = races.racing.distance(position, seat)?;
        Some(races.arrived - races.each * Score::from(moves))
    }

    /// What the last two marbles are worth by their rows.
    #[inline]
    fn trailing(&self, rows: u128) -> Score {
        let last = rows.trailing_zeros() / COUNT_BITS;
        let without_one = rows.wrapping_sub(1 << (COUNT_BITS * last));
        let second_last = without_one.trailing_zeros() / COUNT_BITS;
        self.last[last as usize & 31] + self.second_last[second_last as usize & 31]
    }

    /// How many hops forward are open to each seat.
    #[inline]
    fn hops(&self, sums: &CrossingSums) -> [Score; 2] {
        let mut hops = [0; 2];
        for (number, axis) in self.axes.iter().enumerate() {
            let (up, down) = (sums.along[0][number], sums.along[1][number]);
            let all = up | down;
            let open_up = up & (all >> 1) & !(all >> 2) & axis.has_far[0];
            let open_down = down & (all << 1) & !(all << 2) & axis.has_far[1];
            hops[0] += open_up.count_ones() as Score;
            hops[1] += open_down.count_ones() as Score;
        }
        hops
    }
}

impl Evaluator<Race> for Crossing {
    type Sums = CrossingSums;

    fn fresh(&self, position: &Race) -> CrossingSums {
        let mut sums = CrossingSums::default();
        for seat in Seat::first(2) {
            let marbles = position.marbles(seat);
            for hole in (0..Hole::LIMIT).filter(|hole| marbles >> hole & 1 == 1) {
                self.place(&mut sums, seat, Hole::new(hole));
            }
        }
        sums
    }

    #[inline(always)]
    fn lift(&self, sums: &mut CrossingSums, seat: Seat, hole: Hole) {
        let (seat, hole) = (seat.index() & 1, hole.index() & 127);
        sums.values[seat] -= self.values[seat][hole];
        sums.rows[seat] -= self.rows[seat][hole];
        sums.along[seat][0] ^= self.axes[0].bits[hole];
        sums.along[seat][1] ^= self.axes[1].bits[hole];
    }

    #[inline(always)]
    fn place(&self, sums: &mut CrossingSums, seat: Seat, hole: Hole) {
        let (seat, hole) = (seat.index() & 1, hole.index() & 127);
        sums.values[seat] += self.values[seat][hole];
        sums.rows[seat] += self.rows[seat][hole];
        sums.along[seat][0] ^= self.axes[0].bits[hole];
        sums.along[seat][1] ^= self.axes[1].bits[hole];
    }

    #[inline]
    fn evaluate(&self, position: &Race, sums: &CrossingSums) -> Score {
        let hops = self.hops(sums);
        let value = |seat: usize| {
            let by_row =
                || sums.values[seat] + self.trailing(sums.rows[seat]) + self.hop * hops[seat];
            self.raced(position, seat).unwrap_or_else(by_row)
        };
        let turn = position.turn().index() & 1;
        value(turn) - value(turn ^ 1) + self.turn
    }

    #[inline]
    fn verdict(&self, position: &Race) -> Option<Verdict> {
        self.races.as_ref()?.racing.verdict(position)
    }

    fn certainty(&self, position: &Race) -> Option<Certainty> {
        self.races.as_ref()?.racing.certainty(position)
    }

    #[inline(always)]
    fn gains(&self, position: &Race) -> impl Fn(Move) -> Score {
        let values = &self.values[position.turn().index() & 1];
        |mv: Move| values[mv.to().index() & 127] - values[mv.from().index() & 127]
    }
}

impl HandMade<Race> for Crossing {
    fn pieces(position: &Race, seat: Seat) -> u128 {
        position.marbles(seat)
    }

    /// When both armies are in the rows that the table knows.
    #[inline]
    fn exact(&self, position: &Race) -> Option<Score> {
        let races = self.races.as_ref()?;
        if !races.racing.knows_both(position) {
            return None;
        }
        let turn = position.turn().index() & 1;
        let own = races.racing.distance(position, turn)?;
        let other = races.racing.distance(position, turn ^ 1)?;
        Some(races.each * (Score::from(other) - Score::from(own)) + self.turn)
    }

    /// By the table as soon as it knows this army, wherever the other is.
    #[inline]
    fn headway(&self, position: &Race, seat: Seat) -> Option<Score> {
        let seat = seat.index() & 1;
        let by_row = || {
            let values = &self.values[seat];
            let marbles = holes_in(position.marbles(Seat::new(seat)));
            marbles.map(|hole| values[hole.index() & 127]).sum()
        };
        let value = self.raced(position, seat).unwrap_or_else(by_row);
        Some((value - self.at_start).max(0))
    }
}

/// The two directions between neighbouring holes that lead forward for the
/// first seat, as orders of holes.
fn axes(layout: &Layout, forbidden: impl Fn(Hole) -> bool) -> [Axis; 2] {
    let place = |hole: Hole| (layout.points[hole.index()].x, layout.points[hole.index()].y);
    let way = way_of(layout, Seat::FIRST);
    let mut directions: Vec<(f64, f64)> = Vec::new();
    for &(one, other) in &layout.lines {
        let (from, to) = (place(one), place(other));
        let (x, y) = (to.0 - from.0, to.1 - from.1);
        let along = x * way.0 + y * way.1;
        let forward = (x * along.signum(), y * along.signum());
        let known = |known: &(f64, f64)| is_same(known.0, forward.0) && is_same(known.1, forward.1);
        if along.abs() > 1e-6 && !directions.iter().any(known) {
            directions.push(forward);
        }
    }
    directions.sort_by(|one, other| one.0.total_cmp(&other.0));
    let [one, other] = directions[..] else {
        panic!("two directions lead forward");
    };
    [one, other].map(|direction| axis(layout, direction, &forbidden))
}

fn axis(layout: &Layout, (x, y): (f64, f64), forbidden: &impl Fn(Hole) -> bool) -> Axis {
    let points = &layout.points;
    let hole_at = |(x, y): (f64, f64)| {
        let is_there = |point: &&longjump_rules::Point| is_same(point.x, x) && is_same(point.y, y);
        points.iter().find(is_there).map(|point| point.hole)
    };
    let mut order: Vec<&longjump_rules::Point> = points.iter().collect();
    let rank = |point: &longjump_rules::Point| {
        let (along, beside) = (point.x * x + point.y * y, point.x * y - point.y * x);
        ((beside * 1e3).round() as i64, (along * 1e3).round() as i64)
    };
    order.sort_by_key(|point| rank(point));
    let mut axis = Axis {
        bits: [0; Hole::LIMIT],
        has_far: [0; 2],
    };
    for (bit, point) in order.iter().enumerate() {
        axis.bits[point.hole.index()] = 1 << bit;
        for (way, sign) in [1.0, -1.0].into_iter().enumerate() {
            let at = |steps: f64| hole_at((point.x + sign * steps * x, point.y + sign * steps * y));
            if at(1.0).is_some() && at(2.0).is_some_and(|hole| !forbidden(hole)) {
                axis.has_far[way] |= 1 << bit;
            }
        }
    }
    axis
}
