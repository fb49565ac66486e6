//! A chapter that no paper has: every exhibit against the modern engine.

use super::report::{Chapter, Table};
use super::{Lab, bout, contender, outcomes};
use crate::Failure;
use longjump_engine::{EngineEntry, engines};

pub(super) fn chapter(lab: &Lab) -> Result<Chapter, Failure> {
    let milliseconds = lab.either(4, 40);
    let pairs = lab.either(1, 3);
    let mut exhibits = engines();
    exhibits.retain(|engine| engine.is_exhibit);
    let spec = |exhibit: &EngineEntry| format!("{}/{}", exhibit.game, exhibit.name);
    let mut bouts = Vec::new();
    for exhibit in &exhibits {
        let modern = contender(&format!("{}/default", exhibit.game), Some(milliseconds))?;
        let theirs = contender(&spec(exhibit), Some(milliseconds))?;
        bouts.push(bout(modern, theirs, pairs));
    }
    let tallies = lab.hold(&bouts)?;
    let mut table = Table::new(
        format!("The modern engine's points, {milliseconds} ms a move for both"),
        &["against", "games", "won", "drawn", "lost", "points"],
    );
    for (exhibit, tally) in exhibits.iter().zip(&tallies) {
        let games = [spec(exhibit), tally.games().to_string()];
        table.row(games.into_iter().chain(outcomes(tally)));
    }
    Ok(Chapter {
        title: "Every exhibit against the modern engine",
        source: "No paper: what search has learned since, at equal time",
        items: vec![table.note(
            "Pairs of games from two random moves, seats exchanged. Errors are for 95 % \
             confidence; with so few games they are large.",
        )],
    })
}
