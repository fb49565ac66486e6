//! Seats around the board, and values kept one per seat.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Index, IndexMut};

/// The most seats any game here has.
pub const MAX_SEATS: usize = 6;

/// One place at the board, numbered in turn order from 0.
///
/// ```
/// use longjump_rules::Seat;
/// let second = Seat::new(1);
/// assert_eq!(second.letter(), 'b');
/// assert_eq!(Seat::from_letter('b'), Some(second));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The seat that moves first from the start.
    pub const FIRST: Self = Self(0);

    /// The seat with this index.
    ///
    /// # Panics
    /// When `index` is not below [`MAX_SEATS`].
    #[inline]
    pub const fn new(index: usize) -> Self {
        assert!(index < MAX_SEATS, "a seat index is 0 to 5");
        Self(index as u8)
    }

    /// The index of this seat, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The letter that stands for this seat in text: `a` to `f`.
    pub const fn letter(self) -> char {
        (b'a' + self.0) as char
    }

    /// The seat a letter stands for, if it is one of `a` to `f`.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'a'..='f' => Some(Self(letter as u8 - b'a')),
            _ => None,
        }
    }

    /// The first `count` seats in turn order.
    #[inline]
    pub fn first(count: usize) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        assert!(count <= MAX_SEATS, "at most six seats");
        (0..count).map(Self::new)
    }

    /// In a game for two: the seat across the board.
    #[inline]
    pub const fn opponent(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seat({})", self.letter())
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// One value for each of the seats in a game.
///
/// ```
/// use longjump_rules::{PerSeat, Seat};
/// let mut marbles = PerSeat::new(3, 10);
/// marbles[Seat::new(2)] = 9;
/// assert_eq!(marbles.iter().map(|(_, n)| n).sum::<i32>(), 29);
/// ```
#[derive(Clone, Copy)]
pub struct PerSeat<T> {
    values: [T; MAX_SEATS],
    seats: u8,
}

impl<T: Copy> PerSeat<T> {
    /// The same value for each of `seats` seats.
    pub fn new(seats: usize, value: T) -> Self {
        Self::from_fn(seats, |_| value)
    }

    /// A value computed for each of `seats` seats.
    pub fn from_fn(seats: usize, mut value: impl FnMut(Seat) -> T) -> Self {
        assert!(
            (1..=MAX_SEATS).contains(&seats),
            "a game has one to six seats"
        );
        // Slots beyond the last seat hold the first seat's value and are never read.
        let mut values = [value(Seat::FIRST); MAX_SEATS];
        for seat in Seat::first(seats).skip(1) {
            values[seat.index()] = value(seat);
        }
        Self {
            values,
            seats: seats as u8,
        }
    }

    /// Each seat with its value, in turn order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, T)> + ExactSizeIterator + '_ {
        Seat::first(self.seats()).map(|seat| (seat, self.values[seat.index()]))
    }

    /// The same seats with each value changed.
    pub fn map<U: Copy>(&self, mut change: impl FnMut(T) -> U) -> PerSeat<U> {
        PerSeat::from_fn(self.seats(), |seat| change(self[seat]))
    }
}

impl<T> PerSeat<T> {
    /// How many seats there are.
    pub fn seats(&self) -> usize {
        self.seats as usize
    }

    fn used(&self) -> &[T] {
        &self.values[..self.seats()]
    }
}

impl<T: PartialEq> PartialEq for PerSeat<T> {
    fn eq(&self, other: &Self) -> bool {
        self.used() == other.used()
    }
}

impl<T: Eq> Eq for PerSeat<T> {}

impl<T: Hash> Hash for PerSeat<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.used().hash(state);
    }
}

impl<T> Index<Seat> for PerSeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.used()[seat.index()]
    }
}

impl<T> IndexMut<Seat> for PerSeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.values[..self.seats as usize][seat.index()]
    }
}

impl<T: Copy + fmt::Debug> fmt::Debug for PerSeat<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map()
            .entries(self.iter().map(|(seat, value)| (seat.letter(), value)))
            .finish()
    }
}
