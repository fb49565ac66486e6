//! Matchings of the greatest weight in any graph: Edmonds' blossoms with Galil's duals, in time that grows
//! with the cube of the vertices.
//!
//! Vertices count from 1 and 0 is nobody. Numbers above the vertices are blossoms: odd circles that are
//! handled as one vertex. Each vertex that is not part of a blossom is its own outermost one (`top`).
//! Twice the weight of an edge is never more than the duals of its ends together; where it is as much, the
//! edge is tight, and only tight edges are used. Each phase grows trees of tight edges from all that have no
//! mate, until two trees meet: then there is one pair more.

use std::collections::VecDeque;
use std::mem::swap;

/// An edge, from a vertex to another one, also when it stands for one between blossoms.
#[derive(Clone, Copy, Default)]
struct Edge {
    from: usize,
    to: usize,
    weight: i64,
}

/// Where a vertex is in the trees of a phase.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// Not reached yet.
    Free,
    /// An even number of edges from a root: its edges are looked along.
    Outer,
    /// An odd number of edges.
    Inner,
}

struct Search {
    /// How many vertices there are.
    vertices: usize,
    /// Up to where numbers are in use for blossoms.
    used: usize,
    edges: Vec<Vec<Edge>>,
    dual: Vec<i64>,
    mate: Vec<usize>,
    /// The outer vertex with the least slack to this one.
    nearest: Vec<usize>,
    top: Vec<usize>,
    /// The vertex by which a vertex was reached.
    reached_by: Vec<usize>,
    mark: Vec<Mark>,
    /// Which phase's walk towards the roots came by.
    visited: Vec<usize>,
    walk: usize,
    /// What a blossom is made of, around its circle, its base first.
    circle: Vec<Vec<usize>>,
    /// In which part of a blossom a vertex is.
    part: Vec<Vec<usize>>,
    queue: VecDeque<usize>,
}

/// For each of so many who it is paired with, so that the weights of all pairs come to as much as they can.
/// Pairs without a weight above nothing are never made. Weights are below 2^59.
pub(crate) fn best_pairs(count: usize, weight: impl Fn(usize, usize) -> i64) -> Vec<Option<usize>> {
    let mut search = Search::new(count, weight);
    while search.phase() {}
    let mates = search.mate[1..=count].iter();
    mates.map(|&mate| mate.checked_sub(1)).collect()
}

impl Search {
    fn new(count: usize, weight: impl Fn(usize, usize) -> i64) -> Self {
        let room = count + count / 2 + 2;
        let mut edges = vec![vec![Edge::default(); room]; room];
        let mut part = vec![vec![0; count + 1]; room];
        let mut heaviest = 0;
        for from in 1..=count {
            part[from][from] = from;
            let row = edges[from].iter_mut().enumerate();
            for (to, edge) in row.take(count + 1).skip(1) {
                let weight = if from == to {
                    0
                } else {
                    weight(from - 1, to - 1).max(0)
                };
                *edge = Edge { from, to, weight };
                heaviest = heaviest.max(weight);
            }
        }
        let mut dual = vec![0; room];
        dual[1..=count].fill(heaviest);
        Self {
            vertices: count,
            used: count,
            edges,
            dual,
            mate: vec![0; room],
            nearest: vec![0; room],
            top: (0..room).map(|v| if v <= count { v } else { 0 }).collect(),
            reached_by: vec![0; room],
            mark: vec![Mark::Free; room],
            visited: vec![0; room],
            walk: 0,
            circle: vec![Vec::new(); room],
            part,
            queue: VecDeque::new(),
        }
    }

    /// By how much an edge is not tight.
    fn slack(&self, edge: Edge) -> i64 {
        self.dual[edge.from] + self.dual[edge.to] - 2 * self.edges[edge.from][edge.to].weight
    }

    /// Notes an outer vertex as the nearest of another one, if it is.
    fn note_near(&mut self, from: usize, to: usize) {
        let known = self.nearest[to];
        if known == 0 || self.slack(self.edges[from][to]) < self.slack(self.edges[known][to]) {
            self.nearest[to] = from;
        }
    }

