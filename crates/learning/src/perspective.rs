//! The board as each perspective of a net sees it.

use longjump_evaluation::network::{SeatViews, Viewing, Views};

/// The most features that may be active in a position: one for each piece.
pub(crate) const MOST_ACTIVE: usize = 64;

/// For each feature, as the seat to move sees it, the feature that each perspective sees, on the
/// board as it is and mirrored. A net for two has the perspectives of both sides, a net for more
/// that of the seat to move.
#[derive(Clone, Debug)]
pub(crate) struct Perspectives {
    /// By whether the board is mirrored, and by perspective.
    tables: [[Vec<u16>; 2]; 2],
    count: usize,
    features: usize,
}

impl Perspectives {
    /// Both sides. Mirrored, a board is worth the same.
    pub(crate) fn both_sides(views: &Views) -> Self {
        Self::from_fn(
            2,
            views.features(),
            |feature| views.mirrored(feature),
            |feature| views.seen_by_other(feature),
        )
    }

    /// One seat. Mirrored, the others move in another order, which matters less than having
    /// twice as many boards to learn from.
    pub(crate) fn one_seat(views: &SeatViews) -> Self {
        let mirrored = |feature| views.mirrored(feature);
        Self::from_fn(1, views.features(), mirrored, |feature| feature)
    }

    pub(crate) fn from_fn(
        count: usize,
        features: usize,
        mirrored: impl Fn(u16) -> u16,
        by_other: impl Fn(u16) -> u16,
    ) -> Self {
        let table = |image: &dyn Fn(u16) -> u16| (0..features as u16).map(image).collect();
        Self {
            tables: [
                [table(&|feature| feature), table(&by_other)],
                [
                    table(&mirrored),
                    table(&|feature| by_other(mirrored(feature))),
                ],
            ],
            count,
            features,
        }
    }

    /// How many perspectives there are.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// How many features there are.
    pub(crate) fn features(&self) -> usize {
        self.features
    }

    /// The table of a perspective.
    pub(crate) fn table(&self, is_mirrored: bool, perspective: usize) -> &[u16] {
        &self.tables[usize::from(is_mirrored)][perspective]
    }
}
