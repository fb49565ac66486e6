//! The root's moves, and the window they are searched with.

use super::frame::{Frame, extend_line};
use super::parameters::SearchParameters;
use super::task::{Answer, Line};
use crate::{INFINITE, Score, WIN, is_proven};
use longjump_rules::Move;

/// A move of the root and what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    /// Its score at the last depth that came to it, if it was among the best.
    pub(crate) score: Score,
    pub(crate) line: Vec<Move>,
    /// Positions looked at after it, at the last depth.
    pub(crate) nodes: u64,
}

impl RootMove {
    /// Those of some moves that may be chosen from, the one the table knows first.
    pub(crate) fn of(
        moves: impl Iterator<Item = Move>,
        only: &[Move],
        known: Option<Move>,
    ) -> Vec<Self> {
        let moves = moves.filter(|mv| only.is_empty() || only.contains(mv));
        Self::known_first(moves.map(Self::new).collect(), known)
    }

    fn new(mv: Move) -> Self {
        Self {
            mv,
            score: -INFINITE,
            line: vec![mv],
            nodes: 0,
        }
    }

    fn known_first(mut moves: Vec<Self>, known: Option<Move>) -> Vec<Self> {
        if let Some(at) = moves.iter().position(|one| Some(one.mv) == known) {
            moves[..=at].rotate_right(1);
        }
        moves
    }
}

/// By score, the best first; equal ones stay in their order.
pub(crate) fn best_first(moves: &mut [RootMove]) {
    highest_first(moves, |root_move| root_move.score.into());
}

/// The highest key first; equal ones stay in their order. With a pointer to a function, so that sorting
/// is compiled once.
fn highest_first(moves: &mut [RootMove], key: fn(&RootMove) -> i64) {
    moves.sort_by_key(|root_move| -key(root_move));
}

/// The moves of the root, the best first, and how deep they were searched.
#[derive(Clone, Debug, Default)]
pub(crate) struct Root {
    pub(crate) moves: Vec<RootMove>,
    pub(crate) depth: u32,
}

impl Root {
    /// What so many of the best lines come to.
    pub(crate) fn answer(self, lines: usize, nodes: u64) -> Answer {
        let lines = self.moves.into_iter().take(lines);
        Answer {
            lines: lines
                .map(|root_move| Line {
                    moves: root_move.line,
                    score: root_move.score,
                })
                .collect(),
            depth: self.depth,
            nodes,
        }
    }

    /// Whether looking deeper can't change anything: the game ends within what was
    /// looked at.
    pub(crate) fn is_decided(&self) -> bool {
        self.moves.first().is_none_or(|best| {
            is_proven(best.score) && WIN - best.score.abs() <= self.depth as Score
        })
    }
}

/// What a pass over the root's moves has found so far.
pub(crate) struct RootPass {
    pub(crate) best: Score,
    pub(crate) alpha: Score,
}

impl RootPass {
    /// Nothing yet. The best of the last depth stays first, the others by the effort
    /// they took.
    pub(crate) fn begin(moves: &mut [RootMove], alpha: Score) -> Self {
        highest_first(&mut moves[1..], |root_move| root_move.nodes as i64);
        Self {
            best: -INFINITE,
            alpha,
        }
    }

    /// Notes what a move came to, and puts it first if it is the best.
    pub(crate) fn note<S>(
        &mut self,
        frames: &mut [Frame<S>],
        moves: &mut [RootMove],
        number: usize,
        score: Score,
    ) {
        if score <= self.best {
            return;
        }
        self.best = score;
        if score > self.alpha || number == 0 {
            let mv = moves[number].mv;
            extend_line(frames, mv);
            moves[number].score = score;
            moves[number].line.clone_from(&frames[0].line);
            moves[..=number].rotate_right(1);
            self.alpha = self.alpha.max(score);
        }
    }
}

/// A window around the score expected, wider each time that the score is outside.
pub(crate) struct Aspiration {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
    width: Score,
}

impl Aspiration {
    pub(crate) fn new(parameters: &SearchParameters, depth: i32, expected: Score) -> Self {
        let width = parameters.margins.aspiration;
        let is_narrow = parameters.aspiration && depth >= 4 && !is_proven(expected);
        let (alpha, beta) = if is_narrow {
            (expected - width, expected + width)
        } else {
            (-INFINITE, INFINITE)
        };
        Self { alpha, beta, width }
    }

    /// Whether a score lies inside; if not, the window is wider now.
    pub(crate) fn has(&mut self, score: Score) -> bool {
        self.width *= 3;
        if score <= self.alpha {
            self.alpha = widened(score - self.width);
        } else if score >= self.beta {
            self.beta = widened(score + self.width);
        } else {
            return true;
        }
        false
    }
}

fn widened(bound: Score) -> Score {
    if is_proven(bound) {
        INFINITE * bound.signum()
    } else {
        bound
    }
}
