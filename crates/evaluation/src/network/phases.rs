//! How far a game has come: each phase has output weights of its own.

use crate::generic::Geometry;
use longjump_rules::{Game, Seat};

/// How many phases there are.
pub const PHASES: usize = 8;

/// Rows to go are counted in binary; no board has more rows than this many bits can tell.
const BITS: usize = 5;

/// The phases of a game for two: eighths of the rows that all pieces together had to go at the start.
/// Moving forward and taking pieces both lead on; what is the same for either side stays the same.
#[derive(Clone, Debug)]
pub struct Phases {
    /// For each seat the holes from which the number of rows to go has a bit set, for each bit.
    to_go: [[u128; BITS]; 2],
    at_start: u32,
}

impl Phases {
    pub(super) fn new<G: Game>(game: &G) -> Self {
        let layout = game.layout();
        let geometry = Geometry::new(&layout, 2);
        let last_row = geometry.row_count() - 1;
        assert!(last_row < 1 << BITS, "rows can be counted");
        let mut to_go = [[0; BITS]; 2];
        for hole in layout.points.iter().map(|point| point.hole) {
            for (seat, planes) in Seat::first(2).zip(&mut to_go) {
                let rows = last_row - geometry.row(seat, hole);
                for (bit, plane) in planes.iter_mut().enumerate() {
                    *plane |= (rows as u128 >> bit & 1) << hole.index();
                }
            }
        }
        let mut phases = Self { to_go, at_start: 0 };
        let start = game.setup_of(&game.start());
        phases.at_start = phases.rows_to_go([0, 1].map(|seat| start.holes_of(Seat::new(seat))));
        phases
    }

    /// How many rows all pieces have to go, those of each seat given as bits.
    #[inline]
    fn rows_to_go(&self, pieces: [u128; 2]) -> u32 {
        let mut rows = 0;
        for (planes, pieces) in self.to_go.iter().zip(pieces) {
            for (bit, plane) in planes.iter().enumerate() {
                rows += (plane & pieces).count_ones() << bit;
            }
        }
        rows
    }

    /// The phase of a board, the pieces of each seat given as bits.
    #[inline]
    pub fn of_board(&self, pieces: [u128; 2]) -> usize {
        let eighths = self.rows_to_go(pieces) * PHASES as u32 / (self.at_start + 1);
        // Pieces can go back.
        (eighths as usize).min(PHASES - 1)
    }
}
