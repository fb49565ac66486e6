//! Plain algorithms as the papers have them: short and literal. The modern
//! search is held against them.

mod plain;

pub use plain::{Ordering, Plain, PlainTask, alpha_beta, minimax};
