//! Lines of best play to their end.

use super::worker::Worker;
use crate::problem::final_score;
use crate::{Evaluator, INFINITE, Score, WIN, is_proven};
use longjump_rules::{Move, Position, PositionExt, Seat};

/// How many plies of a decided game a line may lack: as far as evaluations are
/// certain about positions without searching them.
const LACKING: usize = 4;

impl<P: Position, E: Evaluator<P>> Worker<'_, P, E> {
    /// Adds the last moves of a decided game to a line that ends where the
    /// evaluation was certain.
    pub(super) fn complete(&self, line: &mut Vec<Move>, score: Score) {
        let plies = (WIN - score.abs()) as usize;
        if !is_proven(score) || line.len() >= plies || plies - line.len() > LACKING {
            return;
        }
        let mut position = self.position.clone();
        for &mv in line.iter() {
            position.play(mv);
        }
        while line.len() < plies && position.standings().is_none() {
            let seat = position.turn();
            let (_, Some(mv)) = solve(&mut position, seat, plies - line.len()) else {
                return;
            };
            position.play(mv);
            line.push(mv);
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
