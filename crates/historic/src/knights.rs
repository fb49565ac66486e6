//! The seven alpha-beta generations of the KnightThrough paper, chapters 4 and 5.

use longjump_rules::{Move, Position, PositionExt};
use longjump_search::{Bound, Evaluator, Score, Watch, by_key, play_followed};
use std::collections::HashMap;
use std::time::Duration;

/// What these searches ask of a board beside its evaluation.
pub trait KnightBoard<P: Position>: Evaluator<P> {
    /// What a piece is worth in this evaluation.
    const PIECE: Score;

    /// The holes of those enemy pieces that would win with their next move, as bits.
    fn threats(&self, position: &P) -> u128;

    /// Whether a move wins at once.
    fn wins(&self, position: &P, mv: Move) -> bool;

    /// How many pieces the seat to move has more than the other.
    fn piece_lead(&self, position: &P) -> i32;
}

/// One of the seven; each has what the one before it has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Version {
    /// Depth 5 and nothing else.
    V1 = 1,
    /// Deepening, captures first.
    V2,
    /// A transposition table; no new depth once half of the time is used.
    V3,
    /// The time of the next depth is foreseen; threats are seen at the root.
    V4,
    /// Moves ordered by the table of the last depth.
    V5,
    /// Threats are seen everywhere.
    V6,
    /// Whoever is a piece behind only looks at captures.
    V7,
}

impl Version {
    /// All of them, with a line on each.
    pub const ALL: [(Self, &'static str); 7] = [
        (Self::V1, "depth 5"),
        (Self::V2, "deepening, captures first"),
        (Self::V3, "with a table"),
        (
            Self::V4,
            "next depth's time foreseen, threats seen at the root",
        ),
        (Self::V5, "ordered by the last depth's table"),
        (Self::V6, "threats seen everywhere"),
        (Self::V7, "only captures when a piece behind"),
    ];
}

/// The depth of the first version.
const STATIC_DEPTH: u32 = 5;
/// No game is longer than this.
const DEEPEST: u32 = 120;
/// The value of a win at the root.
const WON: Score = 10_000_000;

/// What a search came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnightsFound {
    /// The best move of the last depth that was completed.
    pub mv: Move,
    /// What it is worth for the seat to move.
    pub value: Score,
    /// That depth.
    pub depth: u32,
}

/// Searches until the watch says so, or to `deepest`.
pub fn knights<P: Position, E: KnightBoard<P>>(
    position: &P,
    board: &E,
    version: Version,
    deepest: Option<u32>,
    watch: &mut Watch<'_>,
) -> Option<KnightsFound> {
    let mut search = Search {
        position: position.clone(),
        board,
        version,
        table: HashMap::new(),
        last_table: HashMap::new(),
        watch,
    };
    search.deepen(deepest)
}

#[derive(Clone, Copy)]
struct Kept {
    depth: u32,
    value: Score,
    bound: Bound,
}

struct Search<'a, 'w, P, E> {
    position: P,
    board: &'a E,
    version: Version,
    table: HashMap<u64, Kept>,
    /// That of the depth before.
    last_table: HashMap<u64, Kept>,
    watch: &'a mut Watch<'w>,
}

impl<P: Position, E: KnightBoard<P>> Search<'_, '_, P, E> {
    fn deepen(&mut self, deepest: Option<u32>) -> Option<KnightsFound> {
        let mut found = KnightsFound {
            mv: *self.position.moves().first()?,
            value: 0,
            depth: 0,
        };
        if let Some(mv) = self.only_answer() {
            return Some(KnightsFound { mv, ..found });
        }
        let is_static = self.version == Version::V1;
        let first = if is_static { STATIC_DEPTH } else { 1 };
        let last = deepest.unwrap_or(if is_static { first } else { DEEPEST });
        let mut times = [Duration::ZERO; 2];
        for depth in first.min(last)..=last {
            let began = self.watch.clock().elapsed();
            self.last_table = std::mem::take(&mut self.table);
            let sums = self.board.fresh(&self.position);
            let (value, mv) = self.node(sums, depth, 0, (-WON, WON));
            if self.watch.is_over() {
                // The first version has no earlier depth to fall back on.
                found.mv = if found.depth == 0 {
                    mv.unwrap_or(found.mv)
                } else {
                    found.mv
                };
                break;
            }
            let mv = mv.unwrap_or(found.mv);
            found = KnightsFound { mv, value, depth };
            times = [times[1], self.watch.clock().elapsed().saturating_sub(began)];
            if value.abs() >= WON - DEEPEST as Score || !self.begins_another(times) {
                break;
            }
        }
        Some(found)
    }

