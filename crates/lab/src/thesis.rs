//! Star: the 1999 thesis.

use crate::LabError;
use crate::lab::{Lab, pairs_of, percent, player};
use crate::measure::{follow, nodes, search};
use crate::report::{Chapter, Item, Table};
use longjump_display::numbers::spaced;
use longjump_display::{Line, Plot};
use longjump_engine::Limits;
use longjump_engine::test_boards::{ENDGAME, MIDGAME};

const GAME: &str = "star:preset=thesis";

/// The orders of its figures 13 and 14.
const ORDERS: [&str; 8] = [
    "minimax",
    "alphabeta",
    "alphabeta-2",
    "alphabeta-2i",
    "alphabeta-3",
    "alphabeta-3i",
    "alphabeta-4",
    "alphabeta-5",
];

/// Table 2: nodes, and milliseconds of Alphabeta 4 and of Alphabeta 6.
const TABLE_2: [(u64, u64, u64); 6] = [
    (57, 15, 1),
    (279, 19, 12),
    (3_726, 196, 110),
    (24_416, 1_733, 1_156),
    (399_452, 24_098, 15_051),
    (4_689_510, 291_014, 178_304),
];
/// Table 3: nodes of own moves only, and of Alphabeta 6 at plies 1, 3, 5 and 7.
const OWN_MOVES: [u64; 4] = [15, 347, 9_219, 278_693];
const ALPHABETA_6: [u64; 4] = [15, 597, 18_086, 1_920_951];

pub(crate) fn chapter(lab: &Lab) -> Result<Chapter, LabError> {
    let mut items = Vec::new();
    items.extend(orders(lab, "start", None)?);
    items.extend(orders(lab, "midgame board (ours)", Some(MIDGAME))?);
    items.extend(orders(lab, "endgame board (ours)", Some(ENDGAME))?);
    items.push(incremental(lab)?);
    items.push(own_moves(lab)?);
    items.push(curvature(lab)?);
    items.push(adaptive(lab)?);
    items.push(trailing(lab)?);
    Ok(Chapter {
        title: "Star: the 1999 thesis",
        source: "A Chinese Checkers-playing program, master thesis, Lund 1999-2000",
        items,
    })
}

/// Figures 13 and 14: nodes by ply.
fn orders(lab: &Lab, board: &str, position: Option<&str>) -> Result<Vec<Item>, LabError> {
    let most = lab.either(100_000, 5_000_000);
    let mut lines = Vec::new();
    for order in ORDERS {
        let mut points: Vec<(f64, f64)> = Vec::new();
        for ply in 1..=7 {
            // A tree that would be too large is not begun.
            let growth = match points[..] {
                [.., (_, before), (_, last)] => last * (last / before).max(4.0),
                _ => 0.0,
            };
            if growth > f64::from(most) {
                break;
            }
            let nodes = nodes(&format!("{GAME}/{order}:ply={ply}"), position)?;
            points.push((f64::from(ply), nodes as f64));
            lab.step();
        }
        lines.push(Line {
            name: order.to_owned(),
            points,
        });
    }
    let has_figures = position == Some(MIDGAME);
    let mut head = vec!["ply"];
    if has_figures {
        head.push("paper: Alphabeta 4");
    }
    head.extend(ORDERS);
    let mut table = Table::new(format!("Positions by ply, {board}"), &head);
    let deepest = lines
        .iter()
        .map(|line| line.points.len())
        .max()
        .unwrap_or(0);
    for ply in 0..deepest {
        let cell = |line: &Line| {
            line.points
                .get(ply)
                .map_or("".to_owned(), |p| spaced(p.1 as u64))
        };
        let mut row = vec![(ply + 1).to_string()];
        if has_figures {
            row.push(TABLE_2.get(ply).map_or(String::new(), |row| spaced(row.0)));
        }
        row.extend(lines.iter().map(cell));
        table.row(row);
    }
    let note = if has_figures {
        "The paper's board is known only as a picture; ours has the same 56 first moves, so the \
         first row is equal and the others are of the same kind."
    } else {
        "The paper prints these only as a drawing: exponential growth, and longest moves first \
         far below the other orders. So it is here."
    };
    let plot = Plot {
        title: format!("Positions by ply, {board}"),
        across: "plies",
        up: "positions",
        is_logarithmic: true,
        lines,
        note: String::new(),
    };
    Ok(vec![Item::Plot(plot), table.note(note)])
}

/// Table 2: what incremental evaluation gains.
fn incremental(lab: &Lab) -> Result<Item, LabError> {
    let head = [
        "ply",
        "nodes",
        "fresh, ms",
        "incremental, ms",
        "gain",
        "paper: gain",
    ];
    let mut table = Table::new("Incremental against fresh evaluation, midgame board", &head);
    for ply in 2..=lab.either(4, 5) {
        let time = |name: &str| -> Result<(u64, f64), LabError> {
            let spec = format!("{GAME}/{name}:ply={ply}");
            let mut best = (0, f64::INFINITY);
            for _ in 0..3 {
                let searched = search(&spec, Some(MIDGAME), &Limits::default())?;
                best = (searched.choice.nodes, best.1.min(searched.seconds));
            }
            Ok(best)
        };
        let ((nodes, fresh), (_, incremental)) = (time("alphabeta-4")?, time("alphabeta-6")?);
        let (_, paper_fresh, paper_incremental) = TABLE_2[ply - 1];
        table.row([
            ply.to_string(),
            spaced(nodes),
            format!("{:.2}", 1000.0 * fresh),
            format!("{:.2}", 1000.0 * incremental),
            format!("{:.2}", fresh / incremental),
            format!("{:.2}", paper_fresh as f64 / paper_incremental as f64),
        ]);
    }
    Ok(table.note(
        "Best of three runs. How much is gained depends on what else a node costs: here moves are \
         found faster than in 1999 and sorting them takes most of the time.",
    ))
}