    fn find_nearest(&mut self, to: usize) {
        self.nearest[to] = 0;
        for from in 1..=self.vertices {
            let is_outer = self.mark[self.top[from]] == Mark::Outer;
            if self.edges[from][to].weight > 0 && self.top[from] != to && is_outer {
                self.note_near(from, to);
            }
        }
    }

    /// Has the edges of all vertices of a blossom looked along.
    fn enqueue(&mut self, at: usize) {
        if at <= self.vertices {
            self.queue.push_back(at);
            return;
        }
        for index in 0..self.circle[at].len() {
            self.enqueue(self.circle[at][index]);
        }
    }

    fn set_top(&mut self, of: usize, top: usize) {
        self.top[of] = top;
        if of > self.vertices {
            for index in 0..self.circle[of].len() {
                self.set_top(self.circle[of][index], top);
            }
        }
    }

    /// Turns the circle so that the way from its base to a part is even, and returns how long it is.
    fn even_way(&mut self, blossom: usize, part: usize) -> usize {
        let circle = &mut self.circle[blossom];
        let place = circle.iter().position(|&other| other == part).unwrap_or(0);
        if place % 2 == 0 {
            return place;
        }
        circle[1..].reverse();
        circle.len() - place
    }

    /// Gives `one` a mate in `other`, and pairs the rest of a blossom around.
    fn pair(&mut self, one: usize, other: usize) {
        let edge = self.edges[one][other];
        self.mate[one] = edge.to;
        if one <= self.vertices {
            return;
        }
        let part = self.part[one][edge.from];
        let way = self.even_way(one, part);
        for index in 0..way {
            let (a, b) = (self.circle[one][index], self.circle[one][index ^ 1]);
            self.pair(a, b);
        }
        self.pair(part, other);
        self.circle[one].rotate_left(way);
    }

    /// Exchanges pairs along the way from here to the root.
    fn augment(&mut self, mut one: usize, mut other: usize) {
        loop {
            let next = self.top[self.mate[one]];
            self.pair(one, other);
            if next == 0 {
                return;
            }
            let before = self.top[self.reached_by[next]];
            self.pair(next, before);
            (one, other) = (before, next);
        }
    }

    /// Where the ways of two to their roots meet; 0 if these are different ones.
    fn meeting(&mut self, mut one: usize, mut other: usize) -> usize {
        self.walk += 1;
        while one != 0 || other != 0 {
            if one != 0 {
                if self.visited[one] == self.walk {
                    return one;
                }
                self.visited[one] = self.walk;
                one = self.top[self.mate[one]];
                if one != 0 {
                    one = self.top[self.reached_by[one]];
                }
            }
            swap(&mut one, &mut other);
        }
        0
    }

    /// Makes a blossom of the circle that an edge between two outer vertices closes.
    fn add_blossom(&mut self, one: usize, base: usize, other: usize) {
        let free = (self.vertices + 1..=self.used).find(|&number| self.top[number] == 0);
        let blossom = free.unwrap_or(self.used + 1);
        self.used = self.used.max(blossom);
        self.dual[blossom] = 0;
        self.mark[blossom] = Mark::Outer;
        self.mate[blossom] = self.mate[base];
        self.circle[blossom] = vec![base];
        self.add_way(blossom, one, base);
        self.circle[blossom][1..].reverse();
        self.add_way(blossom, other, base);
        self.set_top(blossom, blossom);
        self.merge_edges(blossom);
        self.find_nearest(blossom);
    }

    /// Adds what lies on the way up to the base.
    fn add_way(&mut self, blossom: usize, mut outer: usize, base: usize) {
        while outer != base {
            let inner = self.top[self.mate[outer]];
            self.circle[blossom].extend([outer, inner]);
            self.enqueue(inner);
            outer = self.top[self.reached_by[inner]];
        }
    }

