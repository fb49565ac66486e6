//! Which moves were good elsewhere in the tree.

use longjump_rules::{Hole, Move, Seat};

const HOLES: usize = Hole::LIMIT;
/// No value goes beyond this.
pub(crate) const MOST: i32 = 16_000;

type ByMove = [[i16; HOLES]; HOLES];

/// Values of moves by the cutoffs they brought: for themselves, and after the
/// moves one and two plies before. `SEATS` is a power of two.
#[derive(Clone, Debug)]
pub(crate) struct Histories<const SEATS: usize> {
    by_move: [ByMove; SEATS],
    /// By where the move before went, and where this one goes.
    after: [[ByMove; 2]; SEATS],
}

/// The values that matter at one node.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    by_move: &'a ByMove,
    after: [&'a [i16; HOLES]; 2],
}

impl View<'_> {
    /// What is known of a move, by itself.
    #[inline(always)]
    pub(crate) fn of_move(&self, mv: Move) -> i32 {
        self.by_move[mv.from().index() & 127][mv.to().index() & 127].into()
    }

    /// What is known of a move after those before it, the sum of both.
    #[inline(always)]
    pub(crate) fn of_answer(&self, mv: Move) -> i32 {
        let to = mv.to().index() & 127;
        i32::from(self.after[0][to]) + i32::from(self.after[1][to])
    }
}

/// The moves one and two plies ago.
pub(crate) type Before = [Move; 2];

impl<const SEATS: usize> Histories<SEATS> {
    pub(crate) fn new() -> Box<Self> {
        Box::new(Self {
            by_move: [[[0; HOLES]; HOLES]; SEATS],
            after: [[[[0; HOLES]; HOLES]; 2]; SEATS],
        })
    }

    /// Forgets half of what was learned, for the next search.
    pub(crate) fn fade(&mut self) {
        halve(self.by_move.as_flattened_mut().as_flattened_mut());
        let after = self.after.as_flattened_mut();
        halve(after.as_flattened_mut().as_flattened_mut());
    }

    /// What is known of the moves of a seat after those before.
    #[inline(always)]
    pub(crate) fn view(&self, seat: Seat, before: Before) -> View<'_> {
        let seat = seat.index() % SEATS;
        let after = |ago: usize| &self.after[seat][ago][before[ago].to().index() & 127];
        View {
            by_move: &self.by_move[seat],
            after: [after(0), after(1)],
        }
    }

    /// A move turned out well (`bonus` above 0) or not.
    pub(crate) fn learn(&mut self, seat: Seat, before: Before, mv: Move, bonus: i32) {
        let seat = seat.index() % SEATS;
        let (from, to) = (mv.from().index() & 127, mv.to().index() & 127);
        adjust(&mut self.by_move[seat][from][to], bonus);
        for (table, earlier) in self.after[seat].iter_mut().zip(before) {
            adjust(&mut table[earlier.to().index() & 127][to], bonus);
        }
    }
}

/// Moves a value towards the bonus' end of the scale, the less the nearer it is.
fn adjust(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / MOST) as i16;
}

/// Every search begins with this: one plain row of numbers, which the compiler takes many at
/// a time.
fn halve(values: &mut [i16]) {
    for value in values {
        *value /= 2;
    }
}
