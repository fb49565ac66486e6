//! A net as bytes.

use super::error::NetError;
use super::net::{About, Net, Output};
use super::phases::PHASES;
use super::shape::{HIDDEN, LARGEST_FIRST, LARGEST_OUTPUT, ONE, OUTPUT_ONE};
use longjump_dataset::Checksum;

/// What a file begins with, before the version of the format.
const MAGIC: [u8; 7] = *b"LJUMPNN";
/// The version that is written: with a number of phases.
const VERSION: u8 = 2;
/// The version before: one output, whatever the phase.
const WITHOUT_PHASES: u8 = 1;

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

    fn text(&mut self) -> Option<&'a [u8]> {
        let length = self.number()?;
        self.take(length)
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
        bytes.push(VERSION);
        let mut number = |number: usize| bytes.extend((number as u16).to_le_bytes());
        number(self.first.len());
        number(HIDDEN);
        number(self.outputs.len());
        for text in [&self.about.game, &self.about.note] {
            let text = &text[..text.floor_char_boundary(usize::from(u16::MAX))];
            bytes.extend((text.len() as u16).to_le_bytes());
            bytes.extend(text.as_bytes());
        }
        let outputs = self.outputs.iter().flat_map(|output| &output.weights);
        let rows = self.first.iter().chain([&self.bias]).chain(outputs);
        for weight in rows.flatten() {
            bytes.extend(weight.to_le_bytes());
        }
        for output in &self.outputs {
            bytes.extend(output.bias.to_le_bytes());
        }
        bytes.extend(Checksum::of(&bytes).to_le_bytes());
        bytes
    }

    /// The net of a file.
    ///
    /// # Errors
    /// When it is none that this program plays, with the reason.
    pub fn read(bytes: &[u8]) -> Result<Self, NetError> {
        let rest = bytes.strip_prefix(&MAGIC).ok_or(NetError::NotANet)?;
        let mut parts = Parts(rest);
        let version = parts.take(1).map_or(0, |byte| byte[0]);
        if ![VERSION, WITHOUT_PHASES].contains(&version) {
            return Err(NetError::Form(version));
        }
        let cut_short = || NetError::Length {
            expected: bytes.len() + 1,
            found: bytes.len(),
        };
        let features = parts.number().ok_or_else(cut_short)?;
        let hidden = parts.number().ok_or_else(cut_short)?;
        if hidden != HIDDEN {
            return Err(NetError::Hidden(hidden));
        }
        let phases = match version {
            WITHOUT_PHASES => 1,
            _ => parts.number().ok_or_else(cut_short)?,
        };
        if ![1, PHASES].contains(&phases) {
            return Err(NetError::Phases(phases));
        }
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).map_err(|_| NetError::NotText);
        let about = About {
            game: text(parts.text().ok_or_else(cut_short)?)?,
            note: text(parts.text().ok_or_else(cut_short)?)?,
        };
        let before = bytes.len() - parts.0.len();
        let expected = before + 2 * HIDDEN * (features + 1 + 2 * phases) + 4 * phases + 8;
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
        let mut row = |one: i16, largest: i16| {
            let row = parts.row().ok_or_else(cut_short)?;
            let too_large = row
                .iter()
                .find(|weight| weight.unsigned_abs() > largest as u16);
            match too_large {
                Some(&weight) => Err(NetError::Weight(f32::from(weight) / f32::from(one))),
                None => Ok(row),
            }
        };
        let first = (0..features).map(|_| row(ONE, LARGEST_FIRST));
        let first = first.collect::<Result<_, _>>()?;
        let bias = row(ONE, LARGEST_FIRST)?;
        let weights = (0..phases).map(|_| {
            Ok([
                row(OUTPUT_ONE, LARGEST_OUTPUT)?,
                row(OUTPUT_ONE, LARGEST_OUTPUT)?,
            ])
        });
        let weights: Vec<[[i16; HIDDEN]; 2]> = weights.collect::<Result<_, _>>()?;
        let outputs = weights.into_iter().map(|weights| {
            let bias = parts.take(4).ok_or_else(cut_short)?;
            let bias = i32::from_le_bytes(bias.try_into().expect("four bytes"));
            Ok(Output { weights, bias })
        });
        Ok(Self {
            about,
            first,
            bias,
            outputs: outputs.collect::<Result<_, _>>()?,
        })
    }
}
