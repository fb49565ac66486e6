//! The game that the documents show is one, with every field that there is.

use longjump_arena::GameRecord;
use serde_json::Value;

/// As `docs/arena.md` has it, which a test of the project's documents compares.
const SHOWN: &str = include_str!("game.json");

#[test]
fn the_game_in_the_documents_has_every_field() {
    let game: GameRecord = serde_json::from_str(SHOWN).expect("a game");
    let shown: Value = serde_json::from_str(SHOWN).expect("JSON");
    let written = serde_json::to_value(&game).expect("it can be written");
    assert_eq!(shown, written, "nothing is missing");
}
