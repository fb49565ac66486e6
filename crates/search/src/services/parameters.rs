//! Everything about the search that can be switched or tuned.

use crate::Score;

/// When the score in a table entry may stand for a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableUse {
    /// Never, nor may its move.
    Off,
    /// When it was searched to just the depth that is wanted: then scores are
    /// those of a search without a table.
    SameDepth,
    /// When it was searched to the depth that is wanted or deeper.
    AnyDepth,
}

/// One value that says how to search. Each step is one switch, so that its
/// worth can be measured; margins are in hundredths of a move.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchParameters {
    /// What the table is used for.
    pub table: TableUse,
    /// Search a narrow window around the last depth's score first.
    pub aspiration: bool,
    /// Order moves by how they did elsewhere.
    pub history: bool,
    /// Order moves by how they did after the moves before.
    pub continuation: bool,
    /// Give up on nodes so good that the other side will avoid them.
    pub reverse_futility: bool,
    /// Leave out late moves near the leaves.
    pub late_move_pruning: bool,
    /// Leave out moves that gain too little near the leaves.
    pub futility: bool,
    /// Search late moves less deep.
    pub late_move_reductions: bool,
    /// Be bolder with what leads down than with what leads up.
    pub trend: bool,
    /// Search the known move deeper where all others are clearly worse.
    pub singular: bool,
    /// Follow captures at the leaves.
    pub quiescence: bool,
    /// See repeated positions as draws.
    pub repetition: bool,
    /// What makes each step bolder or more careful.
    pub margins: Margins,
}

/// The numbers behind the steps.
#[derive(Clone, PartialEq, Debug)]
pub struct Margins {
    /// Half the first window around the last depth's score.
    pub aspiration: Score,
    /// How far above the window for each ply of depth.
    pub reverse_futility: Score,
    /// Up to which depth.
    pub reverse_futility_depth: i32,
    /// How many moves at depth one are not late.
    pub late_moves: i32,
    /// Up to which depth late moves are left out.
    pub late_moves_depth: i32,
    /// How far below the window after a move's gain.
    pub futility: Score,
    /// And how much for each ply of depth.
    pub futility_per_ply: Score,
    /// Up to which depth.
    pub futility_depth: i32,
    /// Hundredths of a ply by which every late move is searched less deep.
    pub reduction: i32,
    /// Hundredths of what the logarithms of depth and move number are divided by.
    pub reduction_divisor: i32,
    /// What a move's gain counts beside its history.
    pub gain: i32,
    /// How much less far above the window a node has to be that is better than two plies ago.
    pub rising_futility: Score,
    /// Hundredths of the moves that are not late, where a node is no better than two plies ago.
    pub falling_moves: i32,
    /// Hundredths of a ply by which late moves are searched less deep there.
    pub falling_reduction: i32,
    /// From which depth on it is asked whether the known move is the only good one.
    pub singular_depth: i32,
    /// By how many plies more than others a line is searched at most.
    pub singular_plies: i32,
    /// How much worse for each ply of depth the others have to be.
    pub singular: Score,
}

impl Default for SearchParameters {
    fn default() -> Self {
        Self {
            table: TableUse::AnyDepth,
            aspiration: true,
            history: true,
            continuation: true,
            reverse_futility: true,
            late_move_pruning: true,
            futility: true,
            late_move_reductions: true,
            trend: false,
            singular: false,
            quiescence: true,
            repetition: true,
            margins: Margins::default(),
        }
    }
}

impl Default for Margins {
    fn default() -> Self {
        Self {
            aspiration: 50,
            reverse_futility: 120,
            reverse_futility_depth: 6,
            late_moves: 6,
            late_moves_depth: 4,
            futility: 100,
            futility_per_ply: 150,
            futility_depth: 4,
            reduction: 50,
            reduction_divisor: 220,
            gain: 8,
            rising_futility: 60,
            falling_moves: 60,
            falling_reduction: 50,
            singular_depth: 6,
            singular_plies: 2,
            singular: 10,
        }
    }
}

/// A switch by its name.
type Switch = (&'static str, fn(&mut SearchParameters) -> &mut bool);

const SWITCHES: &[Switch] = &[
    ("aspiration", |p| &mut p.aspiration),
    ("history", |p| &mut p.history),
    ("continuation", |p| &mut p.continuation),
    ("reverse_futility", |p| &mut p.reverse_futility),
    ("late_move_pruning", |p| &mut p.late_move_pruning),
    ("futility", |p| &mut p.futility),
    ("late_move_reductions", |p| &mut p.late_move_reductions),
    ("trend", |p| &mut p.trend),
    ("singular", |p| &mut p.singular),
    ("quiescence", |p| &mut p.quiescence),
    ("repetition", |p| &mut p.repetition),
];

/// A margin by its name.
type Number = (&'static str, fn(&mut Margins) -> &mut i32);

const NUMBERS: &[Number] = &[
    ("aspiration_width", |m| &mut m.aspiration),
    ("reverse_futility_margin", |m| &mut m.reverse_futility),
    ("reverse_futility_depth", |m| &mut m.reverse_futility_depth),
    ("late_moves", |m| &mut m.late_moves),
    ("late_moves_depth", |m| &mut m.late_moves_depth),
    ("futility_margin", |m| &mut m.futility),
    ("futility_per_ply", |m| &mut m.futility_per_ply),
    ("futility_depth", |m| &mut m.futility_depth),
    ("reduction", |m| &mut m.reduction),
    ("reduction_divisor", |m| &mut m.reduction_divisor),
    ("gain_weight", |m| &mut m.gain),
    ("rising_futility", |m| &mut m.rising_futility),
    ("falling_moves", |m| &mut m.falling_moves),
    ("falling_reduction", |m| &mut m.falling_reduction),
    ("singular_depth", |m| &mut m.singular_depth),
    ("singular_plies", |m| &mut m.singular_plies),
    ("singular_margin", |m| &mut m.singular),
];

impl SearchParameters {
    /// The names of all numbers that can be tuned.
    pub fn numbers() -> impl Iterator<Item = &'static str> {
        NUMBERS.iter().map(|&(name, _)| name)
    }

    /// The number with this name.
    pub fn number(&mut self, name: &str) -> Option<&mut i32> {
        let &(_, number) = NUMBERS.iter().find(|&&(known, _)| known == name)?;
        Some(number(&mut self.margins))
    }

    /// The names of all switches.
    pub fn switches() -> impl Iterator<Item = &'static str> {
        SWITCHES.iter().map(|&(name, _)| name)
    }

    /// The switch with this name.
    pub fn switch(&mut self, name: &str) -> Option<&mut bool> {
        let &(_, switch) = SWITCHES.iter().find(|&&(known, _)| known == name)?;
        Some(switch(self))
    }

    /// The same without any step that leaves out or shortens part of the tree:
    /// every move of every node is searched to the full depth unless the score
    /// can't depend on it.
    pub fn full_width(&self) -> Self {
        Self {
            reverse_futility: false,
            late_move_pruning: false,
            futility: false,
            late_move_reductions: false,
            singular: false,
            ..self.clone()
        }
    }
}
