//! How a game for two ended, told from what can be seen on the board.

use crate::Table;
use longjump_rules::{Camp, Hole, Layout, Seat, Setup, Surface};

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The loser has no piece left.
    Captured,
    /// A piece of the winner stands on the far row.
    FarRow,
    /// The winner's goal is full.
    GoalFilled,
    /// The loser still had a piece at home when all had to have left.
    StayedHome,
    /// Nobody can move, and the winner has more pieces.
    MorePieces,
    /// The loser can't move.
    Stuck,
    /// A draw: the same position stood too often.
    Repetition,
    /// A draw: it took too many plies.
    TooLong,
    /// A draw: nobody can move, with as many pieces each.
    EqualPieces,
}

/// Why the game on a table is over: none while it goes on, with more than two
/// seats, where seats finish one by one, or if the board does not show it.
///
/// ```
/// use longjump_engine::{Ending, ending, open_table};
/// let mut table = open_table(&"knightthrough".parse()?)?;
/// table.set_up(None, &["b2c4", "a7b5", "c4d6", "b5a3", "d6f7"])?;
/// assert_eq!(ending(&*table), None);
/// table.play("a3b1")?;
/// assert_eq!(ending(&*table), Some(Ending::FarRow));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn ending(table: &dyn Table) -> Option<Ending> {
    let standings = table.standings()?;
    if table.seats() != 2 {
        return None;
    }
    let layout = table.layout();
    match standings.sole_winner() {
        Some(winner) => won(&layout, &table.setup(), winner),
        None if table.is_drawn_by_repetition() => Some(Ending::Repetition),
        None if layout.surface == Surface::Holes => Some(Ending::TooLong),
        None => Some(Ending::EqualPieces),
    }
}

fn won(layout: &Layout, setup: &Setup, winner: Seat) -> Option<Ending> {
    let loser = winner.opponent();
    let count = |seat: Seat| setup.holes_of(seat).count_ones();
    let piece = |hole: &Hole| setup.pieces[hole.index()];
    let has_piece = |camp: &Camp, seat: Seat| camp.holes.iter().any(|at| piece(at) == Some(seat));
    if count(loser) == 0 {
        return Some(Ending::Captured);
    }
    let goal = layout
        .camps
        .iter()
        .find(|camp| camp.goal_of == Some(winner));
    if let Some(goal) = goal.filter(|goal| has_piece(goal, winner)) {
        // A goal that nobody starts from is a row to be reached.
        if goal.home_of.is_none() {
            return Some(Ending::FarRow);
        }
        // Only among holes does a piece of the other side that stays help to fill it.
        let fills = |hole| match layout.surface {
            Surface::Holes => piece(hole).is_some(),
            Surface::Squares => piece(hole) == Some(winner),
        };
        if goal.holes.iter().all(fills) {
            return Some(Ending::GoalFilled);
        }
    }
    let home = layout.camps.iter().find(|camp| camp.home_of == Some(loser));
    match layout.surface {
        Surface::Holes => home
            .is_some_and(|home| has_piece(home, loser))
            .then_some(Ending::StayedHome),
        Surface::Squares if count(winner) > count(loser) => Some(Ending::MorePieces),
        Surface::Squares => Some(Ending::Stuck),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open_table;

    fn ending_of(spec: &str, position: &str, moves: &[&str]) -> Option<Ending> {
        let mut table = open_table(&spec.parse().expect("a spec")).expect("a game");
        table.set_up(Some(position), moves).expect("a position");
        ending(&*table)
    }

    #[test]
    fn a_jam_of_both_is_not_a_goal_filled() {
        let jam = "5aab/5aaa/5aaa/8/8/bbb5/bbb5/abb5 a";
        assert_eq!(ending_of("corners", jam, &[]), Some(Ending::Stuck));
    }

    #[test]
    fn the_last_knight_taken_is_told() {
        let last = "8/8/8/3b4/1a6/8/8/8 a";
        assert_eq!(ending_of("knightthrough", last, &[]), None);
        let taken = ending_of("knightthrough", last, &["b4d5"]);
        assert_eq!(taken, Some(Ending::Captured));
    }

    #[test]
    fn men_are_counted_when_nobody_can_move() {
        let more = ending_of("minicheckers", "1a1a2/6/6/6/6/b5 a", &[]);
        assert_eq!(more, Some(Ending::MorePieces));
        let equal = ending_of("minicheckers", "1a4/6/6/6/6/b5 a", &[]);
        assert_eq!(equal, Some(Ending::EqualPieces));
    }
}
