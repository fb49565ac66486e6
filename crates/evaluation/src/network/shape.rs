//! The shape of nets and the scales of their integers.

/// How wide the hidden layer is, for each perspective.
pub const HIDDEN: usize = 128;

/// What the output's unit is worth in moves.
pub const MOVES_PER_UNIT: f32 = 4.0;

/// First weights beyond this could make sums of the layer overflow.
pub const LARGEST_FIRST_WEIGHT: f32 = 1.98;
/// Output weights beyond this would not fit.
pub const LARGEST_OUTPUT_WEIGHT: f32 = 1.98;

/// What 1 is in the hidden layer: sums are kept in these parts.
pub(super) const ONE: i16 = 255;
/// What 1 is among the output's weights.
pub(super) const OUTPUT_ONE: i16 = 64;
/// The largest integer among the first weights: with sixty pieces sums of the hidden layer fit 16
/// bits.
pub(super) const LARGEST_FIRST: i16 = (LARGEST_FIRST_WEIGHT * ONE as f32 + 0.5) as i16;
/// The largest among the output's: activations times weights fit 16 bits, and their sum 32.
pub(super) const LARGEST_OUTPUT: i16 = (LARGEST_OUTPUT_WEIGHT * OUTPUT_ONE as f32 + 0.5) as i16;
/// No evaluation is beyond this: what is, are claims of wins.
pub(super) const MOST: i64 = 20_000;
