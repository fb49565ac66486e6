//! Corners: nine pieces that only go forward, from one corner of 8 by 8 squares
//! to the one opposite.

use crate::bits::{hole_list, squares_in};
use crate::boards::{cells, image_by_cell};
use crate::lattice::{EAST, Hops, Lattice, NORTH, SOUTH, WEST};
use crate::squares::{Duel, SquareGame, SquareRules, half_turn};
use crate::{keys, options};
use longjump_rules::{
    Camp, Ending, GameOption, Grid, Hole, LOOK_AHEAD, Move, MoveWriter, PerSeat, Seat, Settings,
    SetupError, SpecError, Standings, Symmetry,
};
use std::cmp::Ordering;

const SIDE: u8 = 8;
const CAMP_SIDE: u8 = 3;
const ALL: u128 = u64::MAX as u128;
static CELLS: [(u8, u8); 64] = cells(SIDE as usize);
static GRID: Grid = Grid::new(&CELLS);

/// For each seat the directions toward its goal.
static LATTICES: [Lattice; 2] = [
    Lattice::new(&CELLS, ALL, &[EAST, NORTH]),
    Lattice::new(&CELLS, ALL, &[WEST, SOUTH]),
];

/// The game.
pub type Corners = SquareGame<CornersRules>;

/// What becomes of a side that can't move. Nothing ever goes back, but the other side's
/// pieces may make way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stuck {
    /// It has lost.
    Loses,
    /// It passes; when nobody can move, who is nearer to the goal has won.
    Passes,
}

/// Its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CornersRules {
    /// What becomes of a side that can't move.
    pub stuck: Stuck,
    /// Once so many plies have been played, a side with a piece at home after its own move has
    /// lost. Without a deadline plies are not counted.
    pub home_deadline: Option<u16>,
}

/// Who can't move loses, so that moves in hand are what counts.
const WAITING: CornersRules = CornersRules {
    stuck: Stuck::Loses,
    home_deadline: None,
};
/// The first to arrive wins. The deadline is for those who would keep a piece back to block the
/// other's goal: of 120 armies of engines that raced without one the last left home at ply 79.
const RACE: CornersRules = CornersRules {
    stuck: Stuck::Passes,
    home_deadline: Some(80),
};
const PRESETS: [(&str, CornersRules); 2] = [("race", RACE), ("waiting", WAITING)];

/// No game has more plies: every move is at least one of the 90 steps that each side has to
/// go, and no two passes follow each other.
const MOST_PLIES: u16 = 360;

/// The lattice of a seat.
fn lattice(seat: Seat) -> &'static Lattice {
    &LATTICES[seat.index() & 1]
}

fn occupied(duel: &Duel) -> u128 {
    (duel.own() | duel.enemy()).into()
}

fn can_move(duel: &Duel, seat: Seat) -> bool {
    lattice(seat).can_move(duel.pieces(seat).into(), occupied(duel))
}

/// Whether the seat that has just moved fills its goal, the home of the other.
#[inline]
fn has_arrived(duel: &Duel) -> bool {
    duel.enemy() == CornersRules::HOMES[duel.turn().index()]
}

/// How many pieces of a seat are in its goal.
fn in_goal(duel: &Duel, seat: Seat) -> u32 {
    let goal = CornersRules::HOMES[seat.opponent().index()];
    (duel.pieces(seat) & goal).count_ones()
}

/// How many columns and rows the pieces of a seat lack until all are in those of its goal.
fn steps_lacking(duel: &Duel, seat: Seat) -> u32 {
    let first = SIDE - CAMP_SIDE;
    let lacking = |square: u32| {
        let (column, row) = seen_by(seat, Hole::new(square as usize));
        u32::from(first.saturating_sub(column) + first.saturating_sub(row))
    };
    squares_in(duel.pieces(seat)).map(lacking).sum()
}

/// Who is ahead when nobody can move, the first seat if it is `Greater`, and by what.
fn compared(duel: &Duel) -> (Ordering, Ending) {
    let [a, b] = [Seat::new(0), Seat::new(1)];
    let arrived = in_goal(duel, a).cmp(&in_goal(duel, b));
    // Who lacks fewer steps is ahead.
    let nearer = steps_lacking(duel, b).cmp(&steps_lacking(duel, a));
    match (arrived, nearer) {
        (Ordering::Equal, Ordering::Equal) => (Ordering::Equal, Ending::EqualRace),
        (Ordering::Equal, nearer) => (nearer, Ending::NearerGoal),
        (arrived, _) => (arrived, Ending::MoreInGoal),
    }
}

