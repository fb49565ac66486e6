//! What a tree search keeps.

use super::history::MoveHistory;
use super::tree::Tree;

/// Room for a tree, kept from search to search.
#[derive(Debug)]
pub struct Memory {
    pub(super) tree: Tree,
    pub(super) history: MoveHistory,
}

impl Memory {
    /// Room of so many MiB.
    pub fn new(mebibytes: usize) -> Self {
        Self {
            tree: Tree::new(mebibytes),
            history: MoveHistory::new(),
        }
    }
}
