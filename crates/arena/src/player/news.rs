//! What programs tell about their thinking.

use super::dialect::Dialect;
use longjump_engine::{Outlook, Score};

/// What a program has told so far.
#[derive(Default, PartialEq, Debug)]
pub(super) struct News {
    score: Option<Told>,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
}

/// A score as it was told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Told {
    Hundredths(i32),
    /// Until a win, or less than nothing until a loss.
    Mate(i32),
}

impl News {
    /// Takes in the words after `info`.
    pub(super) fn hear<'a>(&mut self, mut words: impl Iterator<Item = &'a str>) {
        let mut heard = Self::default();
        while let Some(word) = words.next() {
            let mut number = || words.next().and_then(|word| word.parse::<i64>().ok());
            match word {
                // Only the best of several lines counts.
                "multipv" if number() != Some(1) => return,
                "depth" => heard.depth = number().and_then(|depth| depth.try_into().ok()),
                "nodes" => heard.nodes = number().and_then(|nodes| nodes.try_into().ok()),
                "score" => heard.score = told(words.next(), words.next()),
                "pv" | "string" => break,
                _ => {}
            }
        }
        self.score = heard.score.or(self.score);
        self.depth = heard.depth.or(self.depth);
        self.nodes = heard.nodes.or(self.nodes);
    }

    /// The score in our own terms.
    pub(super) fn score(&self, dialect: &Dialect) -> Option<Score> {
        let outlook = match self.score? {
            Told::Hundredths(score) => Outlook::Ahead(score),
            Told::Mate(mate) if mate > 0 => {
                Outlook::WinIn(dialect.plies_to_win(mate.unsigned_abs()))
            }
            Told::Mate(mate) => Outlook::LossIn(dialect.plies_to_loss(mate.unsigned_abs())),
        };
        Some(outlook.score())
    }
}

fn told(kind: Option<&str>, value: Option<&str>) -> Option<Told> {
    let value = value?.parse().ok()?;
    match kind? {
        "cp" => Some(Told::Hundredths(value)),
        "mate" => Some(Told::Mate(value)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_line_is_heard() {
        let mut news = News::default();
        for line in [
            "depth 3 seldepth 9 multipv 1 score cp -35 nodes 210 pv a1a2 b1b2",
            "depth 4 multipv 2 score cp -90 nodes 300 pv c1c2",
            "string depth 9 is near",
            "nodes 512 nps 1000",
        ] {
            news.hear(line.split_whitespace());
        }
        assert_eq!(news.score(&Dialect::Ugi), Some(-35));
        assert_eq!((news.depth, news.nodes), (Some(3), Some(512)));
    }

    #[test]
    fn a_mate_is_in_plies_or_in_moves() {
        let uci = Dialect::Uci {
            variant: String::new(),
            start: String::new(),
        };
        let check = |line: &str, dialect: &Dialect, expect: Outlook| {
            let mut news = News::default();
            news.hear(line.split_whitespace());
            assert_eq!(news.score(dialect), Some(expect.score()), "{line}");
        };
        check("score mate 3", &Dialect::Ugi, Outlook::WinIn(3));
        check("score mate 3", &uci, Outlook::WinIn(5));
        check("score mate -4", &Dialect::Ugi, Outlook::LossIn(4));
        check("score mate -4", &uci, Outlook::LossIn(8));
    }
}
