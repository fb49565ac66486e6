//! The searches of "A Chinese Checkers-playing program" (Lund 1999-2000),
//! chapter 6: minimax, alpha-beta in seven orders, own moves only while the
//! armies are apart, and depth that adapts to the size of the tree.

mod algorithms;

pub use algorithms::{ALGORITHMS, Algorithm};

use algorithms::Order;
use longjump_rules::{Hole, Move, Position, PositionExt, Seat};
use longjump_search::{Evaluator, Score, Watch, by_key, play_followed};

/// What these searches ask of a board beside its evaluation.
pub trait ThesisBoard<P: Position>: Evaluator<P> {
    /// A hole's number in the vector of the whole board, low at `seat`'s home
    /// (chapter 4).
    fn number(&self, seat: Seat, hole: Hole) -> i32;

    /// The row a hole is in, low at `seat`'s home.
    fn row(&self, seat: Seat, hole: Hole) -> i32;

    /// How far a hole is from the line down the middle.
    fn side(&self, hole: Hole) -> i32;

    /// How many rows lie between the two closest marbles of different sides.
    fn rows_apart(&self, position: &P) -> i32;

    /// What moving one of the two last marbles is worth on top (chapter 5).
    fn reward_for_trailing(&self, position: &P, mv: Move) -> Score;
}

/// How far to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThesisTask {
    /// "Skill": how many plies; where the adaptive algorithms begin.
    pub ply: u32,
    /// "Range of nodes": the largest tree, for those that have one.
    pub nodes: u64,
}

/// What a search came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThesisFound {
    /// The first of the best moves in the algorithm's order, unless the game is over.
    pub mv: Option<Move>,
    /// What it is worth, in the paper's numbers.
    pub value: Score,
    /// Positions in the last tree, its root included.
    pub nodes: u64,
    /// How many plies deep that tree was.
    pub ply: u32,
    /// Whether only own moves were looked at.
    pub own_moves: bool,
}

/// A value above this means that the computer has won.
const COMPUTER_HAS_WON: Score = 10_000;
/// A value below this means that the player has won.
const PLAYER_HAS_WON: Score = -1_000;
/// What winning adds at the root; each ply down a hundred less.
const WIN_BONUS: Score = 20_000;
/// The paper adds up the rows of both armies, counted from the computer's
/// home; the evaluations here are differences, which are less by this: ten
/// marbles, sixteen rows, ten points a row.
const SUM_OF_ROWS: Score = 1_600;
/// Marbles closer than this are in contact.
const CONTACT: i32 = 2;
/// Adaptive depth goes no farther than this.
const DEEPEST: u32 = 24;

/// Searches a position as the thesis did, the seat to move being "the computer".
pub fn thesis<P: Position, E: ThesisBoard<P>>(
    position: &P,
    board: &E,
    algorithm: &Algorithm,
    task: ThesisTask,
    watch: &mut Watch<'_>,
) -> ThesisFound {
    let mut search = Search {
        position: position.clone(),
        board,
        algorithm,
        computer: position.turn(),
        most: algorithm.is_bounded.then_some(task.nodes),
        nodes: 0,
        watch,
    };
    if algorithm.is_adaptive {
        search.adapt(task.ply)
    } else {
        search.once(task.ply)
    }
}

struct Search<'a, 'w, P, E> {
    position: P,
    board: &'a E,
    algorithm: &'a Algorithm,
    computer: Seat,
    /// The largest tree.
    most: Option<u64>,
    nodes: u64,
    watch: &'a mut Watch<'w>,
}

/// The moves of the other side lead into contact, so that own moves are not enough.
struct InContact;

/// What is carried down the tree.
#[derive(Clone, Copy)]
struct Carried<S> {
    sums: S,
    /// Rewards for trailing marbles on the way, from the computer's view.
    rewards: Score,
}

impl<P: Position, E: ThesisBoard<P>> Search<'_, '_, P, E> {
    /// Adaptive depth: one ply less if the tree grows too large, one more if
    /// it is under a tenth of that, unless it was lowered before.
    fn adapt(&mut self, start: u32) -> ThesisFound {
        let (mut ply, mut was_lowered) = (start, false);
        let mut last = None;
        loop {
            let found = self.once(ply);
            if self.watch.is_over() {
                return last.unwrap_or(found);
            }
            let most = self.most.unwrap_or(u64::MAX);
            if self.is_too_large() && ply > 1 {
                ply -= 1;
                was_lowered = true;
            } else if found.nodes < most / 10 && !was_lowered && ply < DEEPEST {
                ply += 1;
                last = Some(found);
            } else {
                return found;
            }
        }
    }

    /// One search to one depth.
    fn once(&mut self, ply: u32) -> ThesisFound {
        let root = Carried {
            sums: self.board.fresh(&self.position),
            rewards: 0,
        };
        self.nodes = 0;
        if self.algorithm.own_moves_if_apart
            && let Ok((value, mv)) = self.own_moves(root, ply, 0)
        {
            return self.found(mv, value, ply, true);
        }
        self.nodes = 0;
        let (value, mv) = self.both_sides(root, ply, 0, (Score::MIN, Score::MAX));
        self.found(mv, value, ply, false)
    }

    fn found(&self, mv: Option<Move>, value: Score, ply: u32, own_moves: bool) -> ThesisFound {
        // Stopped before it could look at any: the first in its order.
        let mv = mv.or_else(|| self.ordered_moves().first().copied());
        ThesisFound {
            mv,
            value,
            nodes: self.nodes,
            ply,
            own_moves,
        }
    }

