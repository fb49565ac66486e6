//! The players for any number of seats.

use super::level::{self, Skill, seed_here};
use super::player::{Decision, MOST_MEBIBYTES, Player, Request, seed_option};
use super::weighed::{Weighed, weights_option};
use crate::{EngineError, EngineOption, Score, SearchParameters, options};
use longjump_evaluation::WeightsError;
use longjump_rules::{Game, Playthrough, Position, Seat};
use longjump_search::many_sided::{self, BestReply, BestReplyOrdered, Memory, Paranoid};
use longjump_search::monte_carlo::{self, MonteCarloParameters};
use longjump_search::{Answer, Task};
use longjump_search::{Problem, SearchInfo, SeatEvaluator};

/// A way to search with any number of seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Algorithm {
    Paranoid,
    MaxN,
    BestReply,
    BestReplyOrdered,
    MonteCarlo,
}

impl Algorithm {
    pub(crate) const ALL: [Self; 5] = [
        Self::Paranoid,
        Self::MaxN,
        Self::BestReply,
        Self::BestReplyOrdered,
        Self::MonteCarlo,
    ];

    /// Its name in specs.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Paranoid => "paranoid",
            Self::MaxN => "maxn",
            Self::BestReply => "brs",
            Self::BestReplyOrdered => "brs+",
            Self::MonteCarlo => "mcts",
        }
    }

    /// One line on what it is.
    pub(crate) fn summary(self) -> &'static str {
        match self {
            Self::Paranoid => "for 2 to 6 seats: takes all others to be in league",
            Self::MaxN => "for 2 to 6 seats: max^n, everybody plays for itself",
            Self::BestReply => {
                "for 2 to 6 seats: best-reply search, all but one of the others pass"
            }
            Self::BestReplyOrdered => {
                "for 2 to 6 seats: best-reply search, all but one play the likeliest move"
            }
            Self::MonteCarlo => "for 2 to 6 seats: Monte-Carlo tree search",
        }
    }

    /// The algorithm of this name.
    pub(crate) fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }

    /// The steps of a search that can be switched.
    fn switches(self) -> &'static [&'static str] {
        match self {
            Self::MaxN => &["history", "continuation", "late_move_pruning", "repetition"],
            Self::MonteCarlo => &[],
            _ => &[
                "aspiration",
                "history",
                "continuation",
                "reverse_futility",
                "late_move_pruning",
                "late_move_reductions",
                "repetition",
            ],
        }
    }

    /// The numbers that can be tuned.
    fn numbers(self) -> &'static [&'static str] {
        match self {
            Self::MaxN => &["late_moves", "late_moves_depth", "gain_weight"],
            Self::MonteCarlo => &[],
            _ => &[
                "aspiration_width",
                "reverse_futility_margin",
                "reverse_futility_depth",
                "late_moves",
                "late_moves_depth",
                "reduction",
                "reduction_divisor",
                "gain_weight",
            ],
        }
    }
}

