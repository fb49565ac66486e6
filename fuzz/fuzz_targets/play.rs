//! Legal moves are legal, undo undoes, and the key kept is the key computed afresh.
#![no_main]

use libfuzzer_sys::fuzz_target;
use longjump_fuzz::with_named_game;
use longjump_rules::{Game, GameAction, Position, PositionExt};

/// Each byte chooses one of the legal moves.
struct Play<'a>(&'a [u8]);

impl GameAction for Play<'_> {
    type Output = ();
    fn run<G: Game>(self, game: G) {
        let mut position = game.start();
        let mut played = Vec::new();
        for &choice in self.0 {
            let moves = position.moves();
            assert_eq!(moves.is_empty(), position.standings().is_some());
            if moves.is_empty() {
                break;
            }
            let mv = moves[usize::from(choice) % moves.len()];
            let before = position.clone();
            let undo = position.play_checked(mv).expect("legal moves are legal");
            let afresh = game
                .position_from(&game.setup_of(&position))
                .expect("a position that was reached");
            assert_eq!(afresh, position);
            assert_eq!(afresh.key(), position.key());
            played.push((before, mv, undo));
        }
        while let Some((before, mv, undo)) = played.pop() {
            position.undo(mv, undo);
            assert_eq!(position, before);
        }
    }
}

fuzz_target!(|input: &[u8]| with_named_game(input, Play));
