//! Ratings: Glicko-2 for two seats, Weng-Lin for more.

use longjump_games::{stored, with_game};
use longjump_rules::{Game, GameAction, GameSpec};
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use skillratings::{MultiTeamOutcome, Outcomes};

/// Weng-Lin's own numbers are about 0 to 50; times this they look like the others.
const WENG_LIN_SHOWN: f64 = 60.0;

/// How strong somebody is, and how sure that is, in one game at one speed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The strength, 1500 for newcomers.
    pub rating: f64,
    /// How far off it may be: two in three are this close.
    pub deviation: f64,
    /// How much it swings; only Glicko-2 has it.
    pub volatility: f64,
    /// The games behind it.
    pub games: i32,
}

/// How strength is reckoned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// For two seats.
    Glicko2,
    /// For three and more.
    WengLin,
}

impl Rating {
    /// The rating of somebody who has not played.
    ///
    /// ```
    /// use longjump_online::{Rating, Scale};
    /// assert_eq!(Rating::new(Scale::Glicko2).rating, 1500.0);
    /// assert_eq!(Rating::new(Scale::WengLin).rating, 1500.0);
    /// assert!(Rating::new(Scale::WengLin).is_provisional());
    /// ```
    pub fn new(scale: Scale) -> Self {
        let fresh = Glicko2Rating::new();
        let deviation = match scale {
            Scale::Glicko2 => fresh.deviation,
            Scale::WengLin => WengLinRating::new().uncertainty * WENG_LIN_SHOWN,
        };
        Self {
            rating: fresh.rating,
            deviation,
            volatility: fresh.volatility,
            games: 0,
        }
    }

    /// Whether too little is known of its player.
    pub fn is_provisional(&self) -> bool {
        self.deviation > 110.0 || self.games < 8
    }

    fn glicko(&self) -> Glicko2Rating {
        Glicko2Rating {
            rating: self.rating,
            deviation: self.deviation,
            volatility: self.volatility,
        }
    }

    fn weng_lin(&self) -> WengLinRating {
        WengLinRating {
            rating: self.rating / WENG_LIN_SHOWN,
            uncertainty: self.deviation / WENG_LIN_SHOWN,
        }
    }
}

/// Under which name results of a game count for ratings, with the scale; none for variants.
///
/// ```
/// use longjump_online::{Scale, category};
/// assert_eq!(category(&"diamond".parse()?), Some(("diamond".to_owned(), Scale::Glicko2)));
/// assert_eq!(category(&"star:seats=3".parse()?), Some(("star-3".to_owned(), Scale::WengLin)));
/// assert_eq!(category(&"star:corners=open".parse()?), None);
/// // Rules with a name of their own are rated apart.
/// let named = |spec: &str| category(&spec.parse().expect("a spec")).map(|(name, _)| name);
/// assert_eq!(named("corners:preset=race").as_deref(), Some("corners-race"));
/// assert_eq!(named("corners:preset=waiting").as_deref(), Some("corners"));
/// # Ok::<(), longjump_rules::NotationError>(())
/// ```
pub fn category(game: &GameSpec) -> Option<(String, Scale)> {
    let lasting = stored(game);
    let options: Vec<(&str, &str)> = lasting.settings().iter().collect();
    match options[..] {
        [] | [("seats", "2")] => Some((game.name().to_owned(), Scale::Glicko2)),
        [("seats", seats)] => Some((format!("{}-{seats}", game.name()), Scale::WengLin)),
        [("preset", _)] => rated_kind(&lasting).map(|kind| (kind.to_owned(), Scale::Glicko2)),
        _ => None,
    }
}

/// What the rules of a preset are called, if they are more than a variant.
fn rated_kind(game: &GameSpec) -> Option<&'static str> {
    struct Kind;
    impl GameAction for Kind {
        type Output = Option<&'static str>;
        fn run<G: Game>(self, game: G) -> Self::Output {
            G::FORMER_PRESET.map(|_| game.kind())
        }
    }
    with_game(game, Kind).ok().flatten()
}

/// The ratings after a game in which each came in at a place.
///
/// ```
/// use longjump_online::{Rating, Scale, rate};
/// let new = Rating::new(Scale::Glicko2);
/// let after = rate(Scale::Glicko2, &[(new, 1), (new, 2)]);
/// assert!(after[0].rating > 1600.0 && after[1].rating < 1400.0);
/// ```
pub fn rate(scale: Scale, players: &[(Rating, u8)]) -> Vec<Rating> {
    let rated = match (scale, players) {
        (Scale::Glicko2, [first, second]) => duel(first, second),
        _ => many(players),
    };
    let counted = rated.into_iter().map(|rating| Rating {
        games: rating.games + 1,
        ..rating
    });
    counted.collect()
}

