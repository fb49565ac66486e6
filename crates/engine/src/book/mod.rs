//! Opening books: what long searches found out about the first moves.
//!
//! A book is a text with a line a position: the moves that lead to it, a colon, and its best
//! moves, each with its score in hundredths of a move for who plays it, the best one first.
//! Empty lines and lines that begin with `#` say nothing. `longjump book build` writes such
//! texts.

use crate::Score;
use longjump_games::star::Star;
use longjump_rules::{
    Game, Move, NotationError, PerSeat, Position, Seat, Settings, Symmetry, notation,
};
use std::collections::HashMap;
use std::sync::OnceLock;

/// A move that a book has for a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move.
    pub mv: String,
    /// How good the position is for who plays it.
    pub score: Score,
}

/// The moves of a book by the keys of positions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Book(HashMap<u64, Vec<(Move, Score)>>);

impl Book {
    /// The book of a text. What it says of a position holds in its mirror too.
    pub(crate) fn read<G: Game>(game: &G, text: &str) -> Result<Self, NotationError> {
        let mut book = Self::default();
        let mirrors = mirrors(game);
        let lines = text.lines().map(str::trim);
        for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let entry = Entry::read(game, line)?;
            book.add(game, &entry, |mv| mv);
            for mirror in &mirrors {
                book.add(game, &entry, |mv| mirror.mv(mv));
            }
        }
        Ok(book)
    }

    fn add<G: Game>(&mut self, game: &G, entry: &Entry, seen: impl Fn(Move) -> Move) {
        let mut position = game.start();
        for &mv in &entry.way {
            position.play(seen(mv));
        }
        let moves = entry.moves.iter();
        let moves = moves.map(|&(mv, score)| (seen(mv), score)).collect();
        self.0.entry(position.key()).or_insert(moves);
    }

    /// The moves for a position, the best one first.
    pub(crate) fn moves(&self, position: &impl Position) -> &[(Move, Score)] {
        self.0.get(&position.key()).map_or(&[], Vec::as_slice)
    }
}

/// A line of a book.
struct Entry {
    way: Vec<Move>,
    moves: Vec<(Move, Score)>,
}

impl Entry {
    fn read<G: Game>(game: &G, line: &str) -> Result<Self, NotationError> {
        let wrong = |expected: &str| NotationError::new("book", line, 0, expected);
        let (way, moves) = line
            .split_once(':')
            .ok_or_else(|| wrong("moves, a colon, and the best moves with their scores"))?;
        let mut position = game.start();
        let mut entry = Self {
            way: Vec::new(),
            moves: Vec::new(),
        };
        for text in way.split_whitespace() {
            let mv = notation::read_move(game, &position, text)?;
            position.play(mv);
            entry.way.push(mv);
        }
        for text in moves.split(',') {
            let (mv, score) = text
                .trim()
                .split_once(' ')
                .ok_or_else(|| wrong("a move and its score after the colon"))?;
            let mv = notation::read_move(game, &position, mv)?;
            let score = score
                .parse()
                .map_err(|_| wrong("a whole number as score"))?;
            entry.moves.push((mv, score));
        }
        Ok(entry)
    }
}

/// The symmetries of a game that leave every seat where it is.
fn mirrors<G: Game>(game: &G) -> Vec<Symmetry> {
    let own = PerSeat::from_fn(game.seats(), |seat: Seat| seat);
    let mut symmetries = game.symmetries();
    symmetries.retain(|symmetry| symmetry.seats == own);
    symmetries
}

/// The least key of a position and its mirrors: the same for all of them.
pub(crate) fn key_or_mirrored<G: Game>(game: &G, position: &G::Position) -> u64 {
    let setup = game.setup_of(position);
    let mirrored = mirrors(game).into_iter().filter_map(|symmetry| {
        let position = game.position_from(&symmetry.setup(&setup)).ok()?;
        Some(position.key())
    });
    mirrored.fold(position.key(), u64::min)
}

/// Whether a book for this game as it is set comes with the program. Nothing is read for it.
pub(crate) fn is_there<G: Game>(game: &G) -> bool {
    G::NAME == Star::NAME && game.settings() == Settings::default()
}

/// The book that comes with the program, if there is one.
pub(crate) fn standard<G: Game>(game: &G) -> Option<&'static Book> {
    static STAR: OnceLock<Book> = OnceLock::new();
    if !is_there(game) {
        return None;
    }
    let read = || Book::read(game, include_str!("star.txt")).expect("our own book");
    Some(STAR.get_or_init(read))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn star() -> Star {
        Star::configure(&Settings::default()).expect("the usual star")
    }

    #[test]
    fn a_book_knows_positions_and_their_mirrors() {
        let star = star();
        let text = "# the start\n: k4j5 10, l4k5 -5\n\nk4j5: g14g13 0\n";
        let book = Book::read(&star, text).expect("a book");
        let start = star.start();
        let written = |position: &_| -> Vec<(String, Score)> {
            let moves = book.moves(position).iter();
            moves
                .map(|&(mv, score)| (notation::write_move(&star, mv), score))
                .collect()
        };
        assert_eq!(
            written(&start),
            [("k4j5".to_owned(), 10), ("l4k5".to_owned(), -5)]
        );
        let [mirror] = &mirrors(&star)[..] else {
            panic!("star has one mirror for two");
        };
        let first = notation::read_move(&star, &start, "k4j5").expect("a move");
        let (mut one, mut other) = (start, start);
        one.play(first);
        other.play(mirror.mv(first));
        assert_ne!(one, other);
        assert_eq!(key_or_mirrored(&star, &one), key_or_mirrored(&star, &other));
        let (one, other) = (book.moves(&one), book.moves(&other));
        assert_eq!(one.len(), 1);
        assert_eq!(mirror.mv(one[0].0), other[0].0);
    }

    #[test]
    fn what_is_no_book_is_refused() {
        for text in ["k4j5", ": k4j5", ": k4j5 much", ": a1a2 0", "k4k4: k4j5 0"] {
            Book::read(&star(), text).expect_err(text);
        }
    }

    #[test]
    fn our_own_book_begins_at_the_start() {
        let book = standard(&star()).expect("there is a book of star");
        assert!(!book.moves(&star().start()).is_empty());
        let settings = Settings::from_pairs([("corners", "open".to_owned())]);
        let other = Star::configure(&settings).expect("another star");
        assert!(standard(&other).is_none(), "it is for the usual rules");
    }
}
