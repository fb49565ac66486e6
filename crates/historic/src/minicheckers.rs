//! The search of the Mini-Checkers report, "The design": alpha-beta deepening
//! from six plies, with what was found kept for the next depth.

use longjump_rules::{Move, Position, PositionExt, Seat};
use longjump_search::{Evaluator, Score, Watch, play_followed};
use std::collections::HashMap;

/// Where deepening starts.
const FIRST_DEPTH: u32 = 6;
/// No game is longer than this.
const DEEPEST: u32 = 60;
/// Stands for the report's infinity.
const INFINITE_UTILITY: Score = 1_000_000_000;

/// What the search came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckersFound {
    /// The best move of the last depth that was completed.
    pub mv: Move,
    /// What it is worth for the seat to move.
    pub utility: Score,
    /// That depth.
    pub depth: u32,
}

/// Deepens until the watch says so, until `deepest`, or until the game's end is
/// within sight of every line.
pub fn checkers<P: Position, E: Evaluator<P>>(
    position: &P,
    evaluator: &E,
    deepest: Option<u32>,
    watch: &mut Watch<'_>,
) -> Option<CheckersFound> {
    let mut search = Search {
        position: position.clone(),
        evaluator,
        computer: position.turn(),
        cache: HashMap::new(),
        saw_horizon: false,
        watch,
    };
    let sums = evaluator.fresh(position);
    let mut found = CheckersFound {
        mv: *position.moves().first()?,
        utility: 0,
        depth: 0,
    };
    let deepest = deepest.unwrap_or(DEEPEST);
    for depth in FIRST_DEPTH.min(deepest)..=deepest {
        search.saw_horizon = false;
        let window = (-INFINITE_UTILITY, INFINITE_UTILITY);
        let (utility, mv) = search.node(sums, depth, window);
        if search.watch.is_over() {
            break;
        }
        let mv = mv.unwrap_or(found.mv);
        found = CheckersFound { mv, utility, depth };
        if !search.saw_horizon {
            break;
        }
    }
    Some(found)
}

struct Search<'a, 'w, P, E> {
    position: P,
    evaluator: &'a E,
    computer: Seat,
    /// Exact utilities by position and depth.
    cache: HashMap<(u64, u32), Score>,
    /// Whether the evaluation stood in for a game's end anywhere.
    saw_horizon: bool,
    watch: &'a mut Watch<'w>,
}

impl<P: Position, E: Evaluator<P>> Search<'_, '_, P, E> {
    fn node(
        &mut self,
        sums: E::Sums,
        depth: u32,
        (alpha, beta): (Score, Score),
    ) -> (Score, Option<Move>) {
        self.watch.count();
        if let Some(utility) = self.end_or_horizon(&sums, depth) {
            return (utility, None);
        }
        let is_max = self.position.turn() == self.computer;
        let (mut low, mut high) = (alpha, beta);
        let mut best = (if is_max { Score::MIN } else { Score::MAX }, None);
        for mv in self.position.moves().into_iter() {
            let utility = self.after(mv, sums, depth, (low, high));
            if self.watch.is_over() {
                return (best.0, best.1.or(Some(mv)));
            }
            if is_max && utility > best.0 || !is_max && utility < best.0 {
                best = (utility, Some(mv));
            }
            if is_max {
                low = low.max(utility);
            } else {
                high = high.min(utility);
            }
            if low >= high {
                break;
            }
        }
        best
    }

    fn after(&mut self, mv: Move, mut sums: E::Sums, depth: u32, window: (Score, Score)) -> Score {
        let undo = play_followed(&mut self.position, mv, self.evaluator, &mut sums);
        let key = (self.position.key(), depth - 1);
        let utility = match self.cache.get(&key) {
            Some(&utility) => {
                self.saw_horizon = true;
                utility
            }
            None => {
                let (utility, _) = self.node(sums, depth - 1, window);
                if window.0 < utility && utility < window.1 && !self.watch.is_over() {
                    self.cache.insert(key, utility);
                }
                utility
            }
        };
        self.position.undo(mv, undo);
        utility
    }

    /// The utility where the game is over or the depth has run out.
    fn end_or_horizon(&mut self, sums: &E::Sums, depth: u32) -> Option<Score> {
        if let Some(standings) = self.position.standings() {
            return Some(match standings.sole_winner() {
                Some(winner) if winner == self.computer => INFINITE_UTILITY,
                Some(_) => -INFINITE_UTILITY,
                None => 0,
            });
        }
        if depth > 0 && !self.watch.is_over() {
            return None;
        }
        self.saw_horizon = true;
        let utility = self.evaluator.evaluate(&self.position, sums);
        let own_turn = self.position.turn() == self.computer;
        Some(if own_turn { utility } else { -utility })
    }
}
