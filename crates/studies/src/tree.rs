//! Trees as lists of their nodes, each before those that follow it. Nothing here calls itself, so no tree is
//! too deep.

use longjump_wire::study::{ShapeColour, StudyNode, StudyShape};

fn node(depth: usize, mv: &str) -> StudyNode {
    StudyNode {
        depth,
        mv: mv.to_owned(),
        comment: String::new(),
        shapes: Vec::new(),
    }
}

/// Where what follows a node ends.
fn end(nodes: &[StudyNode], at: usize) -> usize {
    let below = nodes[at + 1..].iter();
    let below = below.take_while(|node| node.depth > nodes[at].depth);
    at + 1 + below.count()
}

/// The nodes that come right after one, the main line first.
fn children(nodes: &[StudyNode], parent: usize) -> impl Iterator<Item = usize> {
    let depth = nodes[parent].depth + 1;
    (parent + 1..end(nodes, parent)).filter(move |&child| nodes[child].depth == depth)
}

fn child(nodes: &[StudyNode], parent: usize, mv: &str) -> Option<usize> {
    children(nodes, parent).find(|&child| nodes[child].mv == mv)
}

fn find(nodes: &[StudyNode], path: &[String]) -> Option<usize> {
    let root = (!nodes.is_empty()).then_some(0)?;
    path.iter().try_fold(root, |at, mv| child(nodes, at, mv))
}

/// Whether a list is a tree: a root, every node one deeper than the one it follows, and no move twice beside
/// itself.
pub(crate) fn is_tree(nodes: &[StudyNode]) -> bool {
    let Some((root, others)) = nodes.split_first() else {
        return false;
    };
    let steps = nodes.iter().zip(others);
    let is_deep = |(before, node): (&StudyNode, &StudyNode)| {
        (1..=before.depth + 1).contains(&node.depth) && !node.mv.is_empty()
    };
    if root.depth != 0 || !root.mv.is_empty() || !steps.clone().all(is_deep) {
        return false;
    }
    // The moves beside each node of the line that one is in.
    let mut beside: Vec<Vec<&str>> = Vec::new();
    others.iter().all(|node| {
        beside.truncate(node.depth);
        beside.resize(node.depth, Vec::new());
        let moves = &mut beside[node.depth - 1];
        let is_new = !moves.contains(&node.mv.as_str());
        moves.push(&node.mv);
        is_new
    })
}

/// Adds those moves of a line that are not there.
pub(crate) fn add_line(nodes: &mut Vec<StudyNode>, path: &[String]) {
    if nodes.is_empty() {
        nodes.push(node(0, ""));
    }
    let mut at = 0;
    for mv in path {
        at = child(nodes, at, mv).unwrap_or_else(|| {
            let place = end(nodes, at);
            nodes.insert(place, node(nodes[at].depth + 1, mv));
            place
        });
    }
}

/// Takes a node out with all that follows it; the root stays.
fn take(nodes: &mut Vec<StudyNode>, path: &[String]) -> Vec<StudyNode> {
    match find(nodes, path) {
        Some(at) if at > 0 => nodes.drain(at..end(nodes, at)).collect(),
        _ => Vec::new(),
    }
}

/// Deletes a move and all that follows it.
pub(crate) fn remove(nodes: &mut Vec<StudyNode>, path: &[String]) {
    take(nodes, path);
}

/// Moves a variation to another place among those beside it.
pub(crate) fn put(nodes: &mut Vec<StudyNode>, path: &[String], place: usize) {
    let Some((_, above)) = path.split_last() else {
        return;
    };
    let block = take(nodes, path);
    if let Some(parent) = find(nodes, above) {
        let before = children(nodes, parent).nth(place);
        let at = before.unwrap_or_else(|| end(nodes, parent));
        nodes.splice(at..at, block);
    }
}

/// Puts another comment in place of the one before.
pub(crate) fn comment(nodes: &mut [StudyNode], path: &[String], comment: &str) {
    if let Some(at) = find(nodes, path) {
        nodes[at].comment = comment.to_owned();
    }
}

/// Draws a shape in a colour, or takes it away.
pub(crate) fn draw(
    nodes: &mut [StudyNode],
    path: &[String],
    from: &str,
    to: Option<&str>,
    colour: Option<ShapeColour>,
) {
    let Some(at) = find(nodes, path) else { return };
    let shapes = &mut nodes[at].shapes;
    shapes.retain(|shape| shape.from != from || shape.to.as_deref() != to);
    shapes.extend(colour.map(|colour| StudyShape {
        colour,
        from: from.to_owned(),
        to: to.map(str::to_owned),
    }));
}
