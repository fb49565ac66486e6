//! Games that are small enough are solved: who wins with best play.

use crate::services::report::Bound;
use crate::services::table::{Entry, Table};
use crate::{Control, Evaluator, Score};
use longjump_rules::{Move, MoveList, Position, PositionExt, Seat};

/// What best play leads to for a seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Value {
    /// It loses.
    Loss,
    /// Nobody wins.
    Draw,
    /// It wins.
    Win,
}

impl Value {
    const fn of(score: Score) -> Self {
        match score {
            ..=-1 => Self::Loss,
            0 => Self::Draw,
            1.. => Self::Win,
        }
    }
}

/// Finds the values of positions of a game in which no position can come again:
/// otherwise it may never end.
#[derive(Debug)]
pub struct Solver<'a, E> {
    evaluator: &'a E,
    table: Table,
    control: &'a Control,
    nodes: u64,
}

impl<'a, E> Solver<'a, E> {
    /// With a table of so many MiB. The evaluation only says which moves to try first.
    pub fn new(evaluator: &'a E, mebibytes: usize, control: &'a Control) -> Self {
        Self {
            evaluator,
            table: Table::new(mebibytes),
            control,
            nodes: 0,
        }
    }

    /// Positions looked at so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The value of a position for the seat to move: `None` if told to stop before
    /// it was found.
    ///
    /// # Panics
    /// When the game is over.
    pub fn value<P: Position>(&mut self, position: &P) -> Option<Value>
    where
        E: Evaluator<P>,
    {
        assert!(position.standings().is_none(), "the game goes on");
        let mut position = position.clone();
        let seat = position.turn();
        // Two questions with a yes or no cut off more than one with three answers.
        let is_won = self.search(&mut position, seat, 0, 1) > 0;
        let score = if is_won {
            1
        } else {
            self.search(&mut position, seat, -1, 0)
        };
        (!self.control.is_stopped()).then(|| Value::of(score))
    }

    /// The values of all moves of a position for the seat to move.
    pub fn values<P: Position>(&mut self, position: &P) -> Option<Vec<(Move, Value)>>
    where
        E: Evaluator<P>,
    {
        let seat = position.turn();
        let mut values = Vec::new();
        for mv in &position.moves() {
            let mut after = position.clone();
            after.play(mv);
            let value = match after.standings() {
                Some(standings) => Value::of(sign(standings.sole_winner(), seat)),
                None => match self.value(&after)? {
                    Value::Win => Value::Loss,
                    Value::Draw => Value::Draw,
                    Value::Loss => Value::Win,
                },
            };
            values.push((mv, value));
        }
        Some(values)
    }

    fn search<P: Position>(
        &mut self,
        position: &mut P,
        seat: Seat,
        mut alpha: Score,
        beta: Score,
    ) -> Score
    where
        E: Evaluator<P>,
    {
        if let Some(standings) = position.standings() {
            return sign(standings.sole_winner(), seat);
        }
        let key = position.memory_key();
        let known = self.table.find(key);
        if let Some(known) = known {
            let says_enough = match known.bound {
                Bound::Exact => true,
                Bound::Lower => known.score >= beta,
                Bound::Upper => known.score <= alpha,
            };
            if says_enough {
                return known.score;
            }
        }
        let nodes_before = self.nodes;
        let mut best = (-2, None);
        let first = alpha;
        for mv in self.ordered(position, known.and_then(|known| known.mv)) {
            self.nodes += 1;
            let undo = position.play(mv);
            let score = -self.search(position, seat.opponent(), -beta, -alpha);
            position.undo(mv, undo);
            if self.nodes.is_multiple_of(4096) && self.control.is_stopped() {
                return 0;
            }
            if score > best.0 {
                best = (score, Some(mv));
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        if !self.control.is_stopped() {
            self.keep(key, best, (first, beta), self.nodes - nodes_before);
        }
        best.0
    }

    /// What took most positions to find out is worth most.
    fn keep(
        &self,
        key: u64,
        (score, mv): (Score, Option<Move>),
        window: (Score, Score),
        nodes: u64,
    ) {
        let entry = Entry {
            mv,
            score,
            depth: nodes.max(1).ilog2() as i32,
            bound: match score {
                // There is nothing beyond these.
                1 | -1 => Bound::Exact,
                _ if score >= window.1 => Bound::Lower,
                _ if score <= window.0 => Bound::Upper,
                _ => Bound::Exact,
            },
        };
        self.table.store(key, entry);
    }

    fn ordered<P: Position>(
        &self,
        position: &P,
        known: Option<Move>,
    ) -> impl Iterator<Item = Move> + use<P, E>
    where
        E: Evaluator<P>,
    {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let gain = self.evaluator.gains(position);
        let mut order: Vec<(Score, Move)> = moves.into_iter().map(|mv| (-gain(mv), mv)).collect();
        order.sort_by_key(|&(cost, mv)| (Some(mv) != known, cost));
        order.into_iter().map(|(_, mv)| mv)
    }
}

fn sign(winner: Option<Seat>, seat: Seat) -> Score {
    match winner {
        Some(winner) if winner == seat => 1,
        Some(_) => -1,
        None => 0,
    }
}
