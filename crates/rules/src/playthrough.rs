//! A game being played: its position, its moves, and the rule that looks back.

use crate::{Ending, Game, IllegalMove, Move, MoveList, Position, PositionExt, Standings};

/// The keys of the positions that stood so far, to see one come again.
#[derive(Clone, Debug, Default)]
pub struct Repetitions {
    keys: Vec<u64>,
    /// A bit for each key, which several may share. Where it is not set the position is new; most are, and
    /// nobody then has to read the keys of a whole game.
    seen: [u64; 1 << WORDS],
}

/// The binary logarithm of how many words have a bit for each key.
const WORDS: u32 = 4;

impl Repetitions {
    /// Notes that a position stands, and returns how often it has stood by now.
    pub fn note(&mut self, key: u64) -> usize {
        self.keys.push(key);
        let word = &mut self.seen[(key >> (u64::BITS - WORDS)) as usize];
        let bit = 1 << (key % u64::from(u64::BITS));
        let may_have_stood = *word & bit != 0;
        *word |= bit;
        if may_have_stood {
            self.keys.iter().filter(|&&earlier| earlier == key).count()
        } else {
            1
        }
    }

    /// The keys noted, the oldest first.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Forgets the position noted last. Its bit stays, as it may be another's too.
    pub(crate) fn forget_last(&mut self) {
        self.keys.pop();
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.keys.clear();
        self.seen.fill(0);
    }
}

/// A game from some position to now. Only legal moves get in.
#[derive(Clone, Debug)]
pub struct Playthrough<G: Game> {
    game: G,
    position: G::Position,
    played: Vec<(Move, <G::Position as Position>::Undo)>,
    repetitions: Repetitions,
    drawn_by_repetition: bool,
}

impl<G: Game> Playthrough<G> {
    /// A new game.
    pub fn new(game: G) -> Self {
        let start = game.start();
        Self::from_position(game, start)
    }

    /// A game that starts from any position; what was before it is not known.
    pub fn from_position(game: G, position: G::Position) -> Self {
        let mut repetitions = Repetitions::default();
        repetitions.note(position.key());
        Self {
            game,
            position,
            played: Vec::new(),
            repetitions,
            drawn_by_repetition: false,
        }
    }

    /// The game and its options.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The position now.
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    /// The moves played, but for those [for good](Self::play_for_good) and those before them.
    pub fn played(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.played.iter().map(|&(mv, _)| mv)
    }

    /// The keys of the positions before this one, the oldest first.
    pub fn earlier_keys(&self) -> &[u64] {
        let (_, earlier) = self.repetitions.keys().split_last().expect("a position");
        earlier
    }

    /// The legal moves, none once the game is over.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.add_legal_moves(&mut moves);
        moves
    }

    /// Adds the legal moves to a list, none once the game is over.
    pub fn add_legal_moves(&self, moves: &mut MoveList) {
        if !self.drawn_by_repetition {
            self.position.legal_moves(moves);
        }
    }

    /// The order of finish, once the game is over.
    pub fn standings(&self) -> Option<Standings> {
        if self.drawn_by_repetition {
            Some(self.position.standings_if_drawn())
        } else {
            self.position.standings()
        }
    }

    /// Why the game is over, once it is.
    pub fn ending(&self) -> Option<Ending> {
        if self.drawn_by_repetition {
            Some(Ending::Repetition)
        } else {
            self.game.ending(&self.position)
        }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// [`IllegalMove`] when it is not legal; nothing is changed then.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if self.drawn_by_repetition || !self.position.is_legal(mv) {
            return Err(IllegalMove(mv));
        }
        self.play_legal(mv);
        Ok(())
    }

    /// Plays one of the [legal moves](Self::legal_moves), for callers who have just asked for them.
    /// Any other move is a bug of theirs: the game is then without meaning, or it panics.
    pub fn play_legal(&mut self, mv: Move) {
        let undo = self.position.play(mv);
        self.played.push((mv, undo));
        self.note_position();
    }

    /// The same with a move that nobody will take back, nor any before it: they are forgotten. For those who
    /// play thousands of games at once, where everything kept is memory to wait for.
    pub fn play_for_good(&mut self, mv: Move) {
        self.position.play(mv);
        self.played.clear();
        self.note_position();
    }

    fn note_position(&mut self) {
        let times = self.repetitions.note(self.position.key());
        let limit = self.game.repetition_limit();
        self.drawn_by_repetition =
            self.position.standings().is_none() && limit.is_some_and(|limit| times >= limit);
    }

    /// Takes the last move back and returns it, if there is one.
    pub fn take_back(&mut self) -> Option<Move> {
        let (mv, undo) = self.played.pop()?;
        self.position.undo(mv, undo);
        self.repetitions.forget_last();
        self.drawn_by_repetition = false;
        Some(mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_counted_whether_or_not_they_share_a_bit() {
        let mut repetitions = Repetitions::default();
        // 0, 64 and 128 have the same bit, 1 has another one.
        let counts = [0, 64, 1, 0, 128, 0, 64].map(|key| repetitions.note(key));
        assert_eq!(counts, [1, 1, 1, 2, 1, 3, 2]);
        repetitions.forget_last();
        assert_eq!(repetitions.note(64), 2);
        repetitions.clear();
        assert_eq!(repetitions.note(0), 1);
    }
}
