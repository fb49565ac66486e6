//! Games between people: rooms, clocks, offers, seeks and ratings, as pure state machines.
//!
//! Nothing here has a socket, a database or a time source. A [`Room`] is told what somebody
//! wants and what time it is, and answers with [`RoomEvent`]s or a [`Refusal`]; applied to the
//! room, the events change it. So any server can take a room up from its log:
//!
//! ```
//! use longjump_online::{Actor, Command, Context, Room, RoomSetup};
//! use longjump_wire::room::{Occupant, PlayerId};
//! use longjump_wire::time::Moment;
//! let setup = RoomSetup { game: "minicheckers".parse()?, control: "60+1".parse()?, rated: false };
//! let mut room = Room::open(&setup)?;
//! let mut log = Vec::new();
//! for (id, name) in [(1, "Ada"), (2, "Bo")] {
//!     let who = Occupant::person(PlayerId(id), name);
//!     let context = Context::at(Moment(1_000));
//!     let events = room.decide(&context, Actor::Person(PlayerId(id)), &Command::Sit { seat: None, who, is_guest: false })?;
//!     for event in events {
//!         room.apply(Moment(1_000), &event)?;
//!         log.push((Moment(1_000), event));
//!     }
//! }
//! assert!(room.is_playing());
//! let again = Room::replay(&setup, &log)?;
//! assert_eq!(again.view(), room.view());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`RoomEvent`]: longjump_wire::room::RoomEvent

mod arrivals;
mod board;
mod clock;
mod control;
pub mod fairplay;
mod pairing;
mod plan;
mod rating;
mod room;

pub use arrivals::Arrivals;
pub use board::{Board, open_board, read_game};
pub use clock::{Clocks, Cost};
pub use control::{Control, ControlError, Speed};
pub use pairing::{Seeker, best_pair};
pub use plan::{Plan, PlanError, Planned};
pub use rating::{Rating, Scale, category, rate};
pub use room::{Actor, Command, Context, CorruptLog, Refusal, Room, RoomSetup};
