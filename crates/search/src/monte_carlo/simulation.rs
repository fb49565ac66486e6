//! One simulation: down the tree, on for a few plies, and back up.

use super::memory::Memory;
use super::reward::{reward, score};
use super::task::Task;
use super::tree::ROOT;
use crate::places::{score_if_drawn, score_of_place};
use crate::services::sorting::most_promising_first;
use crate::services::watch::Watch;
use crate::{Line, Problem, SeatEvaluator, play_followed};
use longjump_rules::{Move, MoveList, PerSeat, Position, Seat};

/// What each seat gets, from 0 to 1.
type Rewards = PerSeat<f32>;

/// A search under way.
pub(super) struct Simulator<'a, P: Position, E: SeatEvaluator<P>> {
    problem: &'a Problem<P>,
    task: &'a Task<'a, E>,
    memory: &'a mut Memory,
    watch: Watch<'a>,
    random: fastrand::Rng,
    sums: E::Sums,
    moves: MoveList,
    /// Moves with what they gain, while a node is given its children.
    candidates: Vec<(Move, f32)>,
    /// The nodes of a simulation, each with the seat to move there.
    path: Vec<(usize, Seat)>,
    /// The longest path so far.
    reached: usize,
    /// Whether there was no room for more of the tree.
    is_full: bool,
}

impl<'a, P: Position, E: SeatEvaluator<P>> Simulator<'a, P, E> {
    pub(super) fn new(
        problem: &'a Problem<P>,
        task: &'a Task<'a, E>,
        memory: &'a mut Memory,
    ) -> Self {
        memory.tree.clear();
        memory.history.clear();
        let mut simulator = Self {
            problem,
            task,
            memory,
            watch: Watch::new(task.limits, task.control, task.clock),
            random: fastrand::Rng::with_seed(task.seed),
            sums: task.evaluator.fresh(&problem.position),
            moves: MoveList::new(),
            candidates: Vec::new(),
            path: Vec::new(),
            reached: 0,
            is_full: false,
        };
        let sums = simulator.sums;
        simulator.expand(ROOT, &problem.position, &sums);
        simulator
    }

    pub(super) fn is_over(&self) -> bool {
        self.watch.is_over()
    }

    /// Whether there is any move.
    pub(super) fn has_choice(&self) -> bool {
        !self.memory.tree.children(ROOT).is_empty()
    }

    pub(super) fn nodes(&self) -> u64 {
        self.watch.nodes()
    }

    pub(super) fn reached(&self) -> u32 {
        self.reached as u32
    }

    pub(super) fn is_full(&self) -> bool {
        self.is_full
    }

    pub(super) fn use_in_thousandths(&self) -> u32 {
        self.memory.tree.use_in_thousandths()
    }

    /// The length of the line expected.
    pub(super) fn depth(&self) -> u32 {
        let tree = &self.memory.tree;
        let best = tree.by_visits(ROOT).first().copied();
        best.map_or(0, |child| tree.line(child).len() as u32)
    }

    /// The best lines that were tried, as many as there are and are wanted; the most
    /// promising move, if none was.
    pub(super) fn lines(&self, wanted: usize) -> Vec<Line> {
        let tree = &self.memory.tree;
        let best = tree.by_visits(ROOT).into_iter().take(wanted.max(1));
        let lines = best.enumerate().map_while(|(rank, child)| {
            let is_tried = tree.node(child).visits > 0;
            let mean = if is_tried { tree.node(child).mean } else { 0.5 };
            (is_tried || rank == 0).then(|| Line {
                moves: tree.line(child),
                score: score(mean, self.task.parameters.half),
            })
        });
        lines.collect()
    }

    /// One simulation.
    pub(super) fn simulate(&mut self) {
        let mut position = self.problem.position.clone();
        let mut sums = self.sums;
        let mut number = ROOT;
        self.path.clear();
        self.path.push((ROOT, position.turn()));
        let mut is_drawn = false;
        while position.standings().is_none()
            && !is_drawn
            && self.has_children(number, &position, &sums)
        {
            let seat = position.turn();
            let Memory { tree, history } = &*self.memory;
            number = tree.select(number, seat, history, self.task.parameters);
            let mv = tree.node(number).mv;
            self.play(&mut position, &mut sums, mv);
            is_drawn = self.path.len() == 1 && self.is_drawn(position.key());
            self.path.push((number, position.turn()));
        }
        self.reached = self.reached.max(self.path.len() - 1);
        let rewards = if is_drawn {
            let half = self.task.parameters.half;
            let drawn = |seat| reward(score_if_drawn(&position, seat, 0), half);
            PerSeat::from_fn(position.seats(), drawn)
        } else {
            self.play_on(&mut position, &mut sums);
            self.rewards(&position, &sums)
        };
        self.learn(&rewards);
    }

