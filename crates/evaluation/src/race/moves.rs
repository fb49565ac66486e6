//! What both shapes of goal area share.

/// Calls `visit` with every placement that leads on when a piece goes to one of its targets.
#[inline]
pub(super) fn each_move(pieces: u64, targets: impl Fn(usize) -> u64, mut visit: impl FnMut(u64)) {
    let mut rest = pieces;
    while rest != 0 {
        let from = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        let without = pieces & !(1 << from);
        let mut targets = targets(from);
        while targets != 0 {
            visit(without | (targets & targets.wrapping_neg()));
            targets &= targets - 1;
        }
    }
}
