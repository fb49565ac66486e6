//! All parameters of a net in one row: adding gradients and stepping along them needs no cases.

use longjump_evaluation::network::{FloatNet, LARGEST_FIRST_WEIGHT, LARGEST_OUTPUT_WEIGHT};

/// How wide the hidden layer can be.
pub const WIDTHS: [usize; 3] = [64, 128, 256];

/// How many parameters a net has, and where they are: for each feature a row of the layer's width,
/// then a row of biases, two rows of output weights for each phase, and each phase's bias.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    pub(crate) features: usize,
    pub(crate) hidden: usize,
    pub(crate) phases: usize,
}

impl Shape {
    pub(crate) fn count(self) -> usize {
        self.output_bias() + self.phases
    }

    /// Where the layer's biases are.
    fn bias(self) -> usize {
        self.features * self.hidden
    }

    /// Where the output's weights are.
    fn output(self) -> usize {
        self.bias() + self.hidden
    }

    /// Where the output's biases are.
    fn output_bias(self) -> usize {
        self.output() + 2 * self.phases * self.hidden
    }

    /// Parameters to begin with: random, so that neurons differ, and so large that with so many
    /// pieces on the board most activations are not clipped.
    pub(crate) fn initial(self, pieces: usize, seed: u64) -> Vec<f32> {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut uniform = |most: f32| (2.0 * random.f32() - 1.0) * most;
        let first = 0.7 / (pieces.max(1) as f32).sqrt();
        let output = 1.0 / (self.hidden as f32).sqrt();
        let parameter = |at: usize| match at {
            at if at < self.bias() => uniform(first),
            at if at < self.output() => 0.3 + uniform(0.2),
            at if at < self.output_bias() => uniform(output),
            _ => 0.0,
        };
        (0..self.count()).map(parameter).collect()
    }

    /// Keeps weights so small that they can be rounded to small integers.
    pub(crate) fn clamp(self, parameters: &mut [f32]) {
        let (layer, output) = parameters.split_at_mut(self.output());
        for weight in layer {
            *weight = weight.clamp(-LARGEST_FIRST_WEIGHT, LARGEST_FIRST_WEIGHT);
        }
        for weight in &mut output[..2 * self.phases * self.hidden] {
            *weight = weight.clamp(-LARGEST_OUTPUT_WEIGHT, LARGEST_OUTPUT_WEIGHT);
        }
    }

    /// The net with these parameters.
    pub(crate) fn net(self, parameters: &[f32]) -> FloatNet {
        let part = |from: usize, to: usize| parameters[from..to].to_vec();
        FloatNet {
            hidden: self.hidden,
            first: part(0, self.bias()),
            bias: part(self.bias(), self.output()),
            output: part(self.output(), self.output_bias()),
            output_bias: part(self.output_bias(), self.count()),
        }
    }

    /// The parameters of a net.
    pub(crate) fn parameters(net: &FloatNet) -> Vec<f32> {
        let parts = [&net.first[..], &net.bias, &net.output, &net.output_bias];
        parts.concat()
    }
}
