//! A net as bytes.

use super::error::NetError;
use super::net::{About, Net};
use super::shape::{HIDDEN, LARGEST_FIRST, LARGEST_OUTPUT, ONE, OUTPUT_ONE};
use longjump_dataset::Checksum;

/// What a file begins with; the last byte is the version of the format.
const MAGIC: [u8; 8] = *b"LJUMPNN\x01";

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
        let mut number = |number: usize| bytes.extend((number as u16).to_le_bytes());
        number(self.first.len());
        number(HIDDEN);
        for text in [&self.about.game, &self.about.note] {
            let text = &text[..text.floor_char_boundary(usize::from(u16::MAX))];
            bytes.extend((text.len() as u16).to_le_bytes());
            bytes.extend(text.as_bytes());
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
            None => return Err(NetError::NotANet),
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
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).map_err(|_| NetError::NotText);
        let about = About {
            game: text(parts.text().ok_or_else(cut_short)?)?,
            note: text(parts.text().ok_or_else(cut_short)?)?,
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
        let (own, other) = (
            row(OUTPUT_ONE, LARGEST_OUTPUT)?,
            row(OUTPUT_ONE, LARGEST_OUTPUT)?,
        );
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
