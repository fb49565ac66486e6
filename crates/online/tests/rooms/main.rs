//! No sequence of commands brings a room into an impossible state, and its log gives it again.

mod clocks;
mod story;

use longjump_online::{Actor, Command};
use longjump_rules::Seat;
use longjump_wire::room::{AfterLeaving, EndReason, Occupant, Offer, PlayerId};
use longjump_wire::time::Span;
use proptest::prelude::*;
use story::{Story, sit};

#[derive(Clone, Debug)]
enum Step {
    Wait(u64),
    Play(usize),
    Vacation(i64, u64),
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
    Resume,
    Resign,
    Abort,
    GoOn(usize, AfterLeaving, u64),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let seat = 0..6_usize;
    let offer = prop_oneof![
        Just(Offer::Draw),
        Just(Offer::Takeback),
        Just(Offer::Pause),
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
        1 => Just(Action::Resume),
        1 => Just(Action::Decline),
        1 => Just(Action::Resign),
        1 => Just(Action::Abort),
        2 => (seat, choice, 0..200_000_u64).prop_map(|(seat, how, away)| Action::GoOn(seat, how, away)),
    ];
    let step = prop_oneof![
        2 => (0..4_000_u64).prop_map(Step::Wait),
        1 => (0..80_000_u64).prop_map(Step::Wait),
        8 => (0..60_usize).prop_map(Step::Play),
        1 => (0..7_i64, 0..400_000_u64).prop_map(|(player, ms)| Step::Vacation(player, ms)),
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
        Action::Resume => Command::Resume,
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
            Step::Vacation(player, ms) => {
                story.vacation(player, story.now + Span(ms));
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
