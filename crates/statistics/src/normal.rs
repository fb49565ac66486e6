//! The normal distribution.

use std::f64::consts::PI;

/// The probability that a standard normal variable is at most `x`.
///
/// The series of Marsaglia, "Evaluating the Normal Distribution" (2004): every term is
/// positive, so nothing cancels. Beyond 9 the rest is less than a double can tell.
pub(super) fn cumulative(x: f64) -> f64 {
    if x.abs() > 9.0 {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut term, mut sum, mut odd) = (x, x, 1.0);
    while term.abs() > f64::EPSILON * sum.abs() {
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    0.5 + sum * (-x * x / 2.0).exp() / (2.0 * PI).sqrt()
}

/// How many standard deviations to either side of the mean have the share `confidence`.
pub(super) fn deviations(confidence: f64) -> f64 {
    let (mut low, mut high) = (0.0, 9.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if 2.0 * cumulative(middle) - 1.0 < confidence {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tabled_values() {
        for (x, expect) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_543),
            (-1.0, 0.158_655_253_931_457),
            (1.959_963_984_540_054, 0.975),
            (-3.0, 0.001_349_898_031_630_1),
            (40.0, 1.0),
            (-40.0, 0.0),
        ] {
            assert!((cumulative(x) - expect).abs() < 1e-14, "{x}");
        }
        assert!((deviations(0.95) - 1.959_963_984_540_054).abs() < 1e-12);
        assert!((deviations(0.5) - 0.674_489_750_196_082).abs() < 1e-12);
    }

    /// Midpoint sums of the density are slow, but nobody doubts them.
    #[test]
    fn the_series_is_the_integral() {
        let step = 1e-4;
        let mut sum = 0.5;
        for index in 0..40_000 {
            let middle = (f64::from(index) + 0.5) * step;
            sum += step * (-middle * middle / 2.0).exp() / (2.0 * PI).sqrt();
            if index % 1000 == 999 {
                let x = f64::from(index + 1) * step;
                assert!((cumulative(x) - sum).abs() < 1e-9, "{x}");
            }
        }
    }
}
