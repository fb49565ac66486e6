//! Corners: what pruning gains.

use crate::LabError;
use crate::lab::Lab;
use crate::measure::search;
use crate::report::{Chapter, Table};
use longjump_display::numbers::spaced;
use longjump_engine::Limits;

pub(crate) fn chapter(lab: &Lab) -> Result<Chapter, LabError> {
    let head = [
        "depth",
        "nodes",
        "nodes, pruned",
        "seconds",
        "seconds, pruned",
        "times faster",
        "paper",
    ];
    let mut table = Table::new("Minimax with and without pruning, start", &head);
    for depth in lab.either([4, 5], [5, 6]) {
        let run = |name: &str| {
            let spec = format!("corners:preset=waiting/{name}:depth={depth}");
            search(&spec, None, &Limits::default())
        };
        lab.meter.expect(2);
        let (all, pruned) = (run("minimax")?, run("alphabeta")?);
        lab.meter.advance(2);
        table.row([
            depth.to_string(),
            spaced(all.choice.nodes),
            spaced(pruned.choice.nodes),
            format!("{:.2}", all.seconds),
            format!("{:.2}", pruned.seconds),
            format!("{:.1}", all.seconds / pruned.seconds),
            match depth {
                5 => "6.10 s, 1.64 s: 3.7",
                6 => "64.0 s, 15.81 s: 4.0",
                _ => "",
            }
            .to_owned(),
        ]);
    }
    Ok(Chapter {
        title: "Corners: minimax and pruning",
        source: "Intelligent Agent Playing Chinese Checkers Using Mini-Max Algorithm",
        items: vec![table.note(
            "The paper does not say from which position it timed. Moves come in the order they are \
             generated, in both, so how much is cut depends on that order.",
        )],
    })
}
