//! Ten levels of strength.

use crate::{Limits, Score};
use longjump_rules::Move;
use longjump_search::Line;
use longjump_search::is_proven;

/// How strong a player is: how much it sees, and how far from the best move it strays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Level(u8);

/// Full strength.
pub(super) const STRONGEST: u8 = 10;

/// What a level may do.
struct Means {
    /// The most positions it looks at.
    nodes: u64,
    /// The deepest it looks.
    depth: u32,
    /// In how many of a hundred moves it looks for something else than the best.
    strays: u8,
    /// How much worse that may be.
    by: Score,
}

const MEANS: [Means; STRONGEST as usize - 1] = [
    Means {
        nodes: 100,
        depth: 1,
        strays: 90,
        by: 450,
    },
    Means {
        nodes: 200,
        depth: 1,
        strays: 45,
        by: 250,
    },
    Means {
        nodes: 600,
        depth: 2,
        strays: 30,
        by: 180,
    },
    Means {
        nodes: 2_000,
        depth: 2,
        strays: 6,
        by: 80,
    },
    Means {
        nodes: 6_000,
        depth: 3,
        strays: 2,
        by: 40,
    },
    Means {
        nodes: 12_000,
        depth: 5,
        strays: 3,
        by: 40,
    },
    Means {
        nodes: 30_000,
        depth: 7,
        strays: 0,
        by: 0,
    },
    Means {
        nodes: 100_000,
        depth: 12,
        strays: 0,
        by: 0,
    },
    Means {
        nodes: 300_000,
        depth: 24,
        strays: 0,
        by: 0,
    },
];

/// How many lines a level that may stray looks at.
const CHOICE: usize = 4;

impl Level {
    pub(super) fn new(number: u8) -> Self {
        Self(number.clamp(1, STRONGEST))
    }

    pub(super) fn is_strongest(self) -> bool {
        self.0 == STRONGEST
    }

    fn means(self) -> Option<&'static Means> {
        MEANS.get(usize::from(self.0) - 1)
    }

    /// What is left of the limits given.
    pub(super) fn limits(self, given: Limits) -> Limits {
        let Some(means) = self.means() else {
            return given;
        };
        Limits {
            nodes: Some(
                given
                    .nodes
                    .map_or(means.nodes, |nodes| nodes.min(means.nodes)),
            ),
            depth: Some(
                given
                    .depth
                    .map_or(means.depth, |depth| depth.min(means.depth)),
            ),
            ..given
        }
    }

    /// How many lines to look at.
    pub(super) fn lines(self) -> usize {
        match self.means() {
            Some(means) if means.strays > 0 => CHOICE,
            _ => 1,
        }
    }

    /// The line to play. Who has a win in sight, or is about to lose, doesn't stray.
    pub(super) fn choose(self, lines: &[Line], random: &mut fastrand::Rng) -> Option<Move> {
        let best = lines.first()?;
        let strays = self.means().filter(|means| random.u8(..100) < means.strays);
        let (Some(means), false) = (strays, is_proven(best.score)) else {
            return best.moves.first().copied();
        };
        let close = |line: &&Line| best.score - line.score <= means.by;
        let close: Vec<&Line> = lines.iter().skip(1).filter(close).collect();
        let chosen = random.choice(close).unwrap_or(best);
        chosen.moves.first().copied()
    }
}
