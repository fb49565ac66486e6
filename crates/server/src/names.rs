//! Names that nobody can guess, and those that clients choose.

use longjump_accounts::random;

/// The name of a new game: whoever knows it can watch and take a free seat.
pub(crate) fn game_id() -> String {
    random(12)
}

/// Whether this can be the name of a game.
pub(crate) fn is_game_id(text: &str) -> bool {
    text.len() == 12 && text.bytes().all(|b| b.is_ascii_alphanumeric())
}

/// Whether this can be what a client calls a message.
pub(crate) fn is_message_id(text: &str) -> bool {
    (1..=64).contains(&text.len()) && !text.contains(char::is_control)
}

/// A new secret for [`Config::secret`](longjump_config::Config::secret).
pub fn new_secret() -> String {
    random(64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_have_names_that_differ() {
        let ids: std::collections::HashSet<String> = (0..1_000).map(|_| game_id()).collect();
        assert_eq!(ids.len(), 1_000);
        assert!(ids.iter().all(|id| is_game_id(id)));
    }
}
