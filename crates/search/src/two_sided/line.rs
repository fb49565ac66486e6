//! Lines of best play to their end.

use super::worker::Worker;
use crate::problem::final_score;
use crate::{Evaluator, INFINITE, Score, WIN, is_proven};
use longjump_rules::{Move, Position, PositionExt, Seat};

/// How many plies of a decided game are looked for by trying everything.
const LACKING: usize = 4;

impl<P: Position, E: Evaluator<P>> Worker<'_, P, E> {
    /// Adds the last moves of a decided game to a line that ends where the
    /// evaluation was certain.
    pub(super) fn complete(&self, line: &mut Vec<Move>, score: Score) {
        let plies = (WIN - score.abs()) as usize;
        if !is_proven(score) {
            return;
        }
        let mut position = self.position.clone();
        for &mv in line.iter() {
            position.play(mv);
        }
        while line.len() < plies && position.standings().is_none() {
            let Some(mv) = self.certain_move(&mut position, plies - line.len()) else {
                return;
            };
            position.play(mv);
            line.push(mv);
        }
    }

    /// A move that leads to a decided end in so many plies.
    fn certain_move(&self, position: &mut P, plies: usize) -> Option<Move> {
        let evaluator = self.setting.evaluator;
        let certainty = evaluator.certainty(position);
        let certainty = certainty.filter(|it| usize::from(it.verdict.plies()) == plies);
        match certainty.map(|it| it.mv) {
            Some(Some(mv)) => Some(mv),
            // Nothing that the loser does changes it.
            Some(None) => {
                let gain = evaluator.gains(position);
                position.moves().iter().copied().max_by_key(|&mv| gain(mv))
            }
            None if plies > LACKING => None,
            None => {
                let seat = position.turn();
                solve(position, seat, plies).1
            }
        }
    }
}

/// The best move when everything within these plies is looked at.
fn solve<P: Position>(position: &mut P, seat: Seat, plies: usize) -> (Score, Option<Move>) {
    if let Some(standings) = position.standings() {
        return (final_score(&standings, seat, 0), None);
    }
    let mut best = (-INFINITE, None);
    if plies == 0 {
        return (0, None);
    }
    for mv in &position.moves() {
        let undo = position.play(mv);
        let (score, _) = solve(position, seat.opponent(), plies - 1);
        position.undo(mv, undo);
        // A ply further away than it was below.
        let score = -score + score.signum();
        if score > best.0 {
            best = (score, Some(mv));
        }
    }
    best
}
