//! Mini-Checkers: the report's three strengths.

use super::exhibit::{Exhibit, within};
use crate::players::{Decision, Player, Request};
use crate::{EngineError, EngineOption, OptionKind, options};
use longjump_evaluation::minicheckers::{PaperEvaluator, PaperWeights, STRENGTHS};
use longjump_games::minicheckers::MiniCheckers;
use longjump_historic::checkers;
use longjump_rules::Playthrough;
use longjump_search::SearchInfo;
use longjump_search::Watch;

pub(super) fn exhibits() -> Vec<Exhibit<MiniCheckers>> {
    let exhibit = |&(name, weights)| {
        let summary = format!("Mini-Checkers report: {name}, deepening from 6 plies for 14.7 s");
        Exhibit::new(name, summary, move |_: &MiniCheckers| Checkers {
            name,
            weights,
            milliseconds: 14_700,
        })
    };
    STRENGTHS.iter().map(exhibit).collect()
}

const MILLISECONDS: &str = "milliseconds";
const WEIGHTS: &str = "weights";

/// Six numbers with semicolons between them, as specs have commas elsewhere.
fn write(weights: &PaperWeights) -> String {
    weights.map(|weight| format!("{weight:.4}")).join(";")
}

fn read(text: &str) -> Option<PaperWeights> {
    let numbers: Result<Vec<f64>, _> = text.split(';').map(str::parse).collect();
    numbers.ok()?.try_into().ok()
}

struct Checkers {
    name: &'static str,
    weights: PaperWeights,
    milliseconds: u64,
}

impl Player<MiniCheckers> for Checkers {
    fn options(&self) -> Vec<EngineOption> {
        vec![
            EngineOption::number(MILLISECONDS, 1, 60_000, self.milliseconds),
            EngineOption {
                name: WEIGHTS,
                kind: OptionKind::Text,
                default: write(&self.weights),
            },
        ]
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let options = Player::<MiniCheckers>::options(self);
        let option = options::find(self.name, &options, name)?;
        if option.name == MILLISECONDS {
            self.milliseconds = option.read_number(value)?;
        } else {
            self.weights = read(value).ok_or_else(|| EngineError::BadValue {
                option: WEIGHTS.to_owned(),
                value: value.to_owned(),
                expected: format!("six numbers such as {}", option.default),
            })?;
        }
        Ok(())
    }

    fn choose(
        &mut self,
        play: &Playthrough<MiniCheckers>,
        request: &Request<'_>,
        _: &mut dyn FnMut(&SearchInfo),
    ) -> Option<Decision> {
        let limits = within(request, self.milliseconds);
        let mut watch = Watch::new(&limits, request.control, request.clock);
        let evaluator = PaperEvaluator::new(self.weights);
        let found = checkers(play.position(), &evaluator, limits.depth, &mut watch)?;
        Some(Decision {
            mv: found.mv,
            score: None,
            depth: found.depth,
            nodes: watch.nodes(),
        })
    }
}
