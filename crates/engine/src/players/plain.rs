//! Players without a modern search: opponents to measure against.

use super::player::{Decision, Player, Request, seed_option, set_number};
use crate::{EngineError, EngineOption};
use longjump_evaluation::generic::Rows;
use longjump_historic::{Ordering, PlainTask, alpha_beta};
use longjump_rules::{Game, Playthrough};
use longjump_search::Watch;
use longjump_search::{Evaluator, SearchInfo};

/// The names of these players in specs.
pub(crate) const PLAIN: &str = "plain";
pub(crate) const GREEDY: &str = "greedy";
pub(crate) const RANDOM: &str = "random";

/// Plays any legal move.
pub(crate) struct Random(fastrand::Rng);

impl Random {
    pub(crate) fn new() -> Self {
        Self(fastrand::Rng::with_seed(1))
    }
}

impl<G: Game> Player<G> for Random {
    fn options(&self) -> Vec<EngineOption> {
        vec![seed_option()]
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let seed = set_number(RANDOM, &seed_option(), name, value)?;
        self.0 = fastrand::Rng::with_seed(seed);
        Ok(())
    }

    fn keeps_to_given_moves(&self) -> bool {
        true
    }

    fn choose(
        &mut self,
        play: &Playthrough<G>,
        request: &Request<'_>,
        _: &mut dyn FnMut(&SearchInfo),
    ) -> Option<Decision> {
        let mut moves = play.legal_moves().to_vec();
        moves.retain(|&mv| request.allows(mv));
        self.0.choice(moves).map(Decision::at_once)
    }
}

/// Plays a move that goes as many rows ahead as any; which of them is left to chance.
pub(crate) struct Greedy<G> {
    rows: Rows<G>,
    random: fastrand::Rng,
}

impl<G: Game> Greedy<G> {
    pub(crate) fn new(game: &G) -> Self {
        Self {
            rows: Rows::new(game.clone()),
            random: fastrand::Rng::with_seed(1),
        }
    }
}

impl<G: Game> Player<G> for Greedy<G> {
    fn options(&self) -> Vec<EngineOption> {
        vec![seed_option()]
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let seed = set_number(GREEDY, &seed_option(), name, value)?;
        self.random = fastrand::Rng::with_seed(seed);
        Ok(())
    }

    fn keeps_to_given_moves(&self) -> bool {
        true
    }

    fn choose(
        &mut self,
        play: &Playthrough<G>,
        request: &Request<'_>,
        _: &mut dyn FnMut(&SearchInfo),
    ) -> Option<Decision> {
        let mut moves = play.legal_moves().to_vec();
        moves.retain(|&mv| request.allows(mv));
        let gain = self.rows.gains(play.position());
        let most = moves.iter().map(|&mv| gain(mv)).max()?;
        let best = moves.iter().filter(|&&mv| gain(mv) == most);
        self.random
            .choice(best.collect::<Vec<_>>())
            .map(|&mv| Decision::at_once(mv))
    }
}

/// Plain alpha-beta over row numbers.
pub(crate) struct AlphaBeta<G> {
    rows: Rows<G>,
    depth: u32,
}

impl<G: Game> AlphaBeta<G> {
    pub(crate) fn new(game: &G) -> Self {
        Self {
            rows: Rows::new(game.clone()),
            depth: 4,
        }
    }

    fn depth_option() -> EngineOption {
        EngineOption::number("depth", 1, 20, 4)
    }
}

impl<G: Game> Player<G> for AlphaBeta<G> {
    fn options(&self) -> Vec<EngineOption> {
        vec![Self::depth_option()]
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        self.depth = set_number(PLAIN, &Self::depth_option(), name, value)? as u32;
        Ok(())
    }

    fn choose(
        &mut self,
        play: &Playthrough<G>,
        request: &Request<'_>,
        _: &mut dyn FnMut(&SearchInfo),
    ) -> Option<Decision> {
        let Request {
            limits,
            control,
            clock,
            only: _,
        } = request;
        let depth = limits
            .depth
            .map_or(self.depth, |most| most.clamp(1, self.depth));
        let task = PlainTask {
            depth,
            ordering: Ordering::ByGain,
            quiescence: false,
        };
        let mut watch = Watch::new(limits, control, *clock);
        let found = alpha_beta(play.position(), &self.rows, task, &mut watch);
        Some(Decision {
            mv: found.mv?,
            score: Some(found.score).filter(|_| !watch.is_over()),
            depth,
            nodes: found.nodes,
        })
    }
}
