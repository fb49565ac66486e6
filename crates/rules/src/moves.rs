//! Holes, moves, and the buffer that moves are generated into.

use std::fmt;
use std::ops::Deref;

/// A place on the board where a piece can stand: its index in the game's list of holes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Hole(u8);

impl Hole {
    /// The most holes a board can have: a set of holes is the bits of one `u128`.
    pub const LIMIT: usize = 128;

    /// The hole with this index.
    ///
    /// # Panics
    /// When `index` is not below [`Hole::LIMIT`].
    #[inline]
    pub const fn new(index: usize) -> Self {
        assert!(index < Self::LIMIT, "a hole index is below 128");
        Self(index as u8)
    }

    /// The index of this hole.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One whole turn: a piece goes from one hole to another.
///
/// A chain of hops is one move; its route is worked out for display. A pass is
/// written as a move from a hole to itself, so that playing it changes nothing
/// on a board of bits without any branch.
///
/// ```
/// use longjump_rules::{Hole, Move};
/// let step = Move::new(Hole::new(3), Hole::new(4));
/// assert!(!step.is_pass());
/// assert!(Move::PASS.is_pass());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

impl Move {
    /// The turn goes on with nothing moved.
    pub const PASS: Self = Self(0);

    /// The move of the piece in `from` to `to`.
    #[inline]
    pub const fn new(from: Hole, to: Hole) -> Self {
        Self(from.0 as u16 | (to.0 as u16) << 8)
    }

    /// The move between two hole indices, for generators that count in bits.
    ///
    /// Indices are taken modulo [`Hole::LIMIT`]; generators pass real holes.
    #[inline]
    pub const fn between(from: u32, to: u32) -> Self {
        Self((from & 127) as u16 | ((to & 127) as u16) << 8)
    }

    /// The move to hole index `to` from `distance` before it. Both must be
    /// holes, else it is some other move or none.
    #[inline(always)]
    const fn arriving(to: u32, distance: i32) -> Self {
        // Both halves at once: `to` in the upper, `to - distance` in the lower.
        Self((to * 0x101).wrapping_sub_signed(distance) as u16)
    }

    /// The move as a number, the same two moves giving the same number.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The move whose number this is.
    #[inline]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits & 0x7F7F)
    }

    /// Where the piece stands before the move.
    #[inline]
    pub const fn from(self) -> Hole {
        Hole(self.0 as u8)
    }

    /// Where the piece stands after the move.
    #[inline]
    pub const fn to(self) -> Hole {
        Hole((self.0 >> 8) as u8)
    }

    /// Whether nothing moves.
    #[inline]
    pub const fn is_pass(self) -> bool {
        self.0 as u8 == (self.0 >> 8) as u8
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({}, {})", self.from().index(), self.to().index())
    }
}

/// A fixed buffer that legal moves are generated into: no allocation, ever.
///
/// ```
/// use longjump_rules::{Move, MoveList};
/// let mut moves = MoveList::new();
/// moves.push(Move::PASS);
/// assert_eq!(moves.as_slice(), [Move::PASS]);
/// ```
#[derive(Clone, Debug)]
pub struct MoveList {
    moves: [Move; Self::CAPACITY],
    len: usize,
}

impl MoveList {
    /// Room for the worst case of the largest game: ten marbles, each able to
    /// reach every one of the 101 holes that twenty marbles leave empty on a
    /// star. A power of two, so that an index is kept in range by a mask.
    pub const CAPACITY: usize = 1024;

    /// An empty list.
    #[inline]
    pub const fn new() -> Self {
        Self {
            moves: [Move::PASS; Self::CAPACITY],
            len: 0,
        }
    }

    /// Adds a move at the end.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        self.writer().push(mv);
    }

    /// A writer that adds moves at the end: for loops where every instruction counts.
    #[inline]
    pub fn writer(&mut self) -> MoveWriter<'_> {
        let len = self.len;
        MoveWriter { list: self, len }
    }

    /// Forgets all moves.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// The moves in the order they were generated.
    #[inline]
    pub fn as_slice(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}

/// Adds moves to a [`MoveList`] with the length kept in a register; the list
/// has them once the writer is dropped.
#[derive(Debug)]
pub struct MoveWriter<'a> {
    list: &'a mut MoveList,
    len: usize,
}

impl MoveWriter<'_> {
    /// Adds a move at the end.
    #[inline(always)]
    pub fn push(&mut self, mv: Move) {
        self.push_if(mv, true);
    }

    /// Adds a move at the end if it is wanted, without a branch: for
    /// conditions that could not be foretold.
    #[inline(always)]
    pub fn push_if(&mut self, mv: Move, wanted: bool) {
        debug_assert!(
            self.len < MoveList::CAPACITY,
            "no position has so many moves"
        );
        self.list.moves[self.len & (MoveList::CAPACITY - 1)] = mv;
        self.len += usize::from(wanted);
    }

    /// Adds a move to each hole of `landings`, lowest first, of a piece that
    /// comes from `distance` holes before it.
    ///
    /// The first `USUAL` are written whether or not there are so many, and only
    /// then counted: where there are often many, the end of a loop whose length
    /// is as good as random costs more than a few moves written in vain.
    #[inline(always)]
    pub fn push_landings<const USUAL: usize>(&mut self, mut landings: u64, distance: i32) {
        let count = landings.count_ones() as usize;
        debug_assert!(
            self.len + count <= MoveList::CAPACITY,
            "no position has so many moves"
        );
        let mut take_lowest = || {
            let to = landings.trailing_zeros();
            landings &= landings.wrapping_sub(1);
            Move::arriving(to, distance)
        };
        let (_, free) = self.list.moves.split_at_mut(self.len);
        let mut written = 0;
        if let Some(usual) = free.first_chunk_mut::<USUAL>() {
            // Not `array::from_fn`, which is not always inlined.
            for mv in usual {
                *mv = take_lowest();
            }
            written = USUAL;
        }
        for mv in free.iter_mut().take(count).skip(written) {
            *mv = take_lowest();
        }
        self.len += count;
    }

    /// How many moves there are by now.
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.len
    }

    /// One of the moves there are by now.
    #[inline(always)]
    pub fn at(&self, index: usize) -> Move {
        debug_assert!(index < self.len);
        self.list.moves[index & (MoveList::CAPACITY - 1)]
    }
}

impl Drop for MoveWriter<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        self.list.len = self.len;
    }
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];
    #[inline]
    fn deref(&self) -> &[Move] {
        self.as_slice()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = Move;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, Move>>;
    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.as_slice().iter().copied()
    }
}
