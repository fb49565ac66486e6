//! Principal variation search with one score, that of the seat at the root. A node's
//! score is for whoever is to move there: for the root's seat, or against it.

use super::policy::{Policy, Replies};
use super::root::RootMove;
use super::worker::{DEEPEST, Frame, Stage, Worker, extend_line};
use crate::places::{score_if_drawn, score_of_place};
use crate::services::report::Bound;
use crate::services::table::{Entry, from_node, from_root};
use crate::two_sided::{TableUse, moves_before_pruning, reverse_futility};
use crate::{EVALUATION_LIMIT, INFINITE, Score, SeatEvaluator, is_proven, lost_in, win_in};
use longjump_rules::{Move, Position};

/// A question about a position: how good is it, as far as it lies between
/// `alpha` and `beta`?
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Plies still to be looked at.
    depth: i32,
    /// Plies from the root.
    ply: usize,
    alpha: Score,
    beta: Score,
    /// Whether the seat at the root is to move.
    is_ours: bool,
    /// Whether one of the others has replied to its last move.
    replied: bool,
}

/// What the move loop of a node has found.
struct Found {
    best: Score,
    mv: Option<Move>,
    alpha: Score,
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
            moves[..=rank].sort_by_key(|root_move| -root_move.score);
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
        let parameters = self.parameters();
        let expected = moves[0].score;
        let mut width = parameters.margins.aspiration;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if parameters.aspiration && depth >= 4 && !is_proven(expected) {
            (alpha, beta) = (expected - width, expected + width);
        }
        loop {
            let node = Node {
                depth,
                ply: 0,
                alpha,
                beta,
                is_ours: true,
                replied: false,
            };
            let score = self.search_root::<R>(frames, moves, &node);
            if self.watch.is_over() {
                return;
            }
            width *= 3;
            if score <= alpha {
                alpha = widened(score - width);
            } else if score >= beta {
                beta = widened(score + width);
            } else {
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
        let mut best = -INFINITE;
        let mut alpha = node.alpha;
        // The best of the last depth stays first, the others by the effort they took.
        moves[1..].sort_by_key(|root_move| std::cmp::Reverse(root_move.nodes));
        for number in 0..moves.len() {
            let mv = moves[number].mv;
            let nodes_before = self.watch.nodes();
            let undo = self.play(frames, mv);
            let score = self.score_of_move::<R, true>(frames, node, alpha, number);
            self.position.undo(mv, undo);
            if self.watch.is_over() {
                return best;
            }
            moves[number].nodes = self.watch.nodes() - nodes_before;
            if score <= best {
                continue;
            }
            best = score;
            if score > alpha || number == 0 {
                extend_line(frames, mv);
                moves[number].score = score;
                moves[number].line.clone_from(&frames[0].line);
                moves[..=number].rotate_right(1);
                alpha = alpha.max(score);
            }
            if score >= node.beta {
                break;
            }
        }
        best
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
        if node.ply >= DEEPEST {
            return self.leaf(&frames[0], &node);
        }
        frames[0].evaluation = self.evaluate(&frames[0], &node);
        if let Some(score) = self.settled(&node) {
            return score;
        }
        // A win or loss that is nearer than any to be found here makes the rest pointless.
        node.alpha = node.alpha.max(lost_in(node.ply));
        node.beta = node.beta.min(win_in(node.ply + 1));
        if node.alpha >= node.beta {
            return node.alpha;
        }
        if R::REPLIES != Replies::All && node.replied {
            let alpha = node.alpha;
            return self.let_go_on::<R, PV>(frames, &node, alpha).unwrap_or(0);
        }
        let known = self.recall(key);
        if let (false, Some(known)) = (PV, known)
            && let Some(score) = self.known_score(&node, &known)
        {
            return score;
        }
        if !PV
            && let Some(score) = reverse_futility(
                self.parameters(),
                node.depth,
                node.beta,
                frames[0].evaluation,
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
        match score_of_place(&self.position, self.root, node.ply) {
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
        let score = score_of_place(&self.position, self.root, node.ply).or_else(|| {
            let repeated = self.path.is_repeated();
            repeated.then(|| score_if_drawn(&self.position, self.root, node.ply))
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

    /// The score to return at once, if what is known says enough.
    #[inline]
    fn known_score(&self, node: &Node, known: &Entry) -> Option<Score> {
        let score = from_root(known.score, node.ply);
        let deep_enough = match self.parameters().table {
            // What is proven stays so at any depth.
            TableUse::AnyDepth => known.depth >= node.depth || is_proven(score),
            _ => known.depth == node.depth,
        };
        let says_enough = match known.bound {
            Bound::Exact => true,
            Bound::Lower => score >= node.beta,
            Bound::Upper => score <= node.alpha,
        };
        (deep_enough && says_enough).then_some(score)
    }

    fn remember(&self, key: u64, node: &Node, found: &Found) {
        if self.parameters().table == TableUse::Off {
            return;
        }
        let bound = if found.best >= node.beta {
            Bound::Lower
        } else if found.best > node.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry = Entry {
            mv: found.mv,
            score: from_node(found.best, node.ply),
            depth: node.depth,
            bound,
        };
        self.table.store(key, entry);
    }

    fn search_moves<R: Policy, const PV: bool>(
        &mut self,
        frames: &mut [Frame<E::Sums>],
        node: &Node,
        known: Option<Move>,
    ) -> Found {
        let mut found = Found {
            best: -INFINITE,
            mv: None,
            alpha: node.alpha,
        };
        self.reached = self.reached.max(node.ply);
        frames[0].tried.clear();
        let enough = moves_before_pruning(self.parameters(), node.depth);
        let mut stage = Stage::Known;
        let mut number = 0;
        while let Some(mv) = self.next_move(&mut frames[0], known, &mut stage) {
            // Nothing is left out as long as all that was looked at loses.
            if !PV && number >= enough && found.best > -EVALUATION_LIMIT {
                break;
            }
            if stage == Stage::Rest && node.depth >= 2 {
                self.look_ahead(&mut frames[0]);
            }
            let undo = self.play(frames, mv);
            let score = self.score_of_move::<R, PV>(frames, node, found.alpha, number);
            self.position.undo(mv, undo);
            if self.watch.is_over() {
                return found;
            }
            number += 1;
            if take_note::<PV, _>(frames, node, &mut found, mv, score) {
                self.learn(&frames[0], node.depth, mv);
                return found;
            }
            if frames[0].tried.len() < 64 {
                frames[0].tried.push(mv);
            }
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
        let depth = node.depth - 1;
        let after = Node {
            depth,
            alpha,
            replied: !node.is_ours,
            ..*node
        };
        if PV && number == 0 {
            return self.below::<R, true>(frames, &after);
        }
        let reduction = self.reductions.of(node.depth, number) - i32::from(PV);
        let reduction = reduction.clamp(0, (node.depth - 2).max(0));
        let narrow = Node {
            beta: alpha + 1,
            ..after
        };
        let reduced = Node {
            depth: depth - reduction,
            ..narrow
        };
        let mut score = self.below::<R, false>(frames, &reduced);
        if score > alpha && reduction > 0 && !self.watch.is_over() {
            score = self.below::<R, false>(frames, &narrow);
        }
        if PV && score > alpha && score < node.beta && !self.watch.is_over() {
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
        let (alpha, beta) = if other_side {
            (-after.beta, -after.alpha)
        } else {
            (after.alpha, after.beta)
        };
        let node = Node {
            ply: after.ply + 1,
            alpha,
            beta,
            is_ours,
            replied: after.replied && !is_ours,
            ..*after
        };
        let score = if node.depth <= 0 {
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
            let after = Node { alpha, ..*node };
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

fn widened(bound: Score) -> Score {
    if is_proven(bound) {
        INFINITE * bound.signum()
    } else {
        bound
    }
}

/// Notes a move's score, and tells whether it is too good to go on.
#[inline]
fn take_note<const PV: bool, S>(
    frames: &mut [Frame<S>],
    node: &Node,
    found: &mut Found,
    mv: Move,
    score: Score,
) -> bool {
    if score <= found.best {
        return false;
    }
    found.best = score;
    if score <= found.alpha {
        return false;
    }
    found.alpha = score;
    found.mv = Some(mv);
    if PV {
        extend_line(frames, mv);
    }
    score >= node.beta
}
