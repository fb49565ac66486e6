//! Circles in a graph: groups of nodes from each of which one gets to all others.

use std::collections::{BTreeMap, BTreeSet};

/// The groups of nodes that lie on circles, each sorted, in the order of their first nodes.
pub fn circles<N: Ord + Copy>(arrows: &[(N, N)]) -> Vec<Vec<N>> {
    let mut from: BTreeMap<N, BTreeSet<N>> = BTreeMap::new();
    for &(source, target) in arrows {
        from.entry(source).or_default().insert(target);
    }
    let reached: BTreeMap<N, BTreeSet<N>> = from
        .keys()
        .map(|&node| (node, reachable(&from, node)))
        .collect();
    let mut groups = BTreeSet::new();
    for (node, nodes) in &reached {
        if nodes.contains(node) {
            let back = |other: &N| reached.get(other).is_some_and(|way| way.contains(node));
            groups.insert(nodes.iter().copied().filter(back).collect::<Vec<N>>());
        }
    }
    groups.into_iter().collect()
}

/// All nodes that one gets to from `start` in one step or more.
fn reachable<N: Ord + Copy>(from: &BTreeMap<N, BTreeSet<N>>, start: N) -> BTreeSet<N> {
    let mut seen = BTreeSet::new();
    let mut open = vec![start];
    while let Some(node) = open.pop() {
        for &next in from.get(&node).into_iter().flatten() {
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_no_circle() {
        assert!(circles(&[(1, 2), (2, 3), (1, 3)]).is_empty());
    }

    #[test]
    fn two_circles_are_told_apart() {
        let arrows = [(1, 2), (2, 1), (2, 3), (3, 4), (4, 5), (5, 3)];
        assert_eq!(circles(&arrows), [vec![1, 2], vec![3, 4, 5]]);
    }
}
