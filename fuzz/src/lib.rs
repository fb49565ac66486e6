//! What fuzz targets share: the first line of the input is a game's spec, so that
//! a game in the list is fuzzed without being named here.

use longjump_games::{stored, with_game};
use longjump_rules::{GameAction, GameSpec};

/// Runs an action on the game that the first line names, with the bytes behind it.
pub fn with_named_game<'a, A: GameAction<Output = ()>>(
    input: &'a [u8],
    action: impl FnOnce(&'a [u8]) -> A,
) {
    let Some(end) = input.iter().position(|&byte| byte == b'\n') else {
        return;
    };
    let spec = std::str::from_utf8(&input[..end]).ok();
    if let Some(spec) = spec.and_then(|spec| spec.parse::<GameSpec>().ok()) {
        // Names of games that do not exist are for the target `spec`.
        // A corpus is stored.
        let _ = with_game(&stored(&spec), action(&input[end + 1..]));
    }
}

/// The same for actions on text; bytes that are no text are left alone.
pub fn with_named_game_and_text<'a, A: GameAction<Output = ()>>(
    input: &'a str,
    action: impl FnOnce(&'a str) -> A,
) {
    if let Some((_, rest)) = input.split_once('\n') {
        with_named_game(input.as_bytes(), |_| action(rest));
    }
}
