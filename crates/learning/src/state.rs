//! The saved state of a training: a line that says which it is, and its numbers.

use crate::adam::Adam;
use crate::error::{Difference, StateError};
use crate::progress::EpochLosses;
use longjump_dataset::Checksum;
use serde_json::Value;

/// What a file begins with; the last byte before the line is the version of the format.
const MAGIC: &[u8] = b"LJTRAIN\x01";

/// Where a training is.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct State {
    pub(crate) parameters: Vec<f32>,
    /// The parameters of the best net so far.
    pub(crate) best: Vec<f32>,
    pub(crate) adam: Adam,
    /// The losses of the epochs so far.
    pub(crate) losses: Vec<EpochLosses>,
}

impl State {
    pub(crate) fn new(parameters: Vec<f32>) -> Self {
        Self {
            adam: Adam::new(parameters.len()),
            best: parameters.clone(),
            parameters,
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
            bytes.extend(loss.training.to_le_bytes());
            bytes.extend(loss.validation.to_le_bytes());
        }
        let rows = [
            &self.parameters,
            &self.best,
            &self.adam.first_moment,
            &self.adam.second_moment,
        ];
        for number in rows.into_iter().flatten() {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(Checksum::of(&bytes).to_le_bytes());
        bytes
    }

    /// The state in a file, if it is of this run and has so many parameters.
    pub(crate) fn read(bytes: &[u8], run: &str, count: usize) -> Result<Self, StateError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(StateError::NotAState)?;
        let end = rest.iter().position(|&byte| byte == b'\n');
        let (line, rest) = rest.split_at(end.ok_or(StateError::Damaged)?);
        let (rest, expected) = rest[1..].split_last_chunk().ok_or(StateError::Damaged)?;
        let sum = Checksum::of(&bytes[..bytes.len() - expected.len()]);
        if sum != u64::from_le_bytes(*expected) {
            return Err(StateError::Damaged);
        }
        if line != run.as_bytes() {
            return Err(StateError::OtherTraining(differences(line, run)));
        }
        let mut parts = Parts(rest);
        let state = parts.state(count).ok_or(StateError::Damaged)?;
        let is_all = parts.0.is_empty();
        is_all.then_some(state).ok_or(StateError::Damaged)
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
                training: f64::from_le_bytes(self.take()?),
                validation: f64::from_le_bytes(self.take()?),
            })
        });
        let losses = losses.collect::<Option<_>>()?;
        let mut row = || -> Option<Vec<f32>> {
            let numbers = (0..count).map(|_| self.take().map(f32::from_le_bytes));
            numbers.collect()
        };
        Some(State {
            losses,
            parameters: row()?,
            best: row()?,
            adam: Adam {
                first_moment: row()?,
                second_moment: row()?,
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
fn differences(line: &[u8], run: &str) -> Vec<Difference> {
    let there: Value = serde_json::from_slice(line).unwrap_or_default();
    let here: Value = serde_json::from_str(run).unwrap_or_default();
    let fields = here.as_object().into_iter().flatten();
    let changed = fields.filter(|(name, value)| there[name.as_str()] != **value);
    let difference = |(name, value): (&String, &Value)| Difference {
        setting: name.clone(),
        saved: there[name.as_str()].to_string(),
        now: value.to_string(),
    };
    changed.map(difference).collect()
}
