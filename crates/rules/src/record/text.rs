//! Reading records.

use super::{Annotation, DEEPEST, GAME, RESULT, Record, START, TERMINATION, Turn, UNFINISHED};
use crate::{
    Game, GameSpec, NotationError, PerSeat, Playthrough, Position, Seat, SpecError, Standings,
    notation,
};

/// A record's text taken apart, its moves not looked at yet.
#[derive(Clone, Debug)]
pub struct RecordText<'a> {
    text: &'a str,
    tags: Vec<Tag>,
    preface: &'a str,
    turns: Vec<TurnText<'a>>,
    result: Word<'a>,
}

#[derive(Clone, Debug)]
struct Tag {
    name: String,
    value: String,
    /// Where the value begins.
    at: usize,
}

#[derive(Clone, Copy, Debug)]
struct Word<'a> {
    text: &'a str,
    at: usize,
}

#[derive(Clone, Debug)]
struct TurnText<'a> {
    /// The number in front of the move, if there is one.
    number: Option<u32>,
    /// Where the number, or else the move, begins.
    at: usize,
    mv: Word<'a>,
    comment: &'a str,
    variations: Vec<Vec<TurnText<'a>>>,
}

impl<'a> RecordText<'a> {
    /// Takes a record apart.
    ///
    /// # Errors
    /// When it is not shaped like one.
    pub fn parse(text: &'a str) -> Result<Self, NotationError> {
        Parser { text, at: 0 }.record()
    }

    /// The game it says it is of.
    ///
    /// # Errors
    /// When it does not say, or what it says is no spec.
    pub fn spec(&self) -> Result<GameSpec, NotationError> {
        let Some(tag) = self.tag(GAME) else {
            return self.error(0, "a tag [Game \"...\"] somewhere");
        };
        let spec = tag.value.parse();
        spec.map_err(|error| self.inside(tag.at, &error))
    }

    /// The error that there is no game such as the record says it is of.
    pub fn no_such_game(&self, error: &SpecError) -> NotationError {
        let at = self.tag(GAME).map_or(0, |tag| tag.at);
        NotationError::contradiction("game record", self.text, at, error.to_string())
    }

    /// The record, if every move of it is legal and the result is what came of them.
    ///
    /// # Errors
    /// With the first thing that is wrong.
    pub fn read<G: Game>(&self, game: &G) -> Result<Record, NotationError> {
        let (start, mut play) = self.starting_point(game)?;
        let turns = self.read_line(&mut play, Rounds::default(), &self.turns)?;
        let known = [GAME, START, RESULT];
        let others = self
            .tags
            .iter()
            .filter(|tag| !known.contains(&tag.name.as_str()));
        Ok(Record {
            tags: others
                .map(|tag| (tag.name.clone(), tag.value.clone()))
                .collect(),
            start,
            preface: Annotation::read(self.preface),
            turns,
            result: self.read_result(&play)?,
        })
    }

    /// Plays moves one after the other, and tries out their variations on the way.
    fn read_line<G: Game>(
        &self,
        play: &mut Playthrough<G>,
        mut rounds: Rounds,
        line: &[TurnText<'_>],
    ) -> Result<Vec<Turn>, NotationError> {
        let mut turns = Vec::new();
        for turn in line {
            let rounds_before = rounds;
            let number = rounds.number_before(play.position().turn());
            if turn.number != number {
                return self.error(turn.at, expected_number(number));
            }
            let mv = notation::read_move(play.game(), play.position(), turn.mv.text)
                .map_err(|error| self.inside(turn.mv.at, &error))?;
            if play.play(mv).is_err() {
                return self.error(turn.mv.at, "no more moves, as the game is over");
            }
            let mut variations = Vec::new();
            for variation in &turn.variations {
                play.take_back();
                let tried = self.read_line(play, rounds_before, variation)?;
                for _ in &tried {
                    play.take_back();
                }
                variations.push(tried);
                play.play(mv).expect("it was legal before");
            }
            turns.push(Turn {
                mv,
                annotation: Annotation::read(turn.comment),
                variations,
            });
        }
        Ok(turns)
    }

    fn starting_point<G: Game>(
        &self,
        game: &G,
    ) -> Result<(Option<String>, Playthrough<G>), NotationError> {
        let Some(tag) = self.tag(START) else {
            return Ok((None, Playthrough::new(game.clone())));
        };
        let position = notation::read_position(game, &tag.value)
            .map_err(|error| self.inside(tag.at, &error))?;
        let play = Playthrough::from_position(game.clone(), position);
        Ok((Some(tag.value.clone()), play))
    }

    fn read_result<G: Game>(
        &self,
        play: &Playthrough<G>,
    ) -> Result<Option<Standings>, NotationError> {
        let Word { text, at } = self.result;
        if let Some(tag) = self.tag(RESULT).filter(|tag| tag.value != text) {
            return self.error(tag.at, format!("the same result as at the end, {text}"));
        }
        let seats = play.game().seats();
        let claimed = match (text, read_places(text, seats)) {
            (UNFINISHED, _) => None,
            (_, Some(standings)) => Some(standings),
            _ => {
                return self.error(
                    at,
                    format!(
                        "'*' or the places of {seats} seats, such as {}",
                        Standings::draw(seats)
                    ),
                );
            }
        };
        match (play.standings(), claimed) {
            (Some(real), claimed) if claimed != Some(real) => {
                self.error(at, format!("{real}, which is what came of the moves"))
            }
            (None, Some(_)) if self.tag(TERMINATION).is_none() => {
                self.error(at, "'*' as the game is not over, or a tag [Termination \"...\"] that says why it ended")
            }
            (None, Some(claimed)) if !agrees_with_places(play, &claimed) => {
                self.error(at, "the places that seats have already")
            }
            _ => Ok(claimed),
        }
    }

    fn tag(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name == name)
    }

