//! Boards, charts and numbers as people read them, whatever the game.
//!
//! [`board_svg()`] and [`board_text()`] draw any position from its game's layout, [`Plot`] is a chart
//! as SVG, and [`numbers`] has counts, scores and series of numbers in words.
//!
//! ```
//! use longjump_display::numbers::{outlook, plies, spaced, sparkline};
//! assert_eq!(spaced(1_234_567), "1 234 567");
//! assert_eq!(plies(1), "1 ply");
//! assert_eq!(outlook(140), "1.4 moves ahead");
//! assert_eq!(sparkline(&[0.0, 3.5, 7.0]), "▁▅█");
//! ```

mod board_svg;
mod board_text;
mod colours;
pub mod html;
pub mod numbers;
mod plot;

pub use board_svg::board_svg;
pub use board_text::board_text;
pub use colours::{COLOURS, Rgb, colour_slot};
pub use plot::{Line, Plot};
