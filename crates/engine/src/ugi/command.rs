//! What a manager says.

use crate::{Allowance, Limits};
use longjump_rules::{MAX_SEATS, Seat};
use std::str::SplitWhitespace;
use std::time::Duration;

/// One line from the manager.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Command {
    Ugi,
    IsReady,
    SetOption {
        name: String,
        value: String,
    },
    NewGame,
    Position {
        start: Option<String>,
        moves: Vec<String>,
    },
    Go(Box<Budget>),
    Query(Query),
    /// Everything about the position, for people.
    Describe,
    Stop,
    Quit,
}

/// What a manager may ask about the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Query {
    FirstToMove,
    Turn,
    GameOver,
    Result,
    Position,
    Moves,
    Ending,
}

/// How long the engine may think, and what about.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Budget {
    pub(super) clocks: [Clocks; MAX_SEATS],
    pub(super) movetime: Option<Duration>,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) infinite: bool,
    /// The moves to choose from; all if there are none.
    pub(super) searchmoves: Vec<String>,
}

/// What a seat has on its clock, as far as the manager said.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Clocks {
    time: Option<Duration>,
    increment: Duration,
}

/// What gets lost between the manager's clock and ours: a busy system now and then lets a
/// process wait for that long, and a game may be a hundred moves with hardly a second left.
const RESERVE: Duration = Duration::from_millis(30);

impl Budget {
    /// The limits for a seat.
    pub(super) fn limits(&self, seat: Seat) -> Limits {
        let clocks = self.clocks[seat.index()];
        let mut limits = match clocks.time {
            Some(remaining) if !self.infinite => {
                let increment = clocks.increment;
                Allowance {
                    remaining,
                    increment,
                }
                .limits(RESERVE)
            }
            _ => Limits::default(),
        };
        if self.infinite {
            return limits;
        }
        limits.depth = self.depth;
        limits.nodes = self.nodes;
        if let Some(movetime) = self.movetime {
            limits.end = Some(limits.end.map_or(movetime, |end| end.min(movetime)));
        }
        limits
    }
}

impl Budget {
    /// Sets what a word of `go` with a number stands for.
    fn set(&mut self, word: &str, value: u64) {
        let time = Duration::from_millis(value);
        match word {
            "movetime" => self.movetime = Some(time),
            "depth" => self.depth = Some(value.min(u32::MAX.into()) as u32),
            "nodes" => self.nodes = Some(value),
            _ => match seat_of(word) {
                Some((seat, "time")) => self.clocks[seat].time = Some(time),
                Some((seat, _)) => self.clocks[seat].increment = time,
                None => unreachable!("words that go does not have were told apart before"),
            },
        }
    }
}

/// Reads a line; `None` for an empty one.
///
/// # Errors
/// When it is nothing a manager says, with what is wrong.
pub(super) fn parse(line: &str) -> Result<Option<Command>, String> {
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else {
        return Ok(None);
    };
    let command = match first {
        "ugi" => Command::Ugi,
        "isready" => Command::IsReady,
        "uginewgame" => Command::NewGame,
        "setoption" => set_option(words)?,
        "position" => position(words)?,
        "go" => Command::Go(Box::new(budget(words)?)),
        "query" => query(words)?,
        "d" => Command::Describe,
        "stop" => Command::Stop,
        "quit" => Command::Quit,
        _ => return Err(format!("unknown command '{first}'")),
    };
    Ok(Some(command))
}

/// `name N value V`; both may have several words.
fn set_option(words: SplitWhitespace<'_>) -> Result<Command, String> {
    let words: Vec<&str> = words.collect();
    let value_at = words.iter().position(|&word| word == "value");
    match (words.first(), value_at) {
        (Some(&"name"), Some(at)) if at > 1 => Ok(Command::SetOption {
            name: words[1..at].join(" "),
            value: words[at + 1..].join(" "),
        }),
        _ => Err("setoption takes: name NAME value VALUE".to_owned()),
    }
}

/// `startpos` or `fen F`, and `moves` with any number of moves.
fn position(mut words: SplitWhitespace<'_>) -> Result<Command, String> {
    let kind = words.next();
    let before_moves = words.by_ref().take_while(|&word| word != "moves");
    let text = before_moves.collect::<Vec<&str>>().join(" ");
    let start = match kind {
        Some("startpos") if text.is_empty() => None,
        Some("fen") if !text.is_empty() => Some(text),
        _ => {
            return Err("position takes: startpos or fen POSITION, then moves MOVE ...".to_owned());
        }
    };
    Ok(Command::Position {
        start,
        moves: words.map(str::to_owned).collect(),
    })
}

const QUERIES: &str = "query takes: p1turn, turn, gameover, result, position, moves or ending";