/// Table 3.
fn own_moves(lab: &Lab) -> Result<Item, LabError> {
    let head = [
        "own moves",
        "paper",
        "here",
        "Alphabeta 6 at ply",
        "paper",
        "here",
    ];
    let mut table = Table::new("Own moves only against both sides, start", &head);
    for (index, (own, both)) in OWN_MOVES.into_iter().zip(ALPHABETA_6).enumerate() {
        let (moves, ply) = (index + 1, 2 * index + 1);
        let begin_end = nodes(&format!("{GAME}/begin-end:ply={moves}"), None)?;
        let six = if ply <= lab.either(5, 7) {
            spaced(nodes(&format!("{GAME}/alphabeta-6:ply={ply}"), None)?)
        } else {
            "not in a quick run".to_owned()
        };
        table.row([
            moves.to_string(),
            spaced(own),
            spaced(begin_end),
            ply.to_string(),
            spaced(both),
            six,
        ]);
    }
    Ok(table.note(
        "Own moves come out exactly. Alphabeta 6 depends on curves that were only drawn, and on \
         what it does with moves of equal length.",
    ))
}

/// How near a fitted curve comes to Table 3's Alphabeta 6.
fn curvature(lab: &Lab) -> Result<Item, LabError> {
    let head = ["curvature", "ply 3", "ply 5"];
    let mut table = Table::new("Alphabeta 6 by curvature of the board, start", &head);
    let mut best = (f64::INFINITY, 0);
    for curvature in [0, 1, 2, 3, 5, 7, 10, 15, 20, 30, 40] {
        let count = |ply| {
            nodes(
                &format!("{GAME}/alphabeta-6:ply={ply},curvature={curvature}"),
                None,
            )
        };
        let counts = [count(3)?, count(5)?];
        let off = (counts[1] as f64 / ALPHABETA_6[2] as f64).ln().abs();
        if off < best.0 {
            best = (off, curvature);
        }
        table.row([curvature.to_string(), spaced(counts[0]), spaced(counts[1])]);
        lab.step();
    }
    table.row([
        "paper".to_owned(),
        spaced(ALPHABETA_6[1]),
        spaced(ALPHABETA_6[2]),
    ]);
    Ok(table.note(format!(
        "Hundredths of a row for the square of each hole off the middle. At ply 5 the nearest is \
         {}, {:.0} % off; at ply 3 no curvature makes a difference, so what is left must be \
         the order of equal moves or how ties are cut.",
        best.1,
        100.0 * (best.0.exp() - 1.0)
    )))
}

/// Chosen depth by turn.
fn adaptive(lab: &Lab) -> Result<Item, LabError> {
    let nodes = lab.either(20_000, 300_000);
    let specs = ["adaptive", "adaptive-2"].map(|name| format!("{GAME}/{name}:nodes={nodes}"));
    let turns = follow(
        [&specs[0], &specs[1]],
        &["m4l5", "e14f13"],
        &Limits::default(),
        &|| lab.step(),
    )?;
    let line = |(name, turns): (&str, &Vec<(u32, std::time::Duration)>)| Line {
        name: name.to_owned(),
        points: turns
            .iter()
            .enumerate()
            .map(|(turn, &(depth, _))| (turn as f64 + 1.0, f64::from(depth)))
            .collect(),
    };
    Ok(Item::Plot(Plot {
        title: format!(
            "Depth that the adaptive algorithms choose, {} nodes",
            spaced(nodes)
        ),
        across: "turn",
        up: "plies",
        is_logarithmic: false,
        lines: ["Adaptive algorithm", "Adaptive algorithm 2"]
            .into_iter()
            .zip(&turns)
            .map(line)
            .collect(),
        note:
            "The first counts own moves alone while the armies are apart, so that a ply there is \
               worth two. The paper gives one figure: four plies or more with 300 000 nodes."
                .to_owned(),
    }))
}

/// What the term for trailing marbles is worth.
fn trailing(lab: &Lab) -> Result<Item, LabError> {
    let nodes = lab.either(3_000, 20_000);
    let pairs = lab.either(3, 10);
    let player = |name: &str| player(&format!("{GAME}/{name}:nodes={nodes}"), None);
    let with = "adaptive-last-marble";
    let matches = [
        pairs_of(player(with)?, player("adaptive")?, pairs),
        pairs_of(player(with)?, player(with)?, pairs),
        pairs_of(player("adaptive")?, player("adaptive")?, pairs),
    ];
    let scores = lab.play(&matches)?;
    let mut table = Table::new(
        format!("Trailing marbles, trees of {} nodes", spaced(nodes)),
        &["players", "games", "points of the first", "plies a game"],
    );
    for (name, score) in [
        "with the term against without",
        "with, against itself",
        "without, against itself",
    ]
    .into_iter()
    .zip(&scores)
    {
        table.row([
            name.to_owned(),
            score.games().to_string(),
            percent(score),
            format!("{:.0}", score.plies_per_game()),
        ]);
    }
    Ok(table.note(
        "The paper gives no figure, only that the program became very hard to beat. A game that \
         nobody wins ends after 400 plies here.",
    ))
}
