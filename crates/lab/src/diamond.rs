//! Diamond: a second a move.

use crate::LabError;
use crate::lab::{Lab, outcomes, pairs_of, player};
use crate::measure::follow;
use crate::report::{Chapter, Table};
use longjump_engine::Limits;

pub(crate) fn chapter(lab: &Lab) -> Result<Chapter, LabError> {
    let milliseconds = lab.either(20, 1000);
    let beam = format!("diamond/beam:milliseconds={milliseconds}");
    let pairs = lab.either(3, 10);
    let scores = lab.play(&[
        pairs_of(player(&beam, None)?, player("diamond/greedy", None)?, pairs),
        pairs_of(player(&beam, None)?, player("diamond/random", None)?, 2),
    ])?;
    let mut games = Table::new(
        format!("The beam agent, {milliseconds} ms a move, both seatings"),
        &[
            "against", "games", "won", "drawn", "lost", "points", "paper",
        ],
    );
    let printed = [("greedy", "10 to 0 both ways"), ("random", "")];
    for ((name, paper), score) in printed.into_iter().zip(&scores) {
        let held = [name.to_owned(), score.games().to_string()].into_iter();
        games.row(held.chain(outcomes(score)).chain([paper.to_owned()]));
    }
    let turns = follow([&beam, "diamond/greedy"], &[], &Limits::default(), &|| {
        lab.step();
    })?;
    let mut depths: Vec<u32> = turns[0].iter().map(|&(depth, _)| depth).collect();
    depths.sort_unstable();
    let mut depth = Table::new(
        "Plies after the own move that it completes in that time",
        &["least", "median", "most", "paper"],
    );
    depth.row([
        depths.first().map_or(0, |&depth| depth).to_string(),
        depths
            .get(depths.len() / 2)
            .map_or(0, |&depth| depth)
            .to_string(),
        depths.last().map_or(0, |&depth| depth).to_string(),
        "normally two".to_owned(),
    ]);
    Ok(Chapter {
        title: "Diamond: a second a move",
        source: "A Chinese Checkers homework on the 10x10 diamond, with the agent iRoboticAgent",
        items: vec![
            games.note(
                "Each pair of games begins with the same two random moves, seats exchanged; the \
                 paper always began at the start. Where marbles of the other side stay in a goal \
                 nobody can finish, and the game is drawn after 200 plies.",
            ),
            depth.note(
                "The paper's program was interpreted and evaluated afresh at every leaf; the same \
                 search compiled goes deeper. A 0 is a turn on which it fell back on greedy or \
                 random play because it repeated itself.",
            ),
        ],
    })
}
