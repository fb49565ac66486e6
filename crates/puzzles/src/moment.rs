//! A moment of a game: a position and the moves played from there.

use longjump_engine::{Table, open_table};
use longjump_games::with_game;
use longjump_rules::{Game, GameAction, GameSpec, NotationError, Position, SpecError, notation};

/// A position of a game and the moves played from there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The game.
    pub spec: GameSpec,
    /// The position that the moves begin from.
    pub position: String,
    /// The moves.
    pub moves: Vec<String>,
}

/// Something to do with a moment, compiled for each game.
pub(crate) trait MomentAction {
    type Output;
    fn run<G: Game>(self, game: &G, position: &G::Position) -> Self::Output;
}

impl Moment {
    /// A position itself.
    pub fn new(spec: &GameSpec, position: impl Into<String>) -> Self {
        Self {
            spec: spec.clone(),
            position: position.into(),
            moves: Vec::new(),
        }
    }

    /// After one more move.
    #[must_use]
    pub fn after(&self, mv: &str) -> Self {
        let mut moves = self.moves.clone();
        moves.push(mv.to_owned());
        Self {
            moves,
            ..self.clone()
        }
    }

    /// A table with it set up.
    ///
    /// # Errors
    /// When there is no such game or position, or a move is not legal.
    pub fn table(&self) -> Result<Box<dyn Table>, crate::PuzzleError> {
        let mut table = open_table(&self.spec)?;
        self.set_up(&mut *table)?;
        Ok(table)
    }

    /// Sets it up on a table of its game.
    pub(crate) fn set_up(&self, table: &mut dyn Table) -> Result<(), NotationError> {
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).collect();
        table.set_up(Some(&self.position), &moves)
    }

    /// The same board with the other of two seats to move: as if the one to move had passed. None if no
    /// game can come to that.
    pub(crate) fn passed(&self) -> Option<Self> {
        let mut table = self.table().ok()?;
        let mut setup = table.setup();
        if table.seats() != 2 || table.standings().is_some() {
            return None;
        }
        setup.turn = setup.turn.opponent();
        table.arrange(&setup).ok()?;
        table.turn()?;
        Some(Self::new(&self.spec, table.position()))
    }

    /// Does something with the position that it comes to.
    pub(crate) fn with<A: MomentAction>(&self, action: A) -> Result<A::Output, crate::PuzzleError> {
        struct Read<'a, A>(&'a Moment, A);
        impl<A: MomentAction> GameAction for Read<'_, A> {
            type Output = Result<A::Output, NotationError>;
            fn run<G: Game>(self, game: G) -> Self::Output {
                let mut position = notation::read_position(&game, &self.0.position)?;
                for text in &self.0.moves {
                    let mv = notation::read_move(&game, &position, text)?;
                    position.play(mv);
                }
                Ok(self.1.run(&game, &position))
            }
        }
        let found: Result<_, SpecError> = with_game(&self.spec, Read(self, action));
        Ok(found??)
    }
}
