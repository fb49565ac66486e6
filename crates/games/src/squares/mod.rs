//! What games for two seats on squares share: all but their rules.

mod duel;
mod game;

pub use duel::Duel;
pub use game::{SquareGame, SquarePosition, SquareRules};

use crate::bits::hole_list;
use crate::boards::image_by_cell;
use longjump_rules::{Camp, Grid, Hole, Layout, PerSeat, Point, Seat, Surface, Symmetry};

/// Left and right exchanged, the seats staying who they are.
pub(crate) fn mirror(grid: &Grid, side: u8) -> Symmetry {
    Symmetry {
        holes: image_by_cell(grid, |(column, row)| (side - 1 - column, row)),
        seats: PerSeat::from_fn(2, |seat| seat),
    }
}

/// The board turned by half, the seats exchanged.
pub(crate) fn half_turn(grid: &Grid, side: u8) -> Symmetry {
    Symmetry {
        holes: image_by_cell(grid, |(column, row)| (side - 1 - column, side - 1 - row)),
        seats: PerSeat::from_fn(2, Seat::opponent),
    }
}

/// A square board. `playable` has a bit for each square a piece can stand on.
fn layout(grid: &Grid, playable: u64, camps: Vec<Camp>) -> Layout {
    let point = |hole: Hole| {
        let (column, row) = grid.cell(hole);
        Point {
            hole,
            name: grid.name(hole),
            x: column.into(),
            y: row.into(),
            dark: (column + row) % 2 == 0,
            playable: playable >> hole.index() & 1 == 1,
        }
    };
    Layout {
        surface: Surface::Squares,
        points: grid.holes().map(point).collect(),
        lines: Vec::new(),
        camps,
    }
}

/// Each seat's home, and the part of the board it wants to reach.
pub(crate) fn homes_and_goals(homes: [u64; 2], goals: [u64; 2]) -> Vec<Camp> {
    let mut camps = Vec::new();
    for seat in Seat::first(2) {
        camps.push(Camp {
            holes: hole_list(homes[seat.index()].into()),
            home_of: Some(seat),
            goal_of: None,
        });
        camps.push(Camp {
            holes: hole_list(goals[seat.index()].into()),
            home_of: None,
            goal_of: Some(seat),
        });
    }
    camps
}
