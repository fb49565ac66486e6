//! KnightThrough: seven generations and five evaluations.

use crate::LabError;
use crate::lab::{Lab, pairs_of, player};
use crate::measure::{follow, search};
use crate::report::{Chapter, Item, Table};
use longjump_display::numbers::spaced;
use longjump_display::{Line, Plot};
use longjump_engine::Limits;

/// Positions from games, those of `longjump bench`.
const POSITIONS: [&str; 4] = [
    "1bbbbbbb/bbbbbb1b/1b2b3/8/3a1a2/8/aa1aaa1a/aaaaaaaa a",
    "1bbbbbbb/3bbbbb/1bb1b3/2b5/2aa4/4aa2/a3aa1a/aaaaaaaa a",
    "bbbbbb1b/b4bbb/5bb1/2b5/1aa5/8/1aa1aaaa/aa1a1aaa a",
    "bbb2b1b/1bb1bb2/5b2/1b3b2/1ba2a2/1a2a2a/2a1a3/1aaaa2a a",
];
const EVALUATIONS: [&str; 5] = [
    "piece-count",
    "leader-position",
    "structure-quality",
    "development",
    "zickzack",
];

pub(crate) fn chapter(lab: &Lab) -> Result<Chapter, LabError> {
    let versions: Vec<String> = (1..=7)
        .map(|version| format!("v{version}+development"))
        .collect();
    let evaluations: Vec<String> = EVALUATIONS.map(|name| format!("v6+{name}")).to_vec();
    Ok(Chapter {
        title: "KnightThrough: seven generations",
        source: "Playing KnightThrough with Alpha-Beta, Maastricht 2015",
        items: vec![
            pruning(lab)?,
            round_robin(lab, "The versions against each other", &versions)?.note(
                "The paper's best was version 6; 7 was worse in the endgame. It played at 15 \
                 minutes a game. In games as short as these, what a version adds costs nearly as \
                 much time as it saves, and from version 2 on most differences are within the error.",
            ),
            round_robin(lab, "The evaluations against each other", &evaluations)?.note(
                "The paper's best against all was Development; it says that ZickZack beat \
                 Development alone. How parts of ZickZack and Development are weighed is ours.",
            ),
            time(lab)?,
        ],
    })
}

/// How many nodes threats and aggressive pruning save.
fn pruning(lab: &Lab) -> Result<Item, LabError> {
    let depth = lab.either(5, 7);
    let head = ["position", "v5", "v6", "v7", "v5 by v6", "v6 by v7"];
    let mut table = Table::new(
        format!("Nodes to depth {depth}, evaluation Development"),
        &head,
    );
    for (number, position) in POSITIONS.into_iter().enumerate() {
        let count = |version: u32| -> Result<u64, LabError> {
            let spec = format!("knightthrough/v{version}+development");
            Ok(search(&spec, Some(position), &Limits::depth(depth))?
                .choice
                .nodes)
        };
        lab.meter.expect(1);
        let [five, six, seven] = [count(5)?, count(6)?, count(7)?];
        lab.meter.advance(1);
        table.row([
            (number + 1).to_string(),
            spaced(five),
            spaced(six),
            spaced(seven),
            format!("{:.1}", five as f64 / six as f64),
            format!("{:.1}", six as f64 / seven as f64),
        ]);
    }
    table.row(["paper", "", "", "", "2 to 3", "about 2, up to 9"].map(str::to_owned));
    Ok(table.note(
        "Threats only matter where pieces have come near the last rows, so that the gain of \
         version 6 grows with the depth and with how far the game has gone.",
    ))
}

fn round_robin(lab: &Lab, title: &str, players: &[String]) -> Result<Table, LabError> {
    let milliseconds = lab.either(5, 50);
    let pairs = lab.either(1, 8);
    let mut matches = Vec::new();
    let mut who = Vec::new();
    for (one, ours) in players.iter().enumerate() {
        for (other, theirs) in players.iter().enumerate().skip(one + 1) {
            let seat = |name: &str| player(&format!("knightthrough/{name}"), Some(milliseconds));
            matches.push(pairs_of(seat(ours)?, seat(theirs)?, pairs));
            who.push((one, other));
        }
    }
    let scores = lab.play(&matches)?;
    let mut points = vec![0.0; players.len()];
    for (&(one, other), score) in who.iter().zip(&scores) {
        let won = score.won as f64 + score.drawn as f64 / 2.0;
        points[one] += won;
        points[other] += score.games() as f64 - won;
    }
    let games = 2 * pairs * (players.len() as u64 - 1);
    // With 95 % confidence, as if all were as strong as each other.
    let error = 1.96 * 0.5 * (games as f64).sqrt();
    let title = format!("{title}, {milliseconds} ms a move, points ± {error:.0}");
    let mut table = Table::new(title, &["player", "points", "of"]);
    let mut order: Vec<usize> = (0..players.len()).collect();
    order.sort_by(|&one, &other| points[other].total_cmp(&points[one]));
    for player in order {
        table.row([
            players[player].clone(),
            format!("{}", points[player]),
            games.to_string(),
        ]);
    }
    Ok(table)
}

/// Figure 5: time used up by turn.
fn time(lab: &Lab) -> Result<Item, LabError> {
    let milliseconds = lab.either(2_000, 60_000);
    let spec = format!("knightthrough/v6+development:milliseconds={milliseconds}");
    let mut lines = Vec::new();
    for (game, opening) in [&[][..], &["c2d4", "f7e5"]].into_iter().enumerate() {
        let turns = follow([&spec, &spec], opening, &Limits::default(), &|| lab.step())?;
        for (seat, turns) in turns.iter().enumerate() {
            let mut used = 0.0;
            let mut points = vec![(0.0, 0.0)];
            for (turn, (_, time)) in turns.iter().enumerate() {
                used += time.as_secs_f64();
                points.push((turn as f64 + 1.0, 100_000.0 * used / milliseconds as f64));
            }
            lines.push(Line {
                name: format!("game {}, seat {}", game + 1, seat + 1),
                points,
            });
        }
    }
    Ok(Item::Plot(Plot {
        title: format!(
            "Time used by turn, version 6, {} s a game",
            milliseconds / 1000
        ),
        across: "turn",
        up: "hundredths of the time",
        is_logarithmic: false,
        lines,
        note:
            "The paper's figure 5 has the same shape: little in the opening, most of it from the \
               fifth turn on, flat once the result is known. It had 15 minutes a game."
                .to_owned(),
    }))
}
