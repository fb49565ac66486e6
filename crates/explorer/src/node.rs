//! What is kept of a position.

use crate::kind::Kind;
use crate::varint::{Reader, put};

/// How many games of each kind are kept by number, the last ones.
pub(crate) const LAST: usize = 4;

/// How games went on for whoever was to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ended {
    Won,
    Drawn,
    Lost,
}

/// How often games were won, drawn and lost by whoever was to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Counts(pub(crate) [u32; 3]);

impl Counts {
    pub(crate) fn add(&mut self, other: Self) {
        for (sum, more) in self.0.iter_mut().zip(other.0) {
            *sum += more;
        }
    }

    pub(crate) fn total(self) -> u64 {
        self.0.iter().map(|&count| u64::from(count)).sum()
    }

    fn note(&mut self, ended: Ended) {
        self.0[ended as usize] += 1;
    }
}

/// The games of one kind that came to a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Played {
    pub(crate) kind: Kind,
    /// What was played, in order of the moves' numbers.
    pub(crate) moves: Vec<(u16, Counts)>,
    /// The last games, the newest first.
    pub(crate) last: Vec<u32>,
}

/// A position: what came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Node {
    /// One game only, at this ply of it; all else is in the game itself.
    One { game: u32, ply: u16 },
    /// Several games.
    Many(Vec<Played>),
}

/// What a game adds to a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visit {
    pub(crate) game: u32,
    pub(crate) kind: Kind,
    pub(crate) mv: u16,
    pub(crate) ended: Ended,
}

/// Adds a game to those that came to a position.
pub(crate) fn note(all: &mut Vec<Played>, visit: Visit) {
    let at = match all.binary_search_by_key(&visit.kind, |played| played.kind) {
        Ok(at) => at,
        Err(at) => {
            let new = Played {
                kind: visit.kind,
                moves: Vec::new(),
                last: Vec::new(),
            };
            all.insert(at, new);
            at
        }
    };
    let played = &mut all[at];
    let at = match played.moves.binary_search_by_key(&visit.mv, |&(mv, _)| mv) {
        Ok(at) => at,
        Err(at) => {
            played.moves.insert(at, (visit.mv, Counts::default()));
            at
        }
    };
    played.moves[at].1.note(visit.ended);
    // A game may be noted after later ones: when a second one comes by where it was alone.
    let at = played.last.partition_point(|&game| game > visit.game);
    played.last.insert(at, visit.game);
    played.last.truncate(LAST);
}

impl Node {
    pub(crate) fn write(&self) -> Vec<u8> {
        let mut out = Vec::new();
        match self {
            Self::One { game, ply } => {
                out.push(0);
                put(&mut out, u64::from(*game));
                put(&mut out, u64::from(*ply));
            }
            Self::Many(all) => {
                put(&mut out, all.len() as u64);
                for played in all {
                    out.push(played.kind.byte());
                    put(&mut out, played.moves.len() as u64);
                    for (mv, counts) in &played.moves {
                        out.extend_from_slice(&mv.to_le_bytes());
                        counts
                            .0
                            .iter()
                            .for_each(|&count| put(&mut out, u64::from(count)));
                    }
                    put(&mut out, played.last.len() as u64);
                    played
                        .last
                        .iter()
                        .for_each(|&game| put(&mut out, u64::from(game)));
                }
            }
        }
        out
    }

    /// A position read back; none if that is not what was written.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let mut from = Reader(bytes);
        let kinds = from.number()?;
        if kinds == 0 {
            return Some(Self::One {
                game: from.small()?,
                ply: from.small()?,
            });
        }
        let mut all = Vec::new();
        for _ in 0..kinds {
            let kind = Kind::from_byte(from.byte()?)?;
            let mut moves = Vec::new();
            for _ in 0..from.number()? {
                let bits = from.bytes(2)?;
                let counts = [from.small()?, from.small()?, from.small()?];
                moves.push((u16::from_le_bytes([bits[0], bits[1]]), Counts(counts)));
            }
            let mut last = Vec::new();
            for _ in 0..from.number()? {
                last.push(from.small()?);
            }
            all.push(Played { kind, moves, last });
        }
        Some(Self::Many(all))
    }
}
