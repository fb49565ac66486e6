//! What programs say about their search: the lines that begin with `info`.

use super::protocol::Protocol;
use longjump_engine::{Outlook, Score};

/// What a program has said so far.
#[derive(Default, PartialEq, Debug)]
pub(super) struct SearchInfo {
    score: Option<ReportedScore>,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
}

/// A score as the program put it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ReportedScore {
    Hundredths(i32),
    /// Until a win, or less than nothing until a loss.
    Mate(i32),
}

impl SearchInfo {
    /// Takes in the words after `info`.
    pub(super) fn read<'a>(&mut self, mut words: impl Iterator<Item = &'a str>) {
        let mut read = Self::default();
        while let Some(word) = words.next() {
            let mut number = || words.next().and_then(|word| word.parse::<i64>().ok());
            match word {
                // Only the best of several lines counts.
                "multipv" if number() != Some(1) => return,
                "depth" => read.depth = number().and_then(|depth| depth.try_into().ok()),
                "nodes" => read.nodes = number().and_then(|nodes| nodes.try_into().ok()),
                "score" => read.score = reported(words.next(), words.next()),
                "pv" | "string" => break,
                _ => {}
            }
        }
        self.score = read.score.or(self.score);
        self.depth = read.depth.or(self.depth);
        self.nodes = read.nodes.or(self.nodes);
    }

    /// The score in our own terms.
    pub(super) fn score(&self, protocol: &Protocol) -> Option<Score> {
        let outlook = match self.score? {
            ReportedScore::Hundredths(score) => Outlook::Ahead(score),
            ReportedScore::Mate(mate) if mate > 0 => {
                Outlook::WinIn(protocol.plies_to_win(mate.unsigned_abs()))
            }
            ReportedScore::Mate(mate) => {
                Outlook::LossIn(protocol.plies_to_loss(mate.unsigned_abs()))
            }
        };
        Some(outlook.score())
    }
}

fn reported(kind: Option<&str>, value: Option<&str>) -> Option<ReportedScore> {
    let value = value?.parse().ok()?;
    match kind? {
        "cp" => Some(ReportedScore::Hundredths(value)),
        "mate" => Some(ReportedScore::Mate(value)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_line_is_read() {
        let mut info = SearchInfo::default();
        for line in [
            "depth 3 seldepth 9 multipv 1 score cp -35 nodes 210 pv a1a2 b1b2",
            "depth 4 multipv 2 score cp -90 nodes 300 pv c1c2",
            "string depth 9 is near",
            "nodes 512 nps 1000",
        ] {
            info.read(line.split_whitespace());
        }
        assert_eq!(info.score(&Protocol::Ugi), Some(-35));
        assert_eq!((info.depth, info.nodes), (Some(3), Some(512)));
    }

    #[test]
    fn a_mate_is_in_plies_or_in_moves() {
        let uci = Protocol::Uci {
            variant: String::new(),
            start: String::new(),
        };
        let check = |line: &str, protocol: &Protocol, expect: Outlook| {
            let mut info = SearchInfo::default();
            info.read(line.split_whitespace());
            assert_eq!(info.score(protocol), Some(expect.score()), "{line}");
        };
        check("score mate 3", &Protocol::Ugi, Outlook::WinIn(3));
        check("score mate 3", &uci, Outlook::WinIn(5));
        check("score mate -4", &Protocol::Ugi, Outlook::LossIn(4));
        check("score mate -4", &uci, Outlook::LossIn(8));
    }
}
