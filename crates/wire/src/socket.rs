//! What clients and servers send over a socket; `docs/online-protocol.md` explains it.

use crate::room::{LoggedEvent, Phrase, RoomUpdate, RoomView};
use crate::study::{StudyAsk, StudyNews};
use crate::time::Moment;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A message from a client.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
#[ts(export_to = "socket.ts")]
pub enum ClientMessage {
    /// Asks whether anybody is there.
    Ping {},
    /// Asks for a game and for whatever happens in it from now on.
    Watch {
        /// Which game.
        game: String,
        /// The version that was seen before a connection was lost: only what happened after it
        /// is sent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional = nullable)]
        since: Option<usize>,
    },
    /// Ends watching.
    Unwatch {
        /// Which game.
        game: String,
    },
    /// Plays a move.
    Move {
        /// In which game.
        game: String,
        /// How many moves were played before it.
        ply: usize,
        /// The move.
        mv: String,
        /// What the client calls this message; sent again, it must be the same.
        id: String,
    },
    /// Changes a game in any other way.
    Act {
        /// Which game.
        game: String,
        /// How.
        action: RoomAction,
        /// What the client calls this message; sent again, it must be the same.
        id: String,
    },
    /// Tells that the page was hidden or behind another while its player was to move.
    Away {
        /// In which game.
        game: String,
        /// How many moves were played before the one it was about.
        ply: usize,
        /// For how long, in milliseconds.
        ms: u32,
    },
    /// Says a set phrase to all who watch.
    Phrase {
        /// In which game.
        game: String,
        /// What.
        phrase: Phrase,
    },
    /// Asks something about a study.
    Study {
        /// Which.
        study: String,
        /// What.
        ask: StudyAsk,
    },
}

/// What a player can do in a game, other than move.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[ts(export_to = "socket.ts")]
pub enum RoomAction {
    /// Sit down.
    Sit {
        /// Where, from 0; any free seat if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional = nullable)]
        seat: Option<usize>,
    },
    /// Stand up before the game begins.
    StandUp {},
    /// Have engines take the seats that are free.
    Fill {
        /// Their level, from 1 to 10.
        level: u8,
    },
    /// Offer a draw.
    OfferDraw {},
    /// Ask for one's last move back.
    OfferTakeback {},
    /// Ask for another game.
    OfferRematch {},
    /// Ask for the clocks of a game by days to stand.
    OfferPause {},
    /// Have them run again.
    Resume {},
    /// Agree to what is offered.
    Accept {},
    /// Turn it down, or take one's own offer back.
    Decline {},
    /// Give up.
    Resign {},
    /// Call the game off before everybody has moved.
    Abort {},
    /// Go on without somebody who has left.
    GoOnWithout {
        /// Who, from 0.
        seat: usize,
        /// Whether an engine plays on for them; else the game ends, and they are last.
        engine: bool,
    },
}

/// A message from a server.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "t", rename_all = "snake_case")]
#[ts(export_to = "socket.ts")]
pub enum ServerMessage {
    /// Answers a ping.
    Pong {
        /// What time it is.
        now: Moment,
    },
    /// The whole game.
    Room {
        /// Which game.
        game: String,
        /// What time it is.
        now: Moment,
        /// How it stands.
        room: Box<RoomView>,
    },
    /// Something happened.
    Event {
        /// In which game.
        game: String,
        /// The event.
        #[serde(flatten)]
        logged: LoggedEvent,
        /// What the room is like after it.
        after: RoomUpdate,
    },
    /// What happened since the version asked for.
    Missed {
        /// In which game.
        game: String,
        /// The version after all of it.
        version: usize,
        /// The events.
        events: Vec<LoggedEvent>,
        /// What the room is like after them.
        after: RoomUpdate,
    },
    /// So many watch it who don't play.
    Spectators {
        /// Which game.
        game: String,
        /// How many.
        #[ts(type = "number")]
        count: i64,
    },
    /// What was sent is written down.
    Done {
        /// In which game.
        game: String,
        /// What the client called its message.
        id: String,
        /// Its place in the log.
        version: usize,
        /// Whether it had been done before.
        repeated: bool,
    },
    /// It can't be done.
    Refused {
        /// In which game.
        game: String,
        /// What the client called its message.
        id: String,
        /// Why, in a word for programs.
        code: String,
        /// Why, in a sentence for people.
        why: String,
    },
    /// It may or may not be written down: send the same again. Without `id`: watch again.
    Retry {
        /// In which game.
        game: String,
        /// What the client called its message.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        id: Option<String>,
    },
    /// There is no such game.
    NoGame {
        /// Which.
        game: String,
        /// What the client called its message, unless it asked to watch.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        id: Option<String>,
    },
    /// The client must sign in first.
    NoSession {
        /// What the client called its message.
        id: String,
    },
    /// Somebody said a set phrase.
    Phrase {
        /// In which game.
        game: String,
        /// Who.
        seat: usize,
        /// What.
        phrase: Phrase,
    },
    /// Somebody came or left.
    Presence {
        /// In which game.
        game: String,
        /// Who.
        seat: usize,
        /// Whether they are there.
        here: bool,
    },
    /// Something about a study.
    Study {
        /// Which.
        study: String,
        /// What.
        news: StudyNews,
    },
    /// The client's message makes no sense.
    Error {
        /// Why, in a sentence for people.
        why: String,
    },
}
