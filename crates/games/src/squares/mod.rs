//! What games on squares for two seats share.

mod duel;

pub(crate) use duel::Duel;

use longjump_rules::{Camp, Grid, Hole, Layout, Move, PerSeat, Point, Seat, Surface, Symmetry};

/// The cells of a board of `side` by `side`, row by row from the bottom.
pub(crate) const fn cells<const HOLES: usize>(side: usize) -> [(u8, u8); HOLES] {
    assert!(side * side == HOLES, "as many cells as squares");
    let mut cells = [(0, 0); HOLES];
    let mut i = 0;
    while i < HOLES {
        cells[i] = ((i % side) as u8, (i / side) as u8);
        i += 1;
    }
    cells
}

/// Where each hole goes when its column and row are changed like this.
///
/// # Panics
/// When a hole would leave the board: a mistake in the game's own list of symmetries.
pub(crate) fn image_by_cell(grid: &Grid, image: impl Fn((u8, u8)) -> (u8, u8)) -> Vec<Hole> {
    let hole_image = |hole| {
        let (column, row) = image(grid.cell(hole));
        grid.hole_at(column, row)
            .expect("symmetries stay on the board")
    };
    grid.holes().map(hole_image).collect()
}

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
pub(crate) fn layout(grid: &Grid, playable: u64, camps: Vec<Camp>) -> Layout {
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

/// The route of a move that goes straight from one square to another.
pub(crate) fn straight_route(mv: Move) -> Vec<Hole> {
    if mv.is_pass() {
        Vec::new()
    } else {
        vec![mv.from(), mv.to()]
    }
}