/// Looks for moves within a window of scores.
type WindowSearch<P, E> =
    fn(&Problem<P>, &Task<'_, E>, &mut Memory, &mut dyn FnMut(&SearchInfo)) -> Answer;
/// Grows a tree of moves.
type TreeSearch<P, E> = fn(
    &Problem<P>,
    &monte_carlo::Task<'_, E>,
    &mut monte_carlo::Memory,
    &mut dyn FnMut(&SearchInfo),
) -> Answer;

/// What an algorithm does with an evaluation. Each is a program of its own for each evaluation,
/// so only those are made that are asked for.
pub(crate) enum Way<P, E> {
    Window(WindowSearch<P, E>),
    Tree(TreeSearch<P, E>),
}

impl<P: Position, E: SeatEvaluator<P>> Way<P, E> {
    /// That of any algorithm.
    pub(crate) fn of(algorithm: Algorithm) -> Self {
        match algorithm {
            Algorithm::Paranoid => Self::Window(many_sided::search::<Paranoid, _, _>),
            Algorithm::MaxN => Self::Window(max_n),
            Algorithm::BestReply => Self::Window(many_sided::search::<BestReply, _, _>),
            Algorithm::BestReplyOrdered => {
                Self::Window(many_sided::search::<BestReplyOrdered, _, _>)
            }
            Algorithm::MonteCarlo => Self::Tree(monte_carlo::search),
        }
    }
}

/// Of two, each playing for itself is each playing against the other.
fn max_n<P: Position, E: SeatEvaluator<P>>(
    problem: &Problem<P>,
    task: &Task<'_, E>,
    memory: &mut Memory,
    sink: &mut dyn FnMut(&SearchInfo),
) -> Answer {
    if still_playing(&problem.position) > 2 {
        many_sided::max_n(problem, task, memory, sink)
    } else {
        many_sided::search::<Paranoid, _, _>(problem, task, memory, sink)
    }
}

/// Searches with an evaluation of each seat.
pub(crate) struct Many<G: Game, E> {
    algorithm: Algorithm,
    way: Way<G::Position, E>,
    weighed: Weighed<G, E>,
    parameters: SearchParameters,
    mebibytes: usize,
    /// Made when first needed: it is large.
    memory: Option<Memory>,
    growth: MonteCarloParameters,
    /// Made when first needed.
    tree: Option<monte_carlo::Memory>,
    lines: usize,
    skill: Skill,
    seed: u64,
    /// For searches at full strength, which may differ when asked again.
    random: fastrand::Rng,
}

impl<G: Game, E: SeatEvaluator<G::Position>> Many<G, E> {
    pub(crate) fn new(
        game: G,
        (algorithm, way): (Algorithm, Way<G::Position, E>),
        parameters: SearchParameters,
        weights: &'static str,
        make: impl Fn(&G, &str) -> Result<E, WeightsError> + Send + Sync + 'static,
    ) -> Self {
        let skill = Skill::full((G::NAME, game.seats()));
        Self {
            algorithm,
            way,
            weighed: Weighed::new(game, weights, Box::new(make)),
            parameters,
            mebibytes: 16,
            memory: None,
            growth: MonteCarloParameters::default(),
            tree: None,
            lines: 1,
            skill,
            seed: 1,
            random: fastrand::Rng::with_seed(1),
        }
    }

    /// That of a level is the same everywhere.
    fn table_mebibytes(&self) -> usize {
        match self.skill.is_full() {
            true => self.mebibytes,
            false => level::MEBIBYTES,
        }
    }

    fn search(
        &mut self,
        play: &Playthrough<G>,
        request: &Request<'_>,
        sink: &mut dyn FnMut(&SearchInfo),
    ) -> Answer {
        let problem = &Problem::of(play);
        let sight = self.skill.sight(self.seed);
        let limits = sight.limits(request.limits);
        let only = &sight.noticed(play, request.only, self.seed);
        let search = match self.way {
            Way::Window(search) => search,
            Way::Tree(search) => {
                let seed = match self.skill.is_full() {
                    true => self.random.u64(..),
                    false => seed_here(play, self.seed),
                };
                let task = monte_carlo::Task {
                    evaluator: &self.weighed.evaluator,
                    parameters: &self.growth,
                    limits: &limits,
                    lines: self.lines,
                    only,
                    seed,
                    control: request.control,
                    clock: request.clock,
                };
                let mebibytes = self.table_mebibytes();
                let tree = self
                    .tree
                    .get_or_insert_with(|| monte_carlo::Memory::new(mebibytes));
                return search(problem, &task, tree, sink);
            }
        };
        let task = Task {
            evaluator: &self.weighed.evaluator,
            parameters: &self.parameters,
            limits: &limits,
            lines: self.lines,
            only,
            control: request.control,
            clock: request.clock,
        };
        let mebibytes = self.table_mebibytes();
        let memory = self.memory.get_or_insert_with(|| Memory::new(mebibytes));
        if !self.skill.is_full() {
            // What it remembers of earlier moves would depend on which it was asked for.
            memory.clear();
        }
        search(problem, &task, memory, sink)
    }
}

fn still_playing<P: Position>(position: &P) -> usize {
    let seats = Seat::first(position.seats());
    seats.filter(|&seat| position.place(seat).is_none()).count()
}

impl<G: Game, E: SeatEvaluator<G::Position>> Player<G> for Many<G, E> {
    fn options(&self) -> Vec<EngineOption> {
        let mut options = vec![
            EngineOption::number("hash", 1, MOST_MEBIBYTES, 16),
            EngineOption::number("multipv", 1, 500, 1),
            seed_option(),
            weights_option(),
        ];
        options.extend(Skill::options());
        if self.algorithm == Algorithm::MonteCarlo {
            let mut growth = self.growth.clone();
            for name in MonteCarloParameters::numbers() {
                let value = growth.number(name).map_or(0, |number| *number);
                options.push(EngineOption::number(name, 0, 10_000, value as u64));
            }
        }
        let mut parameters = self.parameters.clone();
        for &name in self.algorithm.switches() {
            let is_on = parameters.switch(name).is_some_and(|switch| *switch);
            options.push(EngineOption::switch(name, is_on));
        }
        for &name in self.algorithm.numbers() {
            let value = parameters.number(name).map_or(0, |number| *number);
            options.push(EngineOption::number(name, 0, 10_000, value as u64));
        }
        options
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let options = Player::<G>::options(self);
        let option = options::find(self.algorithm.name(), &options, name)?;
        match option.name {
            "hash" => {
                let mebibytes = option.read_number(value)? as usize;
                self.mebibytes = options::table_size(mebibytes)?;
            }
            "multipv" => self.lines = option.read_number(value)? as usize,
            "seed" => {
                self.seed = option.read_number(value)?;
                self.random = fastrand::Rng::with_seed(self.seed);
                // What is remembered holds whatever the chances.
                return Ok(());
            }
            "weights" => self.weighed.load(value)?,
            _ if self.skill.set(option, value)? => {}
            name => {
                if self.algorithm == Algorithm::MonteCarlo
                    && let Some(number) = self.growth.number(name)
                {
                    *number = option.read_number(value)? as i32;
                } else if let Some(switch) = self.parameters.switch(name) {
                    *switch = option.read_switch(value)?;
                } else if let Some(number) = self.parameters.number(name) {
                    *number = option.read_number(value)? as i32;
                }
            }
        }
        // Whatever has changed: what is remembered may not hold any more.
        self.memory = None;
        self.tree = None;
        Ok(())
    }

    fn prepare(&mut self) {
        let mebibytes = self.table_mebibytes();
        if self.algorithm == Algorithm::MonteCarlo {
            self.tree
                .get_or_insert_with(|| monte_carlo::Memory::new(mebibytes));
        } else {
            self.memory.get_or_insert_with(|| Memory::new(mebibytes));
        }
    }

    fn weights(&self) -> Option<&str> {
        self.weighed.weights()
    }

    fn evaluate(&self, position: &G::Position) -> Option<Score> {
        let evaluator = &self.weighed.evaluator;
        Some(evaluator.evaluate(position, &evaluator.fresh(position)))
    }

    fn new_game(&mut self) {
        if let Some(memory) = &mut self.memory {
            memory.clear();
        }
    }

    fn keeps_to_given_moves(&self) -> bool {
        true
    }

    fn choose(
        &mut self,
        play: &Playthrough<G>,
        request: &Request<'_>,
        sink: &mut dyn FnMut(&SearchInfo),
    ) -> Option<Decision> {
        let answer = self.search(play, request, sink);
        let best = answer.lines.first()?;
        Some(Decision {
            mv: *best.moves.first()?,
            score: Some(best.score),
            depth: answer.depth,
            nodes: answer.nodes,
        })
    }
}
