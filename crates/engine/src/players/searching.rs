//! The player that searches.

use super::player::{Decision, Player, Request};
use super::settings::{Changed, SearchSettings};
use super::weighed::Weighed;
use crate::{EngineError, EngineOption, Limits, Score, SearchParameters, book};
use longjump_evaluation::WeightsError;
use longjump_rules::{Game, Move, Playthrough};
use longjump_search::two_sided::{Memory, search};
use longjump_search::{
    Certainty, Evaluator, Problem, SearchInfo, Solved, Solver, SolverTask, Task,
};

/// Searches with an evaluation.
pub(crate) struct Searching<G: Game, E> {
    weighed: Weighed<G, E>,
    settings: SearchSettings,
    /// Made when first needed: it is large.
    memory: Option<Memory>,
    /// How to solve games that are small enough for it. A function, not a switch: so solving
    /// is compiled for such games only.
    solve: Option<Solve<G::Position, E>>,
    /// Made when first needed.
    solver: Option<Solver>,
}

type Solve<P, E> = fn(&mut Solver, &P, &SolverTask<'_, E>) -> Solved;

/// The size of a solver's table in MiB.
const SOLVER_MEBIBYTES: usize = 64;
/// How many positions are enough to choose among moves that are equally good
/// with best play: the one that is hardest to answer.
const NODES_WHEN_SOLVED: u64 = 50_000;

fn new_solver() -> Solver {
    Solver::new(SOLVER_MEBIBYTES)
}

impl<G: Game, E: Evaluator<G::Position>> Searching<G, E> {
    pub(crate) fn new(
        game: G,
        parameters: SearchParameters,
        weights: &'static str,
        make: impl Fn(&G, &str) -> Result<E, WeightsError> + Send + Sync + 'static,
    ) -> Self {
        Self {
            settings: SearchSettings::new((game.kind(), game.seats()), parameters),
            weighed: Weighed::new(game, weights, Box::new(make)),
            memory: None,
            solve: None,
            solver: None,
        }
    }

    /// The same for a game that is small enough to be solved: at full strength
    /// it first tries to, and then only plays moves that keep what it has.
    pub(crate) fn solving(self) -> Self {
        Self {
            solve: Some(Solver::solve),
            ..self
        }
    }

    /// A move that needs no search, its score and the depth that it is worth: one of the
    /// book, or the next of a win that is certain.
    fn known_move(&self, position: &G::Position) -> Option<(Move, Score, u32)> {
        if self.settings.book
            && let Some(book) = book::standard(&self.weighed.game)
            && let Some(&(mv, score)) = book.moves(position).first()
        {
            return Some((mv, score, 1));
        }
        let certainty = self.weighed.evaluator.certainty(position)?;
        let Certainty { verdict, mv } = certainty;
        Some((mv?, verdict.score(0), verdict.plies().into()))
    }

    /// Decides without a search if it can. A level, or who wants several lines, searches.
    fn decide_at_once(
        &self,
        play: &Playthrough<G>,
        request: &Request<'_>,
        sink: &mut dyn FnMut(&SearchInfo),
    ) -> Option<Decision> {
        if !self.settings.skill.is_full() || self.settings.lines > 1 {
            return None;
        }
        let known = self.known_move(play.position());
        let (mv, score, depth) = known.filter(|&(mv, ..)| request.allows(mv))?;
        sink(&SearchInfo {
            depth,
            reached: depth,
            rank: 1,
            score,
            line: vec![mv],
            nodes: 1,
            time: request.clock.elapsed(),
            table_use: 0,
        });
        Some(Decision {
            mv,
            score: Some(score),
            depth,
            nodes: 1,
        })
    }

    /// Of the moves it may choose from those that keep the most, as far as half of the
    /// effort tells; none if it doesn't.
    fn sound_moves(&mut self, play: &Playthrough<G>, request: &Request<'_>) -> Vec<Move> {
        let limits = request.limits;
        // The other half is left for choosing among them. Who asks for a depth
        // wants a search and nothing else.
        let limits = Limits {
            nodes: limits.nodes.map(|nodes| nodes / 2),
            end: limits.aim.or(limits.end).map(|end| end / 2),
            ..Limits::default()
        };
        let Some(solve) = self.solve else {
            return Vec::new();
        };
        if !self.settings.skill.is_full() || limits == Limits::default() {
            return Vec::new();
        }
        let solver = self.solver.get_or_insert_with(new_solver);
        let task = SolverTask {
            evaluator: &self.weighed.evaluator,
            limits: &limits,
            control: request.control,
            clock: request.clock,
        };
        let solved = solve(solver, play.position(), &task);
        let mut moves = solved.moves.unwrap_or_default();
        moves.retain(|&(mv, _)| request.allows(mv));
        let best = moves.iter().map(|&(_, value)| value).max();
        let sound = moves.iter().filter(|&&(_, value)| Some(value) == best);
        sound.map(|&(mv, _)| mv).collect()
    }
}

impl<G: Game, E: Evaluator<G::Position>> Player<G> for Searching<G, E> {
    fn options(&self) -> Vec<EngineOption> {
        self.settings.options(book::is_there(&self.weighed.game))
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let has_book = book::is_there(&self.weighed.game);
        match self.settings.set(name, value, has_book)? {
            Changed::Nothing => return Ok(()),
            Changed::Search => {}
            Changed::Weights => self.weighed.load(value)?,
        }
        self.memory = None;
        Ok(())
    }

    fn prepare(&mut self) {
        self.memory.get_or_insert_with(|| self.settings.memory());
        if self.solve.is_some() && self.settings.skill.is_full() {
            self.solver.get_or_insert_with(new_solver);
        }
    }

    fn weights(&self) -> Option<&str> {
        self.weighed.weights()
    }

    fn evaluate(&self, position: &G::Position) -> Option<Score> {
        let evaluator = &self.weighed.evaluator;
        let is_open = evaluator.verdict(position).is_none();
        let sums = evaluator.fresh(position);
        is_open.then(|| evaluator.evaluate(position, &sums))
    }

    fn new_game(&mut self) {
        if let Some(memory) = &mut self.memory {
            memory.clear();
        }
        if let Some(solver) = &mut self.solver {
            solver.clear();
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
        if let Some(decision) = self.decide_at_once(play, request, sink) {
            return Some(decision);
        }
        let sight = self.settings.skill.sight(self.settings.seed);
        let mut only = self.sound_moves(play, request);
        let mut limits = sight.limits(request.limits);
        if only.is_empty() {
            only = sight.noticed(play, request.only, self.settings.seed);
        } else {
            let most = limits.nodes.unwrap_or(u64::MAX);
            limits.nodes = Some(most.min(NODES_WHEN_SOLVED));
        }
        let memory = self.memory.get_or_insert_with(|| self.settings.memory());
        if !self.settings.skill.is_full() {
            // What it remembers of earlier moves would depend on which it was asked for.
            memory.clear();
        }
        let task = Task {
            evaluator: &self.weighed.evaluator,
            parameters: &self.settings.parameters,
            limits: &limits,
            lines: self.settings.lines,
            only: &only,
            control: request.control,
            clock: request.clock,
        };
        let answer = search(&Problem::of(play), &task, memory, sink);
        let best = answer.lines.first()?;
        Some(Decision {
            mv: *best.moves.first()?,
            score: Some(best.score),
            depth: answer.depth,
            nodes: answer.nodes,
        })
    }
}
