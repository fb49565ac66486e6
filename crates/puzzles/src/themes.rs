//! What puzzles are about, by plain rules of moves and boards.

use crate::moment::MomentAction;
use crate::prove::Exact;
use crate::thinker::Thinker;
use crate::{Moment, PuzzleError, Step, Theme};
use longjump_games::knightthrough::KnightThrough;
use longjump_rules::{Ending, Game, Move, Position, PositionExt, notation};

/// A chain of so many hops is long.
const LONG: usize = 4;
/// By so many hops a ladder lengthens what can be hopped.
const LONGER: usize = 2;
/// So much of the points a passed move must be worth for zugzwang.
const BURDEN: f64 = 0.1;

/// The themes of a puzzle's first answer; `line` is how the engine thinks that it goes on.
pub(crate) fn themes(
    thinker: &mut Thinker,
    exact: &mut Exact,
    moment: &Moment,
    step: &Step,
    line: &[String],
    nodes: u64,
) -> Result<Vec<Theme>, PuzzleError> {
    let mut themes = board_themes(moment, &step.answer, line)?;
    if is_block(thinker, moment, &step.answer, nodes)? {
        themes.push(Theme::Block);
    }
    if is_zugzwang(thinker, exact, moment, &step.answer, nodes)? {
        themes.push(Theme::Zugzwang);
    }
    themes.sort_unstable();
    Ok(themes)
}

/// The themes that are seen on the board alone; `line` is how it may go on, the answer first.
///
/// ```
/// use longjump_puzzles::{Moment, Theme, board_themes};
/// let moment = Moment::new(&"knightthrough".parse()?, "8/b7/8/3a4/8/8/8/8 a");
/// let themes = board_themes(&moment, "d5e7", &["d5e7", "a7b5", "e7g8"].map(str::to_owned))?;
/// assert_eq!(themes, [Theme::Breakthrough]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When there is no such position or move.
pub fn board_themes(
    moment: &Moment,
    answer: &str,
    line: &[String],
) -> Result<Vec<Theme>, PuzzleError> {
    let mut themes = moment.with(BoardThemes(answer))??;
    if moment.table()?.race().is_some() {
        themes.push(Theme::RaceCount);
    }
    if moment.spec.name() == KnightThrough::NAME && runs_through(moment, line)? {
        themes.push(Theme::Breakthrough);
    }
    themes.sort_unstable();
    Ok(themes)
}

struct BoardThemes<'a>(&'a str);

impl MomentAction for BoardThemes<'_> {
    type Output = Result<Vec<Theme>, PuzzleError>;

    fn run<G: Game>(self, game: &G, position: &G::Position) -> Self::Output {
        let answer = notation::read_move(game, position, self.0)?;
        let hops = hops(game, position, answer);
        let mut themes = Vec::new();
        if hops >= LONG {
            themes.push(Theme::LongChain);
        } else if hops <= 1 && makes_ladder(game, position, answer) {
            themes.push(Theme::Ladder);
        }
        Ok(themes)
    }
}

/// How many hops a move is; a step is none.
fn hops<G: Game>(game: &G, position: &G::Position, mv: Move) -> usize {
    match &game.route(position, mv)[..] {
        [from, to] if game.layout().are_neighbours(*from, *to) => 0,
        route => route.len().saturating_sub(1),
    }
}

/// The longest chain of the seat to move.
fn longest<G: Game>(game: &G, position: &G::Position) -> usize {
    let moves = position.moves();
    let chains = moves.into_iter().map(|mv| hops(game, position, mv));
    chains.max().unwrap_or(0)
}

/// Whether after a move, if nobody else moved, its seat could hop a long chain that is longer than any
/// before.
fn makes_ladder<G: Game>(game: &G, position: &G::Position, answer: Move) -> bool {
    let seat = position.turn();
    let before = longest(game, position);
    let mut after = position.clone();
    after.play(answer);
    while after.standings().is_none() && after.turn() != seat {
        after.play(Move::PASS);
    }
    let hops = match after.standings() {
        Some(_) => 0,
        None => longest(game, &after),
    };
    hops >= LONG && hops >= before + LONGER
}

/// Whether a line ends with a knight of the solver's on the last row.
fn runs_through(moment: &Moment, line: &[String]) -> Result<bool, PuzzleError> {
    let mut table = moment.table()?;
    let solver = table.turn();
    for mv in line {
        table.play(mv)?;
    }
    let winner = table.standings().map(|standings| standings.sole_winner());
    Ok(winner == Some(solver) && table.ending() == Some(Ending::FarRow))
}

