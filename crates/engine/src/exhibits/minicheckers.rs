//! Mini-Checkers: the report's three strengths.

use super::Exhibit;
use crate::players::{Decision, Player, Strength};
use crate::{EngineError, EngineOption, Limits, options};
use longjump_evaluation::minicheckers::{PaperEvaluator, STRENGTHS};
use longjump_games::minicheckers::MiniCheckers;
use longjump_rules::Playthrough;
use longjump_search::Report;
use longjump_search::historic::{Watch, checkers};
use std::time::Duration;

pub(super) fn exhibits() -> Vec<Exhibit<MiniCheckers>> {
    let exhibit = |&(name, weights)| {
        let summary = format!("Mini-Checkers report: {name}, deepening from 6 plies for 14.7 s");
        Exhibit::new(name, summary, move |_: &MiniCheckers| Checkers {
            name,
            evaluator: PaperEvaluator::new(weights),
            milliseconds: 14_700,
        })
    };
    STRENGTHS.iter().map(exhibit).collect()
}

const MILLISECONDS: &str = "milliseconds";

struct Checkers {
    name: &'static str,
    evaluator: PaperEvaluator,
    milliseconds: u64,
}

impl Player<MiniCheckers> for Checkers {
    fn options(&self) -> Vec<EngineOption> {
        vec![EngineOption::number(
            MILLISECONDS,
            1,
            60_000,
            self.milliseconds,
        )]
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let options = Player::<MiniCheckers>::options(self);
        self.milliseconds = options::find(self.name, &options, name)?.read_number(value)?;
        Ok(())
    }

    fn choose(
        &mut self,
        play: &Playthrough<MiniCheckers>,
        strength: &Strength<'_>,
        _: &mut dyn FnMut(&Report),
    ) -> Option<Decision> {
        let own = Duration::from_millis(self.milliseconds);
        let limits = Limits {
            end: Some(strength.limits.end.map_or(own, |end| end.min(own))),
            ..strength.limits
        };
        let mut watch = Watch::new(&limits, strength.control, strength.clock);
        let found = checkers(play.position(), &self.evaluator, limits.depth, &mut watch)?;
        Some(Decision {
            mv: found.mv,
            score: None,
            depth: found.depth,
            nodes: watch.nodes(),
        })
    }
}
