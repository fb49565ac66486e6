//! Names that nobody can guess, and names that people may choose.

use sha2::{Digest, Sha256};

const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// So many random letters and digits, which nobody can guess.
///
/// # Panics
/// When the system has no random numbers.
pub fn random(length: usize) -> String {
    let mut name = String::with_capacity(length);
    let mut bytes = [0_u8; 64];
    while name.len() < length {
        getrandom::fill(&mut bytes).expect("the system has random numbers");
        // The few that would make some letters likelier are left out.
        let fair = bytes.iter().filter(|&&byte| byte < 248);
        let letters = fair.map(|&byte| char::from(LETTERS[usize::from(byte) % 62]));
        name.extend(letters.take(length - name.len()));
    }
    name
}

/// A new session's token: what only its owner knows, with 256 bits and more of chance.
pub(crate) fn token() -> String {
    random(44)
}

/// A session's token as it is kept.
pub type TokenHash = [u8; 32];

/// What is kept of a token.
pub fn token_hash(token: &str) -> TokenHash {
    Sha256::digest(token.as_bytes()).into()
}

/// A name for somebody without an account.
pub(crate) fn guest() -> String {
    format!("{GUEST}{}", random(8))
}

/// How the names of guests begin, and no others.
const GUEST: &str = "Guest-";

/// Whether somebody may call themselves so: 3 to 20 letters, digits, `-` and `_`, beginning
/// with a letter, and not like a guest or an engine.
pub(crate) fn is_allowed(name: &str) -> bool {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
    let lower = name.to_ascii_lowercase();
    (3..=20).contains(&name.len())
        && name.bytes().all(plain)
        && name.as_bytes()[0].is_ascii_alphabetic()
        && !lower.starts_with("guest-")
        && !lower.starts_with("level")
        && !RESERVED.iter().any(|reserved| lower.contains(reserved))
}

/// What others would take for those who run the service.
const RESERVED: [&str; 8] = [
    "admin",
    "moderator",
    "longjump",
    "official",
    "operator",
    "support",
    "system",
    "staff",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_their_length_and_differ() {
        let tokens: std::collections::HashSet<String> = (0..1_000).map(|_| token()).collect();
        assert_eq!(tokens.len(), 1_000);
        assert!(tokens.iter().all(|token| token.len() == 44));
    }

    #[test]
    fn people_choose_plain_names() {
        for name in ["Ada", "bo_2", "x-y-z", "A234567890123456789z"] {
            assert!(is_allowed(name), "{name}");
        }
        for name in [
            "",
            "ab",
            "1ab",
            "guest-x",
            "Guest-1",
            "level 3",
            "level3",
            "a b c",
            "<b>x",
            "åsa",
            "A2345678901234567890z",
        ] {
            assert!(!is_allowed(name), "{name}");
        }
    }
}
