//! What clients and servers say to each other; `docs/online-protocol.md` explains it.

use crate::rooms::Accepted;
use crate::store::{Logged, Player};
use axum::extract::ws::Utf8Bytes;
use longjump_online::{
    AfterLeaving, Command, Event, Moment, Occupant, Offer, Outcome, Pending, Phrase, Refusal, Room,
    RoomView, SeatView, Span,
};
use longjump_rules::{MAX_SEATS, Seat};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// What a client says.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum FromClient {
    /// Whether anybody is there.
    Ping {},
    /// Show me a game, from after this version on.
    Watch {
        /// Which.
        game: String,
        /// What was seen before a connection was lost.
        #[serde(default)]
        since: Option<usize>,
    },
    /// No more of it.
    Unwatch {
        /// Which.
        game: String,
    },
    /// A move.
    Move {
        /// Where.
        game: String,
        /// How many moves were played before it.
        ply: usize,
        /// The move.
        mv: String,
        /// What the client calls this message; sent again, it must be the same.
        id: String,
    },
    /// Anything else that changes a game.
    Do {
        /// Where.
        game: String,
        /// What.
        what: Wish,
        /// What the client calls this message.
        id: String,
    },
    /// The page was hidden or behind another while its player was to move.
    Away {
        /// Where.
        game: String,
        /// How many moves were played before the one it was about.
        ply: usize,
        /// For how long, in milliseconds.
        ms: u32,
    },
    /// A set phrase for all who watch.
    Say {
        /// Where.
        game: String,
        /// What.
        phrase: Phrase,
    },
}

/// What somebody wants of a game, other than to move.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Wish {
    /// To sit down.
    Sit {
        /// Where, from 0; any free seat if not given.
        #[serde(default)]
        seat: Option<usize>,
    },
    /// To stand up before the game begins.
    StandUp {},
    /// To have engines in the seats that are free.
    Fill {
        /// Their level, from 1 to 10.
        level: u8,
    },
    /// To offer a draw.
    OfferDraw {},
    /// To ask for one's last move back.
    OfferTakeback {},
    /// To ask for another game.
    OfferRematch {},
    /// To agree to what is offered.
    Accept {},
    /// To turn it down, or take one's own offer back.
    Decline {},
    /// To give up.
    Resign {},
    /// To call the game off before everybody has moved.
    Abort {},
    /// To go on without somebody who has left.
    GoOnWithout {
        /// Who, from 0.
        seat: usize,
        /// Whether an engine plays on for them; else the game ends, and they are last.
        engine: bool,
    },
}

impl Wish {
    /// The wish as the room understands it, unless it names a seat that can't be.
    pub(crate) fn command(self, player: &Player) -> Option<Command> {
        let known = |index: usize| (index < MAX_SEATS).then(|| Seat::new(index));
        Some(match self {
            Self::Sit { seat } => Command::Sit {
                seat: match seat {
                    Some(index) => Some(known(index)?),
                    None => None,
                },
                who: Occupant::Person {
                    player: player.id,
                    name: player.name.clone(),
                    bot: player.kind == crate::store::Kind::Bot,
                },
            },
            Self::StandUp {} => Command::StandUp,
            Self::Fill { level } => Command::FillWithEngines { level },
            Self::OfferDraw {} => Command::Offer(Offer::Draw),
            Self::OfferTakeback {} => Command::Offer(Offer::Takeback),
            Self::OfferRematch {} => Command::Offer(Offer::Rematch),
            Self::Accept {} => Command::Accept,
            Self::Decline {} => Command::Decline,
            Self::Resign {} => Command::Resign,
            Self::Abort {} => Command::Abort,
            Self::GoOnWithout { seat, engine } => Command::GoOnWithout {
                seat: known(seat)?,
                choice: if engine {
                    AfterLeaving::Engine
                } else {
                    AfterLeaving::TakePoint
                },
                // The server knows how long they have been away.
                away: Span(0),
            },
        })
    }
}

