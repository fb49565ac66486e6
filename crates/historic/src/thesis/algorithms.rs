//! The fifteen choices of the thesis' Table 1.

/// In which order moves are looked at (chapter 6). Holes are numbered row by
/// row from the computer's home on, the other side being "the player".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    /// Marbles from high numbers to low ones, each one's moves likewise; for
    /// both sides the same.
    HighFirst,
    /// The same for the computer, low numbers first for the player; or both reversed.
    Opposed { reversed: bool },
    /// All moves into one hole after another, for the computer from the
    /// farthest on, for the player from the nearest; or both reversed.
    ByTarget { reversed: bool },
    /// Those that go the longest way towards the goal first.
    Longest,
    /// By rows gained, and among equals those into the most central holes first.
    LongestCentral,
}

/// One of the fifteen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Algorithm {
    /// The name in specs.
    pub name: &'static str,
    /// The name in the paper, and what it does.
    pub summary: &'static str,
    pub(super) order: Order,
    /// Whether what the score can't depend on is left out.
    pub(super) cuts: bool,
    /// Whether the evaluation follows the moves instead of starting afresh.
    pub(super) is_incremental: bool,
    /// Whether only own moves are looked at while the armies are apart.
    pub(super) own_moves_if_apart: bool,
    /// Whether the search ends when the tree has reached its largest size.
    pub(super) is_bounded: bool,
    /// Whether the depth follows the size of the tree.
    pub(super) is_adaptive: bool,
    /// Whether moving the last two marbles is rewarded.
    pub(super) minds_last_marbles: bool,
}

impl Algorithm {
    const fn plain(name: &'static str, summary: &'static str, order: Order, cuts: bool) -> Self {
        Self {
            name,
            summary,
            order,
            cuts,
            is_incremental: false,
            own_moves_if_apart: false,
            is_bounded: false,
            is_adaptive: false,
            minds_last_marbles: false,
        }
    }

    const fn incremental(mut self) -> Self {
        self.is_incremental = true;
        self
    }

    const fn own_moves_if_apart(mut self) -> Self {
        self.own_moves_if_apart = true;
        self
    }

    const fn bounded(mut self) -> Self {
        self.is_bounded = true;
        self
    }

    const fn adaptive(mut self) -> Self {
        self.is_bounded = true;
        self.is_adaptive = true;
        self
    }

    const fn minding_last_marbles(mut self) -> Self {
        self.minds_last_marbles = true;
        self
    }

    /// Whether it has a largest size of its tree.
    pub fn is_bounded(&self) -> bool {
        self.is_bounded
    }
}

use Order::{ByTarget, HighFirst, Longest, LongestCentral, Opposed};

const SIX: Algorithm = Algorithm::plain("", "", Longest, true).incremental();

const fn named(algorithm: Algorithm, name: &'static str, summary: &'static str) -> Algorithm {
    Algorithm {
        name,
        summary,
        ..algorithm
    }
}

/// All of them, in the order of the table.
pub const ALGORITHMS: [Algorithm; 15] = [
    Algorithm::plain(
        "minimax",
        "Minimax: every move, to a fixed depth",
        HighFirst,
        false,
    ),
    Algorithm::plain(
        "alphabeta",
        "Alphabeta: high holes first for both sides",
        HighFirst,
        true,
    ),
    Algorithm::plain(
        "alphabeta-2",
        "Alphabeta 2: each side from its own end",
        Opposed { reversed: false },
        true,
    ),
    Algorithm::plain(
        "alphabeta-2i",
        "Alphabeta 2 I: the same the other way round",
        Opposed { reversed: true },
        true,
    ),
    Algorithm::plain(
        "alphabeta-3",
        "Alphabeta 3: moves into the farthest holes first",
        ByTarget { reversed: false },
        true,
    ),
    Algorithm::plain(
        "alphabeta-3i",
        "Alphabeta 3 I: the same the other way round",
        ByTarget { reversed: true },
        true,
    ),
    Algorithm::plain(
        "alphabeta-4",
        "Alphabeta 4: longest moves first",
        Longest,
        true,
    ),
    Algorithm::plain(
        "alphabeta-5",
        "Alphabeta 5: longest moves first, central ones before others",
        LongestCentral,
        true,
    ),
    named(
        SIX,
        "alphabeta-6",
        "Alphabeta 6: as 4, evaluating incrementally",
    ),
    named(
        SIX.bounded(),
        "alphabeta-6-2",
        "Alphabeta 6_2: as 6, until the tree has its largest size",
    ),
    Algorithm::plain(
        "minimax-2",
        "Minimax 2: as Minimax, evaluating incrementally",
        HighFirst,
        false,
    )
    .incremental(),
    named(
        SIX.own_moves_if_apart(),
        "begin-end",
        "Begin & End Game: own moves only while the armies are apart, else as 6",
    ),
    named(
        SIX.own_moves_if_apart().adaptive(),
        "adaptive",
        "Adaptive algorithm: as Begin & End Game, deeper where the tree is small",
    ),
    named(
        SIX.adaptive(),
        "adaptive-2",
        "Adaptive algorithm 2: as 6, deeper where the tree is small",
    ),
    named(
        SIX.own_moves_if_apart().adaptive().minding_last_marbles(),
        "adaptive-last-marble",
        "Adaptive & last marble: as Adaptive algorithm, trailing marbles in mind",
    ),
];
