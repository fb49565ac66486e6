//! From scores to results: a score s is expected to give 1 / (1 + exp(-k s)) of the points.

/// The share of the points to expect by the logarithm of the odds.
///
/// ```
/// use longjump_dataset::sigmoid;
/// assert_eq!(sigmoid(0.0), 0.5);
/// assert!(sigmoid(3.0) > 0.95);
/// ```
pub fn sigmoid(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// The least scale that is considered: with it a hundred moves are hardly worth a game.
const LEAST_SCALE: f64 = 1e-5;

/// The scale k with which scores fit results best, given pairs of both; none if the side ahead
/// gets no more points than the side behind.
///
/// ```
/// use longjump_dataset::fitted_scale;
/// let usual = [(200.0, 1.0), (100.0, 1.0), (100.0, 0.0), (-200.0, 0.0)];
/// assert!(fitted_scale(usual).is_some_and(|scale| scale > 0.0));
/// let reversed = usual.map(|(score, result)| (-score, result));
/// assert_eq!(fitted_scale(reversed), None);
/// ```
pub fn fitted_scale(samples: impl IntoIterator<Item = (f64, f64), IntoIter: Clone>) -> Option<f64> {
    let samples = samples.into_iter();
    // The loss is convex in k, so the root of its gradient is found by bisection.
    let gradient = |scale: f64| -> f64 {
        let part = |(score, result): (f64, f64)| (sigmoid(scale * score) - result) * score;
        samples.clone().map(part).sum()
    };
    if gradient(LEAST_SCALE) >= 0.0 {
        return None;
    }
    let (mut low, mut high) = (LEAST_SCALE, 1.0);
    for _ in 0..60 {
        let middle = f64::sqrt(low * high);
        if gradient(middle) < 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(low)
}
