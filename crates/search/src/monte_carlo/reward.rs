//! Scores as shares of all there is to get, from 0 to 1.

use crate::{EVALUATION_LIMIT, Score};

/// The share that a score is; a win is all.
#[inline]
pub(super) fn reward(score: Score, half: i32) -> f32 {
    match score {
        _ if score > EVALUATION_LIMIT => 1.0,
        _ if score < -EVALUATION_LIMIT => 0.0,
        _ => {
            let (score, half) = (score as f32, half.max(1) as f32);
            0.5 + 0.5 * score / (half + score.abs())
        }
    }
}

/// The score of a share. A mean of rewards proves nothing, so that it is never a win.
pub(super) fn score(reward: f32, half: i32) -> Score {
    let lead = (2.0 * reward - 1.0).clamp(-0.999, 0.999);
    let score = half.max(1) as f32 * lead / (1.0 - lead.abs());
    (score.round() as Score).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{lost_in, win_in};

    #[test]
    fn a_score_becomes_a_share_and_back() {
        for lead in [-3_000, -250, 0, 17, 900] {
            assert!((score(reward(lead, 400), 400) - lead).abs() <= 2, "{lead}");
        }
        assert_eq!(reward(win_in(9), 400), 1.0);
        assert_eq!(reward(lost_in(9), 400), 0.0);
        assert!(reward(EVALUATION_LIMIT, 400) < 1.0);
    }
}
