//! Mini-Checkers: three strengths, and perfect play.

use crate::LabError;
use crate::lab::{Lab, outcomes, pairs_of, player};
use crate::report::{Chapter, Table};

const STRENGTHS: [&str; 3] = ["easy", "medium", "hard"];

pub(crate) fn chapter(lab: &Lab) -> Result<Chapter, LabError> {
    let milliseconds = lab.either(10, 100);
    let pairs = lab.either(3, 10);
    let seat = |name: &str| player(&format!("minicheckers/{name}"), Some(milliseconds));
    // Long enough to solve the first moves.
    let perfect = || player("minicheckers/default", Some(4_000));
    let mut matches = Vec::new();
    let mut names = Vec::new();
    for (one, other) in [("medium", "easy"), ("hard", "easy"), ("hard", "medium")] {
        matches.push(pairs_of(seat(one)?, seat(other)?, pairs));
        names.push((one, other));
    }
    for strength in STRENGTHS {
        matches.push(pairs_of(seat(strength)?, perfect()?, pairs));
        names.push((strength, "perfect play"));
    }
    let scores = lab.play(&matches)?;
    let mut table = Table::new(
        format!("The three strengths, {milliseconds} ms a move"),
        &["player", "against", "won", "drawn", "lost", "points"],
    );
    for ((one, other), score) in names.into_iter().zip(&scores) {
        let names = [one, other].map(str::to_owned);
        table.row(names.into_iter().chain(outcomes(score)));
    }
    Ok(Chapter {
        title: "Mini-Checkers: three strengths",
        source: "Mini-Checkers, a course report with its program, 2018",
        items: vec![table.note(
            "The report gives no results; its weights were chosen by feel after playing against \
             them. Games begin with two random moves, so that some are lost from the start even \
             with perfect play.",
        )],
    })
}
