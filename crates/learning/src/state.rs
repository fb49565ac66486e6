//! A training that can be gone on with: a line that says which it is, and its numbers.

use crate::adam::Adam;
use crate::error::LearningError;
use crate::trainer::EpochLosses;
use longjump_dataset::Checksum;
use serde_json::Value;

/// What a file begins with; the last byte before the line is the form.
const MAGIC: &[u8] = b"LJTRAIN\x01";

/// Where a training is.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct State {
    /// The net's numbers.
    pub(crate) numbers: Vec<f32>,
    /// Those of the best net so far.
    pub(crate) best: Vec<f32>,
    pub(crate) adam: Adam,
    /// The losses of the epochs so far.
    pub(crate) losses: Vec<EpochLosses>,
}

impl State {
    pub(crate) fn new(numbers: Vec<f32>) -> Self {
        Self {
            adam: Adam::new(numbers.len()),
            best: numbers.clone(),
            numbers,
            losses: Vec::new(),
        }
    }

    /// The bytes of a file, for the run that this line describes.
    pub(crate) fn write(&self, run: &str) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(run.as_bytes());
        bytes.push(b'\n');
        bytes.extend(self.adam.steps.to_le_bytes());
        bytes.extend((self.losses.len() as u64).to_le_bytes());
        for loss in &self.losses {
            bytes.extend(loss.learned.to_le_bytes());
            bytes.extend(loss.checked.to_le_bytes());
        }
        let rows = [
            &self.numbers,
            &self.best,
            &self.adam.slopes,
            &self.adam.squares,
        ];
        for number in rows.into_iter().flatten() {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(Checksum::of(&bytes).to_le_bytes());
        bytes
    }

    /// The state in a file, if it is of this run and has so many numbers.
    pub(crate) fn read(bytes: &[u8], run: &str, count: usize) -> Result<Self, LearningError> {
        let damaged = || {
            let reason = "it is damaged; train anew, without --resume";
            LearningError::State(reason.to_owned())
        };
        let other = || {
            let reason = "it is no state of a training that this program can go on with; train \
                          anew, without --resume";
            LearningError::State(reason.to_owned())
        };
        let rest = bytes.strip_prefix(MAGIC).ok_or_else(other)?;
        let end = rest.iter().position(|&byte| byte == b'\n');
        let (line, rest) = rest.split_at(end.ok_or_else(damaged)?);
        let (rest, expected) = rest[1..].split_last_chunk().ok_or_else(damaged)?;
        let sum = Checksum::of(&bytes[..bytes.len() - expected.len()]);
        if sum != u64::from_le_bytes(*expected) {
            return Err(damaged());
        }
        if line != run.as_bytes() {
            return Err(LearningError::State(differences(line, run)));
        }
        let mut parts = Parts(rest);
        let state = parts.state(count).ok_or_else(damaged)?;
        parts.0.is_empty().then_some(state).ok_or_else(damaged)
    }
}

/// Takes numbers off the front of some bytes.
struct Parts<'a>(&'a [u8]);

impl Parts<'_> {
    fn state(&mut self, count: usize) -> Option<State> {
        let steps = u64::from_le_bytes(self.take()?);
        let epochs = u64::from_le_bytes(self.take()?);
        let losses = (0..epochs).map(|_| {
            Some(EpochLosses {
                learned: f64::from_le_bytes(self.take()?),
                checked: f64::from_le_bytes(self.take()?),
            })
        });
        let losses = losses.collect::<Option<_>>()?;
        let mut row = || -> Option<Vec<f32>> {
            let numbers = (0..count).map(|_| self.take().map(f32::from_le_bytes));
            numbers.collect()
        };
        Some(State {
            losses,
            numbers: row()?,
            best: row()?,
            adam: Adam {
                slopes: row()?,
                squares: row()?,
                steps,
            },
        })
    }

    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (part, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*part)
    }
}

/// What is another in the run that a state was saved in.
fn differences(line: &[u8], run: &str) -> String {
    let there: Value = serde_json::from_slice(line).unwrap_or_default();
    let here: Value = serde_json::from_str(run).unwrap_or_default();
    let fields = here.as_object().into_iter().flatten();
    let changed = fields.filter(|(name, value)| there[name.as_str()] != **value);
    let words: Vec<String> = changed
        .map(|(name, value)| format!("{name} {} and not {value}", there[name.as_str()]))
        .collect();
    format!(
        "it was saved in another training, with {}; give what it had, or train anew, without \
         --resume",
        words.join(", ")
    )
}
