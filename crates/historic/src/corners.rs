//! The minimax of the corners paper, chapter II.B, with and without pruning.

use longjump_rules::{Move, Position, PositionExt, Seat};
use longjump_search::{Evaluator, Score, Watch, play_followed};

/// What the winner's side gets.
const WINNER: Score = 5_000;

/// What the search came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CornersFound {
    /// The best move; of equals the last one, as in the paper.
    pub mv: Option<Move>,
    /// What it is worth for the seat to move.
    pub value: Score,
}

/// Looks `depth` plies ahead; `prunes` leaves out what the value can't depend on.
pub fn corners_minimax<P: Position, E: Evaluator<P>>(
    position: &P,
    evaluator: &E,
    depth: u32,
    prunes: bool,
    watch: &mut Watch<'_>,
) -> CornersFound {
    let mut search = Search {
        position: position.clone(),
        evaluator,
        bot: position.turn(),
        prunes,
        watch,
    };
    let sums = evaluator.fresh(position);
    let (value, mv) = search.node(sums, depth, (Score::MIN, Score::MAX));
    // Stopped before it could look at any: the first.
    let mv = mv.or_else(|| position.moves().first().copied());
    CornersFound { mv, value }
}

struct Search<'a, 'w, P, E> {
    position: P,
    evaluator: &'a E,
    bot: Seat,
    prunes: bool,
    watch: &'a mut Watch<'w>,
}

impl<P: Position, E: Evaluator<P>> Search<'_, '_, P, E> {
    fn node(
        &mut self,
        sums: E::Sums,
        depth: u32,
        (mut alpha, mut beta): (Score, Score),
    ) -> (Score, Option<Move>) {
        self.watch.count();
        let standings = self.position.standings();
        let winner = standings.and_then(|places| places.sole_winner());
        if depth == 0 || standings.is_some() || self.watch.is_over() {
            return (self.value(&sums, winner), None);
        }
        let is_max = self.position.turn() == self.bot;
        let mut best = (if is_max { Score::MIN } else { Score::MAX }, None);
        for mv in self.position.moves().into_iter() {
            let mut after = sums;
            let undo = play_followed(&mut self.position, mv, self.evaluator, &mut after);
            let (value, _) = self.node(after, depth - 1, (alpha, beta));
            self.position.undo(mv, undo);
            if self.watch.is_over() {
                return (best.0, best.1.or(Some(mv)));
            }
            if is_max {
                best = if value >= best.0 {
                    (value, Some(mv))
                } else {
                    best
                };
                alpha = alpha.max(value);
            } else {
                best = if value <= best.0 {
                    (value, Some(mv))
                } else {
                    best
                };
                beta = beta.min(value);
            }
            // Equal is not enough: a later equal move is preferred, and would be
            // believed on the strength of a bound.
            if self.prunes && alpha > beta {
                break;
            }
        }
        best
    }

    /// The paper's score: what is good for the bot.
    fn value(&self, sums: &E::Sums, winner: Option<Seat>) -> Score {
        let value = self.evaluator.evaluate(&self.position, sums);
        let is_max = self.position.turn() == self.bot;
        let value = if is_max { value } else { -value };
        value + winner.map_or(0, |seat| if seat == self.bot { WINNER } else { -WINNER })
    }
}
