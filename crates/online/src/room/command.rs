//! What is asked of a room, and why it may refuse.

use longjump_rules::{MAX_SEATS, Seat};
use longjump_wire::room::{AfterLeaving, Occupant, Offer, PlayerId};
use longjump_wire::socket::RoomAction;
use longjump_wire::time::{Moment, Span};
use thiserror::Error;

/// What somebody wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// To sit down, in a certain seat or in any.
    Sit {
        /// Which.
        seat: Option<Seat>,
        /// Who.
        who: Occupant,
        /// Whether they have no account: results of theirs mean nothing for ratings.
        is_guest: bool,
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
    /// To have the clocks run again that stand by agreement.
    Resume,
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

impl Command {
    /// The command for what `who` has asked for; none if it names a seat that no game has.
    pub fn from_action(action: RoomAction, who: Occupant, is_guest: bool) -> Option<Self> {
        let known = |index: usize| (index < MAX_SEATS).then(|| Seat::new(index));
        Some(match action {
            RoomAction::Sit { seat: None } => Self::Sit {
                seat: None,
                who,
                is_guest,
            },
            RoomAction::Sit { seat: Some(index) } => Self::Sit {
                seat: Some(known(index)?),
                who,
                is_guest,
            },
            RoomAction::StandUp {} => Self::StandUp,
            RoomAction::Fill { level } => Self::FillWithEngines { level },
            RoomAction::OfferDraw {} => Self::Offer(Offer::Draw),
            RoomAction::OfferTakeback {} => Self::Offer(Offer::Takeback),
            RoomAction::OfferRematch {} => Self::Offer(Offer::Rematch),
            RoomAction::OfferPause {} => Self::Offer(Offer::Pause),
            RoomAction::Resume {} => Self::Resume,
            RoomAction::Accept {} => Self::Accept,
            RoomAction::Decline {} => Self::Decline,
            RoomAction::Resign {} => Self::Resign,
            RoomAction::Abort {} => Self::Abort,
            RoomAction::GoOnWithout { seat, engine } => Self::GoOnWithout {
                seat: known(seat)?,
                choice: if engine {
                    AfterLeaving::Engine
                } else {
                    AfterLeaving::EndGame
                },
                // Whoever decides knows how long they have been away.
                away: Span(0),
            },
        })
    }
}

/// What a decision needs to be told, besides what is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Context<'a> {
    /// What time it is.
    pub now: Moment,
    /// When it was received: what it waited for since is nobody's thinking.
    pub received: Moment,
    /// The delay of the network to whoever asks, as the server has measured it.
    pub lag: Span,
    /// What the next game is called, should this decision lead to one.
    pub next_game: &'a str,
}

impl Context<'_> {
    /// A decision at this time, with no delay, that leads to no other game.
    pub fn at(now: Moment) -> Self {
        Self {
            now,
            received: now,
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
    /// One of the service's engines, for the seat whose turn it is.
    Engine,
    /// Nobody just now: who sits there has decided before what to do at this version of the room, and it
    /// costs them no time.
    Planned {
        /// Where.
        seat: Seat,
        /// How many events there were.
        version: usize,
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
    /// Clocks that run for minutes don't stand.
    #[error("only games with days for a move have that")]
    NotByDays,
    /// The clocks stand already.
    #[error("the clocks stand already")]
    Paused,
    /// No agreement lets the clocks stand.
    #[error("the clocks are not paused")]
    NotPaused,
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
    /// They have no account.
    #[error("rated games need an account")]
    NeedsAccount,
    /// Those who keep order don't let them play for ratings.
    #[error("you can't play rated games for now")]
    Unrated,
    /// Only who opened the room may do that.
    #[error("only who opened the room may do that")]
    NotYours,
    /// What they offer was turned down before.
    #[error("that was turned down; wait for the next move")]
    TooSoon,
    /// Others wait for how it ends.
    #[error("games of tournaments are not called off; resign instead")]
    OfTournament,
    /// They have too many games: with engines, or in all.
    #[error("you have many games of this kind already; end one first")]
    TooManyGames,
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
            Self::NotByDays => "not_by_days",
            Self::Paused => "paused",
            Self::NotPaused => "not_paused",
            Self::NothingToTakeBack => "nothing_to_take_back",
            Self::TooLate => "too_late",
            Self::NotAway => "not_away",
            Self::NoSuchLevel => "no_such_level",
            Self::NeedsAccount => "needs_account",
            Self::Unrated => "unrated",
            Self::NotYours => "not_yours",
            Self::TooSoon => "too_soon",
            Self::OfTournament => "of_tournament",
            Self::TooManyGames => "too_many_games",
        }
    }
}

/// An event that can't have happened, so the log is damaged.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the log of this room is damaged: {0}")]
pub struct CorruptLog(pub String);
