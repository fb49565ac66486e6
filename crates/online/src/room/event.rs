//! What is asked of a room, and what happens in it.

use crate::{Moment, Span};
use longjump_rules::Seat;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

/// Who somebody is, to the server.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerId(pub i64);

/// Who sits in a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Occupant {
    /// A person, or an outside bot.
    Person {
        /// Who.
        player: PlayerId,
        /// The name they had when they sat down.
        name: String,
        /// Whether they are a bot.
        #[serde(default)]
        bot: bool,
    },
    /// An engine of the house.
    Engine {
        /// Its level, from 1 to 10.
        level: u8,
    },
}

/// Something two or more must agree on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Offer {
    /// To end it level.
    Draw,
    /// To take back everything since one's own last move, that included.
    Takeback,
    /// To play again, everybody one seat further.
    Rematch,
    /// To end it here, somebody having left: they are last, the others as they stand.
    EndWithout {
        /// Who left.
        #[serde(with = "seat_index")]
        seat: Seat,
    },
}

/// What those who stay choose when somebody has left; to wait needs no choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AfterLeaving {
    /// The game ends, and who left is last.
    TakePoint,
    /// An engine plays on for them; for ratings they are last all the same.
    Engine,
}

/// What somebody wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// To sit down, in a certain seat or in any.
    Sit {
        /// Which.
        seat: Option<Seat>,
        /// Who.
        who: Occupant,
    },
    /// To stand up before the game has begun.
    StandUp,
    /// To have engines in all free seats.
    FillWithEngines {
        /// Their level.
        level: u8,
    },
    /// To play a move.
    Move {
        /// How many moves were played before it.
        ply: usize,
        /// The move.
        mv: String,
    },
    /// To offer something.
    Offer(Offer),
    /// To agree to what is offered.
    Accept,
    /// To turn an offer down, or to take one's own back.
    Decline,
    /// To give up.
    Resign,
    /// To call the game off before everybody has moved.
    Abort,
    /// To go on without somebody who has left.
    GoOnWithout {
        /// Who.
        seat: Seat,
        /// How.
        choice: AfterLeaving,
        /// How long they have been away.
        away: Span,
    },
}

/// What a decision needs to be told, besides what is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Given<'a> {
    /// What time it is.
    pub now: Moment,
    /// The delay of the network to whoever asks, as the server has measured it.
    pub lag: Span,
    /// What the next game is called, should this decision lead to one.
    pub next_game: &'a str,
}

impl Given<'_> {
    /// A decision at this time, with no delay, that leads to no other game.
    pub fn at(now: Moment) -> Self {
        Self {
            now,
            lag: Span(0),
            next_game: "",
        }
    }
}

/// Who wants something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Actor {
    /// A person.
    Person(PlayerId),
    /// An engine of the house, for the seat whose turn it is.
    Engine,
}

