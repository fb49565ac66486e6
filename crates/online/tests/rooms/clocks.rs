//! Clocks that don't run as they usually do: first moves, and games by days that stand still.

use crate::story::{Story, sit};
use longjump_online::{Actor, Command, Plan, Planned};
use longjump_rules::Seat;
use longjump_wire::room::{EndReason, Offer};
use longjump_wire::time::{Moment, Span};

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

const DAY: u64 = 24 * 60 * 60 * 1_000;

fn left_of_days(story: &Story, seat: usize) -> u64 {
    let clocks = story.room.clocks();
    let (on, since) = clocks.running().expect("a clock runs");
    let left = clocks.remaining()[Seat::new(seat)];
    if on == Seat::new(seat) {
        left.less(story.now - since).0
    } else {
        left.0
    }
}

#[test]
fn who_agrees_to_a_pause_loses_no_time_until_somebody_goes_on() {
    let mut story = Story::begun("minicheckers", "2d", true);
    story.wait(DAY);
    story
        .person(1, Command::Offer(Offer::Pause))
        .expect("offered");
    story.person(0, Command::Accept).expect("agreed");
    assert_eq!(
        story.person(1, Command::Offer(Offer::Pause)),
        Err("paused".to_owned())
    );
    story.wait(13 * DAY);
    assert_eq!(left_of_days(&story, 0), DAY);
    story.person(0, Command::Resume).expect("on it goes");
    assert_eq!(
        story.person(0, Command::Resume),
        Err("not_paused".to_owned())
    );
    story.wait(DAY / 2);
    assert_eq!(left_of_days(&story, 0), DAY / 2);
    story.wait(DAY / 2 + 2_000);
    assert!(!story.room.is_playing(), "the time was up");
    story.check_replay();
}

#[test]
fn a_pause_ends_by_itself_and_one_may_move_in_it() {
    let mut story = Story::begun("minicheckers", "1d", false);
    story.play();
    story
        .person(0, Command::Offer(Offer::Pause))
        .expect("offered");
    story
        .person(1, Command::Offer(Offer::Pause))
        .expect("agreed, by offering too");
    story.wait(3 * DAY);
    story.play();
    story.wait(10 * DAY);
    assert_eq!(left_of_days(&story, 0), DAY, "the next clock stands too");
    story.wait(DAY + DAY / 2);
    assert_eq!(left_of_days(&story, 0), DAY / 2);
    assert_eq!(
        story.person(0, Command::Resume),
        Err("not_paused".to_owned())
    );
    story.wait(DAY / 2 + 2_000);
    assert!(!story.room.is_playing());
    story.check_replay();
}

#[test]
fn only_games_by_days_between_people_are_paused_and_never_when_it_is_too_late() {
    let mut quick = Story::begun("minicheckers", "60+1", false);
    let refused = quick.person(0, Command::Offer(Offer::Pause));
    assert_eq!(refused, Err("not_by_days".to_owned()));
    let mut alone = Story::new("minicheckers", "1d", false);
    alone.person(0, sit(0)).expect("a seat");
    alone
        .person(0, Command::FillWithEngines { level: 1 })
        .expect("an engine");
    let refused = alone.person(0, Command::Offer(Offer::Pause));
    assert_eq!(refused, Err("nobody_to_ask".to_owned()));
    let mut late = Story::begun("minicheckers", "1d", false);
    late.play();
    late.play();
    late.person(0, Command::Offer(Offer::Pause))
        .expect("offered");
    late.now = late.now + Span(DAY + 1);
    assert_eq!(late.person(1, Command::Accept), Err("time_up".to_owned()));
}

#[test]
fn who_is_on_vacation_loses_no_time_until_they_are_back() {
    let mut story = Story::begun("minicheckers", "2d", true);
    story.wait(DAY);
    let back = story.now + Span(9 * DAY);
    assert!(story.vacation(0, back));
    story.wait(5 * DAY);
    assert_eq!(left_of_days(&story, 0), DAY);
    // They may move all the same, and the other clock runs.
    story.play();
    story.wait(DAY);
    assert_eq!(left_of_days(&story, 1), DAY);
    story.play();
    story.wait(3 * DAY + DAY / 2);
    assert_eq!(left_of_days(&story, 0), DAY + DAY / 2);
    assert!(
        !story.vacation(0, Moment(0)),
        "what is over needs no other end"
    );
    story.wait(2 * DAY);
    assert!(!story.room.is_playing(), "back, and out of time");
    story.check_replay();
}

