//! Tournaments between people: who plays whom, who sits where, and who stands where, as pure functions.
//!
//! Nothing here has a database, a time source or chance of its own: a round follows from a [`Plan`], the
//! entrants who are there and the [`Meeting`]s before it. So a round that was paired can be paired again, to
//! the same tables, from what is kept of it. `docs/tournaments.md` has the rules as people read them.
//!
//! ```
//! use longjump_tournaments::{Meeting, Outcome, Plan, pair, standings};
//! use longjump_wire::tournament::TournamentKind;
//! let plan = Plan { kind: TournamentKind::Swiss, seed: 7, sizes: vec![2], size: 2 };
//! let present = [0, 1, 2, 3];
//! let mut past = Vec::new();
//! for round in 1..=3 {
//!     for players in pair(&plan, round, &present, &present, &past) {
//!         // Whoever has the smaller number wins.
//!         let places = if players[0] < players[1] { vec![1, 2] } else { vec![2, 1] };
//!         past.push(Meeting { round, players, outcome: Some(Outcome::Played(places)) });
//!     }
//! }
//! let table = standings(&plan, 4, &past);
//! assert_eq!(table.iter().map(|line| line.entrant).collect::<Vec<_>>(), [0, 1, 2, 3]);
//! ```

mod arena;
mod circle;
mod matching;
mod meeting;
mod past;
mod plan;
mod seed;
mod standings;
mod step;
mod swiss;
mod tables;
mod two;

pub use circle::rounds as rounds_of_all;
pub use meeting::{Entrant, FULL, Meeting, Outcome};
pub use plan::Plan;
pub use standings::{Line, standings};
pub use step::{Situation, Step, next_step};
pub use tables::{MOST_AT_A_TABLE, sizes};

use longjump_wire::tournament::TournamentKind;

/// The tables of a round, each with its players in the order of their seats; one alone has a bye. Rounds
/// count from 1. `field` is who was there in the first round, `present` who is there now: in an arena, who
/// waits for a game. `past` are all tables before.
///
/// Who is in `present` is at one table, but for those who rest in a round robin, and those in an arena for
/// whom nobody is left.
pub fn pair(
    plan: &Plan,
    round: usize,
    field: &[Entrant],
    present: &[Entrant],
    past: &[Meeting],
) -> Vec<Vec<Entrant>> {
    match plan.kind {
        TournamentKind::Arena => arena::pair(plan.seed, round, field, present, past),
        TournamentKind::Swiss => swiss::pair(plan.seed, round, present, past),
        TournamentKind::RoundRobin => circle::pair(plan.seed, round, field, present),
        TournamentKind::Tables => tables::pair(plan, round, present, past),
    }
}
