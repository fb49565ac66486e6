//! Hole names: a column letter and a row number on the grid a board is laid on.

use crate::{Hole, NotationError};

/// The holes of a board as cells of a grid, in the order of their indices:
/// row by row from the bottom, each row from its first column.
///
/// ```
/// use longjump_rules::{Grid, Hole};
/// let grid = Grid::new(&[(0, 0), (1, 0), (0, 1), (1, 1)]);
/// assert_eq!(grid.name(Hole::new(3)), "b2");
/// assert_eq!(grid.hole_at(1, 0), Some(Hole::new(1)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    cells: &'static [(u8, u8)],
}

impl Grid {
    /// A grid of these cells, each a column and a row counted from 0.
    ///
    /// # Panics
    /// When the cells are not in order, or are more than a board can have.
    pub const fn new(cells: &'static [(u8, u8)]) -> Self {
        assert!(cells.len() <= Hole::LIMIT, "too many holes");
        let mut i = 0;
        while i < cells.len() {
            assert!(cells[i].0 < 26, "column letters end at z");
            if i > 0 {
                let (before, here) = (cells[i - 1], cells[i]);
                assert!(
                    before.1 < here.1 || (before.1 == here.1 && before.0 < here.0),
                    "cells go row by row from the bottom"
                );
            }
            i += 1;
        }
        Self { cells }
    }

    /// How many holes there are.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there is no hole at all.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// All holes in order.
    pub fn holes(&self) -> impl Iterator<Item = Hole> + use<> {
        (0..self.cells.len()).map(Hole::new)
    }

    /// Column and row of a hole, counted from 0.
    pub fn cell(&self, hole: Hole) -> (u8, u8) {
        self.cells[hole.index()]
    }

    /// The hole in this column and row, if there is one.
    pub fn hole_at(&self, column: u8, row: u8) -> Option<Hole> {
        self.cells
            .binary_search_by_key(&(row, column), |&(column, row)| (row, column))
            .ok()
            .map(Hole::new)
    }

    /// The name of a hole, such as `e10`.
    pub fn name(&self, hole: Hole) -> String {
        let (column, row) = self.cell(hole);
        format!("{}{}", (b'a' + column) as char, row + 1)
    }

    /// The rows of holes from the top of the board to the bottom.
    pub fn rows_from_top(&self) -> Vec<Vec<Hole>> {
        let mut rows: Vec<Vec<Hole>> = Vec::new();
        let mut last_row = None;
        for hole in self.holes() {
            let (_, row) = self.cell(hole);
            if last_row != Some(row) {
                rows.push(Vec::new());
                last_row = Some(row);
            }
            if let Some(holes) = rows.last_mut() {
                holes.push(hole);
            }
        }
        rows.reverse();
        rows
    }

    /// Reads the hole name that `text` has at byte `at`, and says where it ends.
    ///
    /// # Errors
    /// When there is no name of a hole of this board there.
    pub fn read_name(&self, text: &str, at: usize) -> Result<(Hole, usize), NotationError> {
        let rest = text.get(at..).unwrap_or_default();
        let expected = || {
            let (first, last) = (self.holes().next(), self.holes().last());
            let example = |hole: Option<Hole>| hole.map_or(String::new(), |h| self.name(h));
            format!(
                "a hole of this board, such as {} or {}",
                example(first),
                example(last)
            )
        };
        let column = match rest.bytes().next() {
            Some(letter @ b'a'..=b'z') => letter - b'a',
            _ => return Err(NotationError::new("hole name", text, at, expected())),
        };
        let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
        let number = &rest[1..1 + digits];
        let row = match number.parse::<u8>() {
            Ok(row) if row > 0 && !number.starts_with('0') => row - 1,
            _ => return Err(NotationError::new("hole name", text, at, expected())),
        };
        match self.hole_at(column, row) {
            Some(hole) => Ok((hole, at + 1 + digits)),
            None => Err(NotationError::new("hole name", text, at, expected())),
        }
    }
}
