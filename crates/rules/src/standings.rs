//! Results as an order of finish.

use crate::{PerSeat, Seat};
use std::fmt;

/// The place of every seat at the end of a game: 1 is first, equal places are ties.
///
/// Ties share the best place they cover and the next seat's place counts all
/// before it, as in sport: 1, 2, 2, 4.
///
/// ```
/// use longjump_rules::{Seat, Standings};
/// let won = Standings::duel_won_by(Seat::new(1));
/// assert_eq!(won.place(Seat::new(0)), 2);
/// assert_eq!(won.to_string(), "2-1");
/// assert_eq!(Standings::draw(3).to_string(), "1-1-1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Standings(PerSeat<u8>);

impl Standings {
    /// Standings from the place of each seat, if those are places of some order of finish.
    pub fn from_places(places: PerSeat<u8>) -> Option<Self> {
        let fits = places.iter().all(|(_, place)| {
            let ahead = places.iter().filter(|&(_, other)| other < place).count();
            usize::from(place) == ahead + 1
        });
        fits.then_some(Self(places))
    }

    /// Everybody shares the first place.
    pub fn draw(seats: usize) -> Self {
        Self(PerSeat::new(seats, 1))
    }

    /// A game of two that `winner` has won.
    pub fn duel_won_by(winner: Seat) -> Self {
        Self(PerSeat::from_fn(
            2,
            |seat| {
                if seat == winner { 1 } else { 2 }
            },
        ))
    }

    /// The place of `seat`, from 1.
    pub fn place(&self, seat: Seat) -> u8 {
        self.0[seat]
    }

    /// The place of each seat.
    pub fn places(&self) -> &PerSeat<u8> {
        &self.0
    }

    /// The seat that came first alone, if there is one.
    pub fn sole_winner(&self) -> Option<Seat> {
        let mut first = self.0.iter().filter(|&(_, place)| place == 1);
        let winner = first.next()?.0;
        first.next().is_none().then_some(winner)
    }
}

impl fmt::Display for Standings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (seat, place) in self.0.iter() {
            let separator = if seat == Seat::FIRST { "" } else { "-" };
            write!(f, "{separator}{place}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(places: &[u8], expect: bool) {
        let places = PerSeat::from_fn(places.len(), |seat| places[seat.index()]);
        assert_eq!(
            Standings::from_places(places).is_some(),
            expect,
            "{places:?}"
        );
    }

    #[test]
    fn places_must_be_an_order_of_finish() {
        check(&[1, 2], true);
        check(&[2, 1], true);
        check(&[1, 1], true);
        check(&[2, 2], false);
        check(&[0, 1], false);
        check(&[1, 2, 2, 4], true);
        check(&[1, 2, 2, 3], false);
        check(&[3, 1, 1, 4, 5, 6], true);
        check(&[1], true);
    }
}
