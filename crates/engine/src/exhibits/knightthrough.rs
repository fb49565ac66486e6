//! KnightThrough: seven generations with five evaluations, and a greedy player
//! with each of them.

use super::exhibit::Exhibit;
use crate::players::{Decision, Player, Request};
use crate::{EngineError, EngineOption, Limits, options};
use longjump_evaluation::knightthrough::{PaperEvaluator, PaperFunction};
use longjump_games::knightthrough::KnightThrough;
use longjump_historic::{Version, knights, share_of_time_left};
use longjump_rules::{Playthrough, Position};
use longjump_search::Watch;
use longjump_search::{Evaluator, SearchInfo};
use std::time::Duration;

pub(super) fn exhibits() -> Vec<Exhibit<KnightThrough>> {
    let mut exhibits = Vec::new();
    for (version, line) in Version::ALL {
        for (function, name) in PaperFunction::ALL {
            let name = format!("v{}+{name}", version as u8);
            let summary = format!("KnightThrough paper: version {}, {line}", version as u8);
            exhibits.push(Exhibit::new(name, summary, move |_: &KnightThrough| {
                Knights {
                    version,
                    evaluator: PaperEvaluator(function),
                    milliseconds: 15 * 60_000,
                    spent: Duration::ZERO,
                }
            }));
        }
    }
    for (function, name) in PaperFunction::ALL {
        let summary = "KnightThrough paper: the best evaluation after one move";
        let make = move |_: &KnightThrough| GreedyKnights(PaperEvaluator(function));
        exhibits.push(Exhibit::new(format!("greedy+{name}"), summary, make));
    }
    exhibits
}

const NAME: &str = "v1 to v7";
const MILLISECONDS: &str = "milliseconds";

struct Knights {
    version: Version,
    evaluator: PaperEvaluator,
    /// For a whole game.
    milliseconds: u64,
    spent: Duration,
}

impl Knights {
    /// The time for the turn of this number: a share of what is left.
    fn time_for(&self, turn: usize) -> Duration {
        let left = Duration::from_millis(self.milliseconds).saturating_sub(self.spent);
        left.mul_f64(share_of_time_left(turn) / 100.0)
    }
}

impl Player<KnightThrough> for Knights {
    fn options(&self) -> Vec<EngineOption> {
        vec![EngineOption::number(
            MILLISECONDS,
            10,
            24 * 3_600_000,
            self.milliseconds,
        )]
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let options = Player::<KnightThrough>::options(self);
        self.milliseconds = options::find(NAME, &options, name)?.read_number(value)?;
        Ok(())
    }

    fn new_game(&mut self) {
        self.spent = Duration::ZERO;
    }

    fn choose(
        &mut self,
        play: &Playthrough<KnightThrough>,
        request: &Request<'_>,
        _: &mut dyn FnMut(&SearchInfo),
    ) -> Option<Decision> {
        let began = request.clock.elapsed();
        let mut limits = request.limits;
        // With a limit from outside, that is the time for this move.
        if limits == Limits::default() {
            limits.end = Some(began + self.time_for(play.played().len() / 2 + 1));
        }
        let mut watch = Watch::new(&limits, request.control, request.clock);
        let position = play.position();
        let found = knights(
            position,
            &self.evaluator,
            self.version,
            limits.depth,
            &mut watch,
        )?;
        self.spent += request.clock.elapsed().saturating_sub(began);
        Some(Decision {
            mv: found.mv,
            score: None,
            depth: found.depth,
            nodes: watch.nodes(),
        })
    }
}

struct GreedyKnights(PaperEvaluator);

impl Player<KnightThrough> for GreedyKnights {
    fn options(&self) -> Vec<EngineOption> {
        Vec::new()
    }

    fn set_option(&mut self, name: &str, _: &str) -> Result<(), EngineError> {
        options::find("greedy", &[], name).map(|_| ())
    }

    fn choose(
        &mut self,
        play: &Playthrough<KnightThrough>,
        _: &Request<'_>,
        _: &mut dyn FnMut(&SearchInfo),
    ) -> Option<Decision> {
        let moves = play.legal_moves();
        let value = |mv: longjump_rules::Move| {
            let mut after = *play.position();
            after.play(mv);
            match after.standings() {
                Some(_) => i32::MIN,
                None => self.0.evaluate(&after, &()),
            }
        };
        // Least for the other side is most for this one.
        let best = moves.iter().copied().min_by_key(|&mv| value(mv))?;
        Some(Decision::at_once(best))
    }
}
