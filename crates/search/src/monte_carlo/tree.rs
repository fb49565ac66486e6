//! A tree in one piece of memory.

use super::history::MoveHistory;
use super::parameters::MonteCarloParameters;
use longjump_rules::{Move, Seat};
use std::ops::Range;

/// A position in the tree, by the move that leads to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// What this move brought the seat that played it, on average.
    pub(super) mean: f32,
    /// What the position brought the seat to move, on average.
    own_mean: f32,
    /// How likely it seemed at first sight.
    prior: f32,
    pub(super) visits: u32,
    first_child: u32,
    children: u16,
    pub(super) mv: Move,
}

impl Node {
    fn new(mv: Move, prior: f32) -> Self {
        Self {
            mean: 0.0,
            own_mean: 0.0,
            prior,
            visits: 0,
            first_child: 0,
            children: 0,
            mv,
        }
    }
}

/// Nodes, those of one position side by side, and the root before all others.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    most: usize,
}

/// The root's number.
pub(super) const ROOT: usize = 0;

/// What a move that was never tried is held to be worth below what the position has
/// brought so far.
const UNTRIED: f32 = 0.05;

impl Tree {
    /// Room for a tree of so many MiB.
    pub(super) fn new(mebibytes: usize) -> Self {
        Self {
            nodes: Vec::new(),
            most: (mebibytes.max(1) << 20) / size_of::<Node>(),
        }
    }

    /// Nothing but the root.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::new(Move::PASS, 1.0));
    }

    pub(super) fn node(&self, number: usize) -> &Node {
        &self.nodes[number]
    }

    /// How full the room is, in thousandths.
    pub(super) fn use_in_thousandths(&self) -> u32 {
        (self.nodes.len() * 1000 / self.most) as u32
    }

    /// Whether there is no room for this many more.
    pub(super) fn is_full_for(&self, more: usize) -> bool {
        self.nodes.len() + more > self.most
    }

    pub(super) fn children(&self, number: usize) -> Range<usize> {
        let node = &self.nodes[number];
        let first = node.first_child as usize;
        first..first + usize::from(node.children)
    }

    /// Gives a node its children, with how likely each seems.
    pub(super) fn expand(&mut self, number: usize, moves: &[(Move, f32)]) {
        self.nodes[number].first_child = self.nodes.len() as u32;
        self.nodes[number].children = moves.len() as u16;
        let children = moves.iter().map(|&(mv, prior)| Node::new(mv, prior));
        self.nodes.extend(children);
    }

    /// The child to go down by, for the seat to move.
    pub(super) fn select(
        &self,
        number: usize,
        seat: Seat,
        history: &MoveHistory,
        parameters: &MonteCarloParameters,
    ) -> usize {
        let parent = &self.nodes[number];
        let untried = parent.own_mean - UNTRIED;
        let exploration = parameters.exploration as f32 / 100.0;
        let wish = exploration * (parent.visits as f32).sqrt();
        let weight = parameters.history as f32 / 100.0;
        let promise = |number: usize| {
            let child = &self.nodes[number];
            let visits = child.visits as f32;
            let mean = if child.visits == 0 {
                untried
            } else {
                child.mean
            };
            let mut promise = mean + wish * child.prior / (1.0 + visits);
            if weight > 0.0
                && let Some(elsewhere) = history.mean(seat, child.mv)
            {
                // The less, the more often it was tried here, and did well.
                let doubt = visits * (1.0 - mean) + 1.0;
                promise += weight * (elsewhere - parent.own_mean) / doubt;
            }
            promise
        };
        let mut best = (f32::NEG_INFINITY, number);
        for child in self.children(number) {
            let promise = promise(child);
            if promise > best.0 {
                best = (promise, child);
            }
        }
        best.1
    }

    /// A simulation came through: what it brought who moved here, and who is to move.
    pub(super) fn learn(&mut self, number: usize, reward: f32, own_reward: f32) {
        let node = &mut self.nodes[number];
        node.visits += 1;
        let share = 1.0 / node.visits as f32;
        node.mean += (reward - node.mean) * share;
        node.own_mean += (own_reward - node.own_mean) * share;
    }

    /// The children of a node that were tried, the most visited first.
    pub(super) fn by_visits(&self, number: usize) -> Vec<usize> {
        let mut children: Vec<usize> = self.children(number).collect();
        children.sort_by_key(|&child| std::cmp::Reverse(self.nodes[child].visits));
        children
    }

    /// The moves from a child of the root on by which simulations went most.
    pub(super) fn line(&self, child: usize) -> Vec<Move> {
        let mut line = vec![self.nodes[child].mv];
        let mut number = child;
        while let Some(next) = self
            .children(number)
            .max_by_key(|&child| (self.nodes[child].visits, std::cmp::Reverse(child)))
            .filter(|&child| self.nodes[child].visits > 0)
        {
            line.push(self.nodes[next].mv);
            number = next;
        }
        line
    }
}
