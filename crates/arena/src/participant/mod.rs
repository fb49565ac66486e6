//! Who takes part: engines of this program, and external programs that speak a protocol.

mod built_in;
mod engine;
mod external;
mod function;
mod player;
mod process;
mod program;
mod protocol;
mod search_info;
mod trace;

pub use engine::{EngineSource, Participant, SeatError};
pub use function::{MoveFunction, TurnToPlay};
pub(crate) use player::{Answer, Fault, Player, Question};
pub use program::Program;
pub use trace::TraceFolder;