/// Something that has happened in a room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// Somebody sat down.
    Seated {
        /// Where.
        #[serde(with = "seat_index")]
        seat: Seat,
        /// Who.
        who: Occupant,
    },
    /// Somebody stood up.
    StoodUp {
        /// Where.
        #[serde(with = "seat_index")]
        seat: Seat,
    },
    /// All seats were taken and the game began.
    Started,
    /// A move was played.
    Moved {
        /// By whom.
        #[serde(with = "seat_index")]
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
        seat: Seat,
        /// What.
        offer: Offer,
    },
    /// Somebody agreed to what is offered, and others are still asked.
    Agreed {
        /// Who.
        #[serde(with = "seat_index")]
        seat: Seat,
    },
    /// The offer is off.
    Declined {
        /// Who turned it down or took it back.
        #[serde(with = "seat_index")]
        seat: Seat,
    },
    /// Everybody agreed to a draw.
    Drawn,
    /// Moves were taken back.
    TakenBack {
        /// How many.
        plies: usize,
    },
    /// Somebody gave up.
    Resigned {
        /// Who.
        #[serde(with = "seat_index")]
        seat: Seat,
    },
    /// Somebody's time was up.
    Flagged {
        /// Whose.
        #[serde(with = "seat_index")]
        seat: Seat,
    },
    /// Somebody was away for so long that the others went on.
    Left {
        /// Who.
        #[serde(with = "seat_index")]
        seat: Seat,
        /// How they went on.
        choice: AfterLeaving,
    },
    /// An engine took over the seat of somebody who is out.
    SatIn {
        /// Which.
        #[serde(with = "seat_index")]
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

/// Why something can't be done. Its text is for people; [`Refusal::code`] is for programs.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// They have no seat.
    #[error("you have no seat here")]
    NotSeated,
    /// They have one already.
    #[error("you have a seat here already")]
    AlreadySeated,
    /// There is no such seat, or somebody has it.
    #[error("that seat is not free")]
    SeatTaken,
    /// The game has not begun.
    #[error("the game has not begun")]
    NotStarted,
    /// The game has begun.
    #[error("the game has begun")]
    Started,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The game is not over.
    #[error("the game is not over")]
    NotOver,
    /// It is somebody else's turn.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The move is for another moment of the game.
    #[error("the game has {played} moves, not {given}")]
    WrongPly {
        /// The moves played.
        played: usize,
        /// The moves the player thought were played.
        given: usize,
    },
    /// The move is against the rules.
    #[error("{0}")]
    IllegalMove(String),
    /// The time was up.
    #[error("your time was up")]
    TimeUp,
    /// There is no offer to answer.
    #[error("nothing is offered")]
    NothingOffered,
    /// There is an offer already.
    #[error("there is another offer; it must be answered first")]
    OfferPending,
    /// There is nobody to take the offer.
    #[error("there is nobody to take that offer")]
    NobodyToAsk,
    /// Rated games don't have that.
    #[error("rated games don't have that")]
    Rated,
    /// There is no move to take back.
    #[error("you have not moved yet")]
    NothingToTakeBack,
    /// It is too late to call the game off.
    #[error("everybody has moved; resign instead")]
    TooLate,
    /// They are not away, or not for long enough.
    #[error("they have not been away for long enough; wait a little")]
    NotAway,
    /// There is no such level.
    #[error("levels are 1 to 10")]
    NoSuchLevel,
}

impl Refusal {
    /// A name for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotSeated => "not_seated",
            Self::AlreadySeated => "already_seated",
            Self::SeatTaken => "seat_taken",
            Self::NotStarted => "not_started",
            Self::Started => "started",
            Self::Over => "over",
            Self::NotOver => "not_over",
            Self::NotYourTurn => "not_your_turn",
            Self::WrongPly { .. } => "wrong_ply",
            Self::IllegalMove(_) => "illegal_move",
            Self::TimeUp => "time_up",
            Self::NothingOffered => "nothing_offered",
            Self::OfferPending => "offer_pending",
            Self::NobodyToAsk => "nobody_to_ask",
            Self::Rated => "rated",
            Self::NothingToTakeBack => "nothing_to_take_back",
            Self::TooLate => "too_late",
            Self::NotAway => "not_away",
            Self::NoSuchLevel => "no_such_level",
        }
    }
}

/// An event that can't have happened: the log is damaged.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the log of this room is damaged: {0}")]
pub struct Impossible(pub String);

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

/// Seats are written as their numbers, from 0.
mod seat_index {
    use super::{Deserialize, Deserializer, Seat, Serializer};
    use serde::de::Error;

    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde hands over references"
    )]
    pub(super) fn serialize<S: Serializer>(seat: &Seat, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(seat.index() as u64)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Seat, D::Error> {
        let index = usize::deserialize(from)?;
        let known = index < longjump_rules::MAX_SEATS;
        known
            .then(|| Seat::new(index))
            .ok_or_else(|| D::Error::custom(format_args!("{index} is no seat")))
    }
}