fn duel(first: &(Rating, u8), second: &(Rating, u8)) -> Vec<Rating> {
    let outcome = match first.1.cmp(&second.1) {
        std::cmp::Ordering::Less => Outcomes::WIN,
        std::cmp::Ordering::Equal => Outcomes::DRAW,
        std::cmp::Ordering::Greater => Outcomes::LOSS,
    };
    let config = Glicko2Config::new();
    let (a, b) = glicko2(&first.0.glicko(), &second.0.glicko(), &outcome, &config);
    let take = |old: &Rating, new: Glicko2Rating| Rating {
        rating: new.rating,
        deviation: new.deviation,
        volatility: new.volatility,
        ..*old
    };
    vec![take(&first.0, a), take(&second.0, b)]
}

fn many(players: &[(Rating, u8)]) -> Vec<Rating> {
    let teams: Vec<[WengLinRating; 1]> = players.iter().map(|(old, _)| [old.weng_lin()]).collect();
    let teams: Vec<(&[WengLinRating], MultiTeamOutcome)> = teams
        .iter()
        .zip(players)
        .map(|(team, (_, place))| (&team[..], MultiTeamOutcome::new(usize::from(*place))))
        .collect();
    let rated = weng_lin_multi_team(&teams, &WengLinConfig::new());
    let take = |((old, _), new): (&(Rating, u8), &Vec<WengLinRating>)| Rating {
        rating: new[0].rating * WENG_LIN_SHOWN,
        deviation: new[0].uncertainty * WENG_LIN_SHOWN,
        ..*old
    };
    players.iter().zip(&rated).map(take).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glickman_s_example_comes_out() {
        // One game of the example in "Example of the Glicko-2 system" (Glickman 2013), alone.
        let player = |rating, deviation| Rating {
            rating,
            deviation,
            volatility: 0.06,
            games: 0,
        };
        let after = rate(
            Scale::Glicko2,
            &[(player(1500.0, 200.0), 1), (player(1400.0, 30.0), 2)],
        );
        assert!((after[0].rating - 1563.6).abs() < 0.5, "{after:?}");
        assert!((after[0].deviation - 175.4).abs() < 0.5, "{after:?}");
    }

    /// Ratings of puzzles are reckoned on the page, which is to come to the same.
    #[test]
    fn the_page_s_figures_are_ours() {
        let mut rows = Vec::new();
        for (rating, deviation, volatility) in [
            (1500.0, 350.0, 0.06),
            (1733.3, 92.0, 0.0581),
            (911.5, 140.0, 0.0634),
        ] {
            for (other, spread) in [(800.0, 120.0), (1610.0, 120.0), (2600.0, 60.0)] {
                for (place, score) in [(1, 1.0), (3, 0.0)] {
                    let player = Rating {
                        rating,
                        deviation,
                        volatility,
                        games: 0,
                    };
                    let opponent = Rating {
                        rating: other,
                        deviation: spread,
                        ..player
                    };
                    let after = rate(Scale::Glicko2, &[(player, place), (opponent, 2)])[0];
                    rows.push(format!(
                        r#"    {{ "player": [{rating:?}, {deviation:?}, {volatility:?}], "opponent": [{other:?}, {spread:?}], "score": {score}, "after": [{:.6}, {:.6}, {:.9}] }}"#,
                        after.rating, after.deviation, after.volatility
                    ));
                }
            }
        }
        let text = format!("[\n{}\n]\n", rows.join(",\n"));
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../web/app/src/lib/puzzles/glicko2.figures.json"
        );
        if std::env::var_os("LONGJUMP_WRITE").is_some() {
            std::fs::write(path, &text).expect("the page's folder");
        }
        let found = std::fs::read_to_string(path).expect("the page's figures");
        let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
        assert_eq!(
            read(&found),
            read(&text),
            "write them anew with LONGJUMP_WRITE=1"
        );
    }

    #[test]
    fn the_better_place_gains_and_ties_among_equals_change_nothing() {
        let new = Rating::new(Scale::WengLin);
        let after = rate(Scale::WengLin, &[(new, 2), (new, 1), (new, 3)]);
        assert!(after[1].rating > after[0].rating && after[0].rating > after[2].rating);
        assert!((after[0].rating - 1500.0).abs() < 1e-6);
        let tied = rate(Scale::WengLin, &[(new, 1), (new, 1), (new, 1)]);
        assert!(
            tied.iter()
                .all(|rating| (rating.rating - 1500.0).abs() < 1e-6)
        );
        assert!(
            after
                .iter()
                .all(|rating| rating.games == 1 && rating.deviation < new.deviation)
        );
    }
}