    /// Whether a node has children, or gets them now as it is come to again.
    fn has_children(&mut self, number: usize, position: &P, sums: &E::Sums) -> bool {
        if self.memory.tree.children(number).is_empty() && self.memory.tree.node(number).visits > 0
        {
            self.expand(number, position, sums);
        }
        !self.memory.tree.children(number).is_empty()
    }

    /// Puts the most promising moves of a position into the tree.
    fn expand(&mut self, number: usize, position: &P, sums: &E::Sums) {
        let parameters = self.task.parameters;
        self.moves.clear();
        position.legal_moves(&mut self.moves);
        let gain = self.task.evaluator.gains(position);
        let candidates = self.moves.iter().map(|&mv| (mv, gain(mv) as f32));
        self.candidates.clear();
        self.candidates.extend(candidates);
        most_promising_first(&mut self.candidates);
        // The root has all that may be chosen from: people may ask about any.
        let only = self.task.only;
        if number != ROOT {
            self.candidates.truncate(parameters.width.max(1) as usize);
        } else if !only.is_empty() {
            self.candidates.retain(|(mv, _)| only.contains(mv));
        }
        if self.memory.tree.is_full_for(self.candidates.len()) {
            self.is_full = true;
            return;
        }
        let sharpness = self.put_promises(position, sums);
        let values = self.candidates.iter().map(|(_, value)| *value);
        let most = values.fold(f32::NEG_INFINITY, f32::max);
        let mut sum = 0.0;
        for (_, prior) in &mut self.candidates {
            *prior = ((*prior - most) / sharpness).exp();
            sum += *prior;
        }
        self.candidates
            .iter_mut()
            .for_each(|(_, prior)| *prior /= sum);
        self.memory.tree.expand(number, &self.candidates);
    }

    /// Puts what the evaluation promises of the candidates in the place of what they gain, if it
    /// does; by how much one has to have less of it to seem a third as likely.
    fn put_promises(&mut self, position: &P, sums: &E::Sums) -> f32 {
        let parameters = self.task.parameters;
        let mut sharpness = parameters.sharpness;
        if parameters.promise_sharpness > 0 {
            for (mv, value) in &mut self.candidates {
                if let Some(promise) = self.task.evaluator.promise(position, sums, *mv) {
                    *value = promise as f32;
                    sharpness = parameters.promise_sharpness;
                }
            }
        }
        sharpness.max(1) as f32
    }

    fn play(&mut self, position: &mut P, sums: &mut E::Sums, mv: Move) {
        self.watch.count();
        play_followed(position, mv, self.task.evaluator, sums);
    }

    /// Whether the game is drawn once this position stands on the board.
    fn is_drawn(&self, key: u64) -> bool {
        let before = self
            .problem
            .earlier
            .iter()
            .filter(|&&earlier| earlier == key);
        let limit = self.problem.repetition_limit;
        limit.is_some_and(|limit| before.count() + 1 >= limit)
    }

    /// Plays a few plies: the move that gains most, and now and then any.
    fn play_on(&mut self, position: &mut P, sums: &mut E::Sums) {
        for _ in 0..self.task.parameters.playout {
            if position.standings().is_some() {
                return;
            }
            self.moves.clear();
            position.legal_moves(&mut self.moves);
            let is_any = self.random.i32(..100) < self.task.parameters.epsilon;
            let mv = if is_any && !self.moves.is_empty() {
                // Not drawn as an index, which is another number where those have 32 bits.
                let index = self.random.u64(..self.moves.len() as u64) as usize;
                self.moves.get(index).copied()
            } else {
                let gain = self.task.evaluator.gains(position);
                self.moves.iter().copied().max_by_key(|&mv| gain(mv))
            };
            self.play(position, sums, mv.unwrap_or(Move::PASS));
        }
    }

    /// What a position is worth to each seat: its place, or what the evaluation says.
    fn rewards(&self, position: &P, sums: &E::Sums) -> Rewards {
        let half = self.task.parameters.half;
        let values = self.task.evaluator.values(position, sums);
        PerSeat::from_fn(position.seats(), |seat| {
            let place = score_of_place(position, seat, 0);
            reward(place.unwrap_or(values[seat]), half)
        })
    }

    /// Credits every move of the path with what it brought who played it.
    fn learn(&mut self, rewards: &Rewards) {
        let Memory { tree, history } = &mut *self.memory;
        let mut mover = None;
        for &(number, seat) in &self.path {
            let reward = mover.map_or(0.0, |mover: Seat| rewards[mover]);
            tree.learn(number, reward, rewards[seat]);
            if let Some(mover) = mover {
                history.learn(mover, tree.node(number).mv, reward);
            }
            mover = Some(seat);
        }
    }
}
