//! A game being played, whichever it is.

use crate::rulebook::Rulebook;
use longjump_games::with_game;
use longjump_rules::{
    Ending, Game, GameAction, GameSpec, Hole, Move, MoveList, NotationError, Playthrough, Position,
    Setup, SpecError, Standings, notation,
};
use std::cell::RefCell;
use std::sync::Arc;

/// A game from some position to now, without its type.
pub(crate) trait Play: Send + Sync {
    fn boxed_clone(&self) -> Box<dyn Play>;
    /// The seat to move; of no meaning once the game is over.
    fn turn(&self) -> usize;
    fn legal_moves(&self) -> MoveList;
    /// Puts the legal moves into a list in place of what was in it.
    fn find_legal_moves(&self, moves: &mut Vec<Move>);
    /// Plays a move that is known to be legal.
    fn play(&mut self, mv: Move);
    fn take_back(&mut self) -> Option<Move>;
    fn played(&self) -> Vec<Move>;
    fn standings(&self) -> Option<Standings>;
    /// The order of finish if play stopped here.
    fn standings_so_far(&self) -> Standings;
    fn ending(&self) -> Option<Ending>;
    fn route(&self, mv: Move) -> Vec<Hole>;
    fn setup(&self) -> Setup;
    fn key(&self) -> u64;
    fn text(&self) -> String;
    fn move_text(&self, mv: Move) -> String;
}

thread_local! {
    /// Where moves are generated into: too large to be made anew every time.
    static SPACE: RefCell<MoveList> = const { RefCell::new(MoveList::new()) };
}

impl<G: Game> Play for Playthrough<G> {
    fn boxed_clone(&self) -> Box<dyn Play> {
        Box::new(self.clone())
    }

    fn turn(&self) -> usize {
        self.position().turn().index()
    }

    fn legal_moves(&self) -> MoveList {
        Self::legal_moves(self)
    }

    fn find_legal_moves(&self, moves: &mut Vec<Move>) {
        SPACE.with_borrow_mut(|space| {
            space.clear();
            self.add_legal_moves(space);
            moves.clear();
            moves.extend_from_slice(space);
        });
    }

    fn play(&mut self, mv: Move) {
        self.play_legal(mv);
    }

    fn take_back(&mut self) -> Option<Move> {
        Self::take_back(self)
    }

    fn played(&self) -> Vec<Move> {
        Self::played(self).collect()
    }

    fn standings(&self) -> Option<Standings> {
        Self::standings(self)
    }

    fn standings_so_far(&self) -> Standings {
        Self::standings(self).unwrap_or_else(|| self.position().standings_if_drawn())
    }

    fn ending(&self) -> Option<Ending> {
        Self::ending(self)
    }

    fn route(&self, mv: Move) -> Vec<Hole> {
        self.game().route(self.position(), mv)
    }

    fn setup(&self) -> Setup {
        self.game().setup_of(self.position())
    }

    fn key(&self) -> u64 {
        self.position().key()
    }

    fn text(&self) -> String {
        notation::write_position(self.game(), self.position())
    }

    fn move_text(&self, mv: Move) -> String {
        notation::write_move(self.game(), mv)
    }
}

/// A game of a spec, from its start or from a position.
pub(crate) struct Open<'a> {
    pub(crate) position: Option<&'a str>,
}

/// A game ready to be played.
pub(crate) type Opened = (Arc<Rulebook>, Box<dyn Play>);

impl GameAction for Open<'_> {
    type Output = Result<Opened, NotationError>;

    fn run<G: Game>(self, game: G) -> Self::Output {
        let rulebook = Arc::new(Rulebook::of(&game));
        let play = match self.position {
            Some(text) => {
                let position = notation::read_position(&game, text)?;
                Playthrough::from_position(game, position)
            }
            None => Playthrough::new(game),
        };
        Ok((rulebook, Box::new(play)))
    }
}

impl Open<'_> {
    pub(crate) fn game(self, spec: &GameSpec) -> Result<Result<Opened, NotationError>, SpecError> {
        with_game(spec, self)
    }
}