/// What a server says.
#[derive(Serialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub(crate) enum ToClient<'a> {
    Pong {
        now: Moment,
    },
    Room {
        game: &'a str,
        now: Moment,
        room: Box<RoomView>,
    },
    Event {
        game: &'a str,
        version: usize,
        at: Moment,
        event: &'a Event,
        after: After,
    },
    Missed {
        game: &'a str,
        version: usize,
        events: Vec<Seen<'a>>,
        after: After,
    },
    Done {
        game: &'a str,
        id: &'a str,
        version: usize,
        repeated: bool,
    },
    Refused {
        game: &'a str,
        id: &'a str,
        code: &'static str,
        why: String,
    },
    Again {
        game: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<&'a str>,
    },
    NoGame {
        game: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<&'a str>,
    },
    NoSession {
        id: &'a str,
    },
    Said {
        game: &'a str,
        seat: usize,
        phrase: Phrase,
    },
    Presence {
        game: &'a str,
        seat: usize,
        here: bool,
    },
    Error {
        why: &'a str,
    },
}

/// An event as others may see it.
#[derive(Serialize)]
pub(crate) struct Seen<'a> {
    version: usize,
    at: Moment,
    event: &'a Event,
}

/// What a room is like after an event, but for its moves, which follow from the events.
#[derive(Serialize)]
pub(crate) struct After {
    started: bool,
    turn: Option<usize>,
    clocks: Vec<Span>,
    running_since: Option<Moment>,
    pending: Option<Pending>,
    outcome: Option<Outcome>,
    next_game: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seats: Option<Vec<SeatView>>,
}

impl After {
    fn of(room: &Room, with_seats: bool) -> Self {
        let view = room.summary();
        Self {
            started: view.started,
            turn: view.turn,
            clocks: view.clocks,
            running_since: view.running_since,
            pending: view.pending,
            outcome: view.outcome,
            next_game: view.next_game,
            seats: with_seats.then_some(view.seats),
        }
    }
}

impl<'a> ToClient<'a> {
    pub(crate) fn pong(now: Moment) -> Self {
        Self::Pong { now }
    }

    pub(crate) fn room(game: &'a str, room: &Room, now: Moment) -> Self {
        let room = Box::new(room.view());
        Self::Room { game, now, room }
    }

    pub(crate) fn event(game: &'a str, room: &Room, entry: &'a Logged) -> Self {
        let changes_seats = !matches!(entry.event, Event::Moved { .. });
        Self::Event {
            game,
            version: entry.version,
            at: entry.at,
            event: &entry.event,
            after: After::of(room, changes_seats),
        }
    }

    pub(crate) fn missed(game: &'a str, room: &Room, log: &'a [Arc<Logged>]) -> Self {
        let seen = log.iter().map(|entry| Seen {
            version: entry.version,
            at: entry.at,
            event: &entry.event,
        });
        Self::Missed {
            game,
            version: room.version(),
            events: seen.collect(),
            after: After::of(room, true),
        }
    }

    pub(crate) fn done(game: &'a str, id: &'a str, done: Accepted) -> Self {
        Self::Done {
            game,
            id,
            version: done.version,
            repeated: done.repeated,
        }
    }

    pub(crate) fn refused(game: &'a str, id: &'a str, refusal: &Refusal) -> Self {
        Self::Refused {
            game,
            id,
            code: refusal.code(),
            why: refusal.to_string(),
        }
    }

    pub(crate) fn again(game: &'a str, id: &'a str) -> Self {
        let id = Some(id);
        Self::Again { game, id }
    }

    pub(crate) fn watch_again(game: &'a str) -> Self {
        Self::Again { game, id: None }
    }

    pub(crate) fn no_game(game: &'a str, id: Option<&'a str>) -> Self {
        Self::NoGame { game, id }
    }

    pub(crate) fn no_session(id: &'a str) -> Self {
        Self::NoSession { id }
    }

    pub(crate) fn said(game: &'a str, seat: usize, phrase: Phrase) -> Self {
        Self::Said { game, seat, phrase }
    }

    pub(crate) fn presence(game: &'a str, seat: usize, here: bool) -> Self {
        Self::Presence { game, seat, here }
    }

    pub(crate) fn error(why: &'a str) -> Self {
        Self::Error { why }
    }

    /// As it goes over the line.
    pub(crate) fn text(&self) -> Utf8Bytes {
        serde_json::to_string(self).unwrap_or_default().into()
    }
}
