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
    /// The output's weights, for the perspective of the side to move and for the other's.
    pub output: Vec<f32>,
    /// The output's bias.
    pub output_bias: f32,
}

impl FloatNet {
    /// The output for the active features that the side to move and the other side see.
    pub fn evaluate(&self, own: &[u16], other: &[u16]) -> f32 {
        let for_other = &self.output[self.hidden..];
        self.evaluate_once(own) + self.side(other, for_other)
    }

    /// The output of a net with one perspective.
    pub(super) fn evaluate_once(&self, own: &[u16]) -> f32 {
        self.output_bias + self.side(own, &self.output[..self.hidden])
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
