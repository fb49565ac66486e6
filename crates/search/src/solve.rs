//! Games that are small enough are solved: who wins with best play.

use crate::services::report::Bound;
use crate::services::sorting::by_key;
use crate::services::table::{Entry, TranspositionTable};
use crate::{Clock, Control, Evaluator, Limits, Score};
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

    /// The same for the other seat.
    const fn reversed(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Draw => Self::Draw,
            Self::Loss => Self::Win,
        }
    }
}

/// Finds the values of positions of a game in which no position can come again
/// (otherwise it may never end), and remembers what it has found.
#[derive(Debug)]
pub struct Solver {
    table: TranspositionTable,
}

/// How far a solver may go.
pub struct SolverTask<'a, E> {
    /// Only says which moves to try first.
    pub evaluator: &'a E,
    /// Time and nodes; depth means nothing here.
    pub limits: &'a Limits,
    /// How it is told to end.
    pub control: &'a Control,
    /// What time it is.
    pub clock: &'a dyn Clock,
}

/// What a solver found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved {
    /// The value of each move for the seat to move; `None` if a limit was
    /// reached before all were found.
    pub moves: Option<Vec<(Move, Value)>>,
    /// Positions looked at.
    pub nodes: u64,
}

/// After so many positions the limits are looked at.
const CHECK_EVERY: u64 = 1024;

impl Solver {
    /// With a table of so many MiB.
    pub fn new(mebibytes: usize) -> Self {
        Self {
            table: TranspositionTable::new(mebibytes),
        }
    }

    /// Forgets what it has found.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// The values of all moves of a position.
    pub fn solve<P: Position, E: Evaluator<P>>(
        &mut self,
        position: &P,
        task: &SolverTask<'_, E>,
    ) -> Solved {
        let mut run = Run {
            table: &self.table,
            task,
            nodes: 0,
            is_ended: task.control.is_stopped(),
        };
        Solved {
            moves: run.values(position),
            nodes: run.nodes,
        }
    }
}

struct Run<'a, E> {
    table: &'a TranspositionTable,
    task: &'a SolverTask<'a, E>,
    nodes: u64,
    is_ended: bool,
}

impl<E> Run<'_, E> {
    fn values<P: Position>(&mut self, position: &P) -> Option<Vec<(Move, Value)>>
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
                None => self.value(&mut after).reversed(),
            };
            if self.is_ended {
                return None;
            }
            values.push((mv, value));
        }
        Some(values)
    }

    /// The value of a position for the seat to move.
    fn value<P: Position>(&mut self, position: &mut P) -> Value
    where
        E: Evaluator<P>,
    {
        let seat = position.turn();
        // Two questions with a yes or no cut off more than one with three answers.
        if self.search(position, seat, 0, 1) > 0 {
            return Value::Win;
        }
        Value::of(self.search(position, seat, -1, 0))
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
        let window = (alpha, beta);
        for mv in self.ordered(position, known.and_then(|known| known.mv)) {
            self.count();
            let undo = position.play(mv);
            let score = -self.search(position, seat.opponent(), -beta, -alpha);
            position.undo(mv, undo);
            if self.is_ended {
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
        self.keep(key, best, window, self.nodes - nodes_before);
        best.0
    }

    fn count(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CHECK_EVERY) {
            let SolverTask {
                limits,
                control,
                clock,
                ..
            } = self.task;
            let time = clock.elapsed();
            self.is_ended = control.is_stopped()
                || limits.nodes.is_some_and(|most| self.nodes >= most)
                || limits.end.is_some_and(|end| time >= end);
        }
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

    fn ordered<P: Position>(&self, position: &P, known: Option<Move>) -> Vec<Move>
    where
        E: Evaluator<P>,
    {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let gain = self.task.evaluator.gains(position);
        let mut order = moves.to_vec();
        by_key(&mut order, |mv| ((Some(mv) != known).into(), -gain(mv)));
        order
    }
}

fn sign(winner: Option<Seat>, seat: Seat) -> Score {
    match winner {
        Some(winner) if winner == seat => 1,
        Some(_) => -1,
        None => 0,
    }
}
