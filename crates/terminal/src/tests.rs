//! Keys pressed and screens looked at, without a terminal.

use crate::input::{self, Flow, press};
use crate::palette::Palette;
use crate::screen;
use crate::session::{Landing, Purpose, Session};
use crate::testing::{against_greedy, session, specs};
use longjump_engine::{Choice, build};
use longjump_rules::{Hole, Seat};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::Color;
use std::time::Duration;

fn key(session: &mut Session, code: KeyCode) -> Flow {
    press(session, KeyEvent::new(code, KeyModifiers::NONE))
}

/// Types some text and Enter.
fn enter(session: &mut Session, text: &str) {
    for letter in text.chars() {
        key(session, KeyCode::Char(letter));
    }
    key(session, KeyCode::Enter);
}

/// Has the engine to move play, as the thinker would.
fn answer(session: &mut Session) {
    let task = session.task().expect("an engine's turn");
    let Purpose::Move(seat) = task.purpose else {
        panic!("{task:?} is no move");
    };
    let crate::session::Player::Engine(spec) = &session.players[seat.index()] else {
        panic!("no engine plays {seat}");
    };
    let mut engine = build(spec).expect("an engine");
    let moves: Vec<&str> = task.moves.iter().map(String::as_str).collect();
    engine.table().set_up(None, &moves).expect("legal moves");
    let choice = Choice {
        mv: engine.table().moves().remove(0),
        score: None,
        depth: 0,
        nodes: 0,
    };
    session.take_choice(task.purpose, Some(choice), Duration::ZERO);
}

fn hole(session: &Session, name: &str) -> Hole {
    let mut points = session.layout.points.iter();
    points
        .find(|point| point.name == name)
        .expect("a hole")
        .hole
}

fn moves(session: &Session) -> Vec<&str> {
    let played = session.played.iter();
    played.map(|played| played.mv.as_str()).collect()
}

#[test]
fn enter_picks_and_lands() {
    let mut session = session("corners");
    // The cursor begins on a piece that can move; a2 hops over a3.
    session.cursor = crate::cursor::Cursor::at(&session.layout, hole(&session, "a2"));
    key(&mut session, KeyCode::Enter);
    assert_eq!(session.picked, Some(hole(&session, "a2")));
    assert_eq!(session.landing(hole(&session, "a4")), Some(Landing::Hop));
    assert_eq!(session.landing(hole(&session, "a5")), None);
    key(&mut session, KeyCode::Up);
    key(&mut session, KeyCode::Up);
    key(&mut session, KeyCode::Enter);
    assert_eq!(moves(&session), ["a2a4"]);
    assert_eq!(session.picked, None);
    assert_eq!(session.turn(), Some(Seat::new(1)));
}

#[test]
fn steps_are_told_from_hops() {
    let mut session = session("star");
    session.picked = Some(hole(&session, "j4"));
    assert_eq!(session.landing(hole(&session, "j5")), Some(Landing::Step));
    session.picked = Some(hole(&session, "k3"));
    assert_eq!(session.landing(hole(&session, "i5")), Some(Landing::Hop));
}

#[test]
fn escape_lets_go() {
    let mut session = session("star");
    key(&mut session, KeyCode::Enter);
    assert!(session.picked.is_some());
    key(&mut session, KeyCode::Esc);
    assert_eq!(session.picked, None);
    key(&mut session, KeyCode::Char('j'));
    key(&mut session, KeyCode::Esc);
    assert_eq!(session.typed, "");
}

#[test]
fn tab_goes_through_pieces_and_landings() {
    let mut session = session("star");
    for _ in 0..20 {
        key(&mut session, KeyCode::Tab);
        key(&mut session, KeyCode::Enter);
        assert!(session.picked.is_some(), "{}", session.message);
        key(&mut session, KeyCode::Tab);
        assert!(session.landing(session.cursor.hole).is_some());
        key(&mut session, KeyCode::Enter);
    }
    assert_eq!(session.played.len(), 20);
}

