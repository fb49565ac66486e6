//! Conversations with a manager, from the first line to the end of input.

use longjump_engine::{build, ugi};

/// What an engine answers to some lines, itself a line each.
fn talk(spec: &str, lines: &[&str]) -> Vec<String> {
    let engine = build(&spec.parse().expect("a spec")).expect("an engine");
    let mut output = Vec::new();
    ugi::serve(engine, lines.join("\n").as_bytes(), &mut output).expect("a conversation");
    let output = String::from_utf8(output).expect("text");
    output.lines().map(str::to_owned).collect()
}

#[test]
fn position_moves_and_ending_are_told() {
    let rows = "1a1a2/6/6/6/6/b5 a";
    let over = format!("position fen {rows}");
    let start = talk("minicheckers/random", &["query moves", "query ending"]);
    let mut words: Vec<&str> = start[0].split(' ').collect();
    words[1..].sort_unstable();
    let moves = ["response", "b2a3", "b2c3", "d2c3", "d2e3", "f2e3"];
    assert_eq!(words, moves);
    assert_eq!(start[1], "response none");
    let questions = [
        over.as_str(),
        "query position",
        "query moves",
        "query ending",
    ];
    let position = format!("response {rows}");
    let answers = [position.as_str(), "response none", "response more-pieces"];
    assert_eq!(talk("minicheckers/random", &questions), answers);
}

#[test]
fn everything_about_a_position_is_told_to_people() {
    let answer = talk(
        "minicheckers/random",
        &["position startpos moves b2a3", "d"],
    );
    assert_eq!(answer[1], "turn s2");
    let names = answer.iter().map(|line| line.split(' ').next());
    let names: Vec<&str> = names.flatten().collect();
    assert_eq!(names, ["position", "turn", "moves", "result", "ending"]);
}

#[test]
fn only_the_moves_to_search_are_searched() {
    for spec in [
        "minicheckers/default:hash=1",
        "minicheckers/random",
        "minicheckers/greedy",
        "knightthrough/default:hash=1,net=none",
        "star/default:hash=1,net=none",
        "star:seats=3/mcts:hash=1,net=none",
        "star:seats=3/maxn:hash=1",
        "star:seats=3/paranoid:hash=1",
    ] {
        let moves = talk(spec, &["query moves"]).remove(0);
        for mv in moves.split(' ').skip(1).take(5) {
            let answer = talk(spec, &[&format!("go nodes 2000 searchmoves {mv}")]);
            let (best, reports) = answer.split_last().expect("an answer");
            assert_eq!(*best, format!("bestmove {mv}"), "{spec}");
            let begins = |line: &String| {
                line.ends_with(&format!("pv {mv}")) || line.contains(&format!("pv {mv} "))
            };
            assert!(reports.iter().all(begins), "{spec}: {reports:?}");
        }
    }
}

#[test]
fn moves_that_can_not_be_searched_are_remarked_on() {
    let answer = talk("minicheckers/random", &["go searchmoves a1a6 nodes 9"]);
    assert_eq!(
        answer[0],
        "info string searchmoves: 'a1a6' is not legal here"
    );
    assert!(answer[1].starts_with("bestmove "), "{answer:?}");
    let answer = talk("minicheckers/plain", &["go searchmoves b2a3 nodes 9"]);
    let remark = "info string this player does not know searchmoves and searches all moves";
    assert_eq!(answer[0], remark);
}
