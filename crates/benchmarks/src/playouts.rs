//! Games of random moves.

use longjump_games::with_game;
use longjump_rules::{
    Game, GameAction, GameSpec, MoveList, PerSeat, Position, Repetitions, SpecError, Standings,
};
use std::time::{Duration, Instant};

/// How many random games to play.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Playouts {
    /// How long to go on, unless there is a number of games.
    pub limit: Duration,
    /// Play so many games, however long it takes.
    pub games: Option<u64>,
    /// Where the random numbers start; the same seed plays the same games.
    pub seed: u64,
}

impl Default for Playouts {
    fn default() -> Self {
        Self {
            limit: Duration::from_secs(5),
            games: None,
            seed: 1,
        }
    }
}

/// How far they are, for whoever waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayoutsSoFar {
    /// Games played.
    pub games: u64,
    /// Time since the first began.
    pub elapsed: Duration,
}

/// What came of the games.
#[derive(Clone, PartialEq, Debug)]
pub struct Tally {
    /// How many games.
    pub games: u64,
    /// Their plies together.
    pub plies: u64,
    /// How long they took.
    pub seconds: f64,
    /// For each seat the games it was first in alone.
    pub first: PerSeat<u64>,
    /// Games in which the first place was shared.
    pub shared: u64,
}

impl Playouts {
    /// Plays the games, telling `progress` every now and then.
    ///
    /// # Errors
    /// When there is no such game.
    pub fn run(
        &self,
        spec: &GameSpec,
        progress: &mut dyn FnMut(PlayoutsSoFar),
    ) -> Result<Tally, SpecError> {
        let run = Run {
            playouts: *self,
            progress,
        };
        with_game(spec, run)
    }
}

struct Run<'a> {
    playouts: Playouts,
    progress: &'a mut dyn FnMut(PlayoutsSoFar),
}

impl GameAction for Run<'_> {
    type Output = Tally;

    fn run<G: Game>(self, game: G) -> Tally {
        let Playouts { limit, games, seed } = self.playouts;
        let mut players = Players {
            random: fastrand::Rng::with_seed(seed),
            moves: MoveList::new(),
            seen: Repetitions::default(),
        };
        let mut tally = Tally {
            games: 0,
            plies: 0,
            seconds: 0.0,
            first: PerSeat::new(game.seats(), 0),
            shared: 0,
        };
        let start = game.start();
        let started = Instant::now();
        let mut is_over = false;
        while !is_over {
            // The clock is asked once for several games.
            for _ in 0..games.map_or(64, |games| (games - tally.games).min(64)) {
                let (standings, plies) = players.play(&game, start.clone());
                tally.add(standings, plies);
            }
            let elapsed = started.elapsed();
            tally.seconds = elapsed.as_secs_f64();
            is_over = match games {
                Some(games) => tally.games >= games,
                None => elapsed >= limit,
            };
            (self.progress)(PlayoutsSoFar {
                games: tally.games,
                elapsed,
            });
        }
        tally
    }
}

impl Tally {
    fn add(&mut self, standings: Standings, plies: u32) {
        self.games += 1;
        self.plies += u64::from(plies);
        match standings.sole_winner() {
            Some(winner) => self.first[winner] += 1,
            None => self.shared += 1,
        }
    }
}

/// Those who move at random, with what they need at hand.
struct Players {
    random: fastrand::Rng,
    moves: MoveList,
    seen: Repetitions,
}

impl Players {
    /// Plays a game to its end: the order of finish and the number of plies.
    fn play<G: Game>(&mut self, game: &G, mut position: G::Position) -> (Standings, u32) {
        let repetition_limit = game.repetition_limit();
        self.seen.clear();
        let mut plies = 0;
        loop {
            if repetition_limit.is_some_and(|limit| self.seen.note(position.key()) >= limit) {
                return (position.standings_if_drawn(), plies);
            }
            self.moves.clear();
            position.legal_moves(&mut self.moves);
            if self.moves.is_empty() {
                let standings = position.standings();
                return (
                    standings.unwrap_or_else(|| position.standings_if_drawn()),
                    plies,
                );
            }
            let chosen = self.random.u32(..self.moves.len() as u32);
            position.play(self.moves[chosen as usize]);
            plies += 1;
        }
    }
}
