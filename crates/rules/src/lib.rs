//! What any turn-based board game of Longjump is, with no game inside.
//!
//! [`Position`] is the narrow waist that search and arena stand on; [`Game`]
//! is what a game brings along besides: options, board, text, drawing.
//!
//! ```
//! use longjump_rules::{GameSpec, PerSeat, Seat, Standings};
//! let spec: GameSpec = "star:seats=3".parse()?;
//! assert_eq!(spec.name(), "star");
//! let places = PerSeat::from_fn(3, |seat| [2, 1, 3][seat.index()]);
//! let standings = Standings::from_places(places).expect("every place once");
//! assert_eq!(standings.sole_winner(), Some(Seat::new(1)));
//! # Ok::<(), longjump_rules::NotationError>(())
//! ```

mod ending;
mod error;
mod game;
mod grid;
mod layout;
mod moves;
pub mod notation;
mod perft;
mod playthrough;
mod position;
pub mod record;
mod seat;
mod spec;
mod standings;

pub use ending::Ending;
pub use error::NotationError;
pub use game::{Game, GameAction, GameVisitor, Setup, SetupError, Symmetry};
pub use grid::Grid;
pub use layout::{Camp, Layout, Point, Surface};
pub use moves::{Hole, Move, MoveList, MoveWriter};
pub use perft::{LastPly, own_move_nodes, perft};
pub use playthrough::{Playthrough, Repetitions};
pub use position::{Captures, IllegalMove, LOOK_AHEAD, PieceObserver, Position, PositionExt};
pub use seat::{MAX_SEATS, PerSeat, Seat};
pub use spec::{GameOption, GameSpec, Settings, SpecError};
pub use standings::Standings;
