//! Evaluations learned from games: one wide layer that follows the pieces, in small integers.
//!
//! A net for two sees the board twice, turned the way of each side, and says how many moves the
//! side to move is ahead; one for more seats sees it from each of them ([`SeatViews`]).
//! [`FloatNet`] is what is learned and what the integers are held against; [`Net`] is what
//! plays. `docs/learning.md` has the shape and the file.

mod file;
mod learned;
mod seats;
mod standard;
#[cfg(test)]
mod tests;
mod views;

pub use file::{About, NetError};
pub use learned::{Accumulators, Fitted, HandMade, Learned};
pub use seats::{LearnedSeats, SeatAccumulators, SeatViews};
pub use standard::{standard, supply};
pub use views::{Viewing, Views, kind_of};

use longjump_search::Score;

/// How many numbers the layer keeps for each side.
pub const HIDDEN: usize = 128;

/// What the output's unit is worth in moves.
pub const MOVES_PER_UNIT: f32 = 4.0;

/// First weights beyond this could make sums of the layer overflow.
pub const LARGEST_FIRST_WEIGHT: f32 = 1.98;
/// Output weights beyond this would not fit.
pub const LARGEST_OUTPUT_WEIGHT: f32 = 1.98;

/// What 1 is in the layer: sums are kept in these parts.
const ONE: i16 = 255;
/// What 1 is among the output's weights.
const OUTPUT_ONE: i16 = 64;
/// No evaluation is beyond this: what is, are claims of wins.
const MOST: i64 = 20_000;

/// A net in floating point.
#[derive(Clone, PartialEq, Debug)]
pub struct FloatNet {
    /// How many numbers the layer keeps for each side.
    pub hidden: usize,
    /// What each input adds to the layer: `hidden` numbers for each.
    pub first: Vec<f32>,
    /// What the layer begins with.
    pub bias: Vec<f32>,
    /// What the output makes of the layer, as the side to move sees it and as the other does.
    pub output: Vec<f32>,
    /// What the output begins with.
    pub output_bias: f32,
}

impl FloatNet {
    /// The output for the inputs that the side to move and the other side see.
    pub fn evaluate(&self, own: &[u16], other: &[u16]) -> f32 {
        let for_other = &self.output[self.hidden..];
        self.evaluate_once(own) + self.side(other, for_other)
    }

    /// The output of a net that looks at the board once.
    pub fn evaluate_once(&self, own: &[u16]) -> f32 {
        self.output_bias + self.side(own, &self.output[..self.hidden])
    }

    fn side(&self, inputs: &[u16], output: &[f32]) -> f32 {
        let mut layer = self.bias.clone();
        for &input in inputs {
            let start = usize::from(input) * self.hidden;
            for (sum, weight) in layer.iter_mut().zip(&self.first[start..]) {
                *sum += weight;
            }
        }
        let squared = layer.iter().map(|sum| sum.clamp(0.0, 1.0).powi(2));
        squared.zip(output).map(|(a, w)| a * w).sum()
    }
}

/// A net in small integers.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    about: About,
    first: Vec<[i16; HIDDEN]>,
    bias: [i16; HIDDEN],
    output: [[i16; HIDDEN]; 2],
    output_bias: i32,
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
        let (own, other) = net.output.split_at(HIDDEN);
        let output_one = f32::from(ONE) * f32::from(OUTPUT_ONE);
        Ok(Self {
            about,
            first: first.collect::<Result<_, _>>()?,
            bias: row(&net.bias, ONE, LARGEST_FIRST_WEIGHT)?,
            output: [
                row(own, OUTPUT_ONE, LARGEST_OUTPUT_WEIGHT)?,
                row(other, OUTPUT_ONE, LARGEST_OUTPUT_WEIGHT)?,
            ],
            output_bias: (net.output_bias * output_one).round() as i32,
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
            output: floats(self.output.as_flattened(), OUTPUT_ONE),
            output_bias: self.output_bias as f32 / (f32::from(ONE) * f32::from(OUTPUT_ONE)),
        }
    }

    /// What it is for and where it is from.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// How many inputs it has.
    pub fn features(&self) -> usize {
        self.first.len()
    }

    /// The score for the layers of the side to move and of the other, in hundredths of a move.
    #[inline]
    fn score(&self, own: &[i16; HIDDEN], other: &[i16; HIDDEN]) -> Score {
        self.score_of(dot(own, &self.output[0]) + dot(other, &self.output[1]))
    }

    /// The same for a net that looks at the board once.
    #[inline]
    fn score_of_one(&self, own: &[i16; HIDDEN]) -> Score {
        self.score_of(dot(own, &self.output[0]))
    }

    #[inline]
    fn score_of(&self, sum: i32) -> Score {
        let value = i64::from(sum / i32::from(ONE) + self.output_bias);
        let hundredths = (100.0 * MOVES_PER_UNIT) as i64;
        let one = i64::from(ONE) * i64::from(OUTPUT_ONE);
        (value * hundredths / one).clamp(-MOST, MOST) as Score
    }
}

/// The squares of a layer, each kept between nothing and one, times weights. With weights of
/// 127 at most and 256 numbers in all it can't overflow.
#[inline]
fn dot(layer: &[i16; HIDDEN], weights: &[i16; HIDDEN]) -> i32 {
    let mut sum = 0;
    for (&value, &weight) in layer.iter().zip(weights) {
        let value = value.clamp(0, ONE);
        // The product fits 16 bits, which lets processors do two steps in one.
        sum += i32::from(value * weight) * i32::from(value);
    }
    sum
}
