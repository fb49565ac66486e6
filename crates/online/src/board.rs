//! Any game's board, as much of it as a room needs.

use longjump_games::{stored, with_game};
use longjump_rules::record::{Record, Turn, write_record};
use longjump_rules::{
    Game, GameAction, GameSpec, NotationError, Playthrough, Position, Seat, SpecError, Standings,
    notation,
};

/// A game being played, whichever it is.
pub trait Board: Send + Sync {
    /// How many seats take part.
    fn seats(&self) -> usize;
    /// Whose turn it is, unless the game is over.
    fn turn(&self) -> Option<Seat>;
    /// How many moves were played.
    fn ply(&self) -> usize;
    /// The order of finish, once the game is over.
    fn standings(&self) -> Option<Standings>;
    /// The order of finish if it ended here with those still playing level.
    fn standings_if_drawn(&self) -> Standings;
    /// The legal moves.
    fn moves(&self) -> Vec<String>;
    /// The moves played, each in its usual text.
    fn played(&self) -> Vec<String>;
    /// The position as text.
    fn position(&self) -> String;
    /// The move in its usual text.
    ///
    /// # Errors
    /// When it is not legal now.
    fn read(&self, mv: &str) -> Result<String, NotationError>;
    /// Plays a legal move.
    ///
    /// # Errors
    /// When it is not legal; nothing is changed then.
    fn play(&mut self, mv: &str) -> Result<(), NotationError>;
    /// Takes the last move back, if there is one.
    fn take_back(&mut self) -> bool;
    /// The game as a record with these tags, ended as `result` says if not by the rules.
    fn record(&self, tags: &[(String, String)], result: Option<Standings>) -> Option<String>;
    /// Another board with the same game on it.
    fn copy(&self) -> Box<dyn Board>;
}

/// The game of a spec that was stored or sent; its own spec lasts.
///
/// ```
/// // What was usual when games of corners were first stored.
/// assert_eq!(longjump_online::read_game("corners")?.to_string(), "corners:preset=waiting");
/// # Ok::<(), longjump_rules::NotationError>(())
/// ```
///
/// # Errors
/// When the text is no spec.
pub fn read_game(spec: &str) -> Result<GameSpec, NotationError> {
    Ok(stored(&spec.parse()?))
}

/// A board for the game of a spec, set up at its start.
///
/// # Errors
/// When there is no such game.
pub fn open_board(spec: &GameSpec) -> Result<Box<dyn Board>, SpecError> {
    struct Open;
    impl GameAction for Open {
        type Output = Box<dyn Board>;
        fn run<G: Game>(self, game: G) -> Self::Output {
            Box::new(Playthrough::new(game))
        }
    }
    with_game(&stored(spec), Open)
}

impl<G: Game> Board for Playthrough<G> {
    fn seats(&self) -> usize {
        self.game().seats()
    }

    fn turn(&self) -> Option<Seat> {
        let goes_on = Self::standings(self).is_none();
        goes_on.then(|| self.position().turn())
    }

    fn ply(&self) -> usize {
        Self::played(self).len()
    }

    fn standings(&self) -> Option<Standings> {
        Self::standings(self)
    }

    fn standings_if_drawn(&self) -> Standings {
        self.position().standings_if_drawn()
    }

    fn moves(&self) -> Vec<String> {
        let moves = self.legal_moves();
        let moves = moves.iter();
        moves
            .map(|&mv| notation::write_move(self.game(), mv))
            .collect()
    }

    fn played(&self) -> Vec<String> {
        let played = Self::played(self);
        played
            .map(|mv| notation::write_move(self.game(), mv))
            .collect()
    }

    fn position(&self) -> String {
        notation::write_position(self.game(), self.position())
    }

    fn read(&self, mv: &str) -> Result<String, NotationError> {
        let read = notation::read_move(self.game(), self.position(), mv)?;
        Ok(notation::write_move(self.game(), read))
    }

    fn play(&mut self, mv: &str) -> Result<(), NotationError> {
        let read = notation::read_move(self.game(), self.position(), mv)?;
        Self::play(self, read)
            .map_err(|_| NotationError::new("move", mv, 0, "no move, as the game is over"))
    }

    fn take_back(&mut self) -> bool {
        Self::take_back(self).is_some()
    }

    fn record(&self, tags: &[(String, String)], result: Option<Standings>) -> Option<String> {
        let record = Record {
            tags: tags.to_vec(),
            turns: Self::played(self).map(Turn::plain).collect(),
            result: Self::standings(self).or(result),
            ..Record::default()
        };
        write_record(self.game(), &record).ok()
    }

    fn copy(&self) -> Box<dyn Board> {
        Box::new(self.clone())
    }
}