fn query(mut words: SplitWhitespace<'_>) -> Result<Command, String> {
    Ok(Command::Query(match words.next() {
        Some("p1turn") => Query::FirstToMove,
        Some("turn") => Query::Turn,
        Some("gameover") => Query::GameOver,
        Some("result") => Query::Result,
        Some("position") => Query::Position,
        Some("moves") => Query::Moves,
        Some("ending") => Query::Ending,
        _ => return Err(QUERIES.to_owned()),
    }))
}

fn budget(words: SplitWhitespace<'_>) -> Result<Budget, String> {
    let mut words = words.peekable();
    let mut budget = Budget::default();
    while let Some(word) = words.next() {
        match word {
            "infinite" => budget.infinite = true,
            "searchmoves" => {
                let moves = std::iter::from_fn(|| words.next_if(|&word| !is_word_of_go(word)));
                budget.searchmoves.extend(moves.map(str::to_owned));
            }
            _ if is_word_of_go(word) => {
                let value = words.next().and_then(|value| value.parse::<i128>().ok());
                let value = value.ok_or_else(|| format!("go {word} takes a number"))?;
                // A clock that has run out can be given as less than nothing.
                budget.set(word, value.clamp(0, u64::MAX.into()) as u64);
            }
            _ => return Err(format!("go has no '{word}'")),
        }
    }
    Ok(budget)
}

fn is_word_of_go(word: &str) -> bool {
    matches!(
        word,
        "infinite" | "searchmoves" | "movetime" | "depth" | "nodes"
    ) || matches!(seat_of(word), Some((_, "time" | "inc")))
}

/// The seat and the rest of a word such as `p1time` or `s4inc`.
fn seat_of(word: &str) -> Option<(usize, &str)> {
    let (seats, rest) = match word.as_bytes() {
        [b'p', b'1'..=b'2', ..] | [b's', b'1'..=b'6', ..] => word.split_at(2),
        _ => return None,
    };
    Some(((seats.as_bytes()[1] - b'1').into(), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expect: Command) {
        assert_eq!(parse(line), Ok(Some(expect)), "{line}");
    }

    #[test]
    fn lines_are_read() {
        check("ugi", Command::Ugi);
        check("  isready  ", Command::IsReady);
        check(
            "setoption name Late Moves value 3 4",
            Command::SetOption {
                name: "Late Moves".to_owned(),
                value: "3 4".to_owned(),
            },
        );
        check(
            "position startpos",
            Command::Position {
                start: None,
                moves: Vec::new(),
            },
        );
        check(
            "position fen 6/6 a moves a1b2 pass",
            Command::Position {
                start: Some("6/6 a".to_owned()),
                moves: vec!["a1b2".to_owned(), "pass".to_owned()],
            },
        );
        check("query p1turn", Command::Query(Query::FirstToMove));
        assert_eq!(parse("   "), Ok(None));
    }

    #[test]
    fn clocks_are_those_of_the_seat_to_move() {
        let line = "go p1time 100 p2time 60000 p1inc 0 p2inc 1000 s3time -5";
        let Ok(Some(Command::Go(budget))) = parse(line) else {
            panic!("{line}");
        };
        let end = |seat| budget.limits(Seat::new(seat)).end.expect("an end");
        assert!(end(0) < Duration::from_millis(100));
        assert!(end(1) > Duration::from_secs(10));
        assert_eq!(end(2), Duration::from_millis(1));
        assert_eq!(budget.limits(Seat::new(3)), Limits::default());
    }

    #[test]
    fn moves_to_search_end_where_the_next_word_begins() {
        let line = "go searchmoves a1b2 pass depth 3 searchmoves c3d4";
        let Ok(Some(Command::Go(budget))) = parse(line) else {
            panic!("{line}");
        };
        assert_eq!(budget.searchmoves, ["a1b2", "pass", "c3d4"]);
        assert_eq!(budget.depth, Some(3));
    }

    #[test]
    fn what_is_wrong_is_told() {
        for (line, expect) in [
            ("xyzzy", "unknown command 'xyzzy'"),
            ("go depth", "go depth takes a number"),
            ("go depth many", "go depth takes a number"),
            ("go p3time 5", "go has no 'p3time'"),
            ("go wtime 5", "go has no 'wtime'"),
            ("setoption hash 3", "setoption takes: name NAME value VALUE"),
            (
                "position",
                "position takes: startpos or fen POSITION, then moves MOVE ...",
            ),
            (
                "position fen moves",
                "position takes: startpos or fen POSITION, then moves MOVE ...",
            ),
            ("query", QUERIES),
        ] {
            assert_eq!(parse(line), Err(expect.to_owned()), "{line}");
        }
    }
}
