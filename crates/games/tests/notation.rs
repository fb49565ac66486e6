//! What readers say when something is wrong: where, and what was expected.

use longjump_games::star::Star;
use longjump_games::{lasting, read_record, stored, with_game};
use longjump_rules::record::{Annotation, Evaluation, Record, Shape, write_record};
use longjump_rules::{Game, GameAction, NotationError, Playthrough, Settings, notation};

struct ReadPosition<'a>(&'a str);

impl GameAction for ReadPosition<'_> {
    type Output = Result<(), NotationError>;
    fn run<G: Game>(self, game: G) -> Self::Output {
        notation::read_position(&game, self.0).map(drop)
    }
}

struct ReadMove<'a>(&'a str);

impl GameAction for ReadMove<'_> {
    type Output = Result<(), NotationError>;
    fn run<G: Game>(self, game: G) -> Self::Output {
        notation::read_move(&game, &game.start(), self.0).map(drop)
    }
}

#[track_caller]
fn check(result: Result<(), NotationError>, character: usize, expected: &str) {
    let error = result.expect_err("an error");
    assert!(error.expected().contains(expected), "{error}");
    assert_eq!(error.character(), character, "{error}");
}

#[track_caller]
fn check_position(spec: &str, text: &str, character: usize, expected: &str) {
    let spec = spec.parse().expect("a spec");
    check(
        with_game(&spec, ReadPosition(text)).expect("a game"),
        character,
        expected,
    );
}

#[track_caller]
fn check_move(spec: &str, text: &str, character: usize, expected: &str) {
    let spec = spec.parse().expect("a spec");
    check(
        with_game(&spec, ReadMove(text)).expect("a game"),
        character,
        expected,
    );
}

#[test]
fn malformed_positions() {
    let check = |text, character, expected| {
        check_position("corners:preset=waiting", text, character, expected);
    };
    check(
        "",
        1,
        "a seat letter a to b or a number of empty holes up to 8",
    );
    check("9/5bbb", 1, "a number of empty holes up to 8");
    check("0bbb", 1, "a number of empty holes up to 8");
    check("05bbb", 1, "a number of empty holes up to 8");
    check(
        "5bbc",
        4,
        "a seat letter a to b or a number of empty holes up to 1",
    );
    check("5bbb5bbb", 5, "'/' and the next row");
    check(
        "5bbb/5bbb/5bbb/8/8/aaa5/aaa5/aaa5",
        34,
        "a space and whose turn it is",
    );
    check(
        "5bbb/5bbb/5bbb/8/8/aaa5/aaa5/aaa5 c",
        35,
        "the seat to move, a seat letter a to b",
    );
    check(
        "5bbb/5bbb/5bbb/8/8/aaa5/aaa5/aaa5 a ",
        36,
        "the end of the position",
    );
    check(
        "5bbb/5bbb/5bbb/8/8/aaa5/aaa5/aaa5 ä",
        35,
        "the seat to move",
    );
}

/// The star's start up to the seat to move.
const STAR: &str = "b/bb/bbb/bbbb/13/12/11/10/9/10/11/12/13/aaaa/aaa/aa/a";

#[test]
fn malformed_counters() {
    let check = |rest: &str, character: usize, expected| {
        check_position(
            "star",
            &format!("{STAR}{rest}"),
            STAR.len() + character,
            expected,
        );
    };
    check(" a", 3, "a space and the number of plies played");
    check(" a x", 4, "the number of plies played");
    check(" a 00 -", 4, "the number of plies played");
    check(" a 99999999999 -", 4, "the number of plies played");
    check(" a 0", 5, "the places, '-' for none");
    check(" a 0 .", 7, "for each seat its place or '.'");
    check(" a 0 ..", 6, "'-' when no seat has a place yet");
    check(" a 0 1x", 7, "for each seat its place or '.'");
}

