//! Games of a log as records that people and other programs read.

use crate::TimeControl;
use crate::log::Header;
use crate::record::{Cause, GameRecord};
use longjump_engine::{EngineError, Outlook, Table, open_table};
use longjump_rules::record::{Annotation, Evaluation};
use longjump_rules::{GameSpec, PerSeat, Standings};
use std::time::Duration;

/// Writes the games of one log.
pub struct Exporter<'a> {
    header: &'a Header,
    table: Box<dyn Table>,
    controls: Vec<TimeControl>,
}

impl<'a> Exporter<'a> {
    /// For the games of this log.
    ///
    /// # Errors
    /// When the log has a game that this program does not know.
    pub fn new(header: &'a Header) -> Result<Self, EngineError> {
        let game: GameSpec = header.game.parse()?;
        let participants = header.participants.iter();
        Ok(Self {
            header,
            table: open_table(&game)?,
            controls: participants
                .map(|participant| participant.control.parse().unwrap_or_default())
                .collect(),
        })
    }

    /// A game as a record with clocks and evaluations; none if its moves are none.
    pub fn record(&mut self, game: &GameRecord) -> Option<String> {
        let moves: Vec<&str> = game.moves.split_whitespace().collect();
        self.table.set_up(game.start.as_deref(), &moves).ok()?;
        let mut tags: Vec<(String, String)> = (1..)
            .zip(&game.players)
            .map(|(seat, &player)| {
                let name = self.header.participants[player].name.clone();
                (format!("Seat{seat}"), name)
            })
            .collect();
        tags.push(("Round".to_owned(), format!("{}.{}", game.block, game.game)));
        if game.cause != Cause::Result || !game.faults.is_empty() {
            tags.push(("Termination".to_owned(), termination(game)));
        }
        let places = PerSeat::from_fn(game.places.len(), |seat| game.places[seat.index()]);
        let result = Standings::from_places(places);
        let notes = self.notes(game);
        let record = self.table.annotated_record(&tags, result, &notes);
        record.ok()
    }

    fn notes(&self, game: &GameRecord) -> Vec<Annotation> {
        let mut clocks: Vec<_> = game
            .players
            .iter()
            // Times that were scaled are not known any more.
            .map(|&player| self.controls[player].clock.filter(|_| !self.header.scaled))
            .collect();
        let mut notes = vec![Annotation::default(); game.opening_plies];
        for turn in &game.turns {
            let clock = clocks[turn.seat].as_mut().map(|clock| {
                let took = Duration::from_micros(turn.microseconds);
                clock.time = clock.time.saturating_sub(took) + clock.increment;
                clock.time.as_millis() as u64
            });
            let seconds = turn.microseconds as f64 / 1e6;
            notes.push(Annotation {
                clock_ms: clock,
                evaluation: turn.score.map(evaluation),
                shapes: Vec::new(),
                words: match turn.depth {
                    Some(depth) => format!("{seconds:.3} s, depth {depth}"),
                    None => format!("{seconds:.3} s"),
                },
            });
        }
        notes
    }
}

/// Why a game ended, and whose fault it was.
fn termination(game: &GameRecord) -> String {
    let mut parts = vec![game.cause.to_string()];
    for fault in &game.faults {
        let (seat, cause, detail) = (fault.seat + 1, fault.cause, &fault.detail);
        parts.push(format!("seat {seat}: {cause}, {detail}"));
    }
    parts.join("; ")
}

fn evaluation(score: i32) -> Evaluation {
    match Outlook::of(score) {
        Outlook::Ahead(score) => Evaluation::Hundredths(score),
        Outlook::WinIn(plies) => Evaluation::WinIn(plies),
        Outlook::LossIn(plies) => Evaluation::LossIn(plies),
    }
}
