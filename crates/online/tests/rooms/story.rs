//! A room that lives through something, checked after each step.

use longjump_online::{Actor, Command, Context, Room, RoomSetup};
use longjump_rules::Seat;
use longjump_wire::room::{EndReason, Occupant, Offer, PlayerId, RoomEvent};
use longjump_wire::time::{Moment, Span};

/// A room with its log, in which time passes.
pub(crate) struct Story {
    pub(crate) setup: RoomSetup,
    pub(crate) room: Room,
    pub(crate) log: Vec<(Moment, RoomEvent)>,
    pub(crate) now: Moment,
}

impl Story {
    pub(crate) fn new(game: &str, control: &str, rated: bool) -> Self {
        let setup = RoomSetup {
            game: game.parse().expect("a game"),
            control: control.parse().expect("a control"),
            rated,
        };
        Self {
            room: Room::open(&setup).expect("a room"),
            setup,
            log: Vec::new(),
            now: Moment(1_000_000),
        }
    }

    /// With people in all seats.
    pub(crate) fn begun(game: &str, control: &str, rated: bool) -> Self {
        let mut story = Self::new(game, control, rated);
        for player in 0..story.room.seats().count() {
            story
                .person(player as i64, sit(player as i64))
                .expect("a free seat");
        }
        assert!(story.room.is_playing());
        story
    }

    #[expect(clippy::needless_pass_by_value, reason = "tests read better so")]
    pub(crate) fn person(&mut self, player: i64, command: Command) -> Result<(), String> {
        self.wants(Actor::Person(PlayerId(player)), &command)
    }

    pub(crate) fn wants(&mut self, actor: Actor, command: &Command) -> Result<(), String> {
        let context = Context {
            lag: Span(50),
            next_game: "next",
            ..Context::at(self.now)
        };
        let events = self.room.decide(&context, actor, command);
        self.take(events.map_err(|refusal| refusal.code().to_owned())?);
        Ok(())
    }

    pub(crate) fn take(&mut self, events: Vec<RoomEvent>) {
        assert!(
            !events.is_empty(),
            "a command that is carried out has an effect"
        );
        for event in events {
            self.room.apply(self.now, &event).expect("possible");
            self.log.push((self.now, event));
        }
        self.check();
    }

    /// Somebody's vacation ends then; tells whether that is news.
    pub(crate) fn vacation(&mut self, player: i64, until: Moment) -> bool {
        let context = Context::at(self.now);
        let events = self.room.vacation(&context, PlayerId(player), until);
        let is_news = events.is_some();
        if let Some(events) = events {
            self.take(events);
            let again = self.room.vacation(&context, PlayerId(player), until);
            assert_eq!(again, None, "it is known");
        }
        is_news
    }

    pub(crate) fn wait(&mut self, ms: u64) {
        self.now = self.now + Span(ms);
        if let Some(events) = self.room.flag(self.now) {
            self.take(events);
        }
    }

    /// Somebody's first legal move.
    pub(crate) fn play(&mut self) {
        let seat = self.room.turn().expect("somebody's turn");
        let command = self.some_move(0);
        match self.room.occupant(seat).expect("a player").player() {
            Some(player) => self.wants(Actor::Person(player), &command),
            None => self.wants(Actor::Engine, &command),
        }
        .expect("a legal move");
    }

    pub(crate) fn some_move(&self, choice: usize) -> Command {
        let moves = self.room.board().moves();
        Command::Move {
            ply: self.room.board().ply(),
            mv: moves[choice % moves.len().max(1)].clone(),
        }
    }

    /// What must be so in every room.
    fn check(&self) {
        let room = &self.room;
        let view = room.view();
        assert_eq!(view.version, self.log.len());
        let taken = view.seats.iter().filter(|seat| seat.occupant.is_some());
        let full = taken.count() == view.seats.len();
        assert!(!room.is_playing() || full, "players are missing: {view:?}");
        assert!(!room.is_open() || !full, "it should have begun: {view:?}");
        let person = room.turn().is_some_and(|seat| {
            let occupant = room.occupant(seat).expect("a player");
            occupant.player().is_some()
        });
        assert_eq!(view.state.running_since.is_some(), person, "{view:?}");
        let by_days = self.setup.control.first_move().is_none();
        let waits = person && !by_days && view.moves.len() < view.seats.len();
        assert_eq!(view.state.first_move_until.is_some(), waits, "{view:?}");
        if let Some((seat, since)) = room.clocks().running() {
            assert_eq!(Some(seat), room.turn());
            let stands_until = view.state.paused_until;
            let stands_until = stands_until.max(view.seats[seat.index()].vacation_until);
            assert!(since <= self.now.max(stands_until.unwrap_or_default()));
        }
        let mut players: Vec<PlayerId> = view
            .seats
            .iter()
            .filter_map(|seat| seat.occupant.as_ref()?.player())
            .collect();
        players.sort_unstable();
        players.dedup();
        let people = view.seats.iter().filter(|seat| {
            let occupant = seat.occupant.as_ref();
            occupant.is_some_and(|who| who.player().is_some())
        });
        assert_eq!(players.len(), people.count(), "somebody sits twice");
        if let Some(outcome) = room.outcome() {
            assert_eq!(
                outcome.places.is_empty(),
                outcome.reason == EndReason::Aborted
            );
            assert_eq!(outcome.places.is_empty(), room.standings().is_none());
            assert_eq!(view.state.turn, None);
        }
        if let Some(pending) = &view.state.pending {
            let is_rematch = pending.offer == Offer::Rematch;
            assert_eq!(is_rematch, room.outcome().is_some(), "{view:?}");
            for &seat in &pending.agreed {
                assert!(room.occupant(Seat::new(seat)).is_some());
            }
        }
        assert_eq!(view.moves.len(), room.board().ply());
        assert!(
            view.state.next_game.is_none() || full,
            "nobody to play it: {view:?}"
        );
    }

    pub(crate) fn check_replay(&self) {
        let again = Room::replay(&self.setup, &self.log).expect("a log");
        assert_eq!(again.view(), self.room.view());
        assert_eq!(again.clocks(), self.room.clocks());
        let text = serde_json::to_string(&self.log).expect("json");
        let read: Vec<(Moment, RoomEvent)> = serde_json::from_str(&text).expect("events");
        assert_eq!(read, self.log);
    }
}

pub(crate) fn sit(player: i64) -> Command {
    Command::Sit {
        seat: None,
        who: Occupant::person(PlayerId(player), format!("p{player}")),
        is_guest: false,
    }
}
