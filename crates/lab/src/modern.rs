//! A chapter that no paper has: every exhibit against the modern engine.

use crate::LabError;
use crate::lab::{Lab, outcomes, pairs_of, player};
use crate::report::{Chapter, Table};
use longjump_engine::{EngineEntry, engines};

pub(crate) fn chapter(lab: &Lab) -> Result<Chapter, LabError> {
    let milliseconds = lab.either(4, 40);
    let pairs = lab.either(1, 3);
    let mut exhibits = engines();
    exhibits.retain(|engine| engine.is_exhibit);
    let spec = |exhibit: &EngineEntry| format!("{}/{}", exhibit.game, exhibit.name);
    let mut matches = Vec::new();
    for exhibit in &exhibits {
        let modern = player(&format!("{}/default", exhibit.game), Some(milliseconds))?;
        let theirs = player(&spec(exhibit), Some(milliseconds))?;
        matches.push(pairs_of(modern, theirs, pairs));
    }
    let scores = lab.play(&matches)?;
    let mut table = Table::new(
        format!("The modern engine's points, {milliseconds} ms a move for both"),
        &["against", "games", "won", "drawn", "lost", "points"],
    );
    for (exhibit, score) in exhibits.iter().zip(&scores) {
        let games = [spec(exhibit), score.games().to_string()];
        table.row(games.into_iter().chain(outcomes(score)));
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