#[test]
fn whoever_picks_nothing_is_told_so() {
    let mut session = session("star");
    for (name, expect) in [
        ("i9", "there is no piece of yours in i9"),
        ("e17", "there is no piece of yours in e17"),
        ("m1", "the piece in m1 can't move now"),
    ] {
        session.cursor = crate::cursor::Cursor::at(&session.layout, hole(&session, name));
        key(&mut session, KeyCode::Enter);
        assert_eq!(session.message, expect);
    }
}

#[test]
fn typed_moves_are_played_or_explained() {
    let mut session = session("star");
    for (typed, expect) in [
        ("xyz", "'xyz' is no move: type both holes"),
        ("j4", "'j4' is no move: type both holes"),
        ("i9i10", "i9i10: nothing in i9 can move"),
        ("m1m2", "m1m2: nothing in m1 can move"),
        ("j4z9", "j4z9: there is no hole z9"),
        ("j4j9", "j4j9: from j4 you can go to j5, i5"),
    ] {
        enter(&mut session, typed);
        let message = &session.message;
        assert!(message.starts_with(expect), "{typed}: {message}");
    }
    assert!(session.played.is_empty());
    enter(&mut session, "J4J5");
    assert_eq!(moves(&session), ["j4j5"]);
}

#[test]
fn letters_of_holes_wait_before_they_are_commands() {
    let mut session = session("star");
    // h is a column of the star: alone it asks for a hint, but only after a while.
    key(&mut session, KeyCode::Char('h'));
    assert!(input::waits(&session));
    assert_eq!(session.task(), None);
    assert_eq!(input::wait_is_over(&mut session), Flow::GoOn);
    let purpose = session.task().expect("a task").purpose;
    assert_eq!(purpose, Purpose::Hint(Seat::FIRST));
    key(&mut session, KeyCode::Esc);
    enter(&mut session, "h13h12");
    assert!(session.message.starts_with("h13h12: nothing in h13"));
    // u is none, so it takes back at once; and q quits.
    enter(&mut session, "j4j5");
    key(&mut session, KeyCode::Char('u'));
    assert!(session.played.is_empty());
    key(&mut session, KeyCode::Char('q'));
    assert_eq!(key(&mut session, KeyCode::Enter), Flow::Quit);
    let control_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(press(&mut session, control_c), Flow::Quit);
}

#[test]
fn takes_back_to_the_persons_last_turn() {
    let mut session = against_greedy("star:seats=3");
    key(&mut session, KeyCode::Char('u'));
    assert_eq!(session.message, "there is no move of yours to take back");
    enter(&mut session, "j4j5");
    // While the engine thinks: just that move.
    key(&mut session, KeyCode::Char('u'));
    assert!(session.played.is_empty());
    assert_eq!(session.task(), None);
    enter(&mut session, "j4i5");
    answer(&mut session);
    answer(&mut session);
    enter(&mut session, "k4k5");
    answer(&mut session);
    // One engine has moved, the other is thinking.
    key(&mut session, KeyCode::Char('u'));
    assert_eq!(session.played.len(), 3);
    assert_eq!(session.person_to_move(), Some(Seat::FIRST));
    key(&mut session, KeyCode::Char('u'));
    assert!(session.played.is_empty());
}

#[test]
fn nobody_moves_for_an_engine() {
    let mut session = against_greedy("corners");
    enter(&mut session, "a3a4");
    enter(&mut session, "f8e8");
    assert_eq!(session.message, "it is the turn of b, greedy");
    assert_eq!(moves(&session), ["a3a4"]);
}

#[test]
fn a_hint_is_shown_and_gone_after_the_move() {
    let mut session = session("corners");
    key(&mut session, KeyCode::Char('h'));
    input::wait_is_over(&mut session);
    let purpose = session.task().expect("a task").purpose;
    let choice = Choice {
        mv: "a3a4".to_owned(),
        score: Some(140),
        depth: 7,
        nodes: 1000,
    };
    session.take_choice(purpose, Some(choice), Duration::ZERO);
    assert_eq!(session.message, "hint: a3 to a4: 1.4 moves ahead");
    assert_eq!(
        session.hint,
        Some((hole(&session, "a3"), hole(&session, "a4")))
    );
    assert_eq!(session.task(), None);
    enter(&mut session, "a3a4");
    assert_eq!(session.hint, None);
}

