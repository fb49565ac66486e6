//! Mini-Checkers: three strengths, and perfect play.

use super::report::{Chapter, Table};
use super::{Lab, bout, contender, outcomes};
use crate::Failure;

const STRENGTHS: [&str; 3] = ["easy", "medium", "hard"];

pub(super) fn chapter(lab: &Lab) -> Result<Chapter, Failure> {
    let milliseconds = lab.either(10, 100);
    let pairs = lab.either(3, 10);
    let seat = |name: &str| contender(&format!("minicheckers/{name}"), Some(milliseconds));
    // Long enough to solve the first moves.
    let perfect = || contender("minicheckers/default", Some(4_000));
    let mut bouts = Vec::new();
    let mut names = Vec::new();
    for (one, other) in [("medium", "easy"), ("hard", "easy"), ("hard", "medium")] {
        bouts.push(bout(seat(one)?, seat(other)?, pairs));
        names.push((one, other));
    }
    for strength in STRENGTHS {
        bouts.push(bout(seat(strength)?, perfect()?, pairs));
        names.push((strength, "perfect play"));
    }
    let tallies = lab.hold(&bouts)?;
    let mut table = Table::new(
        format!("The three strengths, {milliseconds} ms a move"),
        &["player", "against", "won", "drawn", "lost", "points"],
    );
    for ((one, other), tally) in names.into_iter().zip(&tallies) {
        let names = [one, other].map(str::to_owned);
        table.row(names.into_iter().chain(outcomes(tally)));
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
