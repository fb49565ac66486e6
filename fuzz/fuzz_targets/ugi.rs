//! Whatever a manager says, an engine goes on answering: there is a `readyok` for every
//! `isready` before the first `quit`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use longjump_engine::{build, ugi};

/// It answers at once, whatever it is asked to think about.
const ENGINE: &str = "knightthrough/random";

fuzz_target!(|input: &str| {
    let first_word = |line: &str| line.split_whitespace().next().unwrap_or("").to_owned();
    let said = input.lines().map(first_word);
    let asked = said.take_while(|word| word != "quit");
    let asked = asked.filter(|word| word == "isready").count();
    let engine = build(&ENGINE.parse().expect("a spec")).expect("an engine");
    let mut output = Vec::new();
    ugi::serve(engine, input.as_bytes(), &mut output).expect("memory can be written");
    let output = String::from_utf8(output).expect("answers are text");
    let answered = output.lines().filter(|line| *line == "readyok").count();
    assert_eq!(answered, asked);
});