    /// An error in a part of the text that begins at a place.
    fn inside(&self, at: usize, error: &NotationError) -> NotationError {
        error.within("game record", self.text, at)
    }

    fn error<T>(&self, at: usize, expected: impl Into<String>) -> Result<T, NotationError> {
        Err(NotationError::new("game record", self.text, at, expected))
    }
}

/// Whether seats that have a place already have the same one in `claimed`.
fn agrees_with_places<G: Game>(play: &Playthrough<G>, claimed: &Standings) -> bool {
    let places = play.game().setup_of(play.position()).places;
    let mut placed = places.iter().filter(|&(_, place)| place != 0);
    placed.all(|(seat, place)| claimed.place(seat) == place)
}

fn expected_number(number: Option<u32>) -> String {
    match number {
        Some(number) => format!("the number {number}. before the move"),
        None => "no number before the move".to_owned(),
    }
}

fn read_places(text: &str, seats: usize) -> Option<Standings> {
    let places: Vec<u8> = text
        .split('-')
        .map(|place| place.parse().ok().filter(|_| place.len() == 1))
        .collect::<Option<_>>()?;
    if places.len() != seats {
        return None;
    }
    Standings::from_places(PerSeat::from_fn(seats, |seat| places[seat.index()]))
}

/// Numbers the rounds of a game: a new one begins when the turn comes back to
/// a seat that has moved in this one, or to one before it.
#[derive(Clone, Copy, Default)]
pub(super) struct Rounds {
    round: u32,
    last: Option<Seat>,
}

impl Rounds {
    /// The number to write before a move of `seat`, if a new round begins with it.
    pub(super) fn number_before(&mut self, seat: Seat) -> Option<u32> {
        let begins = self.last.is_none_or(|last| seat <= last);
        self.last = Some(seat);
        self.round += u32::from(begins);
        begins.then_some(self.round)
    }
}

