//! A spec that is read is written the same, and its canonical form stays the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use longjump_games::with_game;
use longjump_rules::{Game, GameAction, GameSpec};

struct Canonical;

impl GameAction for Canonical {
    type Output = GameSpec;
    fn run<G: Game>(self, game: G) -> GameSpec {
        GameSpec::new(G::NAME, game.settings())
    }
}

fuzz_target!(|text: &str| {
    let Ok(spec) = text.parse::<GameSpec>() else {
        return;
    };
    assert_eq!(spec.to_string(), text);
    if let Ok(canonical) = with_game(&spec, Canonical) {
        assert_eq!(with_game(&canonical, Canonical), Ok(canonical.clone()));
    }
});
