//! Numbers in words, as all of the program says them.

use longjump_engine::Score;

/// So many of something.
pub(crate) fn count(number: u32, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// So many plies.
pub(crate) fn plies(number: u32) -> String {
    count(number, "ply", "plies")
}

/// A number with a space between thousands.
pub(crate) fn spaced(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// A score in hundredths of a move that proves nothing.
pub(crate) fn ahead(score: Score) -> String {
    let moves = f64::from(score.abs()) / 100.0;
    match score {
        -4..=4 => "even".to_owned(),
        ..-4 => format!("{moves:.1} moves behind"),
        _ => format!("{moves:.1} moves ahead"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart() {
        assert_eq!(spaced(1_234_567), "1 234 567");
        assert_eq!(spaced(12), "12");
    }
}