    /// A blossom's edge to anywhere is the one of its parts with the least slack.
    fn merge_edges(&mut self, blossom: usize) {
        for at in 1..=self.used {
            self.edges[blossom][at].weight = 0;
            self.edges[at][blossom].weight = 0;
        }
        self.part[blossom].fill(0);
        for index in 0..self.circle[blossom].len() {
            let part = self.circle[blossom][index];
            for at in 1..=self.used {
                let (known, new) = (self.edges[blossom][at], self.edges[part][at]);
                if known.weight == 0 || self.slack(new) < self.slack(known) {
                    self.edges[blossom][at] = new;
                    self.edges[at][blossom] = self.edges[at][part];
                }
            }
            for vertex in 1..=self.vertices {
                if self.part[part][vertex] != 0 {
                    self.part[blossom][vertex] = part;
                }
            }
        }
    }

    /// Takes an inner blossom apart whose dual is used up.
    fn expand(&mut self, blossom: usize) {
        for index in 0..self.circle[blossom].len() {
            let part = self.circle[blossom][index];
            self.set_top(part, part);
        }
        let entry = self.edges[blossom][self.reached_by[blossom]].from;
        let entry = self.part[blossom][entry];
        let way = self.even_way(blossom, entry);
        for index in (0..way).step_by(2) {
            let (inner, outer) = (self.circle[blossom][index], self.circle[blossom][index + 1]);
            self.reached_by[inner] = self.edges[outer][inner].from;
            self.mark[inner] = Mark::Inner;
            self.mark[outer] = Mark::Outer;
            self.nearest[inner] = 0;
            self.find_nearest(outer);
            self.enqueue(outer);
        }
        self.mark[entry] = Mark::Inner;
        self.reached_by[entry] = self.reached_by[blossom];
        for index in way + 1..self.circle[blossom].len() {
            let part = self.circle[blossom][index];
            self.mark[part] = Mark::Free;
            self.find_nearest(part);
        }
        self.top[blossom] = 0;
    }

    /// Follows a tight edge from an outer vertex; whether that made a pair more.
    fn follow(&mut self, edge: Edge) -> bool {
        let (one, other) = (self.top[edge.from], self.top[edge.to]);
        match self.mark[other] {
            Mark::Free => {
                self.reached_by[other] = edge.from;
                self.mark[other] = Mark::Inner;
                let mate = self.top[self.mate[other]];
                self.nearest[other] = 0;
                self.nearest[mate] = 0;
                self.mark[mate] = Mark::Outer;
                self.enqueue(mate);
            }
            Mark::Outer => {
                let base = self.meeting(one, other);
                if base == 0 {
                    self.augment(one, other);
                    self.augment(other, one);
                    return true;
                }
                self.add_blossom(one, base, other);
            }
            Mark::Inner => {}
        }
        false
    }

    /// Finds one pair more; whether there was one that is worth it.
    fn phase(&mut self) -> bool {
        self.mark.fill(Mark::Free);
        self.nearest.fill(0);
        self.queue.clear();
        for at in 1..=self.used {
            if self.top[at] == at && self.mate[at] == 0 {
                self.reached_by[at] = 0;
                self.mark[at] = Mark::Outer;
                self.enqueue(at);
            }
        }
        if self.queue.is_empty() {
            return false;
        }
        loop {
            if self.grow() {
                return true;
            }
            if !self.change_duals() {
                return false;
            }
            if self.follow_new_tight_edges() {
                return true;
            }
            for blossom in self.vertices + 1..=self.used {
                let is_inner = self.mark[blossom] == Mark::Inner;
                if self.top[blossom] == blossom && is_inner && self.dual[blossom] == 0 {
                    self.expand(blossom);
                }
            }
        }
    }

    /// Looks along the edges of outer vertices; whether a pair was found.
    fn grow(&mut self) -> bool {
        while let Some(from) = self.queue.pop_front() {
            if self.mark[self.top[from]] == Mark::Inner {
                continue;
            }
            for to in 1..=self.vertices {
                let edge = self.edges[from][to];
                if edge.weight == 0 || self.top[from] == self.top[to] {
                    continue;
                }
                if self.slack(edge) > 0 {
                    self.note_near(from, self.top[to]);
                } else if self.follow(edge) {
                    return true;
                }
            }
        }
        false
    }

