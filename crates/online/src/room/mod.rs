//! A room: the seats, the board and the clocks of one game.

mod apply;
mod command;
mod decide;

pub use command::{Actor, Command, Context, CorruptLog, Refusal};

use crate::{Board, Clocks, Control, open_board};
use longjump_rules::{GameSpec, PerSeat, Seat, SpecError, Standings};
use longjump_wire::room::{
    Occupant, Offer, Outcome, PendingOffer, PlayerId, RoomEvent, RoomState, RoomUpdate, RoomView,
    SeatView,
};
use longjump_wire::time::Moment;

/// The level of an engine that takes over for somebody who left.
const SUBSTITUTE_LEVEL: u8 = 4;

/// What a room is opened with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoomSetup {
    /// The game with its options.
    pub game: GameSpec,
    /// The time control.
    pub control: Control,
    /// Whether it counts for ratings.
    pub rated: bool,
}

/// One seat.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Chair {
    occupant: Option<Occupant>,
    /// Who sat there when an engine took over.
    left: Option<Occupant>,
    /// When its player is out: how many were out before.
    out: Option<usize>,
    /// How many of its player's offers were turned down since the last move.
    turned_down: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Phase {
    Open,
    Playing,
    Over(Outcome),
}

/// A game with its players: events change it, and it decides which events come of what
/// somebody wants.
pub struct Room {
    setup: RoomSetup,
    board: Box<dyn Board>,
    chairs: Vec<Chair>,
    /// The seat of who opened the room, or of who was there when they left it.
    opener: Option<Seat>,
    /// Who played each move.
    movers: Vec<Seat>,
    clocks: Clocks,
    phase: Phase,
    pending: Option<PendingOffer>,
    next_game: Option<String>,
    version: usize,
}

impl Room {
    /// An empty room.
    ///
    /// # Errors
    /// When there is no such game.
    pub fn open(setup: &RoomSetup) -> Result<Self, SpecError> {
        let board = open_board(&setup.game)?;
        let seats = board.seats();
        Ok(Self {
            clocks: Clocks::new(setup.control, seats),
            setup: setup.clone(),
            board,
            chairs: vec![Chair::default(); seats],
            opener: None,
            movers: Vec::new(),
            phase: Phase::Open,
            pending: None,
            next_game: None,
            version: 0,
        })
    }