    fn is_too_large(&self) -> bool {
        self.most.is_some_and(|most| self.nodes > most)
    }

    fn count(&mut self) {
        self.nodes += 1;
        self.watch.count();
    }

    fn must_end(&self) -> bool {
        self.watch.is_over() || self.is_too_large()
    }

    /// Minimax, with or without cuts. If it has to end early, the best so far.
    fn both_sides(
        &mut self,
        here: Carried<E::Sums>,
        depth: u32,
        ply: u32,
        (mut alpha, mut beta): (Score, Score),
    ) -> (Score, Option<Move>) {
        self.count();
        let value = self.value(&here, ply);
        if depth == 0 || self.ends_here(value) || self.must_end() {
            return (value, None);
        }
        let computer_moves = self.position.turn() == self.computer;
        let mut best = (
            if computer_moves {
                Score::MIN
            } else {
                Score::MAX
            },
            None,
        );
        for mv in self.ordered_moves() {
            let (undo, after) = self.play(mv, here);
            let (value, _) = self.both_sides(after, depth - 1, ply + 1, (alpha, beta));
            self.position.undo(mv, undo);
            if self.must_end() {
                return (best.0, best.1.or(Some(mv)));
            }
            let is_better = if computer_moves {
                value > best.0
            } else {
                value < best.0
            };
            if is_better {
                best = (value, Some(mv));
            }
            if computer_moves {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if self.algorithm.cuts && alpha >= beta {
                break;
            }
        }
        best
    }

    /// Begin & End Game: the best that own moves alone can reach, as long as the
    /// armies are more than two rows apart in the first two plies.
    fn own_moves(
        &mut self,
        here: Carried<E::Sums>,
        depth: u32,
        ply: u32,
    ) -> Result<(Score, Option<Move>), InContact> {
        self.count();
        if ply <= 2 && self.board.rows_apart(&self.position) <= CONTACT {
            return Err(InContact);
        }
        let value = self.value(&here, ply);
        if depth == 0 || self.ends_here(value) || self.must_end() {
            return Ok((value, None));
        }
        let mut best = (Score::MIN, None);
        for mv in self.ordered_moves() {
            let (undo, after) = self.play(mv, here);
            // The other side stands still.
            let goes_on = self.position.standings().is_none();
            let stood_still = goes_on.then(|| self.position.play(Move::PASS));
            let value = self.own_moves(after, depth - 1, ply + 1);
            if let Some(undo) = stood_still {
                self.position.undo(Move::PASS, undo);
            }
            self.position.undo(mv, undo);
            let (value, _) = value?;
            if self.must_end() {
                return Ok((best.0, best.1.or(Some(mv))));
            }
            if value > best.0 {
                best = (value, Some(mv));
            }
        }
        Ok(best)
    }

    fn ends_here(&self, value: Score) -> bool {
        !(PLAYER_HAS_WON..=COMPUTER_HAS_WON).contains(&value) || self.position.standings().is_some()
    }

    /// The paper's evaluation number: large is good for the computer.
    fn value(&self, here: &Carried<E::Sums>, ply: u32) -> Score {
        let sums = if self.algorithm.is_incremental {
            here.sums
        } else {
            self.board.fresh(&self.position)
        };
        let ahead = self.board.evaluate(&self.position, &sums);
        let ahead = if self.position.turn() == self.computer {
            ahead
        } else {
            -ahead
        };
        let bonus = WIN_BONUS - 100 * ply as Score;
        let winner = self
            .position
            .standings()
            .and_then(|standings| standings.sole_winner());
        let result = winner.map_or(0, |seat| if seat == self.computer { bonus } else { -bonus });
        SUM_OF_ROWS + ahead + here.rewards + result
    }

    fn play(&mut self, mv: Move, here: Carried<E::Sums>) -> (P::Undo, Carried<E::Sums>) {
        let mut after = here;
        if self.algorithm.minds_last_marbles {
            let reward = self.board.reward_for_trailing(&self.position, mv);
            let is_own = self.position.turn() == self.computer;
            after.rewards += if is_own { reward } else { -reward };
        }
        let undo = if self.algorithm.is_incremental {
            play_followed(&mut self.position, mv, self.board, &mut after.sums)
        } else {
            self.position.play(mv)
        };
        (undo, after)
    }

    fn ordered_moves(&self) -> Vec<Move> {
        let mut moves = self.position.moves().to_vec();
        let from = |mv: Move| self.board.number(self.computer, mv.from());
        let to = |mv: Move| self.board.number(self.computer, mv.to());
        let turn = self.position.turn();
        let computer_moves = turn == self.computer;
        let way = if computer_moves { 1 } else { -1 };
        by_key(&mut moves, |mv| (-from(mv), -to(mv)));
        match self.algorithm.order {
            Order::HighFirst => {}
            Order::Opposed { reversed } => {
                if computer_moves == reversed {
                    moves.reverse();
                }
            }
            Order::ByTarget { reversed } => {
                by_key(&mut moves, |mv| (-to(mv), -from(mv)));
                if computer_moves == reversed {
                    moves.reverse();
                }
            }
            Order::Longest => by_key(&mut moves, |mv| (way * (from(mv) - to(mv)), 0)),
            Order::LongestCentral => by_key(&mut moves, |mv| {
                let gain = self.board.row(turn, mv.to()) - self.board.row(turn, mv.from());
                (-gain, self.board.side(mv.to()))
            }),
        }
        moves
    }
}
