//! Proofs made again by the plainest code there is: rules alone, no table, no order of moves, no evaluation.

use crate::moment::MomentAction;
use crate::{Moment, Proof, PuzzleError, proof_of};
use longjump_games::knightthrough::KnightThrough;
use longjump_games::minicheckers::MiniCheckers;
use longjump_rules::{Game, Move, Position, PositionExt, Seat, notation};
use std::collections::{HashMap, HashSet};

/// More positions than this are too many.
const MOST_POSITIONS: usize = 20_000_000;
/// A race with more placements than this within the moves left is told by the table again.
const MOST_PLACEMENTS: usize = 20_000;

/// What became of a proof that was made again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Again {
    /// It holds.
    Holds,
    /// The race is too long to count it without the table of distances, which says the same as before.
    HoldsByTable,
    /// It does not.
    Fails,
}

/// Makes a proof again.
///
/// # Errors
/// When there is no such position or move.
pub fn prove_again(moment: &Moment, answer: &str, proof: Proof) -> Result<Again, PuzzleError> {
    let found = moment.with(ProveAgain(answer, proof))?;
    Ok(match found {
        Some(true) => Again::Holds,
        Some(false) => Again::Fails,
        None if proof == Proof::Race && by_table(moment, answer)? => Again::HoldsByTable,
        None => Again::Fails,
    })
}

fn by_table(moment: &Moment, answer: &str) -> Result<bool, PuzzleError> {
    Ok(proof_of(moment, answer)? == Some(Proof::Race))
}

struct ProveAgain<'a>(&'a str, Proof);

impl MomentAction for ProveAgain<'_> {
    type Output = Option<bool>;

    /// Whether the proof holds; none if that takes too long.
    fn run<G: Game>(self, game: &G, position: &G::Position) -> Option<bool> {
        let Ok(answer) = notation::read_move(game, position, self.0) else {
            return Some(false);
        };
        let fits = match self.1 {
            Proof::OnlyWin | Proof::OnlyDraw => G::NAME == MiniCheckers::NAME,
            Proof::Win { .. } | Proof::Defence { .. } => G::NAME == KnightThrough::NAME,
            Proof::Race => position.seats() == 2,
        };
        if !fits {
            return Some(false);
        }
        let others = position.moves();
        let mut others = others.into_iter().filter(|&mv| mv != answer);
        let after = |mv: Move| {
            let mut after = position.clone();
            after.play(mv);
            after
        };
        match self.1 {
            Proof::OnlyWin | Proof::OnlyDraw => {
                let mut values = HashMap::new();
                let mut value = |mv| Some(-value(&after(mv), &mut values)?);
                let wanted = if self.1 == Proof::OnlyWin { 1 } else { 0 };
                if value(answer)? != wanted {
                    return Some(false);
                }
                for mv in others {
                    if value(mv)? >= wanted {
                        return Some(false);
                    }
                }
                Some(true)
            }
            Proof::Win { moves } => {
                let wins = |mv| is_lost(&after(mv), moves - 1);
                Some(wins(answer) && !others.any(wins))
            }
            Proof::Defence { moves } => {
                let loses = |mv| wins(&after(mv), moves);
                Some(!loses(answer) && others.all(loses))
            }
            Proof::Race => {
                let seat = position.turn();
                if race_winner(&after(answer))? != seat {
                    return Some(false);
                }
                for mv in others {
                    if race_winner(&after(mv))? == seat {
                        return Some(false);
                    }
                }
                Some(true)
            }
        }
    }
}

/// What best play brings the seat to move: 1, 0 or -1. None if there are too many positions.
fn value<P: Position>(position: &P, found: &mut HashMap<u64, i8>) -> Option<i8> {
    let seat = position.turn();
    if let Some(standings) = position.standings() {
        return Some(match standings.sole_winner() {
            Some(winner) if winner == seat => 1,
            Some(_) => -1,
            None => 0,
        });
    }
    if let Some(&value) = found.get(&position.key()) {
        return Some(value);
    }
    if found.len() >= MOST_POSITIONS {
        return None;
    }
    let mut best = -1;
    for mv in &position.moves() {
        let mut after = position.clone();
        after.play(mv);
        best = best.max(-value(&after, found)?);
        if best == 1 {
            break;
        }
    }
    found.insert(position.key(), best);
    Some(best)
}

/// Whether the seat to move wins in so many moves of its own.
fn wins<P: Position>(position: &P, moves: u32) -> bool {
    moves > 0
        && position.moves().into_iter().any(|mv| {
            let mut after = position.clone();
            after.play(mv);
            is_lost(&after, moves - 1)
        })
}

/// Whether the seat to move has lost, or loses whatever it plays within so many moves of the other's.
fn is_lost<P: Position>(position: &P, moves: u32) -> bool {
    if let Some(standings) = position.standings() {
        return standings.sole_winner() == Some(position.turn().opponent());
    }
    moves > 0
        && position.moves().into_iter().all(|mv| {
            let mut after = position.clone();
            after.play(mv);
            wins(&after, moves)
        })
}

/// Who fills its goal first if neither can disturb the other. None if the way is too long.
fn race_winner<P: Position>(position: &P) -> Option<Seat> {
    if let Some(standings) = position.standings() {
        return standings.sole_winner();
    }
    let (first, second) = (position.turn(), position.turn().opponent());
    let own = moves_to_win(position, first)?;
    let others = moves_to_win(position, second)?;
    Some(if own <= others { first } else { second })
}

/// How many moves of its own a seat needs to win while the other one passes.
fn moves_to_win<P: Position>(position: &P, seat: Seat) -> Option<u32> {
    let mut here = position.clone();
    if here.turn() != seat {
        here.play(Move::PASS);
    }
    let mut seen = HashSet::from([here.key()]);
    let mut layer = vec![here];
    for moves in 1.. {
        let mut next = Vec::new();
        for before in &layer {
            for mv in &before.moves() {
                let mut after = before.clone();
                after.play(mv);
                if let Some(standings) = after.standings() {
                    if standings.sole_winner() == Some(seat) {
                        return Some(moves);
                    }
                    continue;
                }
                after.play(Move::PASS);
                if seen.insert(after.key()) {
                    next.push(after);
                }
            }
            if seen.len() > MOST_PLACEMENTS {
                return None;
            }
        }
        layer = next;
        if layer.is_empty() {
            return None;
        }
    }
    None
}
