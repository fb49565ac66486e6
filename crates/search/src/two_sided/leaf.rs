//! Where the depth has run out: captures until it is quiet, then the evaluation.

use super::worker::{Node, Worker};
use crate::problem::final_score;
use crate::services::frame::{DEEPEST, Frame};
use crate::{EVALUATION_LIMIT, Evaluator, INFINITE, Score};
use longjump_rules::{Captures, Position};

impl<P: Position, E: Evaluator<P>> Worker<'_, P, E> {
    /// The score at the end of the depth.
    #[inline]
    pub(super) fn leaf(&mut self, frames: &mut [Frame<E::Sums>], node: &Node) -> Score {
        if let Some(standings) = self.position.standings() {
            return final_score(&standings, node.seat, node.window.ply);
        }
        if let Some(verdict) = self.setting.evaluator.verdict(&self.position) {
            return verdict.score(node.window.ply);
        }
        if P::CAPTURES == Captures::None || !self.setting.parameters.quiescence {
            return self.evaluate(&frames[0]);
        }
        self.quiesce(frames, node)
    }

    #[inline]
    pub(super) fn evaluate(&self, frame: &Frame<E::Sums>) -> Score {
        let score = self.setting.evaluator.evaluate(&self.position, &frame.sums);
        score.clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
    }

    /// The score after the captures that are worth making. Who need not take a
    /// piece may as well leave it at the evaluation.
    fn quiesce(&mut self, frames: &mut [Frame<E::Sums>], node: &Node) -> Score {
        self.reached = self.reached.max(node.window.ply);
        if self.is_ended {
            return 0;
        }
        let picker = &mut frames[0].picker;
        picker.moves.clear();
        self.position.capturing_moves(&mut picker.moves);
        let mut best = -INFINITE;
        let mut alpha = node.window.alpha;
        if P::CAPTURES == Captures::Free || picker.moves.is_empty() || node.window.ply >= DEEPEST {
            best = self.evaluate(&frames[0]);
            if best >= node.window.beta
                || frames[0].picker.moves.is_empty()
                || node.window.ply >= DEEPEST
            {
                return best;
            }
            alpha = alpha.max(best);
        }
        let gain = self.setting.evaluator.gains(&self.position);
        frames[0].picker.score(|mv| Some(16_000 + gain(mv)));
        drop(gain);
        while let Some(mv) = frames[0].picker.next() {
            let undo = self.play(frames, mv);
            let below = node.below(0, alpha, node.window.beta);
            let score = -self.leaf(&mut frames[1..], &below);
            self.position.undo(mv, undo);
            if self.is_ended {
                return 0;
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= node.window.beta {
                break;
            }
        }
        best
    }
}
