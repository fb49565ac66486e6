//! The beam search of the diamond paper, chapters II.B and II.C: deepening from
//! two plies, the moves that advance most kept at each layer.

use longjump_rules::{Move, Position, PositionExt, Seat};
use longjump_search::{Evaluator, Score, Watch, by_key, play_followed, sort_keyed};

/// How many moves are kept at each layer.
const WIDTH: usize = 20;
/// How many plies after the own move are looked at first.
const FIRST_DEPTH: u32 = 2;
/// Deeper than this nothing new is found.
const DEEPEST: u32 = 30;
/// The value of a game won.
const WON: Score = 100_000;

/// What the search came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BeamFound {
    /// The best move so far when time was over.
    pub mv: Move,
    /// How many plies after it were looked at in full.
    pub depth: u32,
}

/// Searches until the watch says so, or to `deepest` plies after the own move.
/// The evaluation's gains are the rows that moves advance.
pub fn beam<P: Position, E: Evaluator<P>>(
    position: &P,
    evaluator: &E,
    deepest: Option<u32>,
    watch: &mut Watch<'_>,
) -> Option<BeamFound> {
    let mut search = Search {
        position: position.clone(),
        evaluator,
        own: position.turn(),
        watch,
    };
    let root = evaluator.fresh(position);
    let mut moves = search.widest_moves();
    let mut best = BeamFound {
        mv: *moves.first()?,
        depth: 0,
    };
    for depth in FIRST_DEPTH..=deepest.unwrap_or(DEEPEST).max(FIRST_DEPTH) {
        let mut value = Score::MIN;
        let mut valued: Vec<((Score, Score), Move)> = Vec::new();
        for &mv in &moves {
            if search.watch.is_over() {
                return Some(best);
            }
            let next = search.after(mv, root, depth, (value, Score::MAX));
            if search.watch.is_over() {
                return Some(best);
            }
            // The best move so far counts at once: time may be over any moment.
            if next > value {
                value = next;
                best.mv = mv;
            }
            valued.push(((-next, 0), mv));
        }
        best.depth = depth;
        if value == WON {
            break;
        }
        sort_keyed(&mut valued);
        moves = valued.into_iter().map(|(_, mv)| mv).collect();
    }
    Some(best)
}

struct Search<'a, 'w, P, E> {
    position: P,
    evaluator: &'a E,
    own: Seat,
    watch: &'a mut Watch<'w>,
}

impl<P: Position, E: Evaluator<P>> Search<'_, '_, P, E> {
    /// The moves that advance most, at most as many as the beam is wide.
    fn widest_moves(&self) -> Vec<Move> {
        let mut moves = self.position.moves().to_vec();
        let gain = self.evaluator.gains(&self.position);
        by_key(&mut moves, |mv| (-gain(mv), 0));
        moves.truncate(WIDTH);
        moves
    }

    fn after(&mut self, mv: Move, mut sums: E::Sums, depth: u32, window: (Score, Score)) -> Score {
        let undo = play_followed(&mut self.position, mv, self.evaluator, &mut sums);
        let value = self.node(sums, depth, window);
        self.position.undo(mv, undo);
        value
    }

    fn node(&mut self, sums: E::Sums, depth: u32, (mut alpha, mut beta): (Score, Score)) -> Score {
        self.watch.count();
        let own_turn = self.position.turn() == self.own;
        if let Some(standings) = self.position.standings() {
            return match standings.sole_winner() {
                Some(winner) if winner == self.own => WON,
                Some(_) => -WON,
                None => 0,
            };
        }
        if depth == 0 || self.watch.is_over() {
            let ahead = self.evaluator.evaluate(&self.position, &sums);
            return if own_turn { ahead } else { -ahead };
        }
        let mut best = if own_turn { Score::MIN } else { Score::MAX };
        for mv in self.widest_moves() {
            let value = self.after(mv, sums, depth - 1, (alpha, beta));
            if own_turn {
                best = best.max(value);
                alpha = alpha.max(value);
            } else {
                best = best.min(value);
                beta = beta.min(value);
            }
            if alpha >= beta || self.watch.is_over() {
                break;
            }
        }
        best
    }
}