    /// A room as its log leaves it.
    ///
    /// # Errors
    /// When the log can't be that of such a room.
    pub fn replay<'a>(
        setup: &RoomSetup,
        log: impl IntoIterator<Item = &'a (Moment, RoomEvent)>,
    ) -> Result<Self, CorruptLog> {
        let mut room = Self::open(setup).map_err(|error| CorruptLog(error.to_string()))?;
        for (at, event) in log {
            room.apply(*at, event)?;
        }
        Ok(room)
    }

    /// What it was opened with.
    pub fn setup(&self) -> &RoomSetup {
        &self.setup
    }

    /// The board.
    pub fn board(&self) -> &dyn Board {
        &*self.board
    }

    /// The clocks.
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// How many events there were.
    pub fn version(&self) -> usize {
        self.version
    }

    /// Whether the game has begun and is not over.
    pub fn is_playing(&self) -> bool {
        self.phase == Phase::Playing
    }

    /// Whether players are still waited for.
    pub fn is_open(&self) -> bool {
        self.phase == Phase::Open
    }

    /// How it ended.
    pub fn outcome(&self) -> Option<&Outcome> {
        match &self.phase {
            Phase::Over(outcome) => Some(outcome),
            Phase::Open | Phase::Playing => None,
        }
    }

    /// The order of finish, if it has one.
    pub fn standings(&self) -> Option<Standings> {
        let places = &self.outcome()?.places;
        if places.is_empty() {
            return None;
        }
        Standings::from_places(PerSeat::from_fn(places.len(), |seat| places[seat.index()]))
    }

    /// The seat to move, while the game goes on.
    pub fn turn(&self) -> Option<Seat> {
        self.is_playing().then(|| self.board.turn()).flatten()
    }

    /// Who sits in a seat.
    pub fn occupant(&self, seat: Seat) -> Option<&Occupant> {
        self.chairs.get(seat.index())?.occupant.as_ref()
    }

    /// The engine to move, with its level, if it is one's turn.
    pub fn engine_to_move(&self) -> Option<(Seat, u8)> {
        let seat = self.turn()?;
        match self.occupant(seat)? {
            Occupant::Engine { level } => Some((seat, *level)),
            Occupant::Person { .. } => None,
        }
    }

    /// Whoever plays or played a seat for the ratings: engines that took over don't count.
    pub fn contender(&self, seat: Seat) -> Option<&Occupant> {
        let chair = self.chairs.get(seat.index())?;
        chair.left.as_ref().or(chair.occupant.as_ref())
    }

    /// The seat of a person.
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.seats()
            .find(|&seat| self.occupant(seat).and_then(Occupant::player) == Some(player))
    }

    /// All seats.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::first(self.chairs.len())
    }

    /// What everybody may see.
    pub fn view(&self) -> RoomView {
        RoomView {
            game: self.setup.game.to_string(),
            control: self.setup.control.to_string(),
            patience: self.setup.control.patience(),
            rated: self.setup.rated,
            version: self.version,
            seats: self.seat_views(),
            moves: self.board.played(),
            state: self.state(),
        }
    }

    /// What events may have changed, with the seats if wanted. Moves are left out: they are many,
    /// and events tell them one by one.
    pub fn update(&self, with_seats: bool) -> RoomUpdate {
        RoomUpdate {
            state: self.state(),
            seats: with_seats.then(|| self.seat_views()),
        }
    }

    fn state(&self) -> RoomState {
        let clocks = self.clocks.remaining().iter();
        RoomState {
            started: !self.is_open(),
            opener: self.opener.filter(|_| self.is_open()).map(Seat::index),
            turn: self.turn().map(Seat::index),
            clocks: clocks.map(|(_, left)| left).collect(),
            running_since: self.clocks.running().map(|(_, since)| since),
            first_move_until: self.clocks.first_move_until(),
            paused_until: self.clocks.paused_until(),
            pending: self.pending.clone(),
            outcome: self.outcome().cloned(),
            next_game: self.next_game.clone(),
        }
    }

    fn seat_views(&self) -> Vec<SeatView> {
        let view = |(seat, chair): (Seat, &Chair)| SeatView {
            occupant: chair.occupant.clone(),
            left: chair.left.clone(),
            vacation_until: self.clocks.vacation(seat),
        };
        self.seats().zip(&self.chairs).map(view).collect()
    }

    /// What is offered and waits for answers.
    pub fn pending(&self) -> Option<&Offer> {
        self.pending.as_ref().map(|pending| &pending.offer)
    }

    /// The game that everybody went on to.
    pub fn next_game(&self) -> Option<&str> {
        self.next_game.as_deref()
    }

    /// The seats with people in them who are not out.
    fn people(&self) -> impl Iterator<Item = Seat> + '_ {
        self.seats().filter(|&seat| self.is_playing_person(seat))
    }

    fn is_playing_person(&self, seat: Seat) -> bool {
        let chair = &self.chairs[seat.index()];
        let person = chair.occupant.as_ref().and_then(Occupant::player);
        person.is_some() && chair.out.is_none()
    }
}

impl Clone for Room {
    fn clone(&self) -> Self {
        Self {
            setup: self.setup.clone(),
            board: self.board.copy(),
            chairs: self.chairs.clone(),
            opener: self.opener,
            movers: self.movers.clone(),
            clocks: self.clocks.clone(),
            phase: self.phase.clone(),
            pending: self.pending.clone(),
            next_game: self.next_game.clone(),
            version: self.version,
        }
    }
}

impl std::fmt::Debug for Room {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.view().fmt(f)
    }
}