/// Reads a record from its beginning to its end.
struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Parser<'a> {
    fn record(mut self) -> Result<RecordText<'a>, NotationError> {
        let mut tags: Vec<Tag> = Vec::new();
        self.skip_space();
        while self.rest().starts_with('[') {
            let at = self.at;
            let tag = self.tag()?;
            if tags.iter().any(|earlier| earlier.name == tag.name) {
                self.at = at;
                return self.error("a tag that was not given before");
            }
            tags.push(tag);
        }
        if tags.is_empty() {
            return self.error("a tag such as [Game \"star\"]");
        }
        let preface = self.comment()?;
        let turns = self.line(0)?;
        let result = self.word()?;
        self.end(RecordText {
            text: self.text,
            tags,
            preface,
            turns,
            result,
        })
    }

    /// Moves up to the result, or to the end of a variation.
    fn line(&mut self, depth: usize) -> Result<Vec<TurnText<'a>>, NotationError> {
        let mut turns = Vec::new();
        loop {
            let at = self.at;
            let number = self.number()?;
            let mv = self.word()?;
            let is_result = mv.text == UNFINISHED || mv.text.contains('-');
            if depth == 0 && number.is_none() && is_result {
                self.at = at;
                return Ok(turns);
            }
            turns.push(TurnText {
                number,
                at,
                mv,
                comment: self.comment()?,
                variations: self.variations(depth + 1)?,
            });
            if depth > 0 && self.rest().starts_with(')') {
                return Ok(turns);
            }
        }
    }

    /// `(...)` as often as it comes.
    fn variations(&mut self, depth: usize) -> Result<Vec<Vec<TurnText<'a>>>, NotationError> {
        let mut variations = Vec::new();
        while self.rest().starts_with('(') {
            if depth > DEEPEST {
                return self.error(format!("no variation more than {DEEPEST} deep"));
            }
            self.at += 1;
            self.skip_space();
            variations.push(self.line(depth)?);
            self.expect(')')?;
            self.skip_space();
        }
        Ok(variations)
    }

    fn end(&self, record: RecordText<'a>) -> Result<RecordText<'a>, NotationError> {
        if self.rest().is_empty() {
            Ok(record)
        } else {
            self.error("nothing after the result")
        }
    }

    /// `[Name "value"]`, with `\"` and `\\` in the value.
    fn tag(&mut self) -> Result<Tag, NotationError> {
        self.expect('[')?;
        let length = self
            .rest()
            .bytes()
            .take_while(u8::is_ascii_alphanumeric)
            .count();
        let name = self.rest()[..length].to_owned();
        if name.is_empty() {
            return self.error("the name of a tag");
        }
        self.at += length;
        self.skip_space();
        self.expect('"')?;
        let at = self.at;
        let mut value = String::new();
        loop {
            let here = self.at;
            match (self.next(), self.rest().chars().next()) {
                (Some('"'), _) => break,
                (Some('\\'), Some(escaped @ ('"' | '\\'))) => {
                    value.push(escaped);
                    self.next();
                }
                (Some('\\'), _) => return self.error("'\"' or '\\' after '\\'"),
                (Some(other), _) if !other.is_control() => value.push(other),
                _ => {
                    self.at = here;
                    return self.error("'\"' at the end of the tag's value");
                }
            }
        }
        self.skip_space();
        self.expect(']')?;
        self.skip_space();
        Ok(Tag { name, value, at })
    }

    /// `12.`
    fn number(&mut self) -> Result<Option<u32>, NotationError> {
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 || !self.rest()[digits..].starts_with('.') {
            return Ok(None);
        }
        let number = self.rest()[..digits].parse().ok();
        let Some(number) = number.filter(|_| !self.rest().starts_with('0')) else {
            return self.error("a number that counts rounds from 1");
        };
        self.at += digits + 1;
        self.skip_space();
        Ok(Some(number))
    }

    fn word(&mut self) -> Result<Word<'a>, NotationError> {
        let in_word = |c: &char| {
            !c.is_whitespace() && !matches!(c, '{' | '}' | '[' | ']' | '(' | ')' | '"' | '.')
        };
        let length = self
            .rest()
            .chars()
            .take_while(in_word)
            .map(char::len_utf8)
            .sum::<usize>();
        if length == 0 {
            return self.error("a move, a number before it, or the result");
        }
        let word = Word {
            text: &self.rest()[..length],
            at: self.at,
        };
        self.at += length;
        self.skip_space();
        Ok(word)
    }

    fn comment(&mut self) -> Result<&'a str, NotationError> {
        if !self.rest().starts_with('{') {
            return Ok("");
        }
        let mut is_escaped = false;
        let closing = self.rest().char_indices().find(|&(at, sign)| {
            let ends = at > 0 && !is_escaped && matches!(sign, '{' | '}');
            is_escaped = sign == '\\' && !is_escaped;
            ends
        });
        let Some((length, sign)) = closing else {
            return self.error("a comment that is closed by '}'");
        };
        if sign == '{' {
            self.at += length;
            return self.error("'}' before the next '{'");
        }
        let comment = &self.rest()[1..length];
        self.at += length + 1;
        self.skip_space();
        Ok(comment)
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn next(&mut self) -> Option<char> {
        let next = self.rest().chars().next()?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn skip_space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn expect(&mut self, wanted: char) -> Result<(), NotationError> {
        if !self.rest().starts_with(wanted) {
            return self.error(format!("{wanted:?}"));
        }
        self.at += wanted.len_utf8();
        Ok(())
    }

    fn error<T>(&self, expected: impl Into<String>) -> Result<T, NotationError> {
        Err(NotationError::new(
            "game record",
            self.text,
            self.at,
            expected,
        ))
    }
}
