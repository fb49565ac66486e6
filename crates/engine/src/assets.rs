//! Files that engines play better with, for programs that do not have them built in.

use longjump_evaluation::{network, race};
use longjump_games::with_game;
use longjump_rules::{Game, GameAction, GameSpec, SpecError, Surface};

/// The names of the files that engines of a game use if they have them: its net first, as it is
/// small and of use from the first move on, then the table of distances.
///
/// ```
/// let of = |spec: &str| longjump_engine::assets(&spec.parse().expect("a spec"));
/// assert_eq!(of("star:seats=3")?, ["star-many.net", "star7.race"]);
/// assert_eq!(of("star:preset=thesis")?, ["star.net", "star7.race"]);
/// assert_eq!(of("corners:preset=waiting")?, ["corners.net"]);
/// assert!(of("minicheckers")?.is_empty());
/// # Ok::<(), longjump_rules::SpecError>(())
/// ```
///
/// # Errors
/// When there is no such game.
pub fn assets(spec: &GameSpec) -> Result<Vec<&'static str>, SpecError> {
    struct Find;
    impl GameAction for Find {
        type Output = Vec<&'static str>;
        fn run<G: Game>(self, game: G) -> Self::Output {
            let net = network::file_of(&network::kind_of(&game));
            let is_race = game.layout().surface == Surface::Holes;
            let table = is_race.then_some(race::FILE);
            net.into_iter().chain(table).collect()
        }
    }
    with_game(spec, Find)
}