#[test]
fn positions_no_game_can_come_to() {
    let star =
        |rest: &str, expected| check_position("star", &format!("{STAR} {rest}"), 1, expected);
    star("a 401 -", "401 plies are more than the 400");
    star("a 400 -", "at the ply limit every seat has a place");
    star("a 0 1.", "one seat alone can't play on");
    star(
        "a 0 11",
        "a place is shared only by those whom the ply limit stopped",
    );
    star("a 0 22", "they are no order of finish");
    star("a 0 12", "somebody has neither finished nor dropped out");
    star("b 101 -", "the seat that has just moved is done");
    star(
        "a 400 11",
        "a seat with marbles at home after the deadline is out",
    );
    star(
        "a 102 -",
        "a seat with marbles at home after the deadline is out",
    );
    let three = "1/2/3/4/bbbb5cccc/bbb6ccc/bb7cc/b8c/9/10/11/12/13/aaaa/aaa/aa/a";
    let check_three = |rest: &str, expected| {
        check_position("star:seats=3", &format!("{three} {rest}"), 1, expected);
    };
    check_three("a 20 1..", "the seat to move has finished");
    check_three(
        "b 20 2..",
        "seats finish from the first place or drop out from the last",
    );
    let rest = "12/11/10/9/10/11/12/13/aaaa/aaa/aa/a a 0 -";
    let a_marble_missing = format!("1/bb/bbb/bbbb/13/{rest}");
    check_position(
        "star",
        &a_marble_missing,
        1,
        "seat b has 9 pieces; it needs 10",
    );
    let in_a_foreign_point = format!("1/bb/bbb/bbbb/b12/{rest}");
    check_position(
        "star",
        &in_a_foreign_point,
        1,
        "seat b is in a13, where it can never stand",
    );
    check_position(
        "corners",
        "5bbb/5bbb/5bbb/8/8/aaa5/aaa5/aa6 a 0 -",
        1,
        "seat a has 8 pieces; it needs 9",
    );
    check_position(
        "corners:preset=waiting",
        "5bbb/5bbb/5bbb/8/8/aa6/aaa5/aaaa4 a",
        1,
        "gone back",
    );
    check_position(
        "knightthrough",
        "8/8/8/8/8/8/8/b7 b",
        1,
        "the seat to move has won already",
    );
    check_position(
        "minicheckers",
        "b5/6/6/6/6/a5 a",
        1,
        "a piece of seat b is in a6, where it can never stand",
    );
}

#[test]
fn moves_that_are_not_legal() {
    check_move("star", "", 1, "a hole of this board, such as m1 or e17");
    check_move("star", "m4", 3, "a hole of this board");
    check_move("star", "m4m5x", 5, "the end of the move");
    check_move("star", "m4m4", 3, "another hole");
    check_move("star", "a1m5", 1, "a hole of this board");
    check_move("star", "m4m9", 1, "one of the 14 legal moves, such as");
    check_move("star", "pass", 1, "one of the 14 legal moves");
    check_move("minicheckers", "a1b2", 1, "one of the 5 legal moves");
}

#[track_caller]
fn check_record(text: &str, line: usize, character: usize, expected: &str) {
    let error = read_record(text).expect_err("an error").to_string();
    let place = match line {
        1 => format!("at character {character}, found"),
        _ => format!("at line {line}, character {character}, found"),
    };
    assert!(
        error.contains(expected) && error.contains(&place),
        "{error}"
    );
}