/// Who can't move passes, if the other can. Rare, and so not in line wherever moves are generated.
#[cold]
#[inline(never)]
fn push_pass(duel: &Duel, moves: &mut MoveWriter<'_>) {
    if can_move(duel, duel.turn().opponent()) {
        moves.push(Move::PASS);
    }
}

/// The key, with the ply as long as somebody is at home and may be late within what a search
/// sees. Not in line, as pages have to load it.
#[inline(never)]
fn key_with_ply(duel: &Duel, deadline: u16) -> u64 {
    let is_at_home = |seat: Seat| duel.pieces(seat) & CornersRules::HOMES[seat.index()] != 0;
    if Seat::first(2).any(is_at_home) && duel.ply() + LOOK_AHEAD >= deadline {
        duel.key() ^ keys::ply(duel.ply())
    } else {
        duel.key()
    }
}

/// The order of finish when nobody can move, if nobody can.
#[inline(never)]
fn standings_of_jam(duel: &Duel) -> Option<Standings> {
    let is_over = !Seat::first(2).any(|seat| can_move(duel, seat));
    is_over.then(|| match compared(duel).0 {
        Ordering::Greater => Standings::duel_won_by(Seat::new(0)),
        Ordering::Less => Standings::duel_won_by(Seat::new(1)),
        Ordering::Equal => Standings::draw(2),
    })
}

impl CornersRules {
    /// Whether the seat that has just moved should have left home.
    #[inline]
    fn is_late(self, duel: &Duel) -> bool {
        let home = Self::HOMES[duel.turn().opponent().index()];
        let is_after = |deadline| duel.ply() > deadline;
        self.home_deadline.is_some_and(is_after) && duel.enemy() & home != 0
    }
}

