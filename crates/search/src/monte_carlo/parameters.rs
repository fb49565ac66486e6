//! Everything about growing a tree that can be tuned.

/// One value that says how to grow a tree.
#[derive(Clone, PartialEq, Debug)]
pub struct MonteCarloParameters {
    /// Hundredths: how much is given to moves that were seldom tried.
    pub exploration: i32,
    /// Moves that gain so much less at first sight seem likely a third as often.
    pub sharpness: i32,
    /// The same for what an evaluation promises of moves, if it does; 0 leaves that aside.
    pub promise_sharpness: i32,
    /// Hundredths: what counts how a move did elsewhere in the tree.
    pub history: i32,
    /// How many plies are played on from a leaf.
    pub playout: i32,
    /// In how many of a hundred of these a random move is played, not the one that
    /// gains most.
    pub epsilon: i32,
    /// The lead that is worth half of all there is to get.
    pub half: i32,
    /// How many moves of a position are put into the tree.
    pub width: i32,
}

impl Default for MonteCarloParameters {
    fn default() -> Self {
        Self {
            exploration: 30,
            sharpness: 250,
            promise_sharpness: 30,
            history: 150,
            playout: 0,
            epsilon: 10,
            half: 400,
            width: 40,
        }
    }
}

/// A number by its name.
type Number = (&'static str, fn(&mut MonteCarloParameters) -> &mut i32);

const NUMBERS: &[Number] = &[
    ("exploration", |p| &mut p.exploration),
    ("sharpness", |p| &mut p.sharpness),
    ("promise_sharpness", |p| &mut p.promise_sharpness),
    ("history", |p| &mut p.history),
    ("playout", |p| &mut p.playout),
    ("epsilon", |p| &mut p.epsilon),
    ("half", |p| &mut p.half),
    ("width", |p| &mut p.width),
];

impl MonteCarloParameters {
    /// The names of all numbers that can be tuned.
    pub fn numbers() -> impl Iterator<Item = &'static str> {
        NUMBERS.iter().map(|&(name, _)| name)
    }

    /// The number with this name.
    pub fn number(&mut self, name: &str) -> Option<&mut i32> {
        let &(_, number) = NUMBERS.iter().find(|&&(known, _)| known == name)?;
        Some(number(self))
    }
}
