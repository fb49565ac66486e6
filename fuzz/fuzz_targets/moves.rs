//! A move that is read is legal and written the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use longjump_fuzz::with_named_game_and_text;
use longjump_rules::{Game, GameAction, PositionExt, notation};

struct Read<'a>(&'a str);

impl GameAction for Read<'_> {
    type Output = ();
    fn run<G: Game>(self, game: G) {
        let start = game.start();
        if let Ok(mv) = notation::read_move(&game, &start, self.0) {
            assert!(start.is_legal(mv));
            assert_eq!(notation::write_move(&game, mv), self.0);
        }
    }
}

fuzz_target!(|input: &str| with_named_game_and_text(input, Read));
