//! Whether the move that is known to be good is the only one.

use super::stage::Stage;
use super::worker::{Node, Worker};
use crate::services::frame::Frame;
use crate::services::pruning;
use crate::services::table::Entry;
use crate::{Evaluator, Score};
use longjump_rules::Position;

/// What the other moves are worth beside the known one.
pub(super) enum Others {
    Unknown,
    /// All are clearly worse.
    Worse,
    /// One of them is good enough too: the other side will avoid the node, which has this score.
    AsGood(Score),
}

impl<P: Position, E: Evaluator<P>> Worker<'_, P, E> {
    /// Looks at the other moves about half as deep. It is needed seldom, so it is compiled once.
    #[inline(never)]
    pub(super) fn others(
        &mut self,
        frames: &mut [Frame<E::Sums>],
        node: &Node,
        known: Option<Entry>,
        is_pv: bool,
    ) -> Others {
        let bar = known.filter(|known| known.mv.is_some()).and_then(|known| {
            pruning::singular_bar(self.setting.parameters, &node.window, self.depth, &known)
        });
        let (Some(known), Some(bar)) = (known, bar) else {
            return Others::Unknown;
        };
        let mut question = *node;
        question.window.depth = (node.window.depth - 1) / 2;
        (question.window.alpha, question.window.beta) = (bar - 1, bar);
        let stage = Stage::after_known::<P>();
        let best = self
            .search_moves::<false>(frames, &question, known.mv, stage, 0)
            .best;
        if best < bar {
            Others::Worse
        } else if !is_pv && bar >= node.window.beta {
            Others::AsGood(bar)
        } else {
            Others::Unknown
        }
    }
}
