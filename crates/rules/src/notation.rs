//! Moves and positions as text; `docs/notation.md` is the same in words.

use crate::{Game, Hole, Move, NotationError, PerSeat, PositionExt, Seat, Setup};
use std::fmt::Write;

/// The text of a pass.
const PASS: &str = "pass";

/// A move as text: the names of both holes joined, or `pass`.
pub fn write_move<G: Game>(game: &G, mv: Move) -> String {
    if mv.is_pass() {
        return PASS.to_owned();
    }
    let grid = game.grid();
    grid.name(mv.from()) + &grid.name(mv.to())
}

/// Reads a move that is legal in `position`.
///
/// # Errors
/// When the text is no move of this board, or the move is not legal here.
pub fn read_move<G: Game>(
    game: &G,
    position: &G::Position,
    text: &str,
) -> Result<Move, NotationError> {
    let mv = read_move_shape(game, text)?;
    if position.is_legal(mv) {
        return Ok(mv);
    }
    let legal = position.moves();
    let examples: Vec<String> = legal
        .iter()
        .take(3)
        .map(|&mv| write_move(game, mv))
        .collect();
    let expected = match legal.len() {
        0 => "no move, as the game is over".to_owned(),
        1 => format!("the only legal move, {}", examples[0]),
        count => format!(
            "one of the {count} legal moves, such as {}",
            examples.join(", ")
        ),
    };
    Err(NotationError::new("move", text, 0, expected))
}

fn read_move_shape<G: Game>(game: &G, text: &str) -> Result<Move, NotationError> {
    if text == PASS {
        return Ok(Move::PASS);
    }
    let (from, middle) = game.grid().read_name(text, 0)?;
    let (to, end) = game.grid().read_name(text, middle)?;
    if end < text.len() {
        return Err(NotationError::new("move", text, end, "the end of the move"));
    }
    if from == to {
        return Err(NotationError::new("move", text, middle, "another hole"));
    }
    Ok(Move::new(from, to))
}

/// A position as one line of text.
pub fn write_position<G: Game>(game: &G, position: &G::Position) -> String {
    write_setup(game, &game.setup_of(position))
}

fn write_setup<G: Game>(game: &G, setup: &Setup) -> String {
    let rows: Vec<String> = game
        .grid()
        .rows_from_top()
        .iter()
        .map(|row| write_row(row, &setup.pieces))
        .collect();
    let mut text = format!("{} {}", rows.join("/"), setup.turn);
    if game.counts_plies() {
        let _ = write!(text, " {} {}", setup.ply, write_places(&setup.places));
    }
    text
}

fn write_row(row: &[Hole], pieces: &[Option<Seat>]) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for hole in row {
        match pieces[hole.index()] {
            None => empty += 1,
            Some(seat) => {
                if empty > 0 {
                    let _ = write!(text, "{empty}");
                }
                empty = 0;
                text.push(seat.letter());
            }
        }
    }
    if empty > 0 {
        let _ = write!(text, "{empty}");
    }
    text
}

fn write_places(places: &PerSeat<u8>) -> String {
    if places.iter().all(|(_, place)| place == 0) {
        return "-".to_owned();
    }
    let sign = |place| {
        if place == 0 {
            '.'
        } else {
            (b'0' + place) as char
        }
    };
    places.iter().map(|(_, place)| sign(place)).collect()
}

/// Reads a position.
///
/// # Errors
/// When the text is not a position of this board, or one that no game can come to.
pub fn read_position<G: Game>(game: &G, text: &str) -> Result<G::Position, NotationError> {
    let setup = Reader { game, text, at: 0 }.setup()?;
    let position = game.position_from(&setup);
    position.map_err(|error| NotationError::contradiction("position", text, 0, error.to_string()))
}

/// Reads position text from left to right.
struct Reader<'a, G> {
    game: &'a G,
    text: &'a str,
    at: usize,
}

impl<G: Game> Reader<'_, G> {
    fn setup(mut self) -> Result<Setup, NotationError> {
        let grid = self.game.grid();
        let mut setup = Setup::empty(grid.len(), self.game.seats());
        for (i, row) in grid.rows_from_top().iter().enumerate() {
            if i > 0 {
                self.expect('/', "'/' and the next row")?;
            }
            self.row(row, &mut setup.pieces)?;
        }
        self.expect(' ', "a space and whose turn it is")?;
        setup.turn = match self.seat() {
            Some(seat) => seat,
            None => return self.error(format!("the seat to move, {}", self.letters())),
        };
        if self.game.counts_plies() {
            self.expect(' ', "a space and the number of plies played")?;
            setup.ply = self.number("the number of plies played")?;
            self.expect(' ', "a space and the places, '-' for none")?;
            self.places(&mut setup.places)?;
        }
        match self.peek() {
            None => Ok(setup),
            Some(_) => self.error("the end of the position"),
        }
    }

    fn row(&mut self, row: &[Hole], pieces: &mut [Option<Seat>]) -> Result<(), NotationError> {
        let mut filled = 0;
        while filled < row.len() {
            let left = row.len() - filled;
            let start = self.at;
            if let Some(seat) = self.seat() {
                pieces[row[filled].index()] = Some(seat);
                filled += 1;
                continue;
            }
            let expected = format!("{} or a number of empty holes up to {left}", self.letters());
            let empty = self.number(&expected)? as usize;
            if empty == 0 || empty > left {
                self.at = start;
                return self.error(expected);
            }
            filled += empty;
        }
        Ok(())
    }

    fn places(&mut self, places: &mut PerSeat<u8>) -> Result<(), NotationError> {
        if self.peek() == Some('-') {
            self.at += 1;
            return Ok(());
        }
        let start = self.at;
        for seat in Seat::first(self.game.seats()) {
            places[seat] = match self.peek() {
                Some('.') => 0,
                Some(digit @ '1'..='6') => digit as u8 - b'0',
                _ => return self.error("'-', or for each seat its place or '.'"),
            };
            self.at += 1;
        }
        if places.iter().all(|(_, place)| place == 0) {
            self.at = start;
            return self.error("'-' when no seat has a place yet");
        }
        Ok(())
    }

    /// The seat whose letter comes next, if one of this game does.
    fn seat(&mut self) -> Option<Seat> {
        let seat = Seat::from_letter(self.peek()?)?;
        if seat.index() >= self.game.seats() {
            return None;
        }
        self.at += 1;
        Some(seat)
    }

    fn number(&mut self, expected: &str) -> Result<u32, NotationError> {
        let rest = &self.text[self.at..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let number = &rest[..digits];
        match number.parse() {
            Ok(value) if number == "0" || !number.starts_with('0') => {
                self.at += digits;
                Ok(value)
            }
            _ => self.error(expected),
        }
    }

    fn expect(&mut self, wanted: char, expected: &str) -> Result<(), NotationError> {
        if self.peek() != Some(wanted) {
            return self.error(expected);
        }
        self.at += wanted.len_utf8();
        Ok(())
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn letters(&self) -> String {
        let last = Seat::new(self.game.seats() - 1);
        format!("a seat letter a to {last}")
    }

    fn error<T>(&self, expected: impl Into<String>) -> Result<T, NotationError> {
        Err(NotationError::new("position", self.text, self.at, expected))
    }
}