#[test]
fn a_new_game_is_asked_for_twice() {
    let mut session = session("corners");
    enter(&mut session, "a3a4");
    key(&mut session, KeyCode::Char('n'));
    assert_eq!(session.played.len(), 1);
    key(&mut session, KeyCode::Char('n'));
    assert!(session.played.is_empty());
    assert!(session.record().is_none(), "nothing to keep");
}

fn drawn(session: &Session, palette: Palette, width: u16, height: u16) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a screen");
    terminal
        .draw(|frame| screen::draw(frame, session, palette))
        .expect("it draws");
    terminal.backend().buffer().clone()
}

fn text(buffer: &Buffer) -> String {
    let rows = buffer.content.chunks(buffer.area.width.into());
    let row = |cells: &[ratatui::buffer::Cell]| -> String {
        cells.iter().map(ratatui::buffer::Cell::symbol).collect()
    };
    rows.map(row).collect::<Vec<_>>().join("\n")
}

/// Picks the next piece but so many, and lands it as far on.
fn play_something(session: &mut Session, tabs: usize) {
    for _ in 0..2 {
        (0..tabs).for_each(|_| _ = key(session, KeyCode::Tab));
        key(session, KeyCode::Enter);
    }
}

/// Plays a few moves, so that there is more to see than the start.
fn in_the_middle(spec: &str) -> Session {
    let mut session = session(spec);
    for _ in 0..9 {
        if session.turn().is_some() {
            play_something(&mut session, 1);
        }
    }
    session
}

#[test]
fn every_piece_of_every_game_is_seen_at_every_size() {
    for spec in specs() {
        for session in [session(&spec), in_the_middle(&spec)] {
            for (width, height) in [(80, 24), (100, 30), (120, 40), (200, 70)] {
                check_pieces(&session, &spec, width, height);
            }
        }
    }
}

fn check_pieces(session: &Session, spec: &str, width: u16, height: u16) {
    let pieces = session.setup().pieces;
    let buffer = drawn(session, Palette::Full, width, height);
    let plain = text(&drawn(session, Palette::Plain, width, height));
    assert!(plain.contains("q quit"), "{plain}");
    // Without messages, which may name a seat as it is drawn.
    let above: Vec<&str> = plain.lines().take(usize::from(height) - 3).collect();
    let plain = above.join("\n");
    for seat in Seat::first(session.seats()) {
        let count = pieces.iter().filter(|&&piece| piece == Some(seat)).count();
        let colour = Palette::Full.piece(seat, session.seats()).bg;
        let cells = buffer.content.iter();
        let coloured = cells.filter(|cell| Some(cell.bg) == colour).count();
        // Three cells a marble, and one more marble among the facts.
        let case = format!("{spec} {width}x{height} seat {seat}");
        assert_eq!(coloured, 3 * (count + 1), "{case}");
        let marks = ["()", "[]", "**", "<>", "!!", "??"];
        let seen = marks.map(|mark| {
            let (left, right) = mark.split_at(1);
            plain.matches(&format!("{left}{seat}{right}")).count()
        });
        assert_eq!(seen.iter().sum::<usize>(), count + 1, "{case}\n{plain}");
    }
}

#[test]
fn without_colours_there_are_none() {
    let mut session = in_the_middle("knightthrough");
    key(&mut session, KeyCode::Tab);
    key(&mut session, KeyCode::Enter);
    for cell in drawn(&session, Palette::Plain, 80, 24).content {
        assert_eq!((cell.fg, cell.bg), (Color::Reset, Color::Reset));
    }
}

