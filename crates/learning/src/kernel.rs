//! The loop that training waits for: forward and backward through the net for one position
//! after the other.
//!
//! The hidden layer is worked through in tiles that fit the processor's registers. A position
//! has a row of weights for each active feature and perspective, so adding rows up, and
//! gradients onto rows, is nearly all there is to do.

use crate::parameters::Shape;
use crate::perspective::{MOST_ACTIVE, Perspectives};

/// How many numbers of the layer are worked on at once.
const TILE: usize = 64;
type Tile = [f32; TILE];

/// The widest layer, in tiles.
const MOST_TILES: usize = 4;

/// A position as it is learned from.
pub(crate) struct Example<'a> {
    /// The active features, as the side to move sees them.
    pub(crate) features: &'a [u16],
    /// Which output it goes to.
    pub(crate) phase: usize,
    /// Whether left and right are exchanged.
    pub(crate) is_mirrored: bool,
    /// The share of the points to expect.
    pub(crate) target: f32,
}

/// The loss of a logit, the logarithm of the odds to get the points, and its derivative:
/// cross-entropy, less the target's own entropy, so that being right costs nothing.
fn loss_of(logit: f32, target: f32) -> (f64, f32) {
    let small = (-logit.abs()).exp();
    let prediction = if logit < 0.0 { small } else { 1.0 } / (1.0 + small);
    // log(1 + exp(logit)), without numbers too large.
    let cross_entropy = logit.max(0.0) + small.ln_1p() - target * logit;
    let part = |share: f32| if share > 0.0 { share * share.ln() } else { 0.0 };
    let loss = cross_entropy + part(target) + part(1.0 - target);
    (loss.into(), prediction - target)
}

/// What goes forward and backward through a net.
pub(crate) struct Kernel {
    pub(crate) shape: Shape,
    pub(crate) perspectives: Perspectives,
    /// What the net's output of 1 adds to the logit.
    pub(crate) logit_scale: f32,
}

/// The hidden layer's activations, by perspective.
struct Activations([[Tile; MOST_TILES]; 2]);

/// The active features of a perspective, as rows of the first weights.
struct ActiveRows {
    rows: [usize; MOST_ACTIVE],
    count: usize,
}

impl ActiveRows {
    fn rows(&self) -> &[usize] {
        &self.rows[..self.count]
    }
}

impl Kernel {
    fn tiles(&self) -> usize {
        self.shape.hidden / TILE
    }

    /// The row of the output's weights for a phase and a perspective.
    fn output_row(&self, phase: usize, perspective: usize) -> usize {
        (self.shape.features + 1 + 2 * phase + perspective) * self.tiles()
    }

    fn active_rows(&self, example: &Example) -> [ActiveRows; 2] {
        [0, 1].map(|perspective| {
            let table = self.perspectives.table(example.is_mirrored, perspective);
            let mut rows = [0; MOST_ACTIVE];
            for (row, &feature) in rows.iter_mut().zip(example.features) {
                *row = usize::from(table[usize::from(feature)]) * self.tiles();
            }
            ActiveRows {
                rows,
                count: example.features.len().min(MOST_ACTIVE),
            }
        })
    }

    /// The loss of a net on an example.
    pub(crate) fn loss(&self, parameters: &[f32], example: &Example) -> f64 {
        let mut activations = Activations([[[0.0; TILE]; MOST_TILES]; 2]);
        let active = self.active_rows(example);
        let output = self.forward(parameters, example.phase, &active, &mut activations);
        loss_of(output * self.logit_scale, example.target).0
    }

    /// The loss of a net on an example, whose gradient is added to `gradient`.
    pub(crate) fn add_gradient(
        &self,
        parameters: &[f32],
        example: &Example,
        gradient: &mut [f32],
    ) -> f64 {
        let mut activations = Activations([[[0.0; TILE]; MOST_TILES]; 2]);
        let active = self.active_rows(example);
        let output = self.forward(parameters, example.phase, &active, &mut activations);
        let (loss, derivative) = loss_of(output * self.logit_scale, example.target);
        let derivative = derivative * self.logit_scale;
        let through = (example.phase, derivative);
        self.backward(parameters, &active, &activations, through, gradient);
        loss
    }

    /// The net's output.
    fn forward(
        &self,
        parameters: &[f32],
        phase: usize,
        active: &[ActiveRows; 2],
        activations: &mut Activations,
    ) -> f32 {
        let tiles = self.tiles();
        let (rows, rest) = parameters.as_chunks::<TILE>();
        let bias = self.shape.features * tiles;
        // Many sums at once, as the processor adds many numbers at once.
        let mut sums = [0.0; TILE];
        for (perspective, (active, layer)) in active
            .iter()
            .zip(&mut activations.0)
            .take(self.perspectives.count())
            .enumerate()
        {
            for (tile, layer) in layer.iter_mut().enumerate().take(tiles) {
                let mut total: Tile = rows[bias + tile];
                for row in active.rows() {
                    add(&mut total, &rows[row + tile]);
                }
                let output = &rows[self.output_row(phase, perspective) + tile];
                for at in 0..TILE {
                    let clipped = total[at].clamp(0.0, 1.0);
                    total[at] = clipped;
                    sums[at] += clipped * clipped * output[at];
                }
                *layer = total;
            }
        }
        rest[phase] + sums.iter().sum::<f32>()
    }

    /// Adds the gradient of each parameter, given the phase and the loss's derivative by its output.
    fn backward(
        &self,
        parameters: &[f32],
        active: &[ActiveRows; 2],
        activations: &Activations,
        (phase, derivative): (usize, f32),
        gradient: &mut [f32],
    ) {
        let tiles = self.tiles();
        let (rows, _) = parameters.as_chunks::<TILE>();
        let (gradients, rest) = gradient.as_chunks_mut::<TILE>();
        let bias = self.shape.features * tiles;
        rest[phase] += derivative;
        for (perspective, (active, layer)) in active
            .iter()
            .zip(&activations.0)
            .take(self.perspectives.count())
            .enumerate()
        {
            for (tile, layer) in layer.iter().enumerate().take(tiles) {
                let output = self.output_row(phase, perspective) + tile;
                let mut back: Tile = [0.0; TILE];
                for at in 0..TILE {
                    let clipped = layer[at];
                    gradients[output][at] += derivative * clipped * clipped;
                    // Where an activation was clipped nothing comes through.
                    let inside = if clipped > 0.0 && clipped < 1.0 {
                        clipped
                    } else {
                        0.0
                    };
                    back[at] = 2.0 * derivative * inside * rows[output][at];
                }
                add(&mut gradients[bias + tile], &back);
                for row in active.rows() {
                    add(&mut gradients[row + tile], &back);
                }
            }
        }
    }
}

#[inline(always)]
fn add(to: &mut Tile, what: &Tile) {
    for (to, what) in to.iter_mut().zip(what) {
        *to += what;
    }
}