#[test]
fn records_with_something_wrong() {
    check_record("1. b2c4 *", 1, 1, "a tag such as [Game");
    check_record("", 1, 1, "a tag such as [Game");
    check_record("[Name \"x\"] *", 1, 1, "a tag [Game");
    let error = read_record("[Name \"x\"]\n[Game \"chess\"] *").expect_err("no such game");
    assert!(
        error
            .to_string()
            .contains("line 2, there is no game called 'chess'"),
        "{error}"
    );
    check_record("[Game \"chess:\"] *", 1, 14, "the name of an option");
    check_record("[Game \"corners\"\n*", 2, 1, "']'");
    check_record(
        "[Game \"corners\"]\n[Game \"star\"]\n*",
        2,
        1,
        "a tag that was not given before",
    );
    let knights = |moves: &str| format!("[Game \"knightthrough\"]\n{moves}");
    check_record(&knights("b2c4 *"), 2, 1, "the number 1. before the move");
    check_record(
        &knights("1. b2c4 2. g7f5 *"),
        2,
        9,
        "no number before the move",
    );
    check_record(
        &knights("1. b2c4 g7f5 3. c4d6 *"),
        2,
        14,
        "the number 2. before the move",
    );
    check_record(&knights("01. b2c4 *"), 2, 1, "a number that counts rounds");
    check_record(
        "[Game \"star\"]\n[Start \"b/bb/x\"]\n*",
        2,
        14,
        "a seat letter a to b",
    );
    check_record("[Game \"a\\b\"] *", 1, 10, "after '\\'");
    check_record(&knights("1. b2c3 *"), 2, 4, "one of the 40 legal moves");
    check_record(
        &knights("1. b2c4 {unclosed *"),
        2,
        9,
        "a comment that is closed",
    );
    check_record(
        &knights("1. b2c4 {a {b} *"),
        2,
        12,
        "'}' before the next '{'",
    );
    check_record(
        &knights("1. b2c4"),
        2,
        8,
        "a move, a number before it, or the result",
    );
    check_record(&knights("1. b2c4 1-2"), 2, 9, "'*' as the game is not over");
    check_record(
        &knights("1. b2c4 1-3"),
        2,
        9,
        "'*' or the places of 2 seats, such as 1-1",
    );
    check_record(&knights("1. b2c4 * 1-2"), 2, 11, "nothing after the result");
    check_record(
        &knights("[Result \"1-2\"] 1. b2c4 *"),
        2,
        10,
        "the same result as at the end",
    );
    check_record(
        &knights("[Start \"8/8/a7/8/8/8/7b/8 a\"] 1. a6b8 2-1"),
        2,
        39,
        "1-2, which is what came of the moves",
    );
    check_record(
        &knights("[Start \"8/8/a7/8/8/8/7b/8 a\"] 1. a6b8 h2g1 1-2"),
        2,
        39,
        "no move, as the game is over",
    );
}

#[test]
fn variations_with_something_wrong() {
    let knights = |moves: &str| format!("[Game \"knightthrough\"]\n{moves}");
    let legal = "one of the 40 legal moves";
    check_record(&knights("1. b2c4 (1. b2c3) *"), 2, 13, legal);
    check_record(
        &knights("1. b2c4 (g7f5) *"),
        2,
        10,
        "the number 1. before the move",
    );
    check_record(
        &knights("1. b2c4 g7f5 (1. g7h5) *"),
        2,
        15,
        "no number before the move",
    );
    check_record(&knights("1. b2c4 () *"), 2, 10, "a move");
    check_record(&knights("(1. b2c4) *"), 2, 1, "a move");
    check_record(&knights("1. b2c4) *"), 2, 8, "a move");
    check_record(&knights("1. b2c4 (1. b2d3"), 2, 17, "a move");
    check_record(
        &knights("1. b2c4 (1. b2d3 *) *"),
        2,
        18,
        "a hole of this board",
    );
    check_record(
        &knights("1. b2c4 {ends in \\} *"),
        2,
        9,
        "a comment that is closed",
    );
    let deep = "1. b2c4 (".repeat(101);
    check_record(&knights(&deep), 2, 909, "no variation more than 100 deep");
}

