//! A net as bytes.

use super::{HIDDEN, Net};
use longjump_dataset::Checksum;
use thiserror::Error;

/// What a file begins with; the last byte is the form.
const MAGIC: [u8; 8] = *b"LJUMPNN\x01";

/// What a net is for and where it is from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct About {
    /// The game it was learned from.
    pub game: String,
    /// Where it is from, in words.
    pub note: String,
}

/// Why a net can't be used.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum NetError {
    /// It is something else.
    #[error(
        "it is no net: nets begin with {:?}; 'longjump train' makes them",
        "LJUMPNN"
    )]
    Other,
    /// It has another form.
    #[error("the net has form {0} and this program reads form 1; train it anew")]
    Form(u8),
    /// Its layer has another width.
    #[error(
        "the net's layer is {0} wide and this program plays nets of {HIDDEN}; train it with --hidden {HIDDEN}"
    )]
    Hidden(usize),
    /// It is not whole.
    #[error("the net is not whole: it should have {expected} bytes and has {found}")]
    Length {
        /// How long it should be.
        expected: usize,
        /// How long it is.
        found: usize,
    },
    /// It is damaged.
    #[error("the net is damaged: its checksum is {found:016x}, not {expected:016x}")]
    Checksum {
        /// What is there.
        found: u64,
        /// What should be.
        expected: u64,
    },
    /// It is for another game.
    #[error("the net is for {net} and the game is {game}")]
    Game {
        /// The net's.
        net: String,
        /// Ours.
        game: String,
    },
    /// The player can't show the game to a net.
    #[error("this player has no use for nets in {0}; give one that has, such as default")]
    Unseen(String),
    /// It has other inputs.
    #[error("the net has {net} inputs and the board gives {board}")]
    Features {
        /// The net's.
        net: usize,
        /// The board's.
        board: usize,
    },
    /// A weight can't be a small integer.
    #[error("a weight of {0} is too large to be rounded; train with weights kept small")]
    Weight(f32),
}

/// Takes parts off the front of some bytes.
struct Parts<'a>(&'a [u8]);

impl<'a> Parts<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (part, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(part)
    }

    fn number(&mut self) -> Option<usize> {
        let bytes = self.take(2)?.try_into().ok()?;
        Some(u16::from_le_bytes(bytes).into())
    }

    fn text(&mut self) -> Option<String> {
        let length = self.number()?;
        Some(String::from_utf8_lossy(self.take(length)?).into_owned())
    }

    fn row(&mut self) -> Option<[i16; HIDDEN]> {
        let bytes = self.take(2 * HIDDEN)?;
        let mut row = [0; HIDDEN];
        for (to, from) in row.iter_mut().zip(bytes.chunks_exact(2)) {
            *to = i16::from_le_bytes([from[0], from[1]]);
        }
        Some(row)
    }
}

impl Net {
    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let mut number = |number: usize| bytes.extend((number as u16).to_le_bytes());
        number(self.first.len());
        number(HIDDEN);
        for text in [&self.about.game, &self.about.note] {
            let text = &text.as_bytes()[..text.len().min(usize::from(u16::MAX))];
            bytes.extend((text.len() as u16).to_le_bytes());
            bytes.extend(text);
        }
        let rows = self.first.iter().chain([&self.bias]).chain(&self.output);
        for weight in rows.flatten() {
            bytes.extend(weight.to_le_bytes());
        }
        bytes.extend(self.output_bias.to_le_bytes());
        bytes.extend(Checksum::of(&bytes).to_le_bytes());
        bytes
    }

    /// The net of a file.
    ///
    /// # Errors
    /// When it is none that this program plays, with the reason.
    pub fn read(bytes: &[u8]) -> Result<Self, NetError> {
        let (name, form) = MAGIC.split_at(MAGIC.len() - 1);
        match bytes.strip_prefix(name) {
            None => return Err(NetError::Other),
            Some(rest) if rest.first() != form.first() => {
                return Err(NetError::Form(rest.first().copied().unwrap_or(0)));
            }
            Some(_) => {}
        }
        let mut parts = Parts(&bytes[MAGIC.len()..]);
        let cut_short = || NetError::Length {
            expected: bytes.len() + 1,
            found: bytes.len(),
        };
        let features = parts.number().ok_or_else(cut_short)?;
        let hidden = parts.number().ok_or_else(cut_short)?;
        if hidden != HIDDEN {
            return Err(NetError::Hidden(hidden));
        }
        let about = About {
            game: parts.text().ok_or_else(cut_short)?,
            note: parts.text().ok_or_else(cut_short)?,
        };
        let before = bytes.len() - parts.0.len();
        let expected = before + 2 * HIDDEN * (features + 3) + 4 + 8;
        if bytes.len() != expected {
            let found = bytes.len();
            return Err(NetError::Length { expected, found });
        }
        let (checked, sum) = bytes.split_at(bytes.len() - 8);
        let expected = u64::from_le_bytes(sum.try_into().expect("eight bytes"));
        let found = Checksum::of(checked);
        if found != expected {
            return Err(NetError::Checksum { found, expected });
        }
        let mut row = || parts.row().ok_or_else(cut_short);
        let first = (0..features).map(|_| row()).collect::<Result<_, _>>()?;
        let (bias, own, other) = (row()?, row()?, row()?);
        let output_bias = parts.take(4).ok_or_else(cut_short)?;
        Ok(Self {
            about,
            first,
            bias,
            output: [own, other],
            output_bias: i32::from_le_bytes(output_bias.try_into().expect("four bytes")),
        })
    }
}
