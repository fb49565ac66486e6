//! Races whose end is certain.

use longjump_evaluation::{diamond, star};
use longjump_games::diamond::Diamond;
use longjump_games::star::Star;
use longjump_rules::{Game, Playthrough, Position, Seat};
use longjump_search::Verdict;
use std::any::Any;

/// The end of a race in which nobody can get in the winner's way any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RaceResult {
    /// Who fills its goal first.
    pub winner: Seat,
    /// In how many moves of its own.
    pub moves: u32,
}

/// How the race on a table ends, if it is a game of two armies and that is certain.
pub(crate) fn race_result<G: Game>(play: &Playthrough<G>) -> Option<RaceResult> {
    if play.game().seats() != 2 || play.standings().is_some() {
        return None;
    }
    let any: &dyn Any = play;
    let certainty = if let Some(play) = any.downcast_ref::<Playthrough<Star>>() {
        star::certainty(play.game(), play.position())
    } else if let Some(play) = any.downcast_ref::<Playthrough<Diamond>>() {
        diamond::certainty(play.game(), play.position())
    } else {
        None
    };
    let turn = play.position().turn();
    Some(match certainty?.verdict {
        Verdict::WinIn(plies) => RaceResult {
            winner: turn,
            moves: u32::from(plies).div_ceil(2),
        },
        Verdict::LossIn(plies) => RaceResult {
            winner: turn.opponent(),
            moves: u32::from(plies) / 2,
        },
    })
}
