//! Counts, scores and series of numbers in words.

use longjump_search::{Outlook, Score};

/// So many of something.
pub fn count(number: u32, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// So many plies.
pub fn plies(number: u32) -> String {
    count(number, "ply", "plies")
}

/// A number with a space between thousands.
pub fn spaced(number: u64) -> String {
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
pub fn ahead(score: Score) -> String {
    let moves = f64::from(score.abs()) / 100.0;
    match score {
        -4..=4 => "even".to_owned(),
        ..-4 => format!("{moves:.1} moves behind"),
        _ => format!("{moves:.1} moves ahead"),
    }
}

/// Any score.
pub fn outlook(score: Score) -> String {
    match Outlook::of(score) {
        Outlook::Ahead(score) => ahead(score),
        Outlook::WinIn(count) => format!("a win in {}", plies(count)),
        Outlook::LossIn(count) => format!("a loss in {}", plies(count)),
    }
}

/// How many characters a path takes on the terminal.
const WIDTH: usize = 40;
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// A path as a line of bars, from its least value to its most.
pub fn sparkline(path: &[f64]) -> String {
    let least = path.iter().copied().fold(f64::INFINITY, f64::min);
    let most = path.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let bar = |value: f64| {
        let share = (value - least) / (most - least).max(f64::MIN_POSITIVE);
        BARS[(share * (BARS.len() - 1) as f64).round() as usize]
    };
    thinned(path, WIDTH).map(|(_, value)| bar(value)).collect()
}

/// At most so many of a path's values with their places, the first and the last among them.
pub fn thinned(path: &[f64], most: usize) -> impl Iterator<Item = (usize, f64)> {
    let count = path.len().min(most);
    let last = path.len().saturating_sub(1);
    (0..count).map(move |number| {
        let at = (number * last).checked_div(count - 1).unwrap_or(0);
        (at, path[at])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart() {
        assert_eq!(spaced(1_234_567), "1 234 567");
        assert_eq!(spaced(12), "12");
    }

    #[test]
    fn paths_become_bars() {
        assert_eq!(sparkline(&[0.0, 3.5, 7.0]), "▁▅█");
        assert_eq!(sparkline(&[2.0, 2.0]), "▁▁");
        assert_eq!(sparkline(&[1.0]), "▁");
        let long: Vec<f64> = (0..1000).map(f64::from).collect();
        assert_eq!(sparkline(&long).chars().count(), WIDTH);
        assert!(sparkline(&long).ends_with('█'));
    }
}
