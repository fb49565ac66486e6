//! A game as it is handed in and as it is kept.

use crate::kind::Kind;
use crate::node::Ended;
use crate::varint::{Reader, put, put_text};
use longjump_rules::{Move, Seat};

/// A finished game to be counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGame {
    /// The game's spec, as it is written where it lasts.
    pub spec: String,
    /// The position it began from, if not the usual one.
    pub start: Option<String>,
    /// The moves with spaces between them.
    pub moves: String,
    /// The place of each seat.
    pub places: Vec<u8>,
    /// What it is counted as.
    pub kind: Kind,
    /// What it is called in a service; empty if it is not one of a service.
    pub id: String,
    /// Who played, seat by seat. Of games of a service nobody is named here: their names are asked
    /// for when they are shown, so that whoever deletes an account is gone from here too.
    pub players: Vec<String>,
    /// The day it ended, counted from 1970; 0 if nobody knows.
    pub day: u32,
    /// What tells it from all others, so that it is counted once.
    pub name: Vec<u8>,
}

/// A game as it is kept. Names and specs are numbers in the table of names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct KeptGame {
    pub(crate) spec: u32,
    pub(crate) kind: Kind,
    pub(crate) day: u32,
    pub(crate) id: String,
    pub(crate) players: Vec<u32>,
    pub(crate) places: Vec<u8>,
    pub(crate) start: String,
    pub(crate) moves: Vec<Move>,
}

impl KeptGame {
    pub(crate) fn start(&self) -> Option<&str> {
        (!self.start.is_empty()).then_some(self.start.as_str())
    }

    /// How it ended for a seat.
    pub(crate) fn ended(&self, seat: Seat) -> Ended {
        let firsts = self.places.iter().filter(|&&place| place == 1).count();
        match self.places.get(seat.index()) {
            Some(1) if firsts == 1 => Ended::Won,
            Some(1) => Ended::Drawn,
            _ => Ended::Lost,
        }
    }

    pub(crate) fn write(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(24 + 2 * self.moves.len());
        put(&mut out, u64::from(self.spec));
        out.push(self.kind.byte());
        put(&mut out, u64::from(self.day));
        put_text(&mut out, &self.id);
        out.push(self.players.len() as u8);
        self.players
            .iter()
            .for_each(|&name| put(&mut out, u64::from(name)));
        out.push(self.places.len() as u8);
        out.extend_from_slice(&self.places);
        put_text(&mut out, &self.start);
        for mv in &self.moves {
            out.extend_from_slice(&mv.bits().to_le_bytes());
        }
        out
    }

    /// A game read back; none if that is not what was written.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let mut from = Reader(bytes);
        let spec = from.small()?;
        let kind = Kind::from_byte(from.byte()?)?;
        let day = from.small()?;
        let id = from.text()?;
        let players = (0..from.byte()?)
            .map(|_| from.small())
            .collect::<Option<_>>()?;
        let places = usize::from(from.byte()?);
        let places = from.bytes(places)?.to_vec();
        let start = from.text()?;
        let moves = from.0.chunks_exact(2);
        let moves = moves.map(|bits| Move::from_bits(u16::from_le_bytes([bits[0], bits[1]])));
        Some(Self {
            spec,
            kind,
            day,
            id,
            players,
            places,
            start,
            moves: moves.collect(),
        })
    }
}
