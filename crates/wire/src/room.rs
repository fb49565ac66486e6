//! A room: who sits where, what happens in it, and what everybody may see of it. Events are kept
//! in the database as they are sent.

use crate::seat_index;
use crate::time::{Moment, Span};
use longjump_rules::Seat;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A player's number, the same for as long as they exist.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, TS, ToSchema,
)]
#[serde(transparent)]
#[ts(export_to = "room.ts")]
pub struct PlayerId(pub i64);

/// Who sits in a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[ts(export_to = "room.ts")]
pub enum Occupant {
    /// A person, or an outside bot.
    Person {
        /// Who.
        player: PlayerId,
        /// The name they had when they sat down.
        name: String,
        /// Whether they are a bot.
        bot: bool,
    },
    /// One of the service's own engines.
    Engine {
        /// Its level, from 1 to 10.
        level: u8,
    },
}

impl Occupant {
    /// A person who is no bot.
    pub fn person(player: PlayerId, name: impl Into<String>) -> Self {
        Self::Person {
            player,
            name: name.into(),
            bot: false,
        }
    }

    /// Who it is, if no engine.
    pub fn player(&self) -> Option<PlayerId> {
        match self {
            Self::Person { player, .. } => Some(*player),
            Self::Engine { .. } => None,
        }
    }
}

/// Something two or more must agree on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[ts(export_to = "room.ts")]
pub enum Offer {
    /// To end the game in a draw.
    Draw,
    /// To take back everything since one's own last move, including that move.
    Takeback,
    /// To play again, everybody one seat further.
    Rematch,
    /// To let the clocks of a game by days stand for a while.
    Pause,
    /// To end the game here because somebody has left: they are last, the others as they stand.
    EndWithout {
        /// Who left.
        #[serde(with = "seat_index")]
        #[schema(value_type = usize)]
        #[ts(type = "number")]
        seat: Seat,
    },
}

/// What those who stay choose when somebody has left; to wait needs no choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "room.ts")]
pub enum AfterLeaving {
    /// The game ends, and who left is last.
    EndGame,
    /// An engine plays on for them; for ratings they are last all the same.
    Engine,
}

/// Something that has happened in a room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
#[ts(export_to = "room.ts")]
pub enum RoomEvent {
    /// Somebody sat down.
    Seated {
        /// Where.
        #[serde(with = "seat_index")]
        #[ts(type = "number")]
        seat: Seat,
        /// Who.
        who: Occupant,
    },
    /// Somebody stood up.
    StoodUp {
        /// Where.
        #[serde(with = "seat_index")]
        #[ts(type = "number")]
        seat: Seat,
    },
    /// All seats were taken and the game began.
    Started,
    /// A move was played.
    Moved {
        /// By whom.
        #[serde(with = "seat_index")]
        #[ts(type = "number")]
        seat: Seat,
        /// The move.
        mv: String,
        /// What it took off the clock.
        spent: Span,
        /// What was put down to the network.
        forgiven: Span,
    },
    /// Something was offered.
    Offered {
        /// By whom.
        #[serde(with = "seat_index")]
        #[ts(type = "number")]
        seat: Seat,
        /// What.
        offer: Offer,
    },
    /// Somebody agreed to what is offered, and others are still asked.
    Agreed {
        /// Who.
        #[serde(with = "seat_index")]
        #[ts(type = "number")]
        seat: Seat,
    },
    /// The offer is off.
    Declined {
        /// Who turned it down or took it back.
        #[serde(with = "seat_index")]
        #[ts(type = "number")]
        seat: Seat,
    },
    /// Everybody agreed to a draw.
    Drawn,
    /// Moves were taken back.
    TakenBack {
        /// How many.
        plies: usize,
    },
    /// Everybody agreed to let the clocks stand.
    Paused {
        /// Until when, unless somebody has them run again.
        until: Moment,
        /// What the move that was thought about took off the clock so far.
        spent: Span,
    },
    /// The clocks run again.
    Resumed {
        /// Who had them.
        #[serde(with = "seat_index")]
        #[ts(type = "number")]
        seat: Seat,
    },
    /// Somebody is on vacation, or is back sooner than was told before.
    Vacation {
        /// Whose clock stands.
        #[serde(with = "seat_index")]
        #[ts(type = "number")]
        seat: Seat,
        /// Until when.
        until: Moment,
        /// What the move that they were thinking about took off the clock so far.
        spent: Span,
    },
    /// Somebody gave up.
    Resigned {
        /// Who.
        #[serde(with = "seat_index")]
        #[ts(type = "number")]
        seat: Seat,
    },
    /// Somebody's time was up.
    Flagged {
        /// Whose.
        #[serde(with = "seat_index")]
        #[ts(type = "number")]
        seat: Seat,
    },
    /// Somebody was away for so long that the others went on.
    Left {
        /// Who.
        #[serde(with = "seat_index")]
        #[ts(type = "number")]
        seat: Seat,
        /// How they went on.
        choice: AfterLeaving,
    },
    /// An engine took over the seat of somebody who is out.
    Substituted {
        /// Which seat.
        #[serde(with = "seat_index")]
        #[ts(type = "number")]
        seat: Seat,
        /// The engine's level.
        level: u8,
    },
    /// The game was called off.
    Aborted,
    /// Everybody wants to play again.
    RematchAgreed {
        /// The new game.
        game: String,
    },
}