impl SquareRules for CornersRules {
    const NAME: &'static str = "corners";
    const SUMMARY: &'static str = "nine pieces each from corner to corner of 8x8, forward only";
    const USUAL: Self = RACE;
    const OPTIONS: &'static [GameOption] = &[
        GameOption {
            name: "preset",
            values: "race or waiting",
            default: "race",
            meaning: "a named choice of the options below",
        },
        GameOption {
            name: "stuck",
            values: "passes or loses",
            default: "passes",
            meaning: "what a side does that can't move; if neither can, the nearer to its goal wins",
        },
        GameOption {
            name: "home_deadline",
            values: "1 to 360 plies, or off",
            default: "80 plies",
            meaning: "after so many plies a side with a piece at home after its move loses",
        },
    ];
    const FORMER_PRESET: Option<&'static str> = Some("waiting");
    const SAMPLES: &'static [&'static str] = &[
        "corners",
        "corners:preset=waiting",
        "corners:home_deadline=off",
        "corners:preset=waiting,home_deadline=30",
    ];
    /// The camp in the corner of a1, and the one in the corner of h8.
    const HOMES: [u64; 2] = [0x07_0707, 0xE0E0_E000_0000_0000];
    const PLAYABLE: u64 = u64::MAX;

    fn configure(settings: &Settings) -> Result<Self, SpecError> {
        let read = options::Reader::<Corners>::new(settings);
        let mut rules = read.choice("preset", &PRESETS)?.unwrap_or(Self::USUAL);
        let stuck = [("loses", Stuck::Loses), ("passes", Stuck::Passes)];
        if let Some(stuck) = read.choice("stuck", &stuck)? {
            rules.stuck = stuck;
        }
        if let Some(deadline) = read.number_or_off("home_deadline", 1..=MOST_PLIES)? {
            rules.home_deadline = deadline;
        }
        Ok(rules)
    }

    /// The preset that does the same with a side that is stuck, and a deadline that is not
    /// that preset's.
    fn settings(self) -> Settings {
        let (name, preset) = match self.stuck {
            Stuck::Passes => PRESETS[0],
            Stuck::Loses => PRESETS[1],
        };
        let name = Some(("preset", name.to_owned()));
        let deadline = (self.home_deadline != preset.home_deadline).then(|| {
            let plies = |plies: u16| plies.to_string();
            let deadline = self.home_deadline.map_or("off".to_owned(), plies);
            ("home_deadline", deadline)
        });
        Settings::from_pairs(name.into_iter().chain(deadline))
    }

    fn kind(self) -> &'static str {
        match self.stuck {
            Stuck::Loses => Self::NAME,
            Stuck::Passes => "corners-race",
        }
    }

    #[inline(always)]
    fn counts_plies(self) -> bool {
        self.home_deadline.is_some()
    }

    #[inline]
    fn memory_key(self, duel: &Duel) -> u64 {
        match self.home_deadline {
            Some(deadline) => key_with_ply(duel, deadline),
            None => duel.key(),
        }
    }

    fn grid() -> &'static Grid {
        &GRID
    }

    #[inline]
    fn push_moves(self, duel: &Duel, moves: &mut MoveWriter<'_>) {
        if has_arrived(duel) || self.is_late(duel) {
            return;
        }
        let before = moves.count();
        lattice(duel.turn()).push_moves(Hops::Adjacent, duel.own().into(), occupied(duel), moves);
        if self.stuck == Stuck::Passes && moves.count() == before {
            push_pass(duel, moves);
        }
    }

    #[inline]
    fn captured(_: &Duel, _: Move) -> u64 {
        0
    }

    fn standings(self, duel: &Duel) -> Option<Standings> {
        let turn = duel.turn();
        if has_arrived(duel) {
            return Some(Standings::duel_won_by(turn.opponent()));
        }
        if self.is_late(duel) {
            return Some(Standings::duel_won_by(turn));
        }
        match self.stuck {
            Stuck::Loses => {
                (!can_move(duel, turn)).then(|| Standings::duel_won_by(turn.opponent()))
            }
            Stuck::Passes => standings_of_jam(duel),
        }
    }

    fn ending(self, duel: &Duel) -> Option<Ending> {
        let why = if has_arrived(duel) {
            Ending::GoalFilled
        } else if self.is_late(duel) {
            Ending::StayedHome
        } else if self.stuck == Stuck::Loses {
            Ending::Stuck
        } else {
            compared(duel).1
        };
        self.standings(duel).map(|_| why)
    }

    fn check(self, duel: &Duel) -> Result<(), SetupError> {
        duel.check_counts(9, 9, "9")?;
        let seat = duel.turn();
        if duel.own() == Self::HOMES[seat.opponent().index()] {
            return Err(SetupError::Impossible("the seat to move has won already"));
        }
        if duel.ply() > MOST_PLIES {
            return Err(SetupError::PlyBeyondLimit {
                ply: duel.ply().into(),
                limit: MOST_PLIES.into(),
            });
        }
        let was_judged = |deadline| duel.ply() > deadline + 1;
        if self.home_deadline.is_some_and(was_judged) && duel.own() & Self::HOMES[seat.index()] != 0
        {
            return Err(SetupError::Impossible(
                "the seat to move has lost already, with a piece at home after the deadline",
            ));
        }
        for seat in Seat::first(2) {
            check_only_forward(seat, duel.pieces(seat))?;
        }
        Ok(())
    }

    fn camps() -> Vec<Camp> {
        let home = |seat: Seat| Camp {
            holes: hole_list(Self::HOMES[seat.index()].into()),
            home_of: Some(seat),
            goal_of: Some(seat.opponent()),
        };
        Seat::first(2).map(home).collect()
    }

    fn route(duel: &Duel, mv: Move) -> Vec<Hole> {
        lattice(duel.turn()).route(Hops::Adjacent, mv, occupied(duel))
    }

    fn symmetries() -> Vec<Symmetry> {
        let far = SIDE - 1;
        vec![
            half_turn(&GRID, SIDE),
            Symmetry {
                holes: image_by_cell(&GRID, |(column, row)| (row, column)),
                seats: PerSeat::from_fn(2, |seat| seat),
            },
            Symmetry {
                holes: image_by_cell(&GRID, |(column, row)| (far - row, far - column)),
                seats: PerSeat::from_fn(2, Seat::opponent),
            },
        ]
    }
}

/// Column and row of a square, counted from a seat's own corner.
fn seen_by(seat: Seat, square: Hole) -> (u8, u8) {
    match GRID.cell(square) {
        cell if seat == Seat::FIRST => cell,
        (column, row) => (SIDE - 1 - column, SIDE - 1 - row),
    }
}

/// Pieces never go back, so no part of the home can hold more than started in it.
fn check_only_forward(seat: Seat, pieces: u64) -> Result<(), SetupError> {
    let within = |columns: u8, rows: u8| {
        let is_within = |&(column, row): &(u8, u8)| column < columns && row < rows;
        let held = GRID.holes().filter(|hole| pieces >> hole.index() & 1 == 1);
        let seen = held.map(|hole| seen_by(seat, hole));
        seen.filter(is_within).count()
    };
    for columns in 1..=SIDE {
        for rows in 1..=SIDE {
            let started = columns.min(CAMP_SIDE) * rows.min(CAMP_SIDE);
            if within(columns, rows) > started.into() {
                return Err(SetupError::Impossible(
                    "some pieces have gone back, which they can't",
                ));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
