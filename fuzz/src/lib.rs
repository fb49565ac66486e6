//! What fuzz targets share: the first byte of the input chooses one of all
//! games' samples (`A` the first, `B` the second and so on), so that a game in
//! the list is fuzzed without being named.

use longjump_games::{visit_games, with_game};
use longjump_rules::{Game, GameAction, GameVisitor};

struct Samples(Vec<&'static str>);

impl GameVisitor for Samples {
    fn visit<G: Game>(&mut self) {
        self.0.extend(G::SAMPLES);
    }
}

/// Runs an action on the game that the first byte stands for, with the other bytes.
pub fn with_chosen_game<'a, A: GameAction<Output = ()>>(
    input: &'a [u8],
    action: impl FnOnce(&'a [u8]) -> A,
) {
    let Some((&choice, rest)) = input.split_first() else {
        return;
    };
    let mut samples = Samples(Vec::new());
    visit_games(&mut samples);
    let spec = samples.0[usize::from(choice.wrapping_sub(b'A')) % samples.0.len()];
    with_game(&spec.parse().expect("a sample"), action(rest)).expect("a sample");
}

/// The same for actions on text; bytes that are no text are left alone.
pub fn with_chosen_game_and_text<'a, A: GameAction<Output = ()>>(
    input: &'a [u8],
    action: impl FnOnce(&'a str) -> A,
) {
    if let Some(text) = input.get(1..).and_then(|rest| std::str::from_utf8(rest).ok()) {
        with_chosen_game(input, |_| action(text));
    }
}
