//! Engines' figures in a player's words.

use longjump_display::numbers::{ahead, count, plies, spaced};
use longjump_engine::{Choice, Outlook, Score, Thought};
use longjump_rules::Seat;
use std::time::Duration;

/// What an engine found, or has found so far.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Figures {
    /// For whom it thought.
    pub(crate) seat: Seat,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    pub(crate) score: Option<Score>,
    pub(crate) time: Duration,
}

impl Figures {
    pub(crate) fn of_thought(seat: Seat, thought: &Thought) -> Self {
        Self {
            seat,
            depth: thought.depth,
            nodes: thought.nodes,
            score: Some(thought.score),
            time: thought.time,
        }
    }

    pub(crate) fn of_choice(seat: Seat, choice: &Choice, time: Duration) -> Self {
        Self {
            seat,
            depth: choice.depth,
            nodes: choice.nodes,
            score: choice.score,
            time,
        }
    }

    /// The figures, a line each; none if the engine didn't look ahead.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if self.depth > 0 {
            lines.push(format!("looked {} ahead", plies(self.depth)));
        }
        if self.nodes > 0 {
            let nodes = spaced(self.nodes);
            lines.push(format!("{nodes} nodes, {:.1} s", self.time.as_secs_f64()));
        }
        lines.extend(self.score.map(outlook));
        lines
    }
}

/// How it stands for the seat to move.
pub(crate) fn outlook(score: Score) -> String {
    match Outlook::of(score) {
        Outlook::Ahead(score) => ahead(score),
        Outlook::WinIn(plies) => format!("wins in {}", count(plies.div_ceil(2), "move", "moves")),
        Outlook::LossIn(plies) => format!("loses in {}", count(plies.div_ceil(2), "move", "moves")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_in_a_players_terms() {
        assert_eq!(outlook(140), "1.4 moves ahead");
        assert_eq!(outlook(-60), "0.6 moves behind");
        assert_eq!(outlook(3), "even");
    }

    #[test]
    fn who_does_not_look_ahead_has_no_figures() {
        let choice = Choice {
            mv: "a1a2".to_owned(),
            score: None,
            depth: 0,
            nodes: 0,
        };
        let figures = Figures::of_choice(Seat::FIRST, &choice, Duration::ZERO);
        assert!(figures.lines().is_empty());
    }
}
