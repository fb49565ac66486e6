//! The loop that training waits for: forwards and backwards through the net for one position
//! after the other.
//!
//! The layer is worked through in tiles that fit the processor's registers. A position has a
//! row of weights for each piece and side, so adding rows up, and slopes onto rows, is nearly
//! all there is to do.

use crate::parameters::Shape;
use crate::samples::MOST_INPUTS;
use longjump_evaluation::network::{SeatViews, Viewing, Views};

/// How many numbers of the layer are worked on at once.
pub(crate) const TILE: usize = 64;
type Tile = [f32; TILE];

/// The widest layer, in tiles.
const MOST_TILES: usize = 4;

/// For inputs of the seat to move what each side sees, on the board as it is and mirrored.
#[derive(Clone, Debug)]
pub(crate) struct Sight {
    /// By whether it is mirrored, and by side.
    tables: [[Vec<u16>; 2]; 2],
    /// How many sides look at the board.
    sides: usize,
    inputs: usize,
}

impl Sight {
    /// Both sides look. Mirrored, a board is worth the same.
    pub(crate) fn both_sides(views: &Views) -> Self {
        Self::from_fn(
            2,
            views.features(),
            |input| views.mirrored(input),
            |input| views.seen_by_other(input),
        )
    }

    /// One side looks. Mirrored, the others move in another order, which matters less than
    /// having twice as many boards to learn from.
    pub(crate) fn one_side(views: &SeatViews) -> Self {
        let mirrored = |input| views.mirrored(input);
        Self::from_fn(1, views.features(), mirrored, |input| input)
    }

    /// How many inputs there are.
    pub(crate) fn inputs(&self) -> usize {
        self.inputs
    }

    pub(crate) fn from_fn(
        sides: usize,
        inputs: usize,
        mirrored: impl Fn(u16) -> u16,
        by_other: impl Fn(u16) -> u16,
    ) -> Self {
        let table = |image: &dyn Fn(u16) -> u16| (0..inputs as u16).map(image).collect();
        Self {
            tables: [
                [table(&|input| input), table(&by_other)],
                [table(&mirrored), table(&|input| by_other(mirrored(input)))],
            ],
            sides,
            inputs,
        }
    }
}

/// A position as it is learned from.
pub(crate) struct Given<'a> {
    /// What the side to move sees.
    pub(crate) inputs: &'a [u16],
    /// Whether left and right are exchanged.
    pub(crate) is_mirrored: bool,
    /// The share of the points to expect.
    pub(crate) target: f32,
}

/// The loss of expecting points by the logarithm of their odds, and its slope: cross-entropy,
/// less what no expectation could be without, so that nothing is lost by saying what is right.
fn loss_of(odds: f32, target: f32) -> (f64, f32) {
    let small = (-odds.abs()).exp();
    let hope = if odds < 0.0 { small } else { 1.0 } / (1.0 + small);
    // log(1 + exp(odds)), without numbers too large.
    let surprise = odds.max(0.0) + small.ln_1p() - target * odds;
    let part = |share: f32| if share > 0.0 { share * share.ln() } else { 0.0 };
    let loss = surprise + part(target) + part(1.0 - target);
    (loss.into(), hope - target)
}

/// What goes through a net.
pub(crate) struct Kernel {
    pub(crate) shape: Shape,
    pub(crate) sight: Sight,
    /// What the net's unit adds to the logarithm of the odds.
    pub(crate) steepness: f32,
}

/// What the layer came to, by side.
struct Layers([[Tile; MOST_TILES]; 2]);

/// The inputs that a side sees.
struct Seen {
    rows: [usize; MOST_INPUTS],
    count: usize,
}

impl Seen {
    /// The rows of the inputs.
    fn rows(&self) -> &[usize] {
        &self.rows[..self.count]
    }
}

impl Kernel {
    fn tiles(&self) -> usize {
        self.shape.hidden / TILE
    }

    fn seen(&self, given: &Given) -> [Seen; 2] {
        let tables = &self.sight.tables[usize::from(given.is_mirrored)];
        [0, 1].map(|side| {
            let mut rows = [0; MOST_INPUTS];
            for (row, &input) in rows.iter_mut().zip(given.inputs) {
                *row = usize::from(tables[side][usize::from(input)]) * self.tiles();
            }
            Seen {
                rows,
                count: given.inputs.len().min(MOST_INPUTS),
            }
        })
    }

    /// The loss of a net on a position.
    pub(crate) fn loss(&self, net: &[f32], given: &Given) -> f64 {
        let mut layers = Layers([[[0.0; TILE]; MOST_TILES]; 2]);
        let output = self.forwards(net, &self.seen(given), &mut layers);
        loss_of(output * self.steepness, given.target).0
    }

    /// The loss of a net on a position; its slope is added to `slope`.
    pub(crate) fn learn(&self, net: &[f32], given: &Given, slope: &mut [f32]) -> f64 {
        let mut layers = Layers([[[0.0; TILE]; MOST_TILES]; 2]);
        let seen = self.seen(given);
        let output = self.forwards(net, &seen, &mut layers);
        let (loss, miss) = loss_of(output * self.steepness, given.target);
        self.backwards(net, &seen, &layers, miss * self.steepness, slope);
        loss
    }

    /// What the net says.
    fn forwards(&self, net: &[f32], seen: &[Seen; 2], layers: &mut Layers) -> f32 {
        let tiles = self.tiles();
        let (rows, rest) = net.as_chunks::<TILE>();
        let bias = self.shape.inputs * tiles;
        // Many sums at once, as the processor adds many numbers at once.
        let mut sums = [0.0; TILE];
        for (side, (seen, layer)) in seen
            .iter()
            .zip(&mut layers.0)
            .take(self.sight.sides)
            .enumerate()
        {
            for (tile, layer) in layer.iter_mut().enumerate().take(tiles) {
                let mut total: Tile = rows[bias + tile];
                for row in seen.rows() {
                    add(&mut total, &rows[row + tile]);
                }
                let output = &rows[bias + (1 + side) * tiles + tile];
                for at in 0..TILE {
                    let kept = total[at].clamp(0.0, 1.0);
                    total[at] = kept;
                    sums[at] += kept * kept * output[at];
                }
                *layer = total;
            }
        }
        rest[0] + sums.iter().sum::<f32>()
    }

    /// Adds up how the output's slope comes from each number.
    fn backwards(
        &self,
        net: &[f32],
        seen: &[Seen; 2],
        layers: &Layers,
        miss: f32,
        slope: &mut [f32],
    ) {
        let tiles = self.tiles();
        let (rows, _) = net.as_chunks::<TILE>();
        let (slopes, rest) = slope.as_chunks_mut::<TILE>();
        let bias = self.shape.inputs * tiles;
        rest[0] += miss;
        for (side, (seen, layer)) in seen
            .iter()
            .zip(&layers.0)
            .take(self.sight.sides)
            .enumerate()
        {
            for (tile, layer) in layer.iter().enumerate().take(tiles) {
                let output = bias + (1 + side) * tiles + tile;
                let mut back: Tile = [0.0; TILE];
                for at in 0..TILE {
                    let kept = layer[at];
                    slopes[output][at] += miss * kept * kept;
                    // At both ends the layer is kept where it is: nothing comes through.
                    let inside = if kept > 0.0 && kept < 1.0 { kept } else { 0.0 };
                    back[at] = 2.0 * miss * inside * rows[output][at];
                }
                add(&mut slopes[bias + tile], &back);
                for row in seen.rows() {
                    add(&mut slopes[row + tile], &back);
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
