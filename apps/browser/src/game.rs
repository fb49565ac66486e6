//! A board with its rules.

use crate::types::{
    Arrangement, BoardLayout, BookMoveList, LegalMove, Opened, Race, State, WayOfEnd,
};
use crate::{read_spec, to_ts};
use longjump_engine::{Table, open_record, open_table};
use longjump_rules::{Layout, PerSeat, Seat, Setup, Standings};
use tsify::Ts;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// A game being played.
#[wasm_bindgen]
pub struct Game {
    spec: String,
    table: Box<dyn Table>,
    layout: Layout,
}

#[wasm_bindgen]
impl Game {
    /// A new game, from a position if one is given.
    ///
    /// # Errors
    /// When there is no such game or position.
    #[wasm_bindgen(constructor)]
    pub fn new(spec: &str, position: Option<String>) -> Result<Game, JsError> {
        let parsed = read_spec(spec)?;
        let mut table = open_table(&parsed)?;
        table.set_up(position.as_deref(), &[])?;
        Ok(Self {
            spec: parsed.to_string(),
            layout: table.layout(),
            table,
        })
    }

    /// The board as data.
    ///
    /// # Errors
    /// When JavaScript refuses the value, which it does not.
    pub fn layout(&self) -> Result<Ts<BoardLayout>, JsError> {
        to_ts(&BoardLayout::from(self.layout.clone()))
    }

    /// How the game stands.
    ///
    /// # Errors
    /// When JavaScript refuses the value, which it does not.
    pub fn state(&self) -> Result<Ts<State>, JsError> {
        let setup = self.table.setup();
        let moves = self.table.moves().into_iter();
        let for_two = (self.table.seats() == 2).then_some(());
        to_ts(&State {
            spec: self.spec.clone(),
            seats: self.table.seats(),
            pieces: setup
                .pieces
                .iter()
                .map(|seat| seat.map(Seat::index))
                .collect(),
            turn: self.table.turn().map(Seat::index),
            standings: self.table.standings().map(places_of),
            ending: for_two
                .and_then(|()| self.table.ending())
                .map(WayOfEnd::from),
            places: setup.places.iter().map(|(_, place)| place).collect(),
            moves: moves.map(|text| self.legal_move(text)).collect(),
            played: self.table.played(),
            position: self.table.position(),
        })
    }

    /// Plays a move.
    ///
    /// # Errors
    /// When it is not legal; nothing is changed then.
    pub fn play(&mut self, mv: &str) -> Result<(), JsError> {
        Ok(self.table.play(mv)?)
    }

    /// Takes the last move back; whether there was one.
    #[wasm_bindgen(js_name = takeBack)]
    pub fn take_back(&mut self) -> bool {
        self.table.take_back().is_some()
    }

    /// Starts anew from a position given in parts.
    ///
    /// # Errors
    /// When no game can come to it, with the reason.
    pub fn arrange(&mut self, arrangement: Ts<Arrangement>) -> Result<(), JsError> {
        let arrangement = arrangement.to_rust()?;
        let seats = self.table.seats();
        let seat = |index: usize| Seat::first(seats).nth(index);
        let pieces = arrangement.pieces.iter();
        let setup = Setup {
            pieces: pieces.map(|piece| piece.and_then(seat)).collect(),
            turn: seat(arrangement.turn).unwrap_or(Seat::FIRST),
            ply: 0,
            places: PerSeat::new(seats, 0),
        };
        if setup.pieces.len() != self.layout.points.len() {
            return Err(JsError::new("a position has an entry for each place"));
        }
        Ok(self.table.arrange(&setup)?)
    }

    /// The game as a record. Tags are names and values in turn; `places` is the
    /// order of finish of a game that was given up.
    ///
    /// # Errors
    /// When a tag can't be written.
    pub fn record(&self, tags: Vec<String>, places: Option<Vec<u8>>) -> Result<String, JsError> {
        let pairs = tags.chunks_exact(2);
        let tags: Vec<(String, String)> = pairs
            .map(|pair| (pair[0].clone(), pair[1].clone()))
            .collect();
        let standings = places.and_then(|places| {
            let place = |seat: Seat| places.get(seat.index()).copied().unwrap_or(0);
            Standings::from_places(PerSeat::from_fn(self.table.seats(), place))
        });
        Ok(self.table.record(&tags, standings)?)
    }
}

impl Game {
    fn legal_move(&self, text: String) -> LegalMove {
        let route = self.table.route(&text).expect("a legal move has a route");
        let is_step = match (route.first(), route.last()) {
            (Some(&from), Some(&to)) => self.layout.are_neighbours(from, to),
            _ => true,
        };
        LegalMove {
            text,
            route: route.iter().map(|hole| hole.index()).collect(),
            is_step,
        }
    }
}

fn places_of(standings: Standings) -> Vec<u8> {
    let places = standings.places().iter();
    places.map(|(_, place)| place).collect()
}

/// The race that a position is, if its end is certain.
///
/// Apart from [`Game::state`]: a table of distances that arrives in the middle of a game tells
/// something new about positions that were reached before.
///
/// # Errors
/// When there is no such game or position.
#[wasm_bindgen(js_name = raceAt)]
pub fn race_at(spec: &str, position: &str) -> Result<Option<Ts<Race>>, JsError> {
    let mut table = open_table(&read_spec(spec)?)?;
    table.set_up(Some(position), &[])?;
    let race = table.race().map(Race::from);
    race.as_ref().map(to_ts).transpose()
}

/// What the opening book has for a position, the best move first.
///
/// # Errors
/// When there is no such game or position.
#[wasm_bindgen(js_name = bookAt)]
pub fn book_at(spec: &str, position: &str) -> Result<Ts<BookMoveList>, JsError> {
    let mut table = open_table(&read_spec(spec)?)?;
    table.set_up(Some(position), &[])?;
    to_ts(&BookMoveList::from(table.book()))
}

/// Reads a record.
///
/// # Errors
/// When the text is no record of a game we have.
#[wasm_bindgen(js_name = readRecord)]
pub fn read_record(text: &str) -> Result<Ts<Opened>, JsError> {
    let (spec, table, record) = open_record(text)?;
    to_ts(&Opened {
        spec: spec.to_string(),
        start: record.start,
        moves: table.played(),
        tags: record.tags,
        places: record.result.map(places_of),
    })
}
