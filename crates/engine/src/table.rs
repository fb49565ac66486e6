//! A game being played, seen through text: what terminal, browser and arena
//! know of any game.

use longjump_games::with_game;
use longjump_rules::{
    Game, GameAction, GameSpec, IllegalMove, Layout, NotationError, Playthrough, Position,
    PositionExt, Seat, Setup, SpecError, Standings, notation,
};

/// A board with a game on it.
pub trait Table: Send {
    /// How many seats take part.
    fn seats(&self) -> usize;

    /// Starts anew from a position, or from the start, with these moves played.
    ///
    /// # Errors
    /// When the position or a move is wrong; nothing is changed then.
    fn set_up(&mut self, position: Option<&str>, moves: &[&str]) -> Result<(), NotationError>;

    /// Plays a move.
    ///
    /// # Errors
    /// When it is no legal move; nothing is changed then.
    fn play(&mut self, mv: &str) -> Result<(), NotationError>;

    /// The seat to move, unless the game is over.
    fn turn(&self) -> Option<Seat>;

    /// The order of finish, once the game is over.
    fn standings(&self) -> Option<Standings>;

    /// The position as text.
    fn position(&self) -> String;

    /// The legal moves.
    fn moves(&self) -> Vec<String>;

    /// The board as data.
    fn layout(&self) -> Layout;

    /// What stands where.
    fn setup(&self) -> Setup;
}

/// A table for the game of a spec, set up at its start.
///
/// ```
/// let mut table = longjump_engine::open_table(&"minicheckers".parse()?)?;
/// table.play("a1b2").expect_err("there is a man on b2");
/// assert_eq!(table.moves().len(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When there is no such game.
pub fn open_table(spec: &GameSpec) -> Result<Box<dyn Table>, SpecError> {
    struct Open;
    impl GameAction for Open {
        type Output = Box<dyn Table>;
        fn run<G: Game>(self, game: G) -> Self::Output {
            Box::new(Playthrough::new(game))
        }
    }
    with_game(spec, Open)
}

impl<G: Game> Table for Playthrough<G> {
    fn seats(&self) -> usize {
        self.game().seats()
    }

    fn set_up(&mut self, position: Option<&str>, moves: &[&str]) -> Result<(), NotationError> {
        let game = self.game().clone();
        let position = match position {
            Some(text) => notation::read_position(&game, text)?,
            None => game.start(),
        };
        let mut play = Self::from_position(game, position);
        for mv in moves {
            Table::play(&mut play, mv)?;
        }
        *self = play;
        Ok(())
    }

    fn play(&mut self, mv: &str) -> Result<(), NotationError> {
        let read = notation::read_move(self.game(), self.position(), mv)?;
        Self::play(self, read).map_err(|IllegalMove(_)| {
            NotationError::new("move", mv, 0, "no move, as the game is over")
        })
    }

    fn turn(&self) -> Option<Seat> {
        let goes_on = Self::standings(self).is_none();
        goes_on.then(|| self.position().turn())
    }

    fn standings(&self) -> Option<Standings> {
        Self::standings(self)
    }

    fn position(&self) -> String {
        notation::write_position(self.game(), self.position())
    }

    fn moves(&self) -> Vec<String> {
        let moves = if Self::standings(self).is_some() {
            return Vec::new();
        } else {
            self.position().moves()
        };
        moves
            .into_iter()
            .map(|mv| notation::write_move(self.game(), mv))
            .collect()
    }

    fn layout(&self) -> Layout {
        self.game().layout()
    }

    fn setup(&self) -> Setup {
        self.game().setup_of(self.position())
    }
}
