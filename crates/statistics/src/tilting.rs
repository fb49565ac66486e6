//! The likeliest distribution with a given mean.

/// A weight for each value, in any order.
pub(super) type Cells = Vec<(f64, f64)>;

/// What an observed distribution is multiplied by to become the likeliest one with mean
/// `mean`: 1/(1 + x(a - mean)) for each value a, with the x for which the mean is right.
///
/// This maximises sum q ln p among all p on the same values whose mean is `mean`
/// (proposition 1.1 of Van den Bergh's note on fishtest's multinomial likelihoods). There
/// must be values with weight on both sides of `mean`.
pub(super) fn tilt(cells: &Cells, mean: f64) -> Vec<f64> {
    let distances: Cells = cells.iter().map(|&(a, q)| (a - mean, q)).collect();
    let x = root(&distances);
    distances
        .iter()
        .map(|&(d, _)| 1.0 / (1.0 + x * d))
        .collect()
}

/// The x with sum q d/(1 + x d) = 0 for which all terms 1 + x d are positive.
///
/// The sum falls from plus to minus infinity between -1/max d and -1/min d, so there is
/// one root; Newton's steps find it, halving the bracket wherever they would leave it.
fn root(distances: &Cells) -> f64 {
    let ends = distances.iter().fold((0.0, 0.0), |(least, most), &(d, _)| {
        (f64::min(least, d), f64::max(most, d))
    });
    let (mut low, mut high) = (-1.0 / ends.1, -1.0 / ends.0);
    let mut x = 0.0;
    for _ in 0..200 {
        let (mut sum, mut slope) = (0.0, 0.0);
        for &(d, q) in distances {
            let part = d / (1.0 + x * d);
            sum += q * part;
            slope += q * part * part;
        }
        if sum > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let newton = x + sum / slope;
        let next = if newton > low && newton < high {
            newton
        } else {
            (low + high) / 2.0
        };
        if (next - x).abs() <= 1e-14 * (1.0 + x.abs()) {
            return next;
        }
        x = next;
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tilted(cells: &Cells, mean: f64) -> Cells {
        let factors = tilt(cells, mean);
        let weighed = cells.iter().zip(factors);
        weighed.map(|(&(a, q), factor)| (a, q * factor)).collect()
    }

    fn likelihood(cells: &Cells, p: &Cells) -> f64 {
        let terms = cells.iter().zip(p);
        terms.map(|(&(_, q), &(_, p))| q * p.ln()).sum()
    }

    proptest! {
        #[test]
        fn a_tilted_distribution_has_the_mean(
            weights in prop::collection::vec(1e-6..1.0f64, 5),
            mean in 0.001..0.999f64,
        ) {
            let total: f64 = weights.iter().sum();
            let cells: Cells = (0..5).map(|i| (f64::from(i) / 4.0, weights[i as usize] / total)).collect();
            let p = tilted(&cells, mean);
            prop_assert!(p.iter().all(|cell| cell.1 > 0.0));
            prop_assert!((p.iter().map(|cell| cell.1).sum::<f64>() - 1.0).abs() < 1e-9);
            prop_assert!((p.iter().map(|cell| cell.0 * cell.1).sum::<f64>() - mean).abs() < 1e-9);
        }
    }

    /// With three values and a given mean one number is free; a fine grid of it has no
    /// distribution that is likelier, and one that is nearly as likely.
    #[test]
    fn nothing_on_a_grid_is_likelier() {
        let cells = vec![(0.0, 0.2), (0.5, 0.5), (1.0, 0.3)];
        for mean in [0.2, 0.45, 0.55, 0.7] {
            let ours = likelihood(&cells, &tilted(&cells, mean));
            let best = (1..100_000)
                .map(|index| f64::from(index) / 100_000.0)
                .map(|draws| (1.0 - mean - draws / 2.0, draws, mean - draws / 2.0))
                .filter(|p| p.0 > 0.0 && p.2 > 0.0)
                .map(|p| likelihood(&cells, &vec![(0.0, p.0), (0.5, p.1), (1.0, p.2)]))
                .fold(f64::NEG_INFINITY, f64::max);
            assert!(
                best <= ours + 1e-12 && best > ours - 1e-8,
                "{mean}: {best} {ours}"
            );
        }
    }
}
