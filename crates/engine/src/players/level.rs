//! Ten levels of strength.
//!
//! A weaker player errs as people do: it overlooks moves, long chains of hops above all, and looks
//! less far ahead. Of the moves that it has noticed it plays the best it knows. All of it is counted
//! in positions, never in time, and follows from the seed and the position alone, so a level plays
//! the same moves on every machine.

use super::weighed::ITS_OWN;
use crate::{EngineError, EngineOption, Limits, OptionKind};
use longjump_games::with_game;
use longjump_rules::{Game, GameAction, GameSpec, Move, Playthrough, Position, SpecError};

/// The highest level.
const HIGHEST: usize = 10;
/// What `longjump levels --calibrate` has found: a line for each game and number of seats, with what
/// each level notices and the positions it looks at.
const OWN_LEVELS: &str = include_str!("levels.txt");
/// Whose levels other games have.
const OTHERWISE: GameSeats = ("star", 2);
/// How much of a thousand is noticed by who overlooks nothing.
const EVERYTHING: u16 = 1000;
/// The table of a player that looks at so few positions. It is the same on every machine, whatever
/// size is asked for: what is forgotten changes what is played.
pub(super) const MEBIBYTES: usize = 4;

/// What the rules are called ([`Game::kind`]) and the number of seats, which levels depend on.
pub(super) type GameSeats = (&'static str, usize);

/// Under which name levels of a game are kept.
///
/// ```
/// let name = |spec: &str| longjump_engine::name_of_levels(&spec.parse().expect("a spec"));
/// assert_eq!(name("star:seats=3")?, "star:seats=3");
/// assert_eq!(name("corners:preset=race")?, "corners-race");
/// # Ok::<(), longjump_rules::SpecError>(())
/// ```
///
/// # Errors
/// When there is no such game.
pub fn name_of_levels(game: &GameSpec) -> Result<String, SpecError> {
    struct Name;
    impl GameAction for Name {
        type Output = String;
        fn run<G: Game>(self, game: G) -> String {
            match game.seats() {
                2 => game.kind().to_owned(),
                seats => format!("{}:seats={seats}", game.kind()),
            }
        }
    }
    with_game(game, Name)
}

/// How strong a player is to be.
pub(super) struct Skill {
    game: GameSeats,
    /// 0 is full strength.
    level: usize,
    levels: Levels,
}

impl Skill {
    /// Full strength at a game.
    pub(super) fn full(game: GameSeats) -> Self {
        let levels = Levels::find(OWN_LEVELS, game).or_else(|| Levels::find(OWN_LEVELS, OTHERWISE));
        Self {
            game,
            level: 0,
            levels: levels.expect("levels of the program's own"),
        }
    }

    /// The level, and a file that says what levels are: calibrating tries out some.
    pub(super) fn options() -> [EngineOption; 2] {
        [
            EngineOption::number("level", 0, HIGHEST as u64, 0),
            EngineOption {
                name: "levels",
                kind: OptionKind::Text,
                default: ITS_OWN.to_owned(),
            },
        ]
    }

    /// Sets one of these options; false if it is none of them.
    pub(super) fn set(&mut self, option: &EngineOption, value: &str) -> Result<bool, EngineError> {
        match option.name {
            "level" => self.level = option.read_number(value)? as usize,
            "levels" if value == ITS_OWN => self.levels = Self::full(self.game).levels,
            "levels" => {
                let text = std::fs::read_to_string(value).unwrap_or_default();
                let levels = Levels::find(&text, self.game);
                self.levels = levels.ok_or_else(|| EngineError::BadValue {
                    option: option.name.to_owned(),
                    value: value.to_owned(),
                    expected: format!("'{ITS_OWN}' or a file with levels of this game"),
                })?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    pub(super) fn is_full(&self) -> bool {
        self.level == 0
    }

    /// How much it sees in the game of this seed.
    pub(super) fn sight(&self, seed: u64) -> Sight {
        match self.level {
            0 => Sight::FULL,
            level => self.levels.sight(level, seed),
        }
    }
}

/// The levels of a game.
struct Levels {
    /// By how many thousandths of a level a player may be better or worse from game to game. In a
    /// game without chance who is a little better nearly always wins, and no step would be one that
    /// people can take.
    form: i64,
    /// What each level notices, and the positions it looks at.
    sights: [(i64, i64); HIGHEST],
}

impl Levels {
    /// Those of a game in a file of levels. Where none were calibrated for so many seats they are
    /// those for fewer.
    fn find(text: &str, (game, seats): GameSeats) -> Option<Self> {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let fitting = lines.filter_map(|line| {
            let (name, levels) = line.split_once(' ')?;
            let (name, number) = name.split_once(":seats=").unwrap_or((name, "2"));
            let number: usize = number.parse().ok()?;
            (name == game && number <= seats).then_some((number, levels))
        });
        let (_, levels) = fitting.max_by_key(|&(number, _)| number)?;
        let mut parts = levels.split_whitespace();
        let form = parts.next()?.strip_prefix("form=")?.parse().ok()?;
        let mut sights = [(0, 0); HIGHEST];
        for sight in &mut sights {
            let (notices, nodes) = parts.next()?.split_once('/')?;
            *sight = (notices.parse().ok()?, nodes.parse().ok()?);
        }
        Some(Self { form, sights })
    }

    /// What a level sees in the game of this seed: in whole numbers, which are the same everywhere.
    fn sight(&self, level: usize, seed: u64) -> Sight {
        // Two levels in one game have their good days by themselves.
        let mut random = fastrand::Rng::with_seed(seed ^ (level as u64) << 32);
        let form = self.form * random.i64(-1000..=1000) / 1000;
        // The strongest is always at its best.
        let form = if level == HIGHEST { 0 } else { form };
        let at = (1000 * level as i64 + form).clamp(1000, 1000 * HIGHEST as i64);
        let below = (at / 1000) as usize;
        let (low, high) = (self.sights[below - 1], self.sights[below.min(HIGHEST - 1)]);
        let between = |low: i64, high: i64| low + (high - low) * (at % 1000) / 1000;
        Sight {
            notices: between(low.0, high.0) as u16,
            nodes: Some(between(low.1, high.1) as u64),
        }
    }
}

/// How much a player sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sight {
    /// Of a thousand steps and hops so many are noticed. A chain has to be noticed hop by hop.
    notices: u16,
    /// The most positions it looks at, if there is such a limit.
    nodes: Option<u64>,
}

impl Sight {
    /// That of full strength.
    const FULL: Self = Self {
        notices: EVERYTHING,
        nodes: None,
    };

    /// What is left of the limits given.
    pub(super) fn limits(self, given: Limits) -> Limits {
        let nodes = given.nodes.into_iter().chain(self.nodes).min();
        Limits { nodes, ..given }
    }

    /// The moves it notices of those it may choose; one of them at least. None stands for all.
    pub(super) fn noticed<G: Game>(
        self,
        play: &Playthrough<G>,
        allowed: &[Move],
        seed: u64,
    ) -> Vec<Move> {
        if self.notices >= EVERYTHING {
            return allowed.to_vec();
        }
        let (game, position) = (play.game(), play.position());
        let mut moves = play.legal_moves().to_vec();
        moves.retain(|mv| allowed.is_empty() || allowed.contains(mv));
        let mut random = fastrand::Rng::with_seed(seed_here(play, seed));
        let mut is_noticed = |mv: &Move| {
            let hops = game.route(position, *mv).len().saturating_sub(1).max(1);
            (0..hops).all(|_| random.u16(..EVERYTHING) < self.notices)
        };
        let noticed: Vec<Move> = moves.iter().copied().filter(&mut is_noticed).collect();
        if noticed.is_empty() && !moves.is_empty() {
            // Not drawn as an index, which is another number where those have 32 bits.
            return vec![moves[random.u64(..moves.len() as u64) as usize]];
        }
        noticed
    }
}

/// A seed for this position of this game: asked again, a player says the same, and after a
/// repetition it may find something else.
pub(super) fn seed_here<G: Game>(play: &Playthrough<G>, seed: u64) -> u64 {
    let plies = play.played().len() as u64;
    let number = play.position().key() ^ seed.rotate_left(32);
    number.wrapping_add(plies.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

#[cfg(test)]
mod tests {
    use super::*;
    use longjump_games::star::Star;
    use longjump_rules::Settings;

    #[test]
    fn every_game_has_ten_levels_that_see_more_and_more() {
        for game in [
            ("star", 2),
            ("star", 3),
            ("star", 4),
            ("star", 5),
            ("star", 6),
            ("diamond", 2),
            ("corners", 2),
            ("corners-race", 2),
            ("knightthrough", 2),
            ("minicheckers", 2),
            ("unheard of", 2),
        ] {
            let Levels { sights, form } = Skill::full(game).levels;
            let highest = sights[HIGHEST - 1];
            // Where strength hardly grows, the highest levels are one.
            let is_sorted = sights.windows(2).all(|pair| {
                let [low, high] = pair else { return false };
                *low == highest || low < high && low.0 <= high.0 && low.1 <= high.1
            });
            assert!(is_sorted, "{game:?} {sights:?}");
            assert_eq!(highest.0, i64::from(EVERYTHING), "{game:?}");
            assert!((0..5_000).contains(&form), "{game:?}");
        }
    }

    #[test]
    fn a_level_s_form_follows_from_the_game_and_the_strongest_has_none() {
        let mut levels = Skill::full(("star", 2)).levels;
        levels.form = 1_500;
        levels.sights =
            std::array::from_fn(|level| (100 * level as i64 + 100, 1_000 * level as i64));
        let notices = |level, seed| levels.sight(level, seed).notices;
        let fives: Vec<u16> = (0..200).map(|seed| notices(5, seed)).collect();
        assert_eq!(
            fives,
            (0..200).map(|seed| notices(5, seed)).collect::<Vec<_>>()
        );
        assert!(
            fives.iter().all(|notices| (350..=650).contains(notices)),
            "{fives:?}"
        );
        assert!(
            fives.iter().any(|&notices| notices < 400)
                && fives.iter().any(|&notices| notices > 600)
        );
        assert!((0..200).all(|seed| notices(10, seed) == 1_000 && notices(1, seed) >= 100));
    }

    #[test]
    fn long_chains_are_overlooked_first() {
        let game = Star::configure(&Settings::default()).expect("defaults are valid");
        let mut play = Playthrough::new(game);
        let mut random = fastrand::Rng::with_seed(1);
        let sight = Sight {
            notices: 500,
            nodes: None,
        };
        // How often steps and chains of two hops were there, and how often they were noticed.
        let mut counts = [[0_u32; 2]; 2];
        for _ in 0..60 {
            let moves = play.legal_moves().to_vec();
            let noticed = sight.noticed(&play, &[], 7);
            assert_eq!(noticed, sight.noticed(&play, &[], 7), "asked again");
            for mv in &moves {
                let hops = game.route(play.position(), *mv).len() - 1;
                if let Some(count) = counts.get_mut(hops - 1) {
                    count[0] += 1;
                    count[1] += u32::from(noticed.contains(mv));
                }
            }
            let mv = random.choice(moves).expect("a move");
            play.play(mv).expect("legal");
        }
        let [steps, chains] = counts.map(|[there, noticed]| 1000 * noticed / there);
        assert!((450..550).contains(&steps), "{steps}");
        assert!((180..320).contains(&chains), "{chains}");
    }

    #[test]
    fn who_notices_nothing_plays_any_move_allowed() {
        let game = Star::configure(&Settings::default()).expect("defaults are valid");
        let play = Playthrough::new(game);
        let sight = Sight {
            notices: 0,
            nodes: None,
        };
        let allowed = &play.legal_moves().to_vec()[3..5];
        let one = sight.noticed(&play, allowed, 1);
        assert!(one.len() == 1 && allowed.contains(&one[0]));
    }
}
