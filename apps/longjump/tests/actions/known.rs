//! What the crowd knows: rooms as servers told of them, and what was acknowledged.

use longjump_online::open_board;
use longjump_wire::rest::Accepted;
use longjump_wire::room::{LoggedEvent, Occupant, PlayerId, RoomEvent, RoomUpdate, RoomView};
use longjump_wire::socket::{ClientMessage, ServerMessage};
use std::collections::{BTreeMap, HashMap, HashSet};

/// How many messages of a room are remembered, to be sent again.
const REMEMBERED: usize = 30;

/// A room as the crowd knows it.
pub(crate) struct KnownRoom {
    pub(crate) id: String,
    /// As it was last told of; none until somebody has watched it.
    pub(crate) view: Option<RoomView>,
    /// What was acknowledged, by who sent it and what they call it.
    pub(crate) done: HashMap<String, Done>,
    /// What was sent lately, right or wrong.
    pub(crate) recent: Vec<ClientMessage>,
}

/// Something that was acknowledged.
pub(crate) struct Done {
    pub(crate) version: usize,
    /// What was done; none if only a repetition was answered so far.
    pub(crate) message: Option<ClientMessage>,
}

impl KnownRoom {
    fn new(id: &str) -> Self {
        Self {
            id: id.to_owned(),
            view: None,
            done: HashMap::new(),
            recent: Vec::new(),
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        let view = self.view.as_ref();
        view.is_some_and(|view| view.state.outcome.is_some())
    }

    /// Takes in what happened, if nothing before it is missing.
    fn take_in(&mut self, events: &[LoggedEvent], after: &RoomUpdate) {
        let Some(view) = &mut self.view else { return };
        let news = events.iter().filter(|logged| logged.version > view.version);
        let news: Vec<_> = news.collect();
        if news.first().map(|logged| logged.version) != Some(view.version + 1) {
            return;
        }
        for logged in news {
            view.version = logged.version;
            match &logged.event {
                RoomEvent::Moved { mv, .. } => view.moves.push(mv.clone()),
                RoomEvent::TakenBack { plies } => {
                    view.moves.truncate(view.moves.len() - plies);
                }
                _ => {}
            }
        }
        view.state = after.state.clone();
        if let Some(seats) = &after.seats {
            view.seats.clone_from(seats);
        }
    }
}

/// The seat of somebody.
pub(crate) fn seat_of(view: &RoomView, player: PlayerId) -> Option<usize> {
    let mut seats = view.seats.iter();
    seats.position(|seat| seat.occupant.as_ref().and_then(Occupant::player) == Some(player))
}

/// The legal moves.
pub(crate) fn legal_moves(view: &RoomView) -> Vec<String> {
    let game = view.game.parse().expect("a game that was opened");
    let mut board = open_board(&game).expect("a game that was opened");
    for mv in &view.moves {
        board.play(mv).expect("a move that was played");
    }
    board.moves()
}

/// How often something was accepted and refused.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Tally {
    pub(crate) accepted: usize,
    pub(crate) refused: usize,
}

/// All that the crowd knows.
#[derive(Default)]
pub(crate) struct Known {
    pub(crate) rooms: HashMap<String, KnownRoom>,
    /// Rooms that were over and checked: nobody comes back to them.
    left_behind: HashSet<String>,
    /// By kind of message.
    pub(crate) tallies: BTreeMap<String, Tally>,
}

impl Known {
    /// There is such a room.
    pub(crate) fn add(&mut self, id: &str) {
        if !self.left_behind.contains(id) {
            let room = self.rooms.entry(id.to_owned());
            room.or_insert_with(|| KnownRoom::new(id));
        }
    }

    /// Leaves rooms that are over behind, for those that came of them.
    pub(crate) fn leave_what_is_over(&mut self) {
        let views = self.rooms.values().filter_map(|room| room.view.as_ref());
        let next: Vec<_> = views
            .filter_map(|view| view.state.next_game.clone())
            .collect();
        for id in next {
            self.add(&id);
        }
        let over = self.rooms.extract_if(|_, room| room.is_over());
        self.left_behind.extend(over.map(|(id, _)| id));
    }

    /// Takes in what a server told.
    pub(crate) fn hear(&mut self, message: &ServerMessage) {
        match message {
            ServerMessage::Room { game, room, .. } => self.show(game, room),
            ServerMessage::Event {
                game,
                logged,
                after,
            } => {
                if let Some(known) = self.rooms.get_mut(game) {
                    known.take_in(std::slice::from_ref(logged), after);
                }
                if let Some(next) = &after.state.next_game {
                    self.add(next);
                }
            }
            ServerMessage::Missed {
                game,
                events,
                after,
                ..
            } => {
                if let Some(known) = self.rooms.get_mut(game) {
                    known.take_in(events, after);
                }
            }
            _ => {}
        }
    }

    /// Takes in a room as a server shows it.
    fn show(&mut self, game: &str, view: &RoomView) {
        let Some(known) = self.rooms.get_mut(game) else {
            return;
        };
        let before = known.view.as_ref().map_or(0, |view| view.version);
        if before < view.version {
            known.view = Some(view.clone());
        }
    }

    /// Remembers what is about to be sent.
    pub(crate) fn remember(&mut self, game: &str, message: &ClientMessage) {
        if let Some(known) = self.rooms.get_mut(game) {
            if known.recent.len() == REMEMBERED {
                known.recent.remove(0);
            }
            known.recent.push(message.clone());
        }
    }

    /// Notes that something was done. The same id is done once, whatever it was sent with.
    pub(crate) fn acknowledge(&mut self, who: PlayerId, message: &ClientMessage, answer: Accepted) {
        let (ClientMessage::Move { game, id, .. } | ClientMessage::Act { game, id, .. }) = message
        else {
            unreachable!("nothing else is acknowledged");
        };
        let known = self.rooms.get_mut(game).expect("a room that there is");
        let client = format!("{}:{id}", who.0);
        let done = known.done.entry(client).or_insert(Done {
            version: answer.version,
            message: None,
        });
        assert_eq!(
            done.version, answer.version,
            "{game}: two answers to {message:?}"
        );
        if !answer.repeated {
            assert!(done.message.is_none(), "{game}: {message:?} was done twice");
            done.message = Some(message.clone());
        }
    }

    /// Counts an answer.
    pub(crate) fn count(&mut self, kind: String, is_accepted: bool) {
        let tally = self.tallies.entry(kind).or_default();
        match is_accepted {
            true => tally.accepted += 1,
            false => tally.refused += 1,
        }
    }
}