    /// Chapter 4.2: with one way to take the piece that threatens to win there
    /// is nothing to think about.
    fn only_answer(&self) -> Option<Move> {
        if self.version < Version::V4 || self.board.threats(&self.position) == 0 {
            return None;
        }
        match self.answers(&self.position.moves())[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Chapter 5: whether the next depth is likely to be finished in time, from
    /// how the last two grew.
    fn begins_another(&self, [before, last]: [Duration; 2]) -> bool {
        let Some(end) = self.watch.end() else {
            return true;
        };
        let left = end.saturating_sub(self.watch.clock().elapsed());
        match self.version {
            Version::V1 | Version::V2 => true,
            Version::V3 => left * 2 > end,
            _ if before.is_zero() => true,
            _ => last.mul_f64(last.as_secs_f64() / before.as_secs_f64()) <= left,
        }
    }

    fn node(
        &mut self,
        sums: E::Sums,
        depth: u32,
        ply: u32,
        (mut alpha, beta): (Score, Score),
    ) -> (Score, Option<Move>) {
        self.watch.count();
        if self.position.standings().is_some() {
            // Whoever has just moved has won.
            return (ply as Score - WON, None);
        }
        if depth == 0 || self.watch.is_over() {
            return (self.board.evaluate(&self.position, &sums), None);
        }
        if let Some(value) = self.known(depth, ply, (alpha, beta)) {
            return (value, None);
        }
        let at_start = alpha;
        let mut best = (-WON, None);
        for mv in self.moves_to_look_at(ply) {
            let mut after = sums;
            let undo = play_followed(&mut self.position, mv, self.board, &mut after);
            let (value, _) = self.node(after, depth - 1, ply + 1, (-beta, -alpha));
            self.position.undo(mv, undo);
            if self.watch.is_over() {
                return (best.0, best.1.or(Some(mv)));
            }
            if -value > best.0 || best.1.is_none() {
                best = (-value, Some(mv));
            }
            alpha = alpha.max(-value);
            if alpha >= beta {
                break;
            }
        }
        self.keep(depth, best.0, (at_start, beta));
        best
    }

    fn known(&self, depth: u32, ply: u32, (alpha, beta): (Score, Score)) -> Option<Score> {
        if self.version < Version::V3 || ply == 0 {
            return None;
        }
        let kept = self.table.get(&self.position.key())?;
        let says_enough = match kept.bound {
            Bound::Exact => true,
            Bound::Lower => kept.value >= beta,
            Bound::Upper => kept.value <= alpha,
        };
        (kept.depth == depth && says_enough).then_some(kept.value)
    }

    fn keep(&mut self, depth: u32, value: Score, (alpha, beta): (Score, Score)) {
        if self.version < Version::V3 {
            return;
        }
        let bound = match value {
            _ if value >= beta => Bound::Lower,
            _ if value <= alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        let kept = Kept {
            depth,
            value,
            bound,
        };
        self.table.insert(self.position.key(), kept);
    }

    fn moves_to_look_at(&self, ply: u32) -> Vec<Move> {
        let all = self.position.moves();
        let sees_threats = self.version >= Version::V6 || self.version >= Version::V4 && ply == 0;
        let mut moves = all.to_vec();
        if sees_threats {
            moves = self.answers(&all);
        }
        if self.version == Version::V7 && self.board.piece_lead(&self.position) < 0 {
            let takes_or_wins =
                |mv: &Move| self.position.takes(*mv) || self.board.wins(&self.position, *mv);
            let captures: Vec<Move> = moves.iter().copied().filter(takes_or_wins).collect();
            moves = if captures.is_empty() { moves } else { captures };
        }
        match self.version {
            Version::V1 => moves,
            Version::V2 | Version::V3 | Version::V4 => {
                by_key(&mut moves, |mv| ((!self.position.takes(mv)).into(), 0));
                moves
            }
            _ => self.sorted_by_table(&moves),
        }
    }

    /// Against a threat to win only taking the piece, or winning first, makes
    /// sense; if neither is possible all is the same.
    fn answers(&self, moves: &[Move]) -> Vec<Move> {
        let threats = self.board.threats(&self.position);
        let answers =
            |mv: &Move| threats >> mv.to().index() & 1 == 1 || self.board.wins(&self.position, *mv);
        let answering: Vec<Move> = moves.iter().copied().filter(answers).collect();
        if threats == 0 || answering.is_empty() {
            moves.to_vec()
        } else {
            answering
        }
    }

    /// Chapter 4.1: each move is ranked once and put to the front, to the end of
    /// the first third, or to the back.
    fn sorted_by_table(&self, moves: &[Move]) -> Vec<Move> {
        let mut sorted = Vec::with_capacity(moves.len());
        for &mv in moves {
            let key = self.position.likely_memory_key_after(mv);
            let saved = self.last_table.get(&key).map(|kept| -kept.value);
            let place = match saved {
                Some(value) if value > E::PIECE / 2 => 0,
                Some(value) if value > 0 => sorted.len() / 3,
                None if self.position.takes(mv) => 0,
                _ => sorted.len(),
            };
            sorted.insert(place, mv);
        }
        sorted
    }
}

/// Chapter 5's table: hundredths of the time left that are spent on the turn of
/// this number, counted from 1.
pub fn share_of_time_left(turn: usize) -> f64 {
    const SHARES: [f64; 9] = [0.2, 2.0, 3.9, 5.9, 11.7, 17.6, 18.6, 19.6, 20.5];
    SHARES.get(turn.saturating_sub(1)).copied().unwrap_or(33.3)
}
