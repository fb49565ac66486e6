//! Corners: the paper's minimax with and without pruning.

use super::exhibit::{Exhibit, watch};
use crate::players::{Decision, Player, Request};
use crate::{EngineError, EngineOption, options};
use longjump_evaluation::corners::PaperEvaluator;
use longjump_games::corners::Corners;
use longjump_historic::corners_minimax;
use longjump_rules::{Playthrough, Position};
use longjump_search::SearchInfo;

pub(super) fn exhibits() -> Vec<Exhibit<Corners>> {
    let exhibit = |name, prunes, summary| {
        Exhibit::new(name, summary, move |_: &Corners| Minimax {
            name,
            prunes,
            depth: 5,
        })
    };
    vec![
        exhibit("minimax", false, "corners paper: minimax to a fixed depth"),
        exhibit(
            "alphabeta",
            true,
            "corners paper: the same with alpha-beta pruning",
        ),
    ]
}

struct Minimax {
    name: &'static str,
    prunes: bool,
    depth: u32,
}

impl Player<Corners> for Minimax {
    fn options(&self) -> Vec<EngineOption> {
        vec![EngineOption::number("depth", 1, 20, self.depth.into())]
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let options = Player::<Corners>::options(self);
        self.depth = options::find(self.name, &options, name)?.read_number(value)? as u32;
        Ok(())
    }

    fn choose(
        &mut self,
        play: &Playthrough<Corners>,
        request: &Request<'_>,
        _: &mut dyn FnMut(&SearchInfo),
    ) -> Option<Decision> {
        let mut watch = watch(request);
        let evaluator = PaperEvaluator::new(play.position().turn());
        let depth = request
            .limits
            .depth
            .map_or(self.depth, |most| most.min(self.depth));
        let found = corners_minimax(play.position(), &evaluator, depth, self.prunes, &mut watch);
        Some(Decision {
            mv: found.mv?,
            score: None,
            depth,
            nodes: watch.nodes(),
        })
    }
}
