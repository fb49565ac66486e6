//! Counting move sequences: the yardstick of correctness and of speed.

use crate::{Move, MoveList, Position, PositionExt, Seat};
use std::hint::black_box;

/// Whether the last ply is counted or played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LastPly {
    /// Add up how many moves there are.
    Counted,
    /// Make and unmake each of them, as a search would.
    Played,
}

/// The number of move sequences of exactly `depth` moves. A game that ends
/// earlier contributes nothing. `tick` is called after each first move.
pub fn perft<P: Position>(
    position: &mut P,
    depth: u32,
    last_ply: LastPly,
    mut tick: impl FnMut(),
) -> u64 {
    let mut lists = vec![MoveList::new(); depth as usize];
    let (Some((moves, deeper)), 2..) = (lists.split_first_mut(), depth) else {
        return count(position, &mut lists, last_ply);
    };
    position.legal_moves(moves);
    let mut nodes = 0;
    for mv in &*moves {
        nodes += after(position, mv, |next| count(next, deeper, last_ply));
        tick();
    }
    nodes
}

/// Counts to a depth of one ply for each list there is.
fn count<P: Position>(position: &mut P, lists: &mut [MoveList], last_ply: LastPly) -> u64 {
    let Some((moves, deeper)) = lists.split_first_mut() else {
        return 1;
    };
    moves.clear();
    position.legal_moves(moves);
    if !deeper.is_empty() {
        return moves
            .into_iter()
            .map(|mv| after(position, mv, |next| count(next, deeper, last_ply)))
            .sum();
    }
    if last_ply == LastPly::Played {
        for mv in &*moves {
            let undo = position.play(mv);
            // Keeps the compiler from noticing that what is played is taken back at once.
            black_box(&mut *position);
            position.undo(mv, undo);
        }
    }
    moves.len() as u64
}

/// The number of nodes, root included, of a full search of `depth` moves by the
/// seat to move while all others stand still: the 1999 thesis' Table 3.
/// `tick` is called after each first move.
pub fn own_move_nodes<P: Position>(position: &mut P, depth: u32, mut tick: impl FnMut()) -> u64 {
    own_moves_below(position, depth, &mut tick)
}

fn own_moves_below<P: Position>(position: &mut P, depth: u32, tick: &mut dyn FnMut()) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mover = position.turn();
    let mut nodes = 1;
    for mv in &position.moves() {
        nodes += after(position, mv, |next| {
            with_turn_back_at(next, mover, |next| {
                own_moves_below(next, depth - 1, &mut || ())
            })
        });
        tick();
    }
    nodes
}

fn after<P: Position, T>(position: &mut P, mv: Move, then: impl FnOnce(&mut P) -> T) -> T {
    let undo = position.play(mv);
    let result = then(position);
    position.undo(mv, undo);
    result
}

/// Lets every other seat pass until it is `mover`'s turn, unless the game is over.
fn with_turn_back_at<P: Position, T>(
    position: &mut P,
    mover: Seat,
    then: impl FnOnce(&mut P) -> T,
) -> T {
    let mut passed = Vec::new();
    while position.turn() != mover && position.standings().is_none() {
        passed.push(position.play(Move::PASS));
    }
    let result = then(position);
    while let Some(undo) = passed.pop() {
        position.undo(Move::PASS, undo);
    }
    result
}