#[test]
fn who_comes_back_early_has_a_running_clock_again() {
    let mut story = Story::begun("star:seats=3", "1d", false);
    assert!(story.vacation(0, story.now + Span(20 * DAY)));
    story.wait(10 * DAY);
    assert!(story.vacation(0, story.now));
    story.wait(DAY / 2);
    assert_eq!(left_of_days(&story, 0), DAY / 2);
    story.check_replay();
}

#[test]
fn a_vacation_within_a_pause_ends_no_pause() {
    let mut story = Story::begun("minicheckers", "1d", false);
    story
        .person(0, Command::Offer(Offer::Pause))
        .expect("offered");
    story.person(1, Command::Accept).expect("agreed");
    assert!(story.vacation(0, story.now + Span(DAY)));
    story.wait(13 * DAY);
    assert_eq!(left_of_days(&story, 0), DAY);
    assert!(story.vacation(0, story.now + Span(5 * DAY)));
    story.person(1, Command::Resume).expect("on it goes");
    story.wait(4 * DAY);
    assert_eq!(left_of_days(&story, 0), DAY);
}

#[test]
fn vacations_are_for_games_by_days_and_come_too_late_when_the_time_is_up() {
    let mut quick = Story::begun("minicheckers", "60+1", false);
    assert!(!quick.vacation(0, quick.now + Span(DAY)));
    let mut late = Story::begun("minicheckers", "1d", false);
    late.play();
    late.play();
    late.now = late.now + Span(DAY + 1);
    assert!(!late.vacation(0, late.now + Span(DAY)));
    assert!(late.vacation(1, late.now + Span(DAY)), "theirs stands");
}

/// What somebody answers who has decided on it at this version.
fn answer(story: &mut Story, version: usize, mv: &str) -> Result<(), String> {
    let actor = Actor::Planned {
        seat: Seat::new(1),
        version,
    };
    let ply = story.room.board().ply();
    let mv = mv.to_owned();
    story.wants(actor, &Command::Move { ply, mv })
}

#[test]
fn what_was_planned_costs_no_time_and_is_for_one_version_of_the_game() {
    let mut story = Story::begun("minicheckers", "1d", true);
    let mut board = story.room.board().copy();
    let lines = [board.moves().remove(0)];
    board.play(&lines[0]).expect("legal");
    let reply = board.moves().remove(0);
    let line = vec![lines[0].clone(), reply.clone()];
    let plan = Plan::new(story.room.board(), &[line]).expect("a plan");
    let refused = answer(&mut story, 3, &reply);
    assert_eq!(refused, Err("not_your_turn".to_owned()));
    story.wait(DAY / 2);
    story.play();
    let version = story.room.version();
    assert_eq!(
        plan.after(&story.room.board().played()),
        Planned::Answer(reply.clone())
    );
    // Found only after a while, by another server.
    story.wait(DAY / 2);
    assert_eq!(left_of_days(&story, 1), DAY / 2);
    let earlier = answer(&mut story, version - 1, &reply);
    assert_eq!(earlier, Err("not_your_turn".to_owned()));
    let nonsense = answer(&mut story, version, "a1-a1");
    assert_eq!(nonsense, Err("illegal_move".to_owned()));
    answer(&mut story, version, &reply).expect("played");
    assert_eq!(left_of_days(&story, 1), DAY);
    let again = answer(&mut story, version, &reply);
    assert_eq!(again, Err("not_your_turn".to_owned()));
    let resigns = Actor::Planned {
        seat: Seat::new(0),
        version: story.room.version(),
    };
    let resigned = story.wants(resigns, &Command::Resign);
    assert_eq!(resigned, Err("not_seated".to_owned()));
    story.check_replay();
}
