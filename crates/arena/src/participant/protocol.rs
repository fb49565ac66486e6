//! The two protocols that external programs speak.

use super::player::Question;
use std::fmt::Write;

/// How to talk to a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Protocol {
    /// The Universal Game Interface, for any game, as in `docs/protocol.md`.
    Ugi,
    /// The Universal Chess Interface, for games that look like chess on a board of
    /// squares: seat a is White, and all pieces are knights.
    Uci {
        /// The game's name, which is also the variant's.
        variant: String,
        /// The usual start in our own notation.
        start: String,
    },
}

impl Protocol {
    pub(super) fn hello(&self) -> &'static str {
        match self {
            Self::Ugi => "ugi",
            Self::Uci { .. } => "uci",
        }
    }

    pub(super) fn hello_back(&self) -> &'static str {
        match self {
            Self::Ugi => "ugiok",
            Self::Uci { .. } => "uciok",
        }
    }

    pub(super) fn new_game(&self) -> &'static str {
        match self {
            Self::Ugi => "uginewgame",
            Self::Uci { .. } => "ucinewgame",
        }
    }

    /// Options that a program gets if it has them.
    pub(super) fn options(&self) -> Vec<(String, String)> {
        match self {
            Self::Ugi => Vec::new(),
            Self::Uci { variant, .. } => vec![("UCI_Variant".to_owned(), variant.clone())],
        }
    }

    /// The line that tells the position.
    pub(super) fn position(&self, question: &Question<'_>) -> String {
        let mut line = match (self, question.start) {
            (Self::Ugi, None) => "position startpos".to_owned(),
            (Self::Ugi, Some(start)) => format!("position fen {start}"),
            (Self::Uci { start, .. }, other) => {
                format!("position fen {}", fen(other.unwrap_or(start)))
            }
        };
        if !question.moves.is_empty() {
            line += " moves";
        }
        for mv in question.moves {
            line.push(' ');
            line += mv;
        }
        line
    }

    /// What follows `go`.
    pub(super) fn limits(&self, question: &Question<'_>) -> String {
        let mut text = String::new();
        let mut add = |name: &str, value: u128| {
            write!(text, " {name} {value}").expect("a string takes all");
        };
        let seats = question.clocks.len();
        for (seat, clock) in question.clocks.iter().enumerate() {
            if let Some((left, increment)) = clock {
                let name = self.seat(seat, seats);
                add(&format!("{name}time"), left.as_millis());
                add(&format!("{name}inc"), increment.as_millis());
            }
        }
        let control = question.control;
        if let Some(time) = control.movetime {
            add("movetime", time.as_millis().max(1));
        }
        if let Some(nodes) = control.nodes {
            add("nodes", nodes.into());
        }
        if let Some(depth) = control.depth {
            add("depth", depth.into());
        }
        text
    }

    /// What a seat's clock is called.
    fn seat(&self, seat: usize, seats: usize) -> String {
        match self {
            Self::Uci { .. } => ["w", "b"][seat % 2].to_owned(),
            // Two seats have the names that every program knows.
            Self::Ugi if seats == 2 => format!("p{}", seat + 1),
            Self::Ugi => format!("s{}", seat + 1),
        }
    }

    /// How many plies a `mate` of this number means.
    pub(super) fn plies_to_win(&self, mate: u32) -> u32 {
        match self {
            Self::Ugi => mate,
            // It counts the winner's moves.
            Self::Uci { .. } => mate.saturating_mul(2).saturating_sub(1),
        }
    }

    /// The same for a loss.
    pub(super) fn plies_to_loss(&self, mate: u32) -> u32 {
        match self {
            Self::Ugi => mate,
            Self::Uci { .. } => mate.saturating_mul(2),
        }
    }
}

/// A position of two seats on squares as chess programs read it.
fn fen(position: &str) -> String {
    let (rows, turn) = position.split_once(' ').unwrap_or((position, "a"));
    let piece = |letter: char| match letter {
        'a' => 'N',
        'b' => 'n',
        other => other,
    };
    let rows: String = rows.chars().map(piece).collect();
    let turn = if turn.starts_with('a') { "w" } else { "b" };
    format!("{rows} {turn} - - 0 1")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TimeControl;
    use longjump_rules::Seat;
    use std::time::Duration;

    fn uci() -> Protocol {
        Protocol::Uci {
            variant: "knightthrough".to_owned(),
            start: "bbbbbbbb/bbbbbbbb/8/8/8/8/aaaaaaaa/aaaaaaaa a".to_owned(),
        }
    }

    #[track_caller]
    fn check(protocol: &Protocol, start: Option<&str>, seats: usize, expect: &str) {
        let moves = ["b1c3".to_owned(), "b8c6".to_owned()];
        let clock = Some((Duration::from_millis(1500), Duration::from_millis(20)));
        let control = TimeControl::nodes(7);
        let question = Question {
            start,
            moves: &moves,
            seat: Seat::FIRST,
            control: &control,
            clocks: &vec![clock; seats],
            patience: Duration::ZERO,
        };
        let said = format!(
            "{}; go{}",
            protocol.position(&question),
            protocol.limits(&question)
        );
        assert_eq!(said, expect);
    }

    #[test]
    fn a_question_is_put_in_the_words_of_the_protocol() {
        check(
            &Protocol::Ugi,
            None,
            2,
            "position startpos moves b1c3 b8c6; go p1time 1500 p1inc 20 p2time 1500 p2inc 20 \
             nodes 7",
        );
        check(
            &Protocol::Ugi,
            Some("6/6 a"),
            3,
            "position fen 6/6 a moves b1c3 b8c6; go s1time 1500 s1inc 20 s2time 1500 s2inc 20 \
             s3time 1500 s3inc 20 nodes 7",
        );
        check(
            &uci(),
            None,
            2,
            "position fen nnnnnnnn/nnnnnnnn/8/8/8/8/NNNNNNNN/NNNNNNNN w - - 0 1 moves b1c3 b8c6; \
             go wtime 1500 winc 20 btime 1500 binc 20 nodes 7",
        );
    }

    #[test]
    fn positions_are_translated() {
        assert_eq!(
            fen("8/3b4/8/8/8/8/a1a5/8 b"),
            "8/3n4/8/8/8/8/N1N5/8 b - - 0 1"
        );
    }
}
