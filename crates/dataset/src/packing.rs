//! A record as bytes.

use crate::header::TrainingHeader;
use crate::record::TrainingRecord;
use longjump_rules::{PerSeat, Seat, Setup};

/// What a finished file ends with, before the number of its records and their checksum.
pub(crate) const END: &[u8; 8] = b"LONGJEND";

/// The score of a record that has none.
const NO_SCORE: i16 = i16::MIN;

impl TrainingHeader {
    /// Puts a record after `bytes`, as files have it.
    ///
    /// # Errors
    /// Why it does not fit.
    pub fn pack(&self, record: &TrainingRecord, bytes: &mut Vec<u8>) -> Result<(), &'static str> {
        let TrainingRecord { setup, places, .. } = record;
        if setup.pieces.len() != self.holes || setup.places.seats() != self.seats {
            return Err("it is of another board");
        }
        if places.seats() != self.seats {
            return Err("its result has other seats");
        }
        let ply = u16::try_from(setup.ply).map_err(|_| "it has more than 65535 plies")?;
        let score = match record.score {
            None => NO_SCORE,
            Some(score) => i16::try_from(score)
                .ok()
                .filter(|&score| score != NO_SCORE)
                .ok_or("its score is out of all bounds")?,
        };
        let mut holes = vec![0; self.hole_bytes()];
        let mut owners = vec![0; self.owner_bytes()];
        let bits = self.seat_bits();
        let pieces = setup.pieces.iter().enumerate();
        let pieces = pieces.filter_map(|(hole, piece)| Some((hole, (*piece)?)));
        for (number, (hole, seat)) in pieces.enumerate() {
            if number == self.pieces {
                return Err("it has more pieces than the start");
            }
            set_bits(&mut holes, hole, 1, 1);
            set_bits(&mut owners, number * bits, bits, seat.index());
        }
        bytes.extend(holes);
        bytes.extend(owners);
        bytes.push(setup.turn.index() as u8);
        bytes.extend(Seat::first(self.seats).map(|seat| setup.places[seat] << 4 | places[seat]));
        bytes.extend(ply.to_le_bytes());
        bytes.extend(record.moves.to_le_bytes());
        bytes.extend(score.to_le_bytes());
        bytes.extend(record.game.to_le_bytes());
        Ok(())
    }

    /// The record in these bytes, which are as many as a record has.
    ///
    /// # Errors
    /// Why there is none.
    pub fn unpack(&self, bytes: &[u8]) -> Result<TrainingRecord, &'static str> {
        let (holes, rest) = bytes.split_at(self.hole_bytes());
        let (owners, rest) = rest.split_at(self.owner_bytes());
        let (turn, rest) = rest.split_at(1);
        let (places, rest) = rest.split_at(self.seats);
        let seat = |index: usize| {
            let is_seat = index < self.seats;
            is_seat
                .then(|| Seat::new(index))
                .ok_or("it names a seat that the game does not have")
        };
        let mut setup = Setup::empty(self.holes, self.seats);
        let bits = self.seat_bits();
        let occupied = (0..self.holes).filter(|&hole| get_bits(holes, hole, 1) == 1);
        for (number, hole) in occupied.enumerate() {
            if number == self.pieces {
                return Err("it has more pieces than there is room for");
            }
            setup.pieces[hole] = Some(seat(get_bits(owners, number * bits, bits))?);
        }
        setup.turn = seat(turn[0].into())?;
        setup.places = PerSeat::from_fn(self.seats, |seat| places[seat.index()] >> 4);
        let places = PerSeat::from_fn(self.seats, |seat| places[seat.index()] & 15);
        if places.iter().any(|(_, place)| !is_place(place, self.seats)) {
            return Err("a place in its result is none");
        }
        let word = |at: usize| [rest[at], rest[at + 1]];
        setup.ply = u16::from_le_bytes(word(0)).into();
        let score = i16::from_le_bytes(word(4));
        Ok(TrainingRecord {
            game: u32::from_le_bytes([rest[6], rest[7], rest[8], rest[9]]),
            moves: u16::from_le_bytes(word(2)),
            setup,
            score: (score != NO_SCORE).then(|| i32::from(score)),
            places,
        })
    }
}

fn is_place(place: u8, seats: usize) -> bool {
    (1..=seats).contains(&place.into())
}

fn set_bits(bytes: &mut [u8], at: usize, bits: usize, value: usize) {
    for bit in 0..bits {
        let on = (value >> bit & 1) as u8;
        bytes[(at + bit) / 8] |= on << ((at + bit) % 8);
    }
}

fn get_bits(bytes: &[u8], at: usize, bits: usize) -> usize {
    let bit = |bit: usize| usize::from(bytes[(at + bit) / 8] >> ((at + bit) % 8) & 1);
    (0..bits).map(|number| bit(number) << number).sum()
}