/// Whether what the opponent would have played had the solver passed can't be played after the answer, which
/// takes no piece.
fn is_block(
    thinker: &mut Thinker,
    moment: &Moment,
    answer: &str,
    nodes: u64,
) -> Result<bool, PuzzleError> {
    let Some(passed) = moment.passed() else {
        return Ok(false);
    };
    let Some(threat) = thinker.look(&passed, &[], nodes)? else {
        return Ok(false);
    };
    let mut table = moment.table()?;
    let pieces = |setup: longjump_rules::Setup| setup.pieces.iter().flatten().count();
    let before = pieces(table.setup());
    table.play(answer)?;
    let goes_on = table.standings().is_none();
    Ok(goes_on && pieces(table.setup()) == before && !table.moves().contains(&threat.mv))
}

/// Whether the opponent would be better off after the answer if it could pass.
fn is_zugzwang(
    thinker: &mut Thinker,
    exact: &mut Exact,
    moment: &Moment,
    answer: &str,
    nodes: u64,
) -> Result<bool, PuzzleError> {
    let after = moment.after(answer);
    let Some(passed) = after.passed() else {
        return Ok(false);
    };
    let moved = solvers_share(thinker, exact, &after, nodes)?.map(|share| 1.0 - share);
    let stood = solvers_share(thinker, exact, &passed, nodes)?;
    Ok(moved
        .zip(stood)
        .is_some_and(|(moved, stood)| moved - stood >= BURDEN))
}

/// What share of the points a moment is worth to the seat to move, exactly where that can be told.
fn solvers_share(
    thinker: &mut Thinker,
    exact: &mut Exact,
    moment: &Moment,
    nodes: u64,
) -> Result<Option<f64>, PuzzleError> {
    if let Some(share) = exact.share(moment)? {
        return Ok(Some(share));
    }
    Ok(thinker
        .look(moment, &[], nodes)?
        .map(|answer| answer.chance))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(spec: &str, position: &str) -> Moment {
        Moment::new(&spec.parse().expect("a spec"), position)
    }

    fn on_board(moment: &Moment, answer: &str) -> Vec<Theme> {
        board_themes(moment, answer, &[answer.to_owned()]).expect("legal")
    }

    #[test]
    fn a_ladder_makes_a_long_chain_and_the_chain_is_one() {
        let before = "b6b/1b2b1b1/b7/2b1b1b1/7a/a1a1a1a1/a7/a1a1a3 a 0 -";
        let before = moment("corners", before);
        assert_eq!(on_board(&before, "a3a4"), [Theme::Ladder]);
        assert_eq!(on_board(&before, "e1f1"), []);
        let after = "b6b/1b2b1b1/b7/2b1b1b1/a6a/2a1a1a1/a7/a1a1a3 a 2 -";
        let after = moment("corners", after);
        assert_eq!(on_board(&after, "a1c7"), [Theme::LongChain]);
        assert_eq!(on_board(&after, "a1a7"), []);
    }

    #[test]
    fn a_race_without_contact_is_counted() {
        let rows = "a/aa/aaa/a1aa/8a4/12/11/10/9/10/11/12/4b8/bb1b/bbb/bb/b";
        let race = moment("star", &format!("{rows} a 80 -"));
        assert_eq!(on_board(&race, "i13i12"), [Theme::RaceCount]);
    }

    #[test]
    fn a_block_takes_the_best_reply_away() {
        // The man on a3 would take the one on b4; who stands on c5 is in its way.
        let moment = moment("minicheckers", "3b2/6/1b4/a5/6/6 b");
        let mut thinker = Thinker::new(&moment.spec, 1).expect("an engine");
        let mut blocks = |mv| is_block(&mut thinker, &moment, mv, 500).expect("a position");
        assert!(blocks("d6c5"));
        assert!(!blocks("d6e5"));
    }

    #[test]
    fn who_would_rather_pass_is_in_zugzwang() {
        // After d6c5 the man on a3 has to go where it is taken.
        let moment = moment("minicheckers", "3b2/6/6/a5/6/6 b");
        let mut thinker = Thinker::new(&moment.spec, 1).expect("an engine");
        let mut exact = Exact::new(&moment.spec, 1).expect("a game");
        let mut zugzwang =
            |mv| is_zugzwang(&mut thinker, &mut exact, &moment, mv, 500).expect("a position");
        assert!(zugzwang("d6c5"));
        assert!(!zugzwang("d6e5"));
    }
}
