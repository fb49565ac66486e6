//! The Universal Game Interface, spoken by an engine. `docs/protocol.md` says
//! what is understood and answered, with the extension to more than two seats.

mod command;
mod session;

pub use session::serve;
