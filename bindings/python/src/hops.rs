//! A turn taken hop by hop.
//!
//! A turn is the way of its piece, and of several the shortest, so that every turn is one sequence of
//! hops and no two sequences are the same turn. A piece that could go on may also stay: this ends the
//! turn. Where nothing but staying is left, the turn ends by itself.

use crate::play::Play;
use longjump_rules::{Hole, Move};

/// The turns that are still possible after the hops taken so far.
#[derive(Clone, Default)]
pub(crate) struct Hops {
    /// The holes that the piece has touched, its first one included; empty between turns.
    taken: Vec<Hole>,
    /// Every legal turn with its way; a pass has none.
    ways: Vec<(Move, Vec<Hole>)>,
}

/// What a hop leads to.
pub(crate) enum Outcome {
    /// The turn goes on.
    Goes,
    /// The turn is over: this is it as a whole.
    Over(Move),
}

impl Hops {
    /// At the beginning of a turn.
    pub(crate) fn of(play: &dyn Play) -> Self {
        let moves = play.legal_moves();
        let way = |mv: Move| {
            (
                mv,
                if mv.is_pass() {
                    Vec::new()
                } else {
                    play.route(mv)
                },
            )
        };
        Self {
            taken: Vec::new(),
            ways: moves.into_iter().map(way).collect(),
        }
    }

    /// The same in the middle of a turn, if these hops are the beginning of one.
    pub(crate) fn after(play: &dyn Play, taken: Vec<Hole>) -> Option<Self> {
        let mut hops = Self::of(play);
        hops.ways.retain(|(_, way)| way.starts_with(&taken));
        hops.taken = taken;
        let is_begun = hops.taken.len() != 1 && (hops.taken.is_empty() || hops.legal().len() > 1);
        is_begun.then_some(hops)
    }

    pub(crate) fn taken(&self) -> &[Hole] {
        &self.taken
    }

    /// What may be done now, each once: a step or a hop as a move from hole to hole, and for staying a
    /// move from the piece's hole to itself.
    pub(crate) fn legal(&self) -> Vec<Move> {
        let mut legal = Vec::new();
        for (mv, way) in &self.ways {
            let next = match (way.get(self.taken.len()), self.taken.last()) {
                (Some(&next), Some(&here)) => Move::new(here, next),
                (None, Some(&here)) => Move::new(here, here),
                // The first hop names the piece too.
                (_, None) if mv.is_pass() => *mv,
                (_, None) => Move::new(way[0], way[1]),
            };
            if !legal.contains(&next) {
                legal.push(next);
            }
        }
        legal
    }

    /// Takes a legal hop.
    pub(crate) fn take(&mut self, hop: Move) -> Outcome {
        let here = self.taken.len();
        if hop.from() == hop.to() {
            let stays = self.ways.iter().find(|(_, way)| way.len() == here);
            return Outcome::Over(stays.map_or(Move::PASS, |(mv, _)| *mv));
        }
        if here == 0 {
            self.taken.push(hop.from());
        }
        self.taken.push(hop.to());
        let taken = &self.taken;
        self.ways.retain(|(_, way)| way.starts_with(taken));
        match &self.ways[..] {
            [(mv, way)] if way.len() == taken.len() => Outcome::Over(*mv),
            _ => Outcome::Goes,
        }
    }

    /// The hops of a whole turn, staying at its end included where it could go on.
    pub(crate) fn of_turn(play: &dyn Play, turn: Move) -> Vec<Move> {
        let mut hops = Self::of(play);
        if turn.is_pass() {
            return vec![turn];
        }
        let way = play.route(turn);
        let mut taken = Vec::new();
        for pair in way.windows(2) {
            let hop = Move::new(pair[0], pair[1]);
            taken.push(hop);
            if let Outcome::Over(_) = hops.take(hop) {
                return taken;
            }
        }
        if let Some(&end) = way.last() {
            taken.push(Move::new(end, end));
        }
        taken
    }
}
