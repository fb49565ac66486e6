//! Writing records.

use super::text::Rounds;
use super::{GAME, RESULT, Record, START, UNFINISHED};
use crate::{Game, GameSpec, NotationError, Position, notation};
use std::fmt::Write;

/// Lines of moves are no longer than this, unless a comment is.
const LINE: usize = 80;

/// A record as text that [`RecordText`](super::RecordText) reads back.
///
/// # Errors
/// When the record's start is no position of the game.
pub fn write_record<G: Game>(game: &G, record: &Record) -> Result<String, NotationError> {
    let spec = GameSpec::new(G::NAME, game.settings()).to_string();
    let result = record
        .result
        .map_or(UNFINISHED.to_owned(), |result| result.to_string());
    let mut text = String::new();
    write_tag(&mut text, GAME, &spec);
    for (name, value) in &record.tags {
        write_tag(&mut text, name, value);
    }
    if let Some(start) = &record.start {
        write_tag(&mut text, START, start);
    }
    write_tag(&mut text, RESULT, &result);
    text.push('\n');
    let mut words = move_words(game, record)?;
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
fn move_words<G: Game>(game: &G, record: &Record) -> Result<Vec<String>, NotationError> {
    let mut position = match &record.start {
        Some(start) => notation::read_position(game, start)?,
        None => game.start(),
    };
    let mut rounds = Rounds::default();
    let mut words = Vec::new();
    for turn in &record.turns {
        let mut word = String::new();
        if let Some(number) = rounds.number_before(position.turn()) {
            let _ = write!(word, "{number}. ");
        }
        word.push_str(&notation::write_move(game, turn.mv));
        if !turn.annotation.is_empty() {
            let _ = write!(word, " {{{}}}", turn.annotation);
        }
        words.push(word);
        position.play(turn.mv);
    }
    Ok(words)
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
