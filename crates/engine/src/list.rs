//! What each game is played with: a line a game.

use crate::SearchParameters;
use crate::players::{Algorithm, Many, Player, Searching, Way, WithNet};
use longjump_evaluation::corners::{CornersEvaluator, CornersWeights};
use longjump_evaluation::diamond::DiamondWeights;
use longjump_evaluation::generic::{Rivals, Rows};
use longjump_evaluation::knightthrough::{KnightThroughEvaluator, KnightThroughWeights};
use longjump_evaluation::minicheckers::{MiniCheckersEvaluator, MiniCheckersWeights};
use longjump_evaluation::network::Views;
use longjump_evaluation::star::{StarRivalsWeights, StarWeights};
use longjump_evaluation::{Weights, WeightsError, diamond, star};
use longjump_games::corners::Corners;
use longjump_games::diamond::Diamond;
use longjump_games::knightthrough::KnightThrough;
use longjump_games::minicheckers::MiniCheckers;
use longjump_games::star::Star;
use longjump_rules::Game;
use longjump_search::Margins;
use std::any::{Any, TypeId};

/// The default player of a game, without the steps that are worth nothing there
/// (docs/search.md has the figures): search with the game's own evaluation. A game
/// that is not listed is played by its row numbers.
pub(crate) fn default_player<G: Game>(game: &G) -> Box<dyn Player<G>> {
    if game.seats() > 2
        && let Some(player) = many_player(game, Algorithm::MonteCarlo)
    {
        return player;
    }
    // Known when a game is compiled, so that a second search for it is not.
    if const { is_listed(G::NAME) } {
        let listed = player_of(game, star)
            .or_else(|| player_of(game, diamond))
            .or_else(|| player_of(game, corners))
            .or_else(|| player_of(game, knightthrough))
            .or_else(|| player_of(game, minicheckers));
        return listed.expect("a listed game has a line above");
    }
    let rows = |game: &G, _: &str| Ok(Rows::new(game.clone()));
    let parameters = SearchParameters::default();
    Box::new(Searching::new(game.clone(), parameters, "", rows))
}

/// Whether a game of this name has an evaluation of its own.
const fn is_listed(name: &str) -> bool {
    const LISTED: [&str; 5] = [
        Star::NAME,
        Diamond::NAME,
        Corners::NAME,
        KnightThrough::NAME,
        MiniCheckers::NAME,
    ];
    let mut index = 0;
    while index < LISTED.len() {
        if is_same(LISTED[index].as_bytes(), name.as_bytes()) {
            return true;
        }
        index += 1;
    }
    false
}

/// Strings can't be compared by `==` before the program runs.
const fn is_same(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let mut index = 0;
    while index < one.len() {
        if one[index] != other[index] {
            return false;
        }
        index += 1;
    }
    true
}

/// Whether a game has an evaluation for more than two seats.
pub(crate) fn is_for_many<G: Game>() -> bool {
    TypeId::of::<G>() == TypeId::of::<Star>()
}

/// A player for more than two seats, if there is an evaluation of the game for them.
pub(crate) fn many_player<G: Game>(game: &G, algorithm: Algorithm) -> Option<Box<dyn Player<G>>> {
    let weights = StarRivalsWeights::DEFAULT;
    let mut parameters = crossing();
    if algorithm == Algorithm::MaxN {
        // It looks at no move twice, so that what it leaves out is left out for good.
        parameters.margins.late_moves = 6;
    }
    match algorithm {
        Algorithm::MonteCarlo => player_of(game, |game| {
            WithNet::monte_carlo(game, parameters, weights, rivals)
        }),
        _ => player_of(game, |game| {
            let way = (algorithm, Way::of(algorithm));
            Many::new(game, way, parameters, weights, rivals)
        }),
    }
}

fn rivals(game: &Star, weights: &str) -> Result<Rivals, WeightsError> {
    Ok(star::rivals(game, &StarRivalsWeights::read(weights)?))
}

fn star(game: Star) -> WithNet<Star, Views> {
    let mut parameters = racing();
    // With nets, late moves may be taken for what they are more boldly; in diamond that is worth nothing.
    parameters.margins.reduction = 75;
    parameters.margins.late_moves_depth = 6;
    WithNet::searching(game, parameters, StarWeights::DEFAULT, |game, text| {
        Ok(star::evaluator(game, &StarWeights::read(text)?))
    })
}

fn diamond(game: Diamond) -> WithNet<Diamond, Views> {
    WithNet::searching(game, racing(), DiamondWeights::DEFAULT, |game, text| {
        Ok(diamond::evaluator(game, &DiamondWeights::read(text)?))
    })
}

fn corners(game: Corners) -> WithNet<Corners, Views> {
    let parameters = SearchParameters {
        futility: false,
        history: false,
        ..SearchParameters::default()
    };
    let weights = CornersWeights::default_for(game.rules());
    WithNet::searching(game, parameters, weights, |_, text| {
        Ok(CornersEvaluator::new(Weights::read(text)?))
    })
}

fn knightthrough(game: KnightThrough) -> WithNet<KnightThrough, Views> {
    // One capture turns an evaluation round, so it is no ground to give up on a node.
    let parameters = SearchParameters {
        history: false,
        reverse_futility: false,
        ..SearchParameters::default()
    };
    WithNet::searching(
        game,
        parameters,
        KnightThroughWeights::DEFAULT,
        |_, text| Ok(KnightThroughEvaluator::new(Weights::read(text)?)),
    )
}

fn minicheckers(game: MiniCheckers) -> Searching<MiniCheckers, MiniCheckersEvaluator> {
    let parameters = SearchParameters::default();
    let player = Searching::new(game, parameters, MiniCheckersWeights::DEFAULT, |_, text| {
        Ok(MiniCheckersEvaluator::new(Weights::read(text)?))
    });
    player.solving()
}

/// With fifty moves and more to choose from, few are worth a look near the leaves.
fn crossing() -> SearchParameters {
    let margins = Margins {
        late_moves: 2,
        ..Margins::default()
    };
    SearchParameters {
        futility: false,
        margins,
        ..SearchParameters::default()
    }
}

/// With two seats who gets nearer to the goal ply after ply may be trusted to, and often one long chain
/// is the only good move.
fn racing() -> SearchParameters {
    SearchParameters {
        trend: true,
        singular: true,
        ..crossing()
    }
}

/// The player of a listed game, if `game` is that one. That two games are the
/// same is known only at run time, so it goes through `Any`.
fn player_of<G: Game, L: Game, P: Player<L> + 'static>(
    game: &G,
    player: impl FnOnce(L) -> P,
) -> Option<Box<dyn Player<G>>> {
    let listed = (game as &dyn Any).downcast_ref::<L>()?.clone();
    let player: Box<dyn Player<L>> = Box::new(player(listed));
    let player: Box<dyn Any> = Box::new(player);
    player.downcast().ok().map(|player| *player)
}
