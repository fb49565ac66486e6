//! A position that is read is written the same, and can be played on from.
#![no_main]

use libfuzzer_sys::fuzz_target;
use longjump_fuzz::with_named_game_and_text;
use longjump_rules::{Game, GameAction, Position, PositionExt, notation};

struct Read<'a>(&'a str);

impl GameAction for Read<'_> {
    type Output = ();
    fn run<G: Game>(self, game: G) {
        let Ok(position) = notation::read_position(&game, self.0) else {
            return;
        };
        assert_eq!(notation::write_position(&game, &position), self.0);
        assert_eq!(position.moves().is_empty(), position.standings().is_some());
    }
}

fuzz_target!(|input: &str| with_named_game_and_text(input, Read));
