//! Principal variation search: one node.

use super::singular::Others;
use super::stage::Stage;
use super::worker::{Node, Worker};
use crate::problem::final_score;
use crate::services::frame::{DEEPEST, Frame};
use crate::services::parameters::TableUse;
use crate::services::picker::{HIGHEST, Picker};
use crate::services::pruning::{self, Trend};
use crate::services::table::Entry;
use crate::services::window::{Found, Window};
use crate::{DRAW, EVALUATION_LIMIT, Evaluator, INFINITE, Score, lost_in, win_in};
use longjump_rules::{Captures, Move, Position};

impl<P: Position, E: Evaluator<P>> Worker<'_, P, E> {
    /// The score of a position with this memory key. `PV` says that it may be on the line of best
    /// play: then the window is open and the score and the line are wanted exactly.
    pub(super) fn search<const PV: bool>(
        &mut self,
        frames: &mut [Frame<E::Sums>],
        mut node: Node,
        key: u64,
    ) -> Score {
        if PV {
            frames[0].line.clear();
        }
        if self.is_ended {
            return 0;
        }
        if node.window.depth <= 0 || node.window.ply >= DEEPEST {
            return self.leaf(frames, &node);
        }
        // While the table's part of memory is on its way.
        frames[0].evaluation = self.evaluate(&frames[0]);
        if let Some(score) = self.settled(&node) {
            return score;
        }
        // A win or loss that is nearer than any to be found here makes the rest pointless.
        node.window.alpha = node.window.alpha.max(lost_in(node.window.ply));
        node.window.beta = node.window.beta.min(win_in(node.window.ply + 1));
        if node.window.alpha >= node.window.beta {
            return node.window.alpha;
        }
        let known = self.recall(key);
        if let (false, Some(known)) = (PV, known)
            && let Some(score) = node
                .window
                .known_score(self.setting.parameters.table, &known)
        {
            return score;
        }
        if !PV
            && let Some(score) = pruning::reverse_futility(
                self.setting.parameters,
                node.window.depth,
                node.window.beta,
                frames[0].evaluation,
                self.trend(&frames[0]),
            )
        {
            return score;
        }
        let deeper = match self.others(frames, &node, known, PV) {
            Others::AsGood(score) => return score,
            Others::Worse => 1,
            Others::Unknown => 0,
        };
        let known_move = known.and_then(|known| known.mv);
        let found = self.search_moves::<PV>(frames, &node, known_move, Stage::Known, deeper);
        if self.is_ended {
            return 0;
        }
        self.remember(key, &node, &found);
        found.best
    }

    /// The score of a node that needs no search: it is over, drawn by
    /// repetition, or the evaluation is certain about it.
    #[inline]
    fn settled(&self, node: &Node) -> Option<Score> {
        if let Some(standings) = self.position.standings() {
            return Some(final_score(&standings, node.seat, node.window.ply));
        }
        if self.path.is_repeated() {
            return Some(DRAW);
        }
        let verdict = self.setting.evaluator.verdict(&self.position)?;
        Some(verdict.score(node.window.ply))
    }

    #[inline]
    fn recall(&self, key: u64) -> Option<Entry> {
        if self.setting.parameters.table == TableUse::Off {
            return None;
        }
        self.setting.table.find(key)
    }

    fn remember(&self, key: u64, node: &Node, found: &Found) {
        if self.setting.parameters.table == TableUse::Off {
            return;
        }
        self.setting.table.store(key, node.window.entry(found));
    }

    /// The score after the move just played, seen from the other side.
    #[inline]
    fn below<const PV: bool>(&mut self, frames: &mut [Frame<E::Sums>], node: Node) -> Score {
        if node.window.depth <= 0 {
            if PV {
                frames[0].line.clear();
            }
            return self.leaf(frames, &node);
        }
        let key = self.position.memory_key();
        self.setting.table.approach(key);
        self.path.push(self.position.key());
        let score = self.search::<PV>(frames, node, key);
        self.path.pop();
        score
    }

    /// Searches the moves of a node from this stage on, the known one so many plies deeper.
    pub(super) fn search_moves<const PV: bool>(
        &mut self,
        frames: &mut [Frame<E::Sums>],
        node: &Node,
        known: Option<Move>,
        mut stage: Stage,
        deeper: i32,
    ) -> Found {
        let mut found = Found::nothing(node.window.alpha);
        self.reached = self.reached.max(node.window.ply);
        frames[0].tried.clear();
        let trend = self.trend(&frames[0]);
        let parameters = self.setting.parameters;
        let enough = pruning::moves_before_pruning(parameters, node.window.depth, trend);
        let mut number = 0;
        while let Some(mv) = self.next_move::<PV>(frames, node, known, &mut stage, &mut found) {
            let takes = self.position.takes(mv);
            // Nothing is left out as long as all that was looked at loses.
            if !PV && number >= enough && !takes && found.best > -EVALUATION_LIMIT {
                break;
            }
            if matches!(stage, Stage::Captures | Stage::Rest) && node.window.depth >= 2 {
                self.look_ahead(&mut frames[0].picker);
            }
            let undo = self.play(frames, mv);
            let reduction = match takes {
                _ if number == 0 => -deeper,
                true => 0,
                false => self.reduction::<PV>(node.window.depth, number, trend),
            };
            let score = self.score_of_move::<PV>(frames, node, found.alpha, number, reduction);
            self.position.undo(mv, undo);
            if self.is_ended {
                return found;
            }
            number += 1;
            if found.note::<PV, _>(frames, node.window.beta, mv, score) {
                self.learn(&mut frames[0], node, mv);
                break;
            }
            frames[0].note_tried(mv);
        }
        found
    }

    /// Begins to fetch from memory what is known of the position after the next
    /// move, while this one is being looked at.
    #[inline]
    fn look_ahead(&self, picker: &mut Picker) {
        if let Some(next) = picker.peek() {
            let key = self.position.likely_memory_key_after(next);
            self.setting.table.approach(key);
        }
    }

    #[inline]
    fn trend(&self, frame: &Frame<E::Sums>) -> Trend {
        Trend::of(self.setting.parameters, frame.evaluation, frame.earlier[1])
    }

    pub(super) fn reduction<const PV: bool>(&self, depth: i32, number: usize, trend: Trend) -> i32 {
        let reduction = self.setting.reductions.of(depth, number, trend);
        (reduction - i32::from(PV)).clamp(0, (depth - 2).max(0))
    }

    /// The score of the move just played: the first gets the whole window, later
    /// ones have to show with less that they deserve it.
    #[inline]
    pub(super) fn score_of_move<const PV: bool>(
        &mut self,
        frames: &mut [Frame<E::Sums>],
        node: &Node,
        alpha: Score,
        number: usize,
        reduction: i32,
    ) -> Score {
        let frames = &mut frames[1..];
        let depth = node.window.depth - 1 - reduction.min(0);
        let reduction = reduction.max(0);
        if PV && number == 0 {
            return -self.below::<true>(frames, node.below(depth, alpha, node.window.beta));
        }
        if PV {
            // A score beyond the window is not asked for again: it has no line, least of all that
            // of the move before.
            frames[0].line.clear();
        }
        let question = node.below(depth - reduction, alpha, alpha + 1);
        let mut score = -self.below::<false>(frames, question);
        if score > alpha && reduction > 0 && !self.is_ended {
            score = -self.below::<false>(frames, node.below(depth, alpha, alpha + 1));
        }
        if PV && score > alpha && score < node.window.beta && !self.is_ended {
            score = -self.below::<true>(frames, node.below(depth, alpha, node.window.beta));
        }
        score
    }

    /// The next move to look at, the most promising first.
    #[inline]
    pub(super) fn next_move<const PV: bool>(
        &self,
        frames: &mut [Frame<E::Sums>],
        node: &Node,
        known: Option<Move>,
        stage: &mut Stage,
        found: &mut Found,
    ) -> Option<Move> {
        let frame = &mut frames[0];
        loop {
            match *stage {
                Stage::Known => {
                    *stage = Stage::after_known::<P>();
                    if known.is_some() {
                        return known;
                    }
                }
                Stage::GenerateCaptures => {
                    *stage = Stage::Captures;
                    self.generate_captures(frame);
                }
                Stage::Generate => {
                    *stage = Stage::Rest;
                    let parameters = self.setting.parameters;
                    let Window { depth, alpha, .. } = node.window;
                    let base = pruning::futility_base(parameters, depth, alpha, frame.evaluation);
                    let left_out = self.generate(frame, node, base.filter(|_| !PV));
                    found.best = found.best.max(left_out);
                }
                Stage::Captures | Stage::Rest => match frame.picker.next() {
                    None if *stage == Stage::Captures => *stage = Stage::Generate,
                    next if next.is_some() && next == known => {}
                    next => return next,
                },
            }
        }
    }

    /// Generates and scores the moves that take a piece.
    fn generate_captures(&self, frame: &mut Frame<E::Sums>) {
        frame.picker.moves.clear();
        self.position.capturing_moves(&mut frame.picker.moves);
        let gain = self.setting.evaluator.gains(&self.position);
        frame.picker.score(|mv| Some(HIGHEST / 2 + gain(mv)));
    }

    /// Generates and scores the moves of a node, without captures where these
    /// have had their turn, leaving out those that with their gain and this base
    /// don't reach the window: returns the most that any of these could.
    fn generate(&self, frame: &mut Frame<E::Sums>, node: &Node, base: Option<Score>) -> Score {
        let parameters = self.setting.parameters;
        let weight = parameters.margins.gain;
        let before = frame.before;
        let least_gain = base.map_or(-INFINITE, |base| node.window.alpha - base + 1);
        let mut best_left_out = -INFINITE;
        frame.picker.moves.clear();
        self.position.legal_moves(&mut frame.picker.moves);
        let gain = self.setting.evaluator.gains(&self.position);
        let (history, continuation) = (parameters.history, parameters.continuation);
        let histories = self.histories.view(node.seat, before);
        frame.picker.score(|mv| {
            if P::CAPTURES == Captures::Free && self.position.takes(mv) {
                return None;
            }
            let gain = gain(mv);
            if gain < least_gain && !self.position.takes(mv) {
                best_left_out = best_left_out.max(gain);
                return None;
            }
            let mut score = HIGHEST / 2 + ((weight * gain) >> 1);
            if history {
                score += histories.of_move(mv) >> 2;
            }
            if continuation {
                score += histories.of_answer(mv) >> 3;
            }
            Some(score)
        });
        match base {
            Some(base) if best_left_out > -INFINITE => base + best_left_out,
            _ => -INFINITE,
        }
    }

    /// A move cut off: it moves ahead elsewhere, and those tried before it fall back.
    fn learn(&mut self, frame: &mut Frame<E::Sums>, node: &Node, mv: Move) {
        let parameters = self.setting.parameters;
        if parameters.history || parameters.continuation {
            let bonus =
                (node.window.depth * node.window.depth * 16 + 64 * node.window.depth).min(2_000);
            self.histories.learn(node.seat, frame.before, mv, bonus);
            for &other in &frame.tried {
                self.histories.learn(node.seat, frame.before, other, -bonus);
            }
        }
    }
}