#[test]
fn variations_and_shapes_are_read() {
    let text = "[Game \"knightthrough\"]\n{[%draw Gb2,Rb2c4] before \\[%all\\]}\n\
                1. b2c4 {a \\{b\\}\\nc\\\\ d\\e} (1. b2d3 g7f5 (g7h5) 2. d3e5) (1. b1c3) g7f5 *";
    let (_, record) = read_record(text).unwrap_or_else(|error| panic!("{error}"));
    let shapes = ["Gb2", "Rb2c4"].map(|shape| Shape::read(shape).expect("a shape"));
    assert_eq!(record.preface.shapes, shapes);
    assert_eq!(record.preface.words, "before [%all\\]");
    assert_eq!(record.turns.len(), 2);
    assert_eq!(record.turns[0].annotation.words, "a {b}\nc\\ d\\e");
    let [long, short] = record.turns[0].variations.as_slice() else {
        panic!("two variations");
    };
    assert_eq!((long.len(), short.len()), (3, 1));
    assert_eq!(long[1].variations.len(), 1);
    assert_eq!(Shape::read("Ge05"), None);
    assert_eq!(Shape::read("Ge5g7h8"), None);
    assert_eq!(Shape::read("Xe5"), None);
    // What is no shape is words.
    assert_eq!(Annotation::read("[%draw e5] x").words, "[%draw e5] x");
}

#[test]
fn a_record_tells_all_about_a_game() {
    let text = "[Game \"minicheckers\"]\n[SeatA \"Ada \\\"the hopper\\\"\"]\n[Termination \"resigned\"]\n\
                1. c1d2 {[%clk 1:02:03.250] [%eval -0.05] well} a5b4 {[%eval #-12]} 2-1\n";
    // The way is barred by the own man in d2, so the first move is another one.
    assert!(read_record(text).is_err());
    let text = text.replace("c1d2", "b2c3");
    let (spec, record) = read_record(&text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(spec.to_string(), "minicheckers");
    assert_eq!(record.tag("SeatA"), Some("Ada \"the hopper\""));
    assert_eq!(
        record.result.map(|result| result.to_string()).as_deref(),
        Some("2-1")
    );
    let first = Annotation {
        clock_ms: Some(3_723_250),
        evaluation: Some(Evaluation::Hundredths(-5)),
        shapes: Vec::new(),
        words: "well".to_owned(),
    };
    assert_eq!(record.turns[0].annotation, first);
    assert_eq!(
        record.turns[1].annotation.evaluation,
        Some(Evaluation::LossIn(12))
    );
}

#[test]
fn a_position_that_stands_a_third_time_is_a_draw() {
    let star = Star::configure(&Settings::default()).expect("the defaults");
    let mut play = Playthrough::new(star);
    let back_and_forth = ["m4m5", "e14e13", "m5m4", "e13e14"];
    for text in back_and_forth.into_iter().chain(back_and_forth) {
        assert_eq!(play.standings(), None);
        let mv = notation::read_move(&star, play.position(), text).expect("a legal move");
        play.play(mv).expect("a legal move");
    }
    assert_eq!(
        play.standings()
            .map(|standings| standings.to_string())
            .as_deref(),
        Some("1-1")
    );
    assert!(play.legal_moves().is_empty());
    play.take_back();
    assert_eq!(play.standings(), None);
}

/// What was written when corners was the waiting game is read as that, and what is written now says
/// which it is.
#[test]
fn records_of_before_are_of_the_waiting_game() {
    let (spec, _) = read_record("[Game \"corners\"]\n\n1. c1d1 f8e8 *\n").expect("a record");
    assert_eq!(spec.to_string(), "corners:preset=waiting");
    struct Written;
    impl GameAction for Written {
        type Output = String;
        fn run<G: Game>(self, game: G) -> String {
            write_record(&game, &Record::default()).expect("it can be written")
        }
    }
    for given in ["corners", "corners:preset=waiting"] {
        let meant = given.parse().expect("a spec");
        let text = with_game(&meant, Written).expect("a game");
        let (spec, _) = read_record(&text).expect("our own record");
        assert_eq!(spec, lasting(&meant), "{text}");
        assert_eq!(stored(&spec), spec);
    }
}
