//! A game being played, seen through text: what terminal, browser and arena
//! know of any game.

use crate::book;
use crate::race_result::race_result;
use crate::{BookMove, RaceResult};
use longjump_games::{read_record, with_game};
use longjump_rules::record::{Annotation, Record, Turn, WriteError, write_record};
use longjump_rules::{
    Ending, Game, GameAction, GameSpec, Hole, IllegalMove, Layout, NotationError, Playthrough,
    Position, PositionExt, Seat, Setup, SetupError, SpecError, Standings, notation,
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

    /// Why the game is over, once it is.
    ///
    /// ```
    /// use longjump_rules::Ending;
    /// let mut table = longjump_engine::open_table(&"knightthrough".parse()?)?;
    /// table.set_up(None, &["b2c4", "a7b5", "c4d6", "b5a3", "d6f7"])?;
    /// assert_eq!(table.ending(), None);
    /// table.play("a3b1")?;
    /// assert_eq!(table.ending(), Some(Ending::FarRow));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn ending(&self) -> Option<Ending>;

    /// The order of finish if the game were given up as a draw among those still playing.
    fn standings_if_drawn(&self) -> Standings;

    /// How the race ends, if it is one that nobody can disturb any more: told from the
    /// position alone. None where there is no [table of distances](longjump_evaluation::race::standard).
    fn race(&self) -> Option<RaceResult>;

    /// What the opening book that comes with the program has for the position, the best move
    /// first.
    fn book(&self) -> Vec<BookMove>;

    /// A number that tells positions apart, the same for those that mirror each other.
    fn key_or_mirrored(&self) -> u64;

    /// The position as text.
    fn position(&self) -> String;

    /// The legal moves.
    fn moves(&self) -> Vec<String>;

    /// Takes the last move back and returns it, if there is one.
    fn take_back(&mut self) -> Option<String>;

    /// The moves played so far.
    fn played(&self) -> Vec<String>;

    /// The holes that a legal move touches, both ends included; none for a pass.
    ///
    /// # Errors
    /// When it is no legal move.
    fn route(&self, mv: &str) -> Result<Vec<Hole>, NotationError>;

    /// Starts anew from a position given in parts.
    ///
    /// # Errors
    /// When no game can come to it; nothing is changed then.
    fn arrange(&mut self, setup: &Setup) -> Result<(), SetupError>;

    /// The game as a record with these tags. `result` is for games that were
    /// given up; those that are over have their own.
    ///
    /// # Errors
    /// When a tag can't be written.
    fn record(
        &self,
        tags: &[(String, String)],
        result: Option<Standings>,
    ) -> Result<String, WriteError> {
        self.annotated_record(tags, result, &[])
    }

    /// The same with notes on its moves, from the first on; moves without one have none.
    ///
    /// # Errors
    /// When a tag or a note can't be written.
    fn annotated_record(
        &self,
        tags: &[(String, String)],
        result: Option<Standings>,
        notes: &[Annotation],
    ) -> Result<String, WriteError>;

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

/// A record read back: a table with its moves played, and its tags.
///
/// # Errors
/// When the text is no record of a game we have.
pub fn open_record(text: &str) -> Result<(GameSpec, Box<dyn Table>, Record), NotationError> {
    let (spec, record) = read_record(text)?;
    let mut table = open_table(&spec).map_err(|error| {
        let reason = error.to_string();
        NotationError::new("record", text, 0, reason)
    })?;
    struct Words<'a>(&'a Record);
    impl GameAction for Words<'_> {
        type Output = Vec<String>;
        fn run<G: Game>(self, game: G) -> Self::Output {
            let turns = self.0.turns.iter();
            turns
                .map(|turn| notation::write_move(&game, turn.mv))
                .collect()
        }
    }
    let moves = with_game(&spec, Words(&record)).expect("its table is open");
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    table.set_up(record.start.as_deref(), &moves)?;
    Ok((spec, table, record))
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

    fn ending(&self) -> Option<Ending> {
        Self::ending(self)
    }

    fn standings_if_drawn(&self) -> Standings {
        self.position().standings_if_drawn()
    }

    fn race(&self) -> Option<RaceResult> {
        race_result(self)
    }

    fn book(&self) -> Vec<BookMove> {
        if Self::standings(self).is_some() {
            return Vec::new();
        }
        let found = book::standard(self.game()).map_or(&[][..], |book| book.moves(self.position()));
        let write = |&(mv, score)| BookMove {
            mv: notation::write_move(self.game(), mv),
            score,
        };
        found.iter().map(write).collect()
    }

    fn key_or_mirrored(&self) -> u64 {
        book::key_or_mirrored(self.game(), self.position())
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

    fn take_back(&mut self) -> Option<String> {
        let mv = Self::take_back(self)?;
        Some(notation::write_move(self.game(), mv))
    }

    fn played(&self) -> Vec<String> {
        let played = Self::played(self);
        played
            .map(|mv| notation::write_move(self.game(), mv))
            .collect()
    }

    fn route(&self, mv: &str) -> Result<Vec<Hole>, NotationError> {
        let mv = notation::read_move(self.game(), self.position(), mv)?;
        Ok(self.game().route(self.position(), mv))
    }

    fn arrange(&mut self, setup: &Setup) -> Result<(), SetupError> {
        let position = self.game().position_from(setup)?;
        *self = Self::from_position(self.game().clone(), position);
        Ok(())
    }

    fn annotated_record(
        &self,
        tags: &[(String, String)],
        result: Option<Standings>,
        notes: &[Annotation],
    ) -> Result<String, WriteError> {
        let mut before = self.clone();
        while Self::take_back(&mut before).is_some() {}
        let start = Table::position(&before);
        let usual = notation::write_position(self.game(), &self.game().start());
        let mut notes = notes.iter().cloned();
        let turn = |mv| Turn {
            annotation: notes.next().unwrap_or_default(),
            ..Turn::plain(mv)
        };
        let record = Record {
            tags: tags.to_vec(),
            start: (start != usual).then_some(start),
            turns: Self::played(self).map(turn).collect(),
            result: Self::standings(self).or(result),
            ..Record::default()
        };
        write_record(self.game(), &record)
    }

    fn layout(&self) -> Layout {
        self.game().layout()
    }

    fn setup(&self) -> Setup {
        self.game().setup_of(self.position())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(spec: &str, moves: &[&str]) -> Box<dyn Table> {
        let mut table = open_table(&spec.parse().expect("a spec")).expect("a game");
        table.set_up(None, moves).expect("legal moves");
        table
    }

    #[test]
    fn a_move_taken_back_was_never_played() {
        let mut table = table("corners", &["c1d1", "f8e8"]);
        let before = table.position();
        table.play("a3a4").expect("a step");
        assert_eq!(table.played(), ["c1d1", "f8e8", "a3a4"]);
        assert_eq!(table.take_back().as_deref(), Some("a3a4"));
        assert_eq!(table.position(), before);
    }

    #[test]
    fn a_route_leads_through_every_landing() {
        let table = table("corners", &[]);
        let layout = table.layout();
        let names = |mv: &str| -> Vec<&str> {
            let route = table.route(mv).expect("legal");
            let name = |hole: Hole| layout.points[hole.index()].name.as_str();
            route.into_iter().map(name).collect()
        };
        assert_eq!(names("a3a4"), ["a3", "a4"]);
        assert_eq!(names("a2a4"), ["a2", "a4"]);
        assert!(table.route("a1a8").is_err());
    }

    #[test]
    fn a_record_opens_as_it_was_written() {
        let tags = [("Seat1".to_owned(), "Ada".to_owned())];
        let mut played = table("star:seats=3", &[]);
        for _ in 0..7 {
            let mv = played.moves().remove(3);
            played.play(&mv).expect("legal");
        }
        let text = played.record(&tags, None).expect("it can be written");
        let (spec, opened, record) = open_record(&text).expect("a record");
        assert_eq!(spec.to_string(), "star:seats=3");
        assert_eq!(opened.played(), played.played());
        assert_eq!(opened.position(), played.position());
        assert_eq!(record.tags, tags);
        assert_eq!(record.start, None);
    }

    #[test]
    fn an_arranged_position_is_the_start_of_its_record() {
        let mut first = table("minicheckers", &["b2c3"]);
        let setup = first.setup();
        first.arrange(&setup).expect("a position of the game");
        let text = first.record(&[], None).expect("it can be written");
        let (_, opened, record) = open_record(&text).expect("a record");
        assert_eq!(record.start.as_deref(), Some(first.position().as_str()));
        assert_eq!(opened.position(), first.position());
        assert!(opened.played().is_empty());
    }

    #[test]
    fn a_position_that_stands_too_often_is_why_a_game_ends() {
        let to_and_fro = ["j4j5", "e14e13", "j5j4", "e13e14"].repeat(2);
        let mut table = table("star", &to_and_fro);
        assert_eq!(table.ending(), Some(Ending::Repetition));
        table.take_back();
        assert_eq!(table.ending(), None);
    }

    #[test]
    fn a_race_is_told_once_its_end_is_certain() {
        assert_eq!(table("star", &[]).race(), None);
        assert_eq!(table("corners", &[]).race(), None);
        // Both need two more moves.
        let rows = "a/aa/aaa/a1aa/8a4/12/11/10/9/10/11/12/4b8/bb1b/bbb/bb/b";
        let mut race = table("star", &[]);
        race.set_up(Some(&format!("{rows} a 80 -")), &[])
            .expect("a position");
        let won = |winner, moves| {
            let winner = Seat::new(winner);
            Some(RaceResult { winner, moves })
        };
        assert_eq!(race.race(), won(0, 2));
        race.play("i13i12").expect("a step back");
        assert_eq!(race.race(), won(1, 2));
    }
}
