//! Minimax and alpha-beta without anything else.

use longjump_rules::{Captures, Move, MoveList, Position, PositionExt, Seat};
use longjump_search::{Evaluator, INFINITE, Score, Watch, by_key, final_score, play_followed};

/// In which order moves are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ordering {
    /// As they are generated.
    Generated,
    /// Those that gain most first.
    ByGain,
}

/// A plain search of a position: what it found and what it took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plain {
    /// The best move, unless the game is over or the depth is 0.
    pub mv: Option<Move>,
    /// How good the position is for the seat to move.
    pub score: Score,
    /// Positions looked at after the root.
    pub nodes: u64,
}

/// How to search plainly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlainTask {
    /// How many plies to look ahead.
    pub depth: u32,
    /// In which order moves are looked at.
    pub ordering: Ordering,
    /// Whether sequences of captures are followed beyond the depth.
    pub quiescence: bool,
}

/// Looks at every move to the full depth.
pub fn minimax<P: Position, E: Evaluator<P>>(
    position: &P,
    evaluator: &E,
    task: PlainTask,
    watch: &mut Watch<'_>,
) -> Plain {
    run(position, evaluator, task, false, watch)
}

/// The same, leaving out what the score can't depend on.
pub fn alpha_beta<P: Position, E: Evaluator<P>>(
    position: &P,
    evaluator: &E,
    task: PlainTask,
    watch: &mut Watch<'_>,
) -> Plain {
    run(position, evaluator, task, true, watch)
}

fn run<P: Position, E: Evaluator<P>>(
    position: &P,
    evaluator: &E,
    task: PlainTask,
    cuts: bool,
    watch: &mut Watch<'_>,
) -> Plain {
    let mut search = Search {
        position: position.clone(),
        evaluator,
        task,
        cuts,
        watch,
    };
    let sums = evaluator.fresh(position);
    let window = (-INFINITE, INFINITE);
    let (score, mv) = search.node(sums, task.depth, 0, position.turn(), window);
    Plain {
        // Stopped before it could look at any: the first.
        mv: mv.or_else(|| position.moves().first().copied().filter(|_| task.depth > 0)),
        score,
        nodes: search.watch.nodes(),
    }
}

struct Search<'a, 'w, P, E> {
    position: P,
    evaluator: &'a E,
    task: PlainTask,
    cuts: bool,
    watch: &'a mut Watch<'w>,
}

impl<P: Position, E: Evaluator<P>> Search<'_, '_, P, E> {
    fn node(
        &mut self,
        sums: E::Sums,
        depth: u32,
        ply: usize,
        seat: Seat,
        (mut alpha, beta): (Score, Score),
    ) -> (Score, Option<Move>) {
        if let Some(standings) = self.position.standings() {
            return (final_score(&standings, seat, ply), None);
        }
        if let Some(verdict) = self.evaluator.verdict(&self.position)
            && ply > 0
        {
            return (verdict.score(ply), None);
        }
        let mut best = (-INFINITE, None);
        let mut moves = MoveList::new();
        if depth > 0 {
            self.position.legal_moves(&mut moves);
        } else {
            if self.task.quiescence {
                self.position.capturing_moves(&mut moves);
            }
            if P::CAPTURES != Captures::Compulsory || moves.is_empty() {
                let limit = longjump_search::EVALUATION_LIMIT;
                let evaluation = self.evaluator.evaluate(&self.position, &sums);
                best.0 = evaluation.clamp(-limit, limit);
            }
        }
        alpha = alpha.max(best.0);
        for mv in self.ordered(&moves) {
            if self.cuts && alpha >= beta || self.watch.is_over() {
                break;
            }
            let mut after = sums;
            self.watch.count();
            let undo = play_followed(&mut self.position, mv, self.evaluator, &mut after);
            let depth = depth.saturating_sub(1);
            let (score, _) = self.node(after, depth, ply + 1, seat.opponent(), (-beta, -alpha));
            self.position.undo(mv, undo);
            if self.watch.is_over() {
                break;
            }
            if -score > best.0 {
                best = (-score, Some(mv));
            }
            alpha = alpha.max(-score);
        }
        best
    }

    fn ordered(&self, moves: &MoveList) -> Vec<Move> {
        let mut ordered = moves.to_vec();
        if self.task.ordering == Ordering::ByGain {
            let gain = self.evaluator.gains(&self.position);
            by_key(&mut ordered, |mv| (-gain(mv), 0));
        }
        ordered
    }
}
