//! Making boards: cells, symmetric images of them, and points to draw.

use longjump_rules::{Grid, Hole, Point};

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

/// A round hole `column` steps to the right and `row` rows of a hexagonal board up.
pub(crate) fn round_point(grid: &Grid, hole: Hole, column: f64, row: f64) -> Point {
    Point {
        hole,
        name: grid.name(hole),
        x: column,
        y: row * 3f64.sqrt() / 2.0,
        dark: false,
        playable: true,
    }
}
