//! Nets in floating point: what is learned, and what integers are held against.

/// A net in floating point.
#[derive(Clone, PartialEq, Debug)]
pub struct FloatNet {
    /// How wide the hidden layer is, for each perspective.
    pub hidden: usize,
    /// The weights of the first layer: `hidden` for each feature.
    pub first: Vec<f32>,
    /// The hidden layer's biases.
    pub bias: Vec<f32>,
    /// The output's weights for each phase, for the perspective of the side to move and for the other's.
    pub output: Vec<f32>,
    /// The output's bias for each phase.
    pub output_bias: Vec<f32>,
}

impl FloatNet {
    /// The output in a phase, for the active features that the side to move and the other side see.
    pub fn evaluate(&self, phase: usize, own: &[u16], other: &[u16]) -> f32 {
        let for_other = &self.output[self.hidden * (2 * phase + 1)..];
        self.evaluate_one(phase, own) + self.side(other, for_other)
    }

    /// The output of a net with one perspective.
    pub(super) fn evaluate_one(&self, phase: usize, own: &[u16]) -> f32 {
        let for_own = &self.output[self.hidden * 2 * phase..];
        self.output_bias[phase] + self.side(own, for_own)
    }

    fn side(&self, features: &[u16], output: &[f32]) -> f32 {
        let mut layer = self.bias.clone();
        for &feature in features {
            let start = usize::from(feature) * self.hidden;
            for (sum, weight) in layer.iter_mut().zip(&self.first[start..]) {
                *sum += weight;
            }
        }
        let squared = layer.iter().map(|sum| sum.clamp(0.0, 1.0).powi(2));
        squared.zip(output).map(|(a, w)| a * w).sum()
    }
}
