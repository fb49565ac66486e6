//! Writing records.

use super::text::Rounds;
use super::{Annotation, DEEPEST, GAME, RESULT, Record, START, Turn, UNFINISHED};
use crate::{Game, GameSpec, NotationError, Playthrough, Position, notation};
use std::fmt::Write;

/// Lines of moves are no longer than this, unless a comment is.
const LINE: usize = 80;

/// Why a record can't be written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The position it starts from is none.
    #[error(transparent)]
    Start(#[from] NotationError),
    /// A move is not legal where it stands, counted with those of variations before it.
    #[error("move {0} of the record is not legal")]
    IllegalMove(usize),
    /// A variation of a variation, and so on, lies too deep to be read back.
    #[error("variations can't be more than {DEEPEST} deep")]
    TooDeep,
    /// A tag has a name that is not letters and digits, or that has another meaning.
    #[error(
        "'{0}' can't be the name of a tag; use letters and digits, and not Game, Start or Result"
    )]
    TagName(String),
}

/// A record as text that [`RecordText`](super::RecordText) reads back.
///
/// # Errors
/// When what would be written could not be read back.
pub fn write_record<G: Game>(game: &G, record: &Record) -> Result<String, WriteError> {
    let spec = GameSpec::new(G::NAME, game.settings());
    write_text(&spec, record, move_words(game, record))
}

/// The text around the words of a record's moves.
fn write_text(
    spec: &GameSpec,
    record: &Record,
    words: Result<Vec<String>, WriteError>,
) -> Result<String, WriteError> {
    let result = record
        .result
        .map_or(UNFINISHED.to_owned(), |result| result.to_string());
    let mut text = String::new();
    write_tag(&mut text, GAME, &spec.to_string());
    for (name, value) in &record.tags {
        let well_formed = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric());
        if !well_formed || [GAME, START, RESULT].contains(&name.as_str()) {
            return Err(WriteError::TagName(name.clone()));
        }
        write_tag(&mut text, name, value);
    }
    if let Some(start) = &record.start {
        write_tag(&mut text, START, start);
    }
    write_tag(&mut text, RESULT, &result);
    text.push('\n');
    let mut words = words?;
    words.push(result);
    text.push_str(&wrapped(&words));
    Ok(text)
}

fn write_tag(text: &mut String, name: &str, value: &str) {
    let value = value
        .replace(char::is_control, " ")
        .replace('\\', "\\\\")
        .replace('"', "\\\"");
    let _ = writeln!(text, "[{name} \"{value}\"]");
}

/// The moves, each with its number and comment.
fn move_words<G: Game>(game: &G, record: &Record) -> Result<Vec<String>, WriteError> {
    let start = match &record.start {
        Some(start) => notation::read_position(game, start)?,
        None => game.start(),
    };
    let mut writer = LineWriter {
        play: Playthrough::from_position(game.clone(), start),
        words: Vec::new(),
        moves: 0,
    };
    writer.line(Rounds::default(), &record.turns, 0)?;
    let mut words = writer.words;
    if !record.preface.is_empty() {
        words.insert(0, format!("{{{}}}", record.preface));
    }
    Ok(words)
}

struct LineWriter<G: Game> {
    play: Playthrough<G>,
    words: Vec<String>,
    /// How many moves have been written.
    moves: usize,
}

impl<G: Game> LineWriter<G> {
    fn line(&mut self, mut rounds: Rounds, turns: &[Turn], depth: usize) -> Result<(), WriteError> {
        if depth > DEEPEST {
            return Err(WriteError::TooDeep);
        }
        for turn in turns {
            let rounds_before = rounds;
            let round = rounds.number_before(self.play.position().turn());
            self.moves += 1;
            if self.play.play(turn.mv).is_err() {
                return Err(WriteError::IllegalMove(self.moves));
            }
            let mv = notation::write_move(self.play.game(), turn.mv);
            self.words.push(move_word(round, &mv, &turn.annotation));
            for variation in turn.variations.iter().filter(|line| !line.is_empty()) {
                self.play.take_back();
                let first = self.words.len();
                self.line(rounds_before, variation, depth + 1)?;
                self.words[first].insert(0, '(');
                self.words.last_mut().expect("a move").push(')');
                for _ in variation {
                    self.play.take_back();
                }
                self.play.play(turn.mv).expect("it was legal before");
            }
        }
        Ok(())
    }
}

/// A move with its number, if it has one, and its comment.
fn move_word(round: Option<u32>, mv: &str, annotation: &Annotation) -> String {
    let mut word = round.map_or(String::new(), |round| format!("{round}. "));
    word.push_str(mv);
    if !annotation.is_empty() {
        let _ = write!(word, " {{{annotation}}}");
    }
    word
}

fn wrapped(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        let fits = column + 1 + word.len() <= LINE;
        match (column, fits) {
            (0, _) => {}
            (_, true) => text.push(' '),
            (_, false) => text.push('\n'),
        }
        column = if fits && column > 0 {
            column + 1 + word.len()
        } else {
            word.len()
        };
        text.push_str(word);
    }
    text.push('\n');
    text
}
