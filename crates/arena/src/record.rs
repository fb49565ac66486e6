//! What is kept of a game.

use longjump_engine::Score;
use longjump_rules::Ending;
use serde::{Deserialize, Serialize};
use std::fmt;

/// How a game came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// The rules decided it: see [`GameRecord::ending`].
    Result,
    /// A draw, as a position stood too often.
    Repetition,
    /// It took too many plies.
    Length,
    /// The referee's own search proved the result.
    Solved,
    /// A player took more time than it had.
    Time,
    /// A player answered with a move that is not legal.
    IllegalMove,
    /// A program ended when it was to start or to answer.
    Crash,
    /// A program did not answer at all.
    Stall,
    /// A program had ended before the game began.
    Disconnect,
    /// A program wrote more than anybody wants to read.
    Flood,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Result => "result",
            Self::Repetition => "repetition",
            Self::Length => "length",
            Self::Solved => "solved",
            Self::Time => "time",
            Self::IllegalMove => "illegal move",
            Self::Crash => "crash",
            Self::Stall => "stall",
            Self::Disconnect => "disconnect",
            Self::Flood => "flood",
        })
    }
}

/// A seat that failed, and how.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatFault {
    /// The seat, from 0.
    pub seat: usize,
    /// What it is called.
    pub cause: Cause,
    /// What happened, in words.
    pub detail: String,
    /// How many moves had been played.
    pub ply: usize,
}

/// What was noted when a move was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "TurnRow", into = "TurnRow")]
pub struct TurnNote {
    /// Who moved.
    pub seat: usize,
    /// How long it took.
    pub microseconds: u64,
    /// How good the position seemed to the mover.
    pub score: Option<Score>,
    /// How deep it looked.
    pub depth: Option<u32>,
    /// How many positions it looked at.
    pub nodes: Option<u64>,
}

/// A turn's note as the log has it: there are millions of them.
type TurnRow = (usize, u64, Option<Score>, Option<u32>, Option<u64>);

impl From<TurnRow> for TurnNote {
    fn from((seat, microseconds, score, depth, nodes): TurnRow) -> Self {
        Self {
            seat,
            microseconds,
            score,
            depth,
            nodes,
        }
    }
}

impl From<TurnNote> for TurnRow {
    fn from(note: TurnNote) -> Self {
        (
            note.seat,
            note.microseconds,
            note.score,
            note.depth,
            note.nodes,
        )
    }
}

/// A finished game as the log has it, one a line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// The number of its block.
    pub block: usize,
    /// Its number in the block: by how many seats everybody moved on.
    pub game: usize,
    /// The number of its opening.
    pub opening: usize,
    /// Who sat in each seat, as numbers of participants.
    pub players: Vec<usize>,
    /// The position it began from, if not the usual one.
    pub start: Option<String>,
    /// The moves with spaces between them, those of the opening first.
    pub moves: String,
    /// How many of the moves are the opening's.
    pub opening_plies: usize,
    /// The place of each seat.
    pub places: Vec<u8>,
    /// How it ended.
    pub cause: Cause,
    /// Which rule ended it, if the rules did.
    #[serde(default, with = "ending_name")]
    pub ending: Option<Ending>,
    /// Who failed.
    #[serde(default)]
    pub faults: Vec<SeatFault>,
    /// A note for each move after the opening's.
    pub turns: Vec<TurnNote>,
}

/// Endings are written by their names.
mod ending_name {
    use longjump_rules::Ending;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[expect(clippy::ref_option, reason = "serde hands over references")]
    pub(super) fn serialize<S: Serializer>(
        ending: &Option<Ending>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        ending.map(Ending::name).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Ending>, D::Error> {
        let Some(name) = Option::<String>::deserialize(from)? else {
            return Ok(None);
        };
        let mut all = Ending::ALL.into_iter();
        let found = all.find(|ending| ending.name() == name);
        let unknown = || D::Error::custom(format_args!("'{name}' is not the end of any game"));
        found.map(Some).ok_or_else(unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> GameRecord {
        GameRecord {
            block: 3,
            game: 1,
            opening: 3,
            players: vec![1, 0],
            start: None,
            moves: "b1c3 b8c6 c3d5".to_owned(),
            opening_plies: 2,
            places: vec![1, 2],
            cause: Cause::Result,
            ending: Some(Ending::FarRow),
            faults: Vec::new(),
            turns: vec![TurnNote {
                seat: 0,
                microseconds: 1234,
                score: None,
                depth: Some(5),
                nodes: None,
            }],
        }
    }

    /// `docs/arena.md` explains every field.
    #[test]
    fn every_field_is_there_even_when_empty() {
        let line = serde_json::to_string(&record()).expect("it can be written");
        let expect = concat!(
            r#"{"block":3,"game":1,"opening":3,"players":[1,0],"start":null,"#,
            r#""moves":"b1c3 b8c6 c3d5","opening_plies":2,"places":[1,2],"cause":"result","#,
            r#""ending":"far-row","faults":[],"turns":[[0,1234,null,5,null]]}"#,
        );
        assert_eq!(line, expect);
    }

    #[test]
    fn what_was_written_is_read() {
        for ending in [None, Some(Ending::Stuck), Some(Ending::PlyLimit)] {
            let record = GameRecord { ending, ..record() };
            let line = serde_json::to_string(&record).expect("it can be written");
            assert_eq!(serde_json::from_str::<GameRecord>(&line).ok(), Some(record));
        }
        let line = serde_json::to_string(&record()).expect("it can be written");
        let wrong = line.replace("far-row", "magic");
        let error = serde_json::from_str::<GameRecord>(&wrong).expect_err("no such ending");
        assert!(
            error.to_string().contains("'magic' is not the end"),
            "{error}"
        );
    }
}
