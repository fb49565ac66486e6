//! What places are worth, beside scores that are only evaluations.

use crate::{EVALUATION_LIMIT, Score, lost_in, win_in};
use longjump_rules::{PerSeat, Position, Seat};

/// What it is worth in a game of so many seats to finish before one other for certain.
/// An evaluation says less of any two seats that are still playing.
#[inline]
pub const fn settled_pair(seats: usize) -> Score {
    (EVALUATION_LIMIT - 999) / (seats as Score - 1)
}

/// The seats that have no place yet.
pub(crate) fn playing<P: Position>(position: &P) -> impl Iterator<Item = Seat> + '_ {
    Seat::first(position.seats()).filter(|&seat| position.place(seat).is_none())
}

/// The score of having finished, with so many seats behind and so many ahead. The first
/// place alone is a win, the last alone a loss; those between are worth as much as pairs
/// that are settled, whenever they are reached.
#[inline]
fn score_of(behind: usize, ahead: usize, seats: usize, ply: usize) -> Score {
    if behind + 1 == seats {
        win_in(ply)
    } else if ahead + 1 == seats {
        lost_in(ply)
    } else {
        settled_pair(seats) * (behind as Score - ahead as Score)
    }
}

fn score_among(places: &PerSeat<u8>, seat: Seat, ply: usize) -> Score {
    let others = || places.iter().map(|(_, place)| place);
    let ahead = others().filter(|&place| place < places[seat]).count();
    let behind = others().filter(|&place| place > places[seat]).count();
    score_of(behind, ahead, places.seats(), ply)
}

/// The score of a seat that has its place, so many plies from the root.
#[inline]
pub(crate) fn score_of_place<P: Position>(position: &P, seat: Seat, ply: usize) -> Option<Score> {
    let place = position.place(seat)?;
    Some(match position.standings() {
        // Places are shared only once all is over.
        Some(standings) => score_among(standings.places(), seat, ply),
        None => {
            let (seats, place) = (position.seats(), usize::from(place));
            score_of(seats - place, place - 1, seats, ply)
        }
    })
}

/// The score of a seat if those still playing share what places are left.
pub(crate) fn score_if_drawn<P: Position>(position: &P, seat: Seat, ply: usize) -> Score {
    score_among(position.standings_if_drawn().places(), seat, ply)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DRAW, is_proven};

    fn scores(places: &[u8]) -> Vec<Score> {
        let places = PerSeat::from_fn(places.len(), |seat| places[seat.index()]);
        let seats = Seat::first(places.seats());
        seats.map(|seat| score_among(&places, seat, 7)).collect()
    }

    #[test]
    fn first_and_last_are_proven_and_those_between_in_order() {
        let four = scores(&[1, 2, 3, 4]);
        assert_eq!(four[0], win_in(7));
        assert_eq!(four[1], -four[2]);
        assert!(four[1] > 0 && !is_proven(four[1]));
        assert_eq!(four[3], lost_in(7));
        assert_eq!(scores(&[2, 1]), [lost_in(7), win_in(7)]);
    }

    #[test]
    fn shared_places_lie_between() {
        assert_eq!(scores(&[1, 1, 1]), [DRAW; 3]);
        let shared = scores(&[1, 2, 2]);
        assert_eq!(shared[1], shared[2]);
        assert!(lost_in(0) < shared[1] && shared[1] < DRAW);
    }
}