#[test]
fn landings_are_marked_when_a_piece_is_picked() {
    let mut session = session("star");
    session.picked = Some(hole(&session, "k3"));
    // The board alone; below it is what the signs mean.
    let board = |session: &Session| {
        let screen = text(&drawn(session, Palette::Plain, 80, 24));
        screen.lines().take(20).collect::<Vec<_>>().join("\n")
    };
    let screen = board(&session);
    assert!(screen.contains("<a>"), "{screen}");
    assert_eq!(screen.matches(" ○ ").count(), 2, "{screen}");
    session.picked = Some(hole(&session, "j4"));
    let screen = board(&session);
    assert_eq!(screen.matches(" • ").count(), 2, "{screen}");
}

/// Screens as text, without the spaces at the ends of lines.
fn trimmed(session: &Session) -> String {
    let screen = text(&drawn(session, Palette::Plain, 80, 24));
    let lines: Vec<&str> = screen.lines().map(str::trim_end).collect();
    lines.join("\n")
}

#[test]
fn whole_screens_look_as_they_did() {
    let mut star = session("star");
    star.picked = Some(hole(&star, "k3"));
    insta::assert_snapshot!("star_with_a_piece_picked", trimmed(&star));
    let knights = in_the_middle("knightthrough");
    insta::assert_snapshot!("knightthrough_after_nine_plies", trimmed(&knights));
    let mut checkers = session("minicheckers");
    key(&mut checkers, KeyCode::Char('?'));
    insta::assert_snapshot!("help", trimmed(&checkers));
}

#[test]
fn a_window_too_small_says_how_large_it_must_be() {
    let star = session("star:seats=6");
    let screen = text(&drawn(&star, Palette::Full, 79, 24));
    assert!(screen.contains("needs a window of 80 by 20"), "{screen}");
    // It draws in any window, down to one character.
    for (width, height) in [(1, 1), (80, 5), (10, 40)] {
        drawn(&star, Palette::Full, width, height);
    }
    for spec in specs() {
        let needed = screen::needed(&session(&spec));
        assert!(
            needed.width <= 80 && needed.height <= 24,
            "{spec} {needed:?}"
        );
        check_pieces(&session(&spec), &spec, needed.width, needed.height);
    }
}

#[test]
fn long_games_show_their_last_moves() {
    let mut session = session("star");
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..60 {
        play_something(&mut session, random.usize(1..9));
    }
    let screen = text(&drawn(&session, Palette::Full, 80, 24));
    assert!(screen.contains("30. "), "{screen}");
    assert!(!screen.contains(" 1. "), "{screen}");
}

#[test]
fn help_explains_the_marks() {
    let mut session = session("minicheckers");
    key(&mut session, KeyCode::Char('?'));
    let screen = text(&drawn(&session, Palette::Full, 80, 24));
    assert!(screen.contains("take back to your last turn"), "{screen}");
    key(&mut session, KeyCode::Char('x'));
    assert!(!session.shows_help);
    assert_eq!(session.typed, "");
}

#[test]
fn no_keys_in_any_order_do_harm() {
    let keys = [
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Tab,
        KeyCode::Tab,
        KeyCode::Enter,
        KeyCode::Enter,
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Backspace,
    ];
    let letters: Vec<char> = "abehjkmnqu123?é ".chars().collect();
    let mut random = fastrand::Rng::with_seed(3);
    for spec in specs() {
        let mut session = against_greedy(&spec);
        for number in 0..2000 {
            if matches!(session.task(), Some(task) if matches!(task.purpose, Purpose::Move(_))) {
                answer(&mut session);
            }
            let code = match random.u8(..8) {
                0 => KeyCode::Char(letters[random.usize(..letters.len())]),
                _ => keys[random.usize(..keys.len())],
            };
            key(&mut session, code);
            if number % 40 == 0 && !session.shows_help {
                check_pieces(&session, &spec, 80, 24);
            }
        }
        assert!(!session.played.is_empty(), "{spec}");
    }
}
