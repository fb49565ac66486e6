//! All numbers of a net in one row: what adds to them and what steps along them needs no cases.

use longjump_evaluation::network::{FloatNet, LARGEST_FIRST_WEIGHT, LARGEST_OUTPUT_WEIGHT};

/// How wide a layer can be.
pub const WIDTHS: [usize; 3] = [64, 128, 256];

/// How many numbers a net has, and where they are: for each input a row of the layer's width,
/// then a row of what the layer begins with, two rows for the output, and what that begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    pub(crate) inputs: usize,
    pub(crate) hidden: usize,
}

impl Shape {
    pub(crate) fn count(self) -> usize {
        (self.inputs + 3) * self.hidden + 1
    }

    /// Where the layer begins with.
    fn bias(self) -> usize {
        self.inputs * self.hidden
    }

    /// Where the output's rows are.
    fn output(self) -> usize {
        self.bias() + self.hidden
    }

    /// Numbers to begin with: by chance, so that numbers of the layer differ, and so that with
    /// so many pieces on the board most of them are inside of what squares make a difference
    /// to.
    pub(crate) fn first_guess(self, pieces: usize, seed: u64) -> Vec<f32> {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut chance = |most: f32| (2.0 * random.f32() - 1.0) * most;
        let first = 0.7 / (pieces.max(1) as f32).sqrt();
        let output = 1.0 / (self.hidden as f32).sqrt();
        let number = |at: usize| match at {
            at if at < self.bias() => chance(first),
            at if at < self.output() => 0.3 + chance(0.2),
            at if at + 1 < self.count() => chance(output),
            _ => 0.0,
        };
        (0..self.count()).map(number).collect()
    }

    /// Keeps weights so small that they can be rounded to small integers.
    pub(crate) fn clamp(self, numbers: &mut [f32]) {
        let (layer, output) = numbers.split_at_mut(self.output());
        for number in layer {
            *number = number.clamp(-LARGEST_FIRST_WEIGHT, LARGEST_FIRST_WEIGHT);
        }
        for number in &mut output[..2 * self.hidden] {
            *number = number.clamp(-LARGEST_OUTPUT_WEIGHT, LARGEST_OUTPUT_WEIGHT);
        }
    }

    /// The net of these numbers.
    pub(crate) fn net(self, numbers: &[f32]) -> FloatNet {
        let part = |from: usize, to: usize| numbers[from..to].to_vec();
        let last = self.count() - 1;
        FloatNet {
            hidden: self.hidden,
            first: part(0, self.bias()),
            bias: part(self.bias(), self.output()),
            output: part(self.output(), last),
            output_bias: numbers[last],
        }
    }

    /// The numbers of a net.
    pub(crate) fn numbers(net: &FloatNet) -> Vec<f32> {
        let parts = [&net.first[..], &net.bias, &net.output, &[net.output_bias]];
        parts.concat()
    }
}