/// An event with its place in a room's log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "room.ts")]
pub struct LoggedEvent {
    /// Its number, from 1: the version of the room that has it.
    pub version: usize,
    /// When it happened.
    pub at: Moment,
    /// What happened.
    pub event: RoomEvent,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "room.ts")]
pub struct Outcome {
    /// Why.
    pub reason: EndReason,
    /// The place of each seat; none if the game was called off. Who left is last, whatever
    /// became of their pieces.
    pub places: Vec<u8>,
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "room.ts")]
pub enum EndReason {
    /// By the rules of the game.
    Rules,
    /// All agreed to a draw.
    Agreement,
    /// Somebody gave up.
    Resignation,
    /// Somebody's time was up.
    Time,
    /// Somebody left.
    Left,
    /// It was called off.
    Aborted,
}

/// An offer that waits for answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "room.ts")]
pub struct PendingOffer {
    /// What is offered.
    pub offer: Offer,
    /// The seats that want it, the one that offered first.
    pub agreed: Vec<usize>,
}

/// A seat, as everybody may see it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "room.ts")]
pub struct SeatView {
    /// Who sits there.
    pub occupant: Option<Occupant>,
    /// Who sat there before an engine took over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub left: Option<Occupant>,
    /// Until when their clock stands because they are on vacation, or stood last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub vacation_until: Option<Moment>,
}

/// What events change of a room, other than its seats and moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "room.ts")]
pub struct RoomState {
    /// Whether the game has begun.
    pub started: bool,
    /// Before the game has begun, the seat of who may fill the room with engines or close it.
    pub opener: Option<usize>,
    /// The seat to move, while the game goes on.
    pub turn: Option<usize>,
    /// What is left on each clock, for the one that runs at `running_since`.
    pub clocks: Vec<Span>,
    /// When the clock of `turn` was started; none runs while an engine thinks. A clock that stands has a
    /// moment that is yet to come, from which on it runs again.
    pub running_since: Option<Moment>,
    /// Until when whoever's turn it is must make their first move, or the game is called off; `null`
    /// once everybody has moved, and with days for a move.
    #[serde(default)]
    pub first_move_until: Option<Moment>,
    /// Until when all clocks stand by agreement, or stood by the last one.
    #[serde(default)]
    pub paused_until: Option<Moment>,
    /// The offer that waits for answers.
    pub pending: Option<PendingOffer>,
    /// How the game ended.
    pub outcome: Option<Outcome>,
    /// The game that everybody went on to.
    pub next_game: Option<String>,
}

/// What a room is like after an event. Moves follow from the events: `moved` adds one,
/// `taken_back` removes the last `plies`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "room.ts")]
pub struct RoomUpdate {
    /// What may have changed.
    #[serde(flatten)]
    pub state: RoomState,
    /// The seats, unless the event was a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seats: Option<Vec<SeatView>>,
}

/// A room, as everybody may see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "room.ts")]
pub struct RoomView {
    /// The game with its options.
    pub game: String,
    /// The time control.
    pub control: String,
    /// How long somebody must be away before the others may go on without them; `null` where the
    /// clock alone decides.
    pub patience: Option<Span>,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// How many events there were.
    pub version: usize,
    /// The seats.
    pub seats: Vec<SeatView>,
    /// The moves played.
    pub moves: Vec<String>,
    /// What else there is to see.
    #[serde(flatten)]
    pub state: RoomState,
}

/// A set phrase: there is no free chat. Each client says it in its own language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "room.ts")]
pub enum Phrase {
    /// A greeting.
    Hello,
    /// Have fun.
    HaveFun,
    /// Well played.
    WellPlayed,
    /// A nice move.
    NiceMove,
    /// Thanks.
    Thanks,
    /// One moment, please.
    OneMoment,
    /// Sorry.
    Sorry,
    /// Goodbye.
    Goodbye,
}
