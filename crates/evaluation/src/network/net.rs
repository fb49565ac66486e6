//! Nets in small integers: what plays.

use super::error::NetError;
use super::float_net::FloatNet;
use super::shape::{
    HIDDEN, LARGEST_FIRST_WEIGHT, LARGEST_OUTPUT_WEIGHT, MOST, MOVES_PER_UNIT, ONE, OUTPUT_ONE,
};
use longjump_search::Score;

/// What a net is for and where it is from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct About {
    /// The game it was learned from.
    pub game: String,
    /// Where it is from, in words.
    pub note: String,
}

/// A net in small integers.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    pub(super) about: About,
    pub(super) first: Vec<[i16; HIDDEN]>,
    pub(super) bias: [i16; HIDDEN],
    /// One for each phase; nets that make no difference between them have one.
    pub(super) outputs: Vec<Output>,
}

/// The output of a phase: its weights for the side to move and for the other, and its bias.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Output {
    pub(super) weights: [[i16; HIDDEN]; 2],
    pub(super) bias: i32,
}

impl Net {
    /// Rounds a net to integers.
    ///
    /// # Errors
    /// When its layer is not as wide as this program's, or a weight is too large.
    pub fn quantise(net: &FloatNet, about: About) -> Result<Self, NetError> {
        if net.hidden != HIDDEN {
            return Err(NetError::Hidden(net.hidden));
        }
        let whole = |weight: &f32, one: i16, most: f32| {
            let fits = weight.abs() <= most + 1e-3;
            let rounded = (weight * f32::from(one)).round();
            fits.then_some(rounded as i16)
                .ok_or(NetError::Weight(*weight))
        };
        let row = |weights: &[f32], one, most| {
            let mut row = [0; HIDDEN];
            for (to, from) in row.iter_mut().zip(weights) {
                *to = whole(from, one, most)?;
            }
            Ok::<_, NetError>(row)
        };
        let rows = net.first.chunks_exact(HIDDEN);
        let first = rows.map(|weights| row(weights, ONE, LARGEST_FIRST_WEIGHT));
        let output_one = f32::from(ONE) * f32::from(OUTPUT_ONE);
        let output = |(weights, bias): (&[f32], &f32)| {
            let (own, other) = weights.split_at(HIDDEN);
            Ok(Output {
                weights: [
                    row(own, OUTPUT_ONE, LARGEST_OUTPUT_WEIGHT)?,
                    row(other, OUTPUT_ONE, LARGEST_OUTPUT_WEIGHT)?,
                ],
                bias: (bias * output_one).round() as i32,
            })
        };
        let outputs = net.output.chunks_exact(2 * HIDDEN).zip(&net.output_bias);
        Ok(Self {
            about,
            first: first.collect::<Result<_, _>>()?,
            bias: row(&net.bias, ONE, LARGEST_FIRST_WEIGHT)?,
            outputs: outputs.map(output).collect::<Result<_, _>>()?,
        })
    }

    /// The same in floating point, with what rounding has done.
    pub fn to_floats(&self) -> FloatNet {
        let floats = |weights: &[i16], one: i16| {
            let one = f32::from(one);
            weights
                .iter()
                .map(move |&weight| f32::from(weight) / one)
                .collect::<Vec<_>>()
        };
        FloatNet {
            hidden: HIDDEN,
            first: floats(self.first.as_flattened(), ONE),
            bias: floats(&self.bias, ONE),
            output: self
                .outputs
                .iter()
                .flat_map(|output| floats(output.weights.as_flattened(), OUTPUT_ONE))
                .collect(),
            output_bias: self
                .outputs
                .iter()
                .map(|output| output.bias as f32 / (f32::from(ONE) * f32::from(OUTPUT_ONE)))
                .collect(),
        }
    }

    /// What it is for and where it is from.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// How many features it has.
    pub fn features(&self) -> usize {
        self.first.len()
    }

    /// The score in a phase for the hidden layers of the side to move and of the other, in
    /// hundredths of a move.
    #[inline]
    pub(super) fn score(&self, phase: usize, own: &[i16; HIDDEN], other: &[i16; HIDDEN]) -> Score {
        let output = &self.outputs[phase.min(self.outputs.len() - 1)];
        let [for_own, for_other] = &output.weights;
        output.score_of(dot(own, for_own) + dot(other, for_other))
    }

    /// The same for a net with one perspective.
    #[inline]
    pub(super) fn score_of_one(&self, own: &[i16; HIDDEN]) -> Score {
        let output = &self.outputs[0];
        output.score_of(dot(own, &output.weights[0]))
    }
}

impl Output {
    #[inline]
    fn score_of(&self, sum: i32) -> Score {
        let value = i64::from(sum / i32::from(ONE)) + i64::from(self.bias);
        let hundredths = (100.0 * MOVES_PER_UNIT) as i64;
        let one = i64::from(ONE) * i64::from(OUTPUT_ONE);
        (value * hundredths / one).clamp(-MOST, MOST) as Score
    }
}

/// The layer's squared clipped activations, times weights. With weights of 127 at most and 256
/// numbers in all it can't overflow; to check that here would keep tests from using vectors.
#[inline]
fn dot(layer: &[i16; HIDDEN], weights: &[i16; HIDDEN]) -> i32 {
    let mut sum: i32 = 0;
    for (&value, &weight) in layer.iter().zip(weights) {
        let value = value.clamp(0, ONE);
        // The product fits 16 bits, which lets processors do two steps in one.
        let product = i32::from(value.wrapping_mul(weight));
        sum = sum.wrapping_add(product.wrapping_mul(i32::from(value)));
    }
    sum
}