    /// Changes duals until another edge is tight or a blossom is used up; false if pairs that are left are
    /// worth nothing.
    fn change_duals(&mut self) -> bool {
        let mut step = i64::MAX;
        for at in 1..=self.used {
            if self.top[at] != at {
                continue;
            }
            if at > self.vertices && self.mark[at] == Mark::Inner {
                step = step.min(self.dual[at] / 2);
            }
            if self.nearest[at] != 0 {
                let slack = self.slack(self.edges[self.nearest[at]][at]);
                match self.mark[at] {
                    Mark::Free => step = step.min(slack),
                    Mark::Outer => step = step.min(slack / 2),
                    Mark::Inner => {}
                }
            }
        }
        let is_outer = |&vertex: &usize| self.mark[self.top[vertex]] == Mark::Outer;
        let mut outer = (1..=self.vertices).filter(is_outer);
        if outer.any(|vertex| self.dual[vertex] <= step) {
            return false;
        }
        for vertex in 1..=self.vertices {
            match self.mark[self.top[vertex]] {
                Mark::Outer => self.dual[vertex] -= step,
                Mark::Inner => self.dual[vertex] += step,
                Mark::Free => {}
            }
        }
        for blossom in self.vertices + 1..=self.used {
            if self.top[blossom] == blossom {
                match self.mark[blossom] {
                    Mark::Outer => self.dual[blossom] += 2 * step,
                    Mark::Inner => self.dual[blossom] -= 2 * step,
                    Mark::Free => {}
                }
            }
        }
        true
    }

    fn follow_new_tight_edges(&mut self) -> bool {
        self.queue.clear();
        for at in 1..=self.used {
            let near = self.nearest[at];
            if self.top[at] != at || near == 0 || self.top[near] == at {
                continue;
            }
            let edge = self.edges[near][at];
            if self.slack(edge) == 0 && self.follow(edge) {
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The weight of the best matching of those from `first` on, by trying all.
    fn tried(weights: &[Vec<i64>], free: &mut Vec<usize>) -> i64 {
        let Some(one) = free.pop() else { return 0 };
        let mut best = tried(weights, free);
        for index in 0..free.len() {
            let other = free.remove(index);
            if weights[one][other] > 0 {
                best = best.max(weights[one][other] + tried(weights, free));
            }
            free.insert(index, other);
        }
        free.push(one);
        best
    }

    fn symmetric(count: usize, numbers: &[i64]) -> Vec<Vec<i64>> {
        let mut weights = vec![vec![0; count]; count];
        let pairs = (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other)));
        for ((one, other), &weight) in pairs.zip(numbers) {
            weights[one][other] = weight;
            weights[other][one] = weight;
        }
        weights
    }

    fn check(weights: &[Vec<i64>]) {
        let count = weights.len();
        let mates = best_pairs(count, |one, other| weights[one][other]);
        let mut sum = 0;
        for (one, mate) in mates.iter().enumerate() {
            if let Some(other) = *mate {
                assert_eq!(mates[other], Some(one), "both know it");
                assert!(weights[one][other] > 0, "there is such an edge");
                sum += weights[one][other];
            }
        }
        assert_eq!(sum / 2, tried(weights, &mut (0..count).collect()));
    }

    proptest! {
        #[test]
        fn no_matching_weighs_more(count in 0usize..9, numbers in prop::collection::vec(-3i64..12, 36)) {
            check(&symmetric(count, &numbers));
        }

        #[test]
        fn nor_where_weights_are_large_and_much_alike(
            count in 2usize..9, numbers in prop::collection::vec((1i64 << 55)..(1 << 55) + 4, 36)
        ) {
            check(&symmetric(count, &numbers));
        }

        #[test]
        fn nor_where_many_edges_are_missing(count in 6usize..11, numbers in prop::collection::vec(-9i64..5, 45)) {
            check(&symmetric(count, &numbers));
        }
    }

    #[test]
    fn hundreds_are_matched_to_the_last() {
        let weight = |one: usize, other: usize| 1_000_000 - (one.abs_diff(other) as i64 - 7).pow(2);
        let mates = best_pairs(200, weight);
        assert!(mates.iter().all(Option::is_some));
    }
}
