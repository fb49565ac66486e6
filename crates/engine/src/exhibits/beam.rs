//! Diamond: the beam agent, with a way out when it repeats itself.

use super::exhibit::{Exhibit, within};
use crate::players::{Decision, Greedy, Player, Random, Request};
use crate::{EngineError, EngineOption, options};
use longjump_evaluation::diamond::BeamEvaluator;
use longjump_games::diamond::Diamond;
use longjump_historic::beam;
use longjump_rules::{Playthrough, Position};
use longjump_search::SearchInfo;
use longjump_search::Watch;
use std::collections::VecDeque;

pub(super) fn exhibits() -> Vec<Exhibit<Diamond>> {
    vec![Exhibit::new(
        NAME,
        "diamond paper: beam search, a second a move, a way out of repetition",
        BeamPlayer::new,
    )]
}

const NAME: &str = "beam";
const MILLISECONDS: &str = "milliseconds";
/// How many of its own last positions it remembers.
const REMEMBERED: usize = 3;

struct BeamPlayer {
    diamond: Diamond,
    evaluator: BeamEvaluator,
    milliseconds: u64,
    /// Where its marbles stood at its last turns.
    memory: VecDeque<u128>,
    /// How many turns in a row it has been where it was before.
    repeats: u32,
    greedy: Greedy<Diamond>,
    random: Random,
}

impl BeamPlayer {
    fn new(diamond: &Diamond) -> Self {
        Self {
            diamond: *diamond,
            evaluator: BeamEvaluator::new(diamond),
            milliseconds: 1000,
            memory: VecDeque::new(),
            repeats: 0,
            greedy: Greedy::new(diamond),
            random: Random::new(),
        }
    }

    /// Notes where its marbles stand, and whether it is back where it was.
    fn repeats_itself(&mut self, marbles: u128) -> bool {
        let was_here = self.memory.len() == REMEMBERED && self.memory.contains(&marbles);
        self.memory.push_back(marbles);
        if self.memory.len() > REMEMBERED {
            self.memory.pop_front();
        }
        was_here
    }
}

impl Player<Diamond> for BeamPlayer {
    fn options(&self) -> Vec<EngineOption> {
        vec![EngineOption::number(
            MILLISECONDS,
            1,
            60_000,
            self.milliseconds,
        )]
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let options = Player::<Diamond>::options(self);
        self.milliseconds = options::find(NAME, &options, name)?.read_number(value)?;
        Ok(())
    }

    fn new_game(&mut self) {
        self.memory.clear();
        self.repeats = 0;
        self.greedy = Greedy::new(&self.diamond);
        self.random = Random::new();
    }

    fn choose(
        &mut self,
        play: &Playthrough<Diamond>,
        request: &Request<'_>,
        sink: &mut dyn FnMut(&SearchInfo),
    ) -> Option<Decision> {
        let position = play.position();
        if self.repeats_itself(position.marbles(position.turn())) {
            self.repeats += 1;
            return if self.repeats == 1 {
                self.greedy.choose(play, request, sink)
            } else {
                self.random.choose(play, request, sink)
            };
        }
        self.repeats = 0;
        let limits = within(request, self.milliseconds);
        let mut watch = Watch::new(&limits, request.control, request.clock);
        let found = beam(position, &self.evaluator, limits.depth, &mut watch)?;
        Some(Decision {
            mv: found.mv,
            score: None,
            depth: found.depth,
            nodes: watch.nodes(),
        })
    }
}
