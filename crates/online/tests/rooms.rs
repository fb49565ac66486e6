//! No sequence of commands brings a room into an impossible state, and its log gives it again.

use longjump_online::{Actor, Command, Context, Room, RoomSetup};
use longjump_rules::Seat;
use longjump_wire::room::{AfterLeaving, EndReason, Occupant, Offer, PlayerId, RoomEvent};
use longjump_wire::time::{Moment, Span};
use proptest::prelude::*;

/// A room with its log, in which time passes.
struct Story {
    setup: RoomSetup,
    room: Room,
    log: Vec<(Moment, RoomEvent)>,
    now: Moment,
}

impl Story {
    fn new(game: &str, control: &str, rated: bool) -> Self {
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
    fn begun(game: &str, control: &str, rated: bool) -> Self {
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
    fn person(&mut self, player: i64, command: Command) -> Result<(), String> {
        self.wants(Actor::Person(PlayerId(player)), &command)
    }

    fn wants(&mut self, actor: Actor, command: &Command) -> Result<(), String> {
        let context = Context {
            lag: Span(50),
            next_game: "next",
            ..Context::at(self.now)
        };
        let events = self.room.decide(&context, actor, command);
        self.take(events.map_err(|refusal| refusal.code().to_owned())?);
        Ok(())
    }

    fn take(&mut self, events: Vec<RoomEvent>) {
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

    fn wait(&mut self, ms: u64) {
        self.now = self.now + Span(ms);
        if let Some(events) = self.room.flag(self.now) {
            self.take(events);
        }
    }

    /// Somebody's first legal move.
    fn play(&mut self) {
        let seat = self.room.turn().expect("somebody's turn");
        let command = self.some_move(0);
        match self.room.occupant(seat).expect("a player").player() {
            Some(player) => self.wants(Actor::Person(player), &command),
            None => self.wants(Actor::Engine, &command),
        }
        .expect("a legal move");
    }

    fn some_move(&self, choice: usize) -> Command {
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
            assert!(since <= self.now);
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

    fn check_replay(&self) {
        let again = Room::replay(&self.setup, &self.log).expect("a log");
        assert_eq!(again.view(), self.room.view());
        assert_eq!(again.clocks(), self.room.clocks());
        let text = serde_json::to_string(&self.log).expect("json");
        let read: Vec<(Moment, RoomEvent)> = serde_json::from_str(&text).expect("events");
        assert_eq!(read, self.log);
    }
}

fn sit(player: i64) -> Command {
    Command::Sit {
        seat: None,
        who: Occupant::person(PlayerId(player), format!("p{player}")),
        is_guest: false,
    }
}

#[derive(Clone, Debug)]
enum Step {
    Wait(u64),
    Play(usize),
    Action(i64, Action),
}

#[derive(Clone, Copy, Debug)]
enum Action {
    Sit(Option<usize>),
    StandUp,
    Fill(u8),
    Move(usize, usize),
    Offer(Offer),
    Accept,
    Decline,
    Resign,
    Abort,
    GoOn(usize, AfterLeaving, u64),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let seat = 0..6_usize;
    let offer = prop_oneof![
        Just(Offer::Draw),
        Just(Offer::Takeback),
        Just(Offer::Rematch),
        seat.clone().prop_map(|seat| Offer::EndWithout {
            seat: Seat::new(seat)
        }),
    ];
    let choice = prop_oneof![Just(AfterLeaving::EndGame), Just(AfterLeaving::Engine)];
    let action = prop_oneof![
        4 => proptest::option::of(seat.clone()).prop_map(Action::Sit),
        1 => Just(Action::StandUp),
        1 => (0..12_u8).prop_map(Action::Fill),
        1 => (0..4_usize, 0..40_usize).prop_map(|(ply, mv)| Action::Move(ply, mv)),
        3 => offer.prop_map(Action::Offer),
        4 => Just(Action::Accept),
        1 => Just(Action::Decline),
        1 => Just(Action::Resign),
        1 => Just(Action::Abort),
        2 => (seat, choice, 0..200_000_u64).prop_map(|(seat, how, away)| Action::GoOn(seat, how, away)),
    ];
    let step = prop_oneof![
        2 => (0..4_000_u64).prop_map(Step::Wait),
        1 => (0..80_000_u64).prop_map(Step::Wait),
        8 => (0..60_usize).prop_map(Step::Play),
        6 => (0..7_i64, action).prop_map(|(player, action)| Step::Action(player, action)),
    ];
    proptest::collection::vec(step, 1..150)
}

fn command(story: &Story, player: i64, action: Action) -> Command {
    match action {
        Action::Sit(seat) => Command::Sit {
            seat: seat.map(Seat::new),
            who: Occupant::person(PlayerId(player), "p"),
            is_guest: false,
        },
        Action::StandUp => Command::StandUp,
        Action::Fill(level) => Command::FillWithEngines { level },
        Action::Move(ply, choice) => {
            let moves = story.room.board().moves();
            let mv = moves.get(choice).cloned().unwrap_or("nonsense".to_owned());
            Command::Move { ply, mv }
        }
        Action::Offer(offer) => Command::Offer(offer),
        Action::Accept => Command::Accept,
        Action::Decline => Command::Decline,
        Action::Resign => Command::Resign,
        Action::Abort => Command::Abort,
        Action::GoOn(seat, choice, away) => Command::GoOnWithout {
            seat: Seat::new(seat),
            choice,
            away: Span(away),
        },
    }
}

fn run(game: &str, control: &str, rated: bool, begun: bool, steps: Vec<Step>) {
    let mut story = if begun {
        Story::begun(game, control, rated)
    } else {
        Story::new(game, control, rated)
    };
    for step in steps {
        match step {
            Step::Wait(ms) => story.wait(ms),
            Step::Play(choice) => {
                let Some(seat) = story.room.turn() else {
                    continue;
                };
                let mv = story.some_move(choice);
                let player = story.room.occupant(seat).expect("a player").player();
                let actor = player.map_or(Actor::Engine, Actor::Person);
                let _ = story.wants(actor, &mv);
            }
            Step::Action(player, action) => {
                let command = command(&story, player, action);
                let _ = story.person(player, command);
            }
        }
    }
    story.check_replay();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_commands_lead_to_an_impossible_room(
        game in prop_oneof![
            Just("minicheckers"), Just("knightthrough"), Just("star:seats=3"), Just("star:seats=6")
        ],
        control in prop_oneof![Just("30+1"), Just("5/move"), Just("1d")],
        rated: bool,
        begun: bool,
        steps in steps(),
    ) {
        run(game, control, rated, begun, steps);
    }
}

#[test]
fn a_game_is_played_to_its_end() {
    let mut story = Story::begun("knightthrough", "60+1", true);
    while story.room.is_playing() {
        story.wait(100);
        story.play();
    }
    let outcome = story.room.outcome().expect("an end");
    assert_eq!(outcome.reason, EndReason::Rules);
    assert_eq!(story.room.standings(), story.room.board().standings());
    story.check_replay();
}

#[test]
fn a_draw_needs_everybody_who_still_plays() {
    let mut story = Story::begun("star:seats=3", "60+1", true);
    story
        .person(1, Command::Offer(Offer::Draw))
        .expect("offered");
    story.person(0, Command::Accept).expect("agreed");
    assert!(story.room.is_playing());
    story
        .person(2, Command::Offer(Offer::Draw))
        .expect("agreed, by offering too");
    let outcome = story.room.outcome().expect("an end");
    assert_eq!(
        (outcome.reason, &outcome.places[..]),
        (EndReason::Agreement, &[1, 1, 1][..])
    );
}

#[test]
fn a_move_answers_an_offer() {
    let mut story = Story::begun("minicheckers", "60+1", false);
    story
        .person(1, Command::Offer(Offer::Draw))
        .expect("offered");
    story.play();
    assert_eq!(
        story.person(0, Command::Accept),
        Err("nothing_offered".to_owned())
    );
}

#[test]
fn a_takeback_goes_to_ones_own_last_move() {
    let mut story = Story::begun("minicheckers", "60+1", false);
    for _ in 0..3 {
        story.play();
    }
    story
        .person(1, Command::Offer(Offer::Takeback))
        .expect("offered");
    story.person(0, Command::Accept).expect("agreed");
    assert_eq!(story.room.board().ply(), 1);
    assert_eq!(story.room.turn(), Some(Seat::new(1)));
    let mut rated = Story::begun("minicheckers", "60+1", true);
    rated.play();
    assert_eq!(
        rated.person(0, Command::Offer(Offer::Takeback)),
        Err("rated".to_owned())
    );
}

#[test]
fn who_runs_out_of_time_loses_unless_nobody_had_begun() {
    let mut early = Story::begun("minicheckers", "10+0", true);
    early.play();
    early.wait(12_000);
    assert_eq!(
        early.room.outcome().expect("an end").reason,
        EndReason::Aborted
    );
    let mut late = Story::begun("minicheckers", "10+0", true);
    late.play();
    late.play();
    late.wait(10_500);
    assert!(late.room.is_playing(), "the network may be slow");
    let mv = late.some_move(0);
    assert_eq!(late.person(0, mv), Err("time_up".to_owned()));
    late.wait(600);
    let outcome = late.room.outcome().expect("an end");
    assert_eq!(
        (outcome.reason, &outcome.places[..]),
        (EndReason::Time, &[2, 1][..])
    );
}

#[test]
fn who_does_not_begin_has_the_game_called_off_whatever_is_on_the_clock() {
    for (game, control, waits) in [
        ("minicheckers", "60+1", 30_000),
        ("star:seats=3", "300+3", 45_000),
        ("star:seats=6", "600+5", 60_000),
    ] {
        let mut story = Story::begun(game, control, true);
        // It counts from when it is one's turn, and nobody's time is lost before.
        for _ in 1..story.room.seats().count() {
            story.wait(waits - 1_000);
            story.play();
        }
        story.wait(waits + 900);
        assert!(story.room.is_playing(), "the network may be slow");
        let mv = story.some_move(0);
        let last = story.room.seats().count() as i64 - 1;
        assert_eq!(story.person(last, mv), Err("time_up".to_owned()));
        story.wait(200);
        let outcome = story.room.outcome().expect("an end");
        assert_eq!(outcome.reason, EndReason::Aborted, "{game}");
        story.check_replay();
    }
}

#[test]
fn after_the_first_moves_the_clock_alone_counts() {
    let mut story = Story::begun("minicheckers", "60+1", true);
    story.play();
    story.play();
    story.wait(59_000);
    story.play();
    assert!(story.room.is_playing());
    let mut slow = Story::begun("minicheckers", "3d", true);
    slow.wait(2 * 24 * 60 * 60 * 1_000);
    slow.play();
    assert!(
        slow.room.is_playing(),
        "days are days for the first move too"
    );
}

#[test]
fn an_engine_may_be_late_with_its_first_move() {
    let mut story = Story::new("minicheckers", "60+1", false);
    story.person(0, sit(0)).expect("a seat");
    story
        .person(0, Command::FillWithEngines { level: 3 })
        .expect("an engine");
    story.play();
    story.wait(300_000);
    assert!(story.room.engine_to_move().is_some());
    story.play();
    assert!(story.room.is_playing());
}

#[test]
fn among_many_who_gives_up_is_last_and_an_engine_plays_on() {
    let mut story = Story::begun("star:seats=3", "60+1", true);
    for _ in 0..3 {
        story.play();
    }
    story.person(0, Command::Resign).expect("resigned");
    assert!(story.room.is_playing());
    assert!(story.room.engine_to_move().is_some());
    story.play();
    story.person(2, Command::Resign).expect("resigned");
    assert!(story.room.is_playing(), "one person is left to play for");
    story.person(1, Command::Resign).expect("resigned");
    let outcome = story.room.outcome().expect("nobody is left");
    assert_eq!(outcome.places, [3, 1, 2]);
    story.check_replay();
}

#[test]
fn who_left_is_waited_for_and_then_gone() {
    let go_on = |choice, away| Command::GoOnWithout {
        seat: Seat::new(1),
        choice,
        away: Span(away),
    };
    let mut story = Story::begun("minicheckers", "60+1", true);
    story.play();
    story.play();
    let early = story.person(0, go_on(AfterLeaving::EndGame, 5_000));
    assert_eq!(early, Err("not_away".to_owned()));
    let itself = story.person(1, go_on(AfterLeaving::EndGame, 90_000));
    assert_eq!(itself, Err("not_away".to_owned()));
    story
        .person(0, go_on(AfterLeaving::Engine, 90_000))
        .expect("an engine");
    story.play();
    assert!(story.room.engine_to_move().is_some());
    story.person(0, Command::Resign).expect("resigned");
    // The one who left first stays behind the one who gave up later.
    assert_eq!(story.room.outcome().expect("an end").places, [1, 2]);

    let mut three = Story::begun("star:seats=3", "60+1", true);
    for _ in 0..3 {
        three.play();
    }
    three
        .person(0, go_on(AfterLeaving::EndGame, 90_000))
        .expect("asked");
    assert!(three.room.is_playing());
    three
        .person(2, go_on(AfterLeaving::EndGame, 90_000))
        .expect("agreed");
    assert_eq!(three.room.outcome().expect("an end").places, [1, 3, 1]);
}

#[test]
fn a_rematch_needs_everybody_and_happens_once() {
    let mut story = Story::begun("minicheckers", "60+1", true);
    story.play();
    story.play();
    assert_eq!(
        story.person(0, Command::Offer(Offer::Rematch)),
        Err("not_over".to_owned())
    );
    story.person(0, Command::Resign).expect("resigned");
    // Who gave up is asked too.
    story
        .person(1, Command::Offer(Offer::Rematch))
        .expect("offered");
    assert_eq!(story.room.next_game(), None);
    story.person(0, Command::Accept).expect("agreed");
    assert_eq!(story.room.next_game(), Some("next"));
    assert_eq!(
        story.person(0, Command::Offer(Offer::Rematch)),
        Err("over".to_owned())
    );
}

#[test]
fn a_room_that_was_called_off_before_all_had_come_has_no_rematch() {
    let mut story = Story::new("minicheckers", "60+1", false);
    story.person(0, sit(0)).expect("a seat");
    story.person(0, Command::Abort).expect("called off");
    let refused = story.person(0, Command::Offer(Offer::Rematch));
    assert_eq!(refused, Err("nobody_to_ask".to_owned()));
}

#[test]
fn engines_fill_what_is_free_but_not_in_rated_games() {
    let mut story = Story::new("star:seats=6", "60+1", false);
    story.person(0, sit(0)).expect("a seat");
    assert_eq!(
        story.person(9, Command::FillWithEngines { level: 3 }),
        Err("not_seated".to_owned())
    );
    story
        .person(0, Command::FillWithEngines { level: 3 })
        .expect("engines");
    assert!(story.room.is_playing());
    story.play();
    assert!(story.room.engine_to_move().is_some());
    let mut rated = Story::new("star:seats=3", "60+1", true);
    rated.person(0, sit(0)).expect("a seat");
    assert_eq!(
        rated.person(0, Command::FillWithEngines { level: 3 }),
        Err("rated".to_owned())
    );
}
