//! Principal variation search with one score, that of the seat at the root. A node's
//! score is for whoever is to move there: for the root's seat, or against it.

use super::policy::{Policy, Replies};
use super::worker::{Stage, Worker};
use crate::places::{score_if_drawn, score_of_place};
use crate::services::frame::{DEEPEST, Frame, extend_line};
use crate::services::pruning::{Trend, moves_before_pruning, reverse_futility};
use crate::services::root::{Aspiration, RootMove, RootPass, best_first};
use crate::services::table::Entry;
use crate::services::window::{Found, Window};
use crate::{EVALUATION_LIMIT, Score, SeatEvaluator, TableUse, lost_in, win_in};
use longjump_rules::{Move, Position};

/// A question about a position, and who is to move there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    window: Window,
    /// Whether the seat at the root is to move.
    is_ours: bool,
    /// Whether one of the others has replied to its last move.
    replied: bool,
}

impl<P: Position, E: SeatEvaluator<P>> Worker<'_, P, E> {
    /// Searches the root's moves to a depth, as many of the best as are wanted.
    pub(super) fn search_lines<R: Policy>(
        &mut self,
        frames: &mut [Frame<E::Sums>],
        moves: &mut [RootMove],
        depth: u32,
    ) {
        for rank in 0..self.task.lines.max(1).min(moves.len()) {
            self.search_line::<R>(frames, &mut moves[rank..], depth as i32);
            if self.watch.is_over() {
                return;
            }
            best_first(&mut moves[..=rank]);
        }
    }

    /// Finds the best of these moves and puts it first, beginning with a window
    /// around the last score.
    fn search_line<R: Policy>(
        &mut self,
        frames: &mut [Frame<E::Sums>],
        moves: &mut [RootMove],
        depth: i32,
    ) {
        let mut window = Aspiration::new(self.parameters(), depth, moves[0].score);
        loop {
            let Aspiration { alpha, beta, .. } = window;
            let node = Node {
                window: Window {
                    depth,
                    ply: 0,
                    alpha,
                    beta,
                },
                is_ours: true,
                replied: false,
            };
            let score = self.search_root::<R>(frames, moves, &node);
            if self.watch.is_over() || window.has(score) {
                return;
            }
        }
    }

    fn search_root<R: Policy>(
        &mut self,
        frames: &mut [Frame<E::Sums>],
        moves: &mut [RootMove],
        node: &Node,
    ) -> Score {
        let mut pass = RootPass::begin(moves, node.window.alpha);
        for number in 0..moves.len() {
            let mv = moves[number].mv;
            let nodes_before = self.watch.nodes();
            let undo = self.play(frames, mv);
            let score = self.score_of_move::<R, true>(frames, node, pass.alpha, number);
            self.position.undo(mv, undo);
            if self.watch.is_over() {
                break;
            }
            moves[number].nodes = self.watch.nodes() - nodes_before;
            pass.note(frames, moves, number, score);
            if score >= node.window.beta {
                break;
            }
        }
        pass.best
    }

    /// What is kept in the table for a node: a score is for the seat at the root only,
    /// and depends on whether somebody has replied.
    pub(super) fn key(&self, replied: bool) -> u64 {
        let by = 2 * self.root.index() as u64 + u64::from(replied) + 1;
        self.position.memory_key() ^ by.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// The score of a node. `PV` says that it may be on the line of best play: then the
    /// window is open and the score and the line are wanted exactly.
    fn search<R: Policy, const PV: bool>(
        &mut self,
        frames: &mut [Frame<E::Sums>],
        mut node: Node,
        key: u64,
    ) -> Score {
        if self.watch.is_over() {
            return 0;
        }
        if node.window.ply >= DEEPEST {
            return self.leaf(&frames[0], &node);
        }
        frames[0].evaluation = self.evaluate(&frames[0], &node);
        if let Some(score) = self.settled(&node) {
            return score;
        }
        // A win or loss that is nearer than any to be found here makes the rest pointless.
        node.window.alpha = node.window.alpha.max(lost_in(node.window.ply));
        node.window.beta = node.window.beta.min(win_in(node.window.ply + 1));
        if node.window.alpha >= node.window.beta {
            return node.window.alpha;
        }
        if R::REPLIES != Replies::All && node.replied {
            let alpha = node.window.alpha;
            return self.let_go_on::<R, PV>(frames, &node, alpha).unwrap_or(0);
        }
        let known = self.recall(key);
        if let (false, Some(known)) = (PV, known)
            && let Some(score) = node.window.known_score(self.parameters().table, &known)
        {
            return score;
        }
        if !PV
            && let Some(score) = reverse_futility(
                self.parameters(),
                node.window.depth,
                node.window.beta,
                frames[0].evaluation,
                Trend::Unknown,
            )
        {
            return score;
        }
        let known_move = known.and_then(|known| known.mv);
        let found = self.search_moves::<R, PV>(frames, &node, known_move);
        if self.watch.is_over() {
            return 0;
        }
        self.remember(key, &node, &found);
        found.best
    }

    /// The score at the end of the depth.
    #[inline]
    fn leaf(&self, frame: &Frame<E::Sums>, node: &Node) -> Score {
        match score_of_place(&self.position, self.root, node.window.ply) {
            Some(score) => score * sign(node),
            None => self.evaluate(frame, node),
        }
    }

    #[inline]
    fn evaluate(&self, frame: &Frame<E::Sums>, node: &Node) -> Score {
        if self.position.place(self.root).is_some() {
            return 0;
        }
        let evaluator = self.task.evaluator;
        let value = evaluator.value(&self.position, &frame.sums, self.root);
        value.clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT) * sign(node)
    }

    /// The score of a node that needs no search: the seat at the root has its place, or
    /// the position has stood before.
    #[inline]
    fn settled(&self, node: &Node) -> Option<Score> {
        let score = score_of_place(&self.position, self.root, node.window.ply).or_else(|| {
            let repeated = self.path.is_repeated();
            repeated.then(|| score_if_drawn(&self.position, self.root, node.window.ply))
        });
        score.map(|score| score * sign(node))
    }

    #[inline]
    fn recall(&self, key: u64) -> Option<Entry> {
        if self.parameters().table == TableUse::Off {
            return None;
        }
        self.table.find(key)
    }

    fn remember(&self, key: u64, node: &Node, found: &Found) {
        if self.parameters().table == TableUse::Off {
            return;
        }
        self.table.store(key, node.window.entry(found));
    }

    fn search_moves<R: Policy, const PV: bool>(
        &mut self,
        frames: &mut [Frame<E::Sums>],
        node: &Node,
        known: Option<Move>,
    ) -> Found {
        let mut found = Found::nothing(node.window.alpha);
        self.reached = self.reached.max(node.window.ply);
        frames[0].tried.clear();
        let enough = moves_before_pruning(self.parameters(), node.window.depth, Trend::Unknown);
        let mut stage = Stage::Known;
        let mut number = 0;
        while let Some(mv) = self.next_move(&mut frames[0], known, &mut stage) {
            // Nothing is left out as long as all that was looked at loses.
            if !PV && number >= enough && found.best > -EVALUATION_LIMIT {
                break;
            }
            if stage == Stage::Rest && node.window.depth >= 2 {
                self.look_ahead(&mut frames[0]);
            }
            let undo = self.play(frames, mv);
            let score = self.score_of_move::<R, PV>(frames, node, found.alpha, number);
            self.position.undo(mv, undo);
            if self.watch.is_over() {
                return found;
            }
            number += 1;
            if found.note::<PV, _>(frames, node.window.beta, mv, score) {
                self.learn(&frames[0], node.window.depth, mv);
                return found;
            }
            frames[0].note_tried(mv);
        }
        if R::REPLIES != Replies::All && !node.is_ours {
            self.leave_it_to_others::<R, PV>(frames, node, &mut found);
        }
        found
    }

    /// Begins to fetch from memory what is known of the position after the next
    /// move, while this one is being looked at.
    #[inline]
    fn look_ahead(&self, frame: &mut Frame<E::Sums>) {
        if let Some(next) = frame.picker.peek() {
            let salt = self.key(false) ^ self.position.memory_key();
            let key = self.position.likely_memory_key_after(next);
            self.table.approach(key ^ salt);
        }
    }

    /// The score of the move just played: the first gets the whole window, later
    /// ones have to show with less that they deserve it.
    #[inline]
    fn score_of_move<R: Policy, const PV: bool>(
        &mut self,
        frames: &mut [Frame<E::Sums>],
        node: &Node,
        alpha: Score,
        number: usize,
    ) -> Score {
        let depth = node.window.depth - 1;
        let question = |depth, beta| Node {
            window: Window {
                depth,
                alpha,
                beta,
                ..node.window
            },
            replied: !node.is_ours,
            ..*node
        };
        let after = question(depth, node.window.beta);
        if PV && number == 0 {
            return self.below::<R, true>(frames, &after);
        }
        let reduction = self
            .reductions
            .of(node.window.depth, number, Trend::Unknown)
            - i32::from(PV);
        let reduction = reduction.clamp(0, (node.window.depth - 2).max(0));
        let narrow = question(depth, alpha + 1);
        let reduced = question(depth - reduction, alpha + 1);
        if PV {
            // A score beyond the window is not asked for again: it has no line, least of all that
            // of the move before.
            frames[1].line.clear();
        }
        let mut score = self.below::<R, false>(frames, &reduced);
        if score > alpha && reduction > 0 && !self.watch.is_over() {
            score = self.below::<R, false>(frames, &narrow);
        }
        if PV && score > alpha && score < node.window.beta && !self.watch.is_over() {
            score = self.below::<R, true>(frames, &after);
        }
        score
    }

    /// The score after the move just played, seen by who played it. `after` has the
    /// depth, the window and whether somebody has replied as they are now.
    fn below<R: Policy, const PV: bool>(
        &mut self,
        frames: &mut [Frame<E::Sums>],
        after: &Node,
    ) -> Score {
        let frames = &mut frames[1..];
        if PV {
            frames[0].line.clear();
        }
        let is_ours = self.is_ours();
        let other_side = is_ours != after.is_ours;
        let mut window = after.window;
        window.ply += 1;
        if other_side {
            (window.alpha, window.beta) = (-window.beta, -window.alpha);
        }
        let node = Node {
            window,
            is_ours,
            replied: after.replied && !is_ours,
        };
        let score = if node.window.depth <= 0 {
            self.leaf(&frames[0], &node)
        } else {
            let replied = R::REPLIES != Replies::All && node.replied;
            let key = self.key(replied);
            self.table.approach(key);
            self.path.push(self.position.key());
            let score = self.search::<R, PV>(frames, node, key);
            self.path.pop();
            score
        };
        if other_side { -score } else { score }
    }

    /// One of the others lets the reply to those after it, if there are any.
    fn leave_it_to_others<R: Policy, const PV: bool>(
        &mut self,
        frames: &mut [Frame<E::Sums>],
        node: &Node,
        found: &mut Found,
    ) {
        if let Some(score) = self.let_go_on::<R, PV>(frames, node, found.alpha)
            && !self.watch.is_over()
            && score > found.best
        {
            found.best = score;
            found.alpha = found.alpha.max(score);
        }
    }

    /// The score if who is to move does not reply but passes, or plays what comes first;
    /// nothing if it is the last who can.
    fn let_go_on<R: Policy, const PV: bool>(
        &mut self,
        frames: &mut [Frame<E::Sums>],
        node: &Node,
        alpha: Score,
    ) -> Option<Score> {
        let mv = if R::REPLIES == Replies::BestAndOrdered {
            self.most_promising(&mut frames[0])
        } else {
            Move::PASS
        };
        let undo = self.play(frames, mv);
        let score = if !node.replied && self.is_ours() {
            None
        } else {
            let mut after = *node;
            after.window.alpha = alpha;
            let score = self.below::<R, PV>(frames, &after);
            if PV && score > alpha {
                extend_line(frames, mv);
            }
            Some(score)
        };
        self.position.undo(mv, undo);
        score
    }

    /// The move that gains most at first sight.
    fn most_promising(&self, frame: &mut Frame<E::Sums>) -> Move {
        frame.picker.moves.clear();
        self.position.legal_moves(&mut frame.picker.moves);
        let gain = self.task.evaluator.gains(&self.position);
        let moves = frame.picker.moves.iter().copied();
        moves
            .max_by_key(|&mv| (gain(mv), mv.bits()))
            .unwrap_or(Move::PASS)
    }
}

/// What turns a score of the seat at the root into one of who is to move.
#[inline]
fn sign(node: &Node) -> Score {
    if node.is_ours { 1 } else { -1 }
}
