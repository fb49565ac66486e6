//! What a seat sees, in numbers: always with its own home where the first seat's is.

use crate::rulebook::Rulebook;
use longjump_rules::{Hole, Seat, Setup};

/// How many planes there are besides one for each seat's pieces: the board's holes, one's own goal,
/// and the piece in the middle of its hops.
const MORE_PLANES: usize = 3;

impl Rulebook {
    /// Planes, rows and columns.
    pub(crate) fn planes_shape(&self) -> [usize; 3] {
        [self.seats + MORE_PLANES, self.rows, self.columns]
    }

    /// The length of the flat vector: a number for each hole and seat, one for each hole for the piece in
    /// the middle of its hops, the place of each seat, and the plies.
    pub(crate) fn flat_length(&self) -> usize {
        (self.seats + 1) * self.holes() + self.seats + 1
    }

    /// Writes the planes that `seat` sees; `planes` has their number of elements.
    pub(crate) fn write_planes(
        &self,
        setup: &Setup,
        hopping: Option<Hole>,
        seat: usize,
        planes: &mut [u8],
    ) {
        planes.fill(0);
        let size = self.rows * self.columns;
        let turned = &self.views[seat].turned;
        let cell = |hole: usize| self.cells[turned[hole].index()];
        for (hole, piece) in setup.pieces.iter().enumerate() {
            if let Some(owner) = piece {
                planes[self.seen_as(*owner, seat) * size + cell(hole)] = 1;
            }
        }
        let [board, goal, hops] = [0, 1, 2].map(|more| (self.seats + more) * size);
        for cell in &self.cells {
            planes[board + cell] = 1;
        }
        for hole in &self.goal {
            planes[goal + self.cells[hole.index()]] = 1;
        }
        if let Some(hole) = hopping {
            planes[hops + cell(hole.index())] = 1;
        }
    }

    /// Writes the flat vector that `seat` sees; `flat` has its length.
    pub(crate) fn write_flat(
        &self,
        setup: &Setup,
        hopping: Option<Hole>,
        seat: usize,
        flat: &mut [f32],
    ) {
        flat.fill(0.0);
        let holes = self.holes();
        let turned = &self.views[seat].turned;
        for (hole, piece) in setup.pieces.iter().enumerate() {
            if let Some(owner) = piece {
                flat[self.seen_as(*owner, seat) * holes + turned[hole].index()] = 1.0;
            }
        }
        if let Some(hole) = hopping {
            flat[self.seats * holes + turned[hole.index()].index()] = 1.0;
        }
        let rest = (self.seats + 1) * holes;
        for (owner, place) in setup.places.iter() {
            flat[rest + self.seen_as(owner, seat)] = f32::from(place) / self.seats as f32;
        }
        // Plies are few hundreds: a number of about one.
        flat[rest + self.seats] = setup.ply as f32 / (100 * self.seats) as f32;
    }

    /// Oneself is 0, whoever moves next is 1.
    fn seen_as(&self, owner: Seat, seat: usize) -> usize {
        (owner.index() + self.seats - seat) % self.seats
    }
}
