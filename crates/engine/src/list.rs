//! What each game is played with: a line a game.

use crate::players::{self, MakeEvaluator, Player, Searching};
use crate::{EngineError, EngineSpec, SearchParameters};
use longjump_evaluation::corners::CornersEvaluator;
use longjump_evaluation::generic::Rows;
use longjump_evaluation::knightthrough::KnightThroughEvaluator;
use longjump_evaluation::minicheckers::MiniCheckersEvaluator;
use longjump_evaluation::{Weights, WeightsError, diamond, star};
use longjump_games::corners::Corners;
use longjump_games::diamond::Diamond;
use longjump_games::knightthrough::KnightThrough;
use longjump_games::minicheckers::MiniCheckers;
use longjump_games::star::Star;
use longjump_games::with_game;
use longjump_rules::{Game, GameAction};
use longjump_search::Evaluator;
use longjump_search::two_sided::Margins;
use std::any::Any;

/// The default player of a game: search with the game's own evaluation. A game
/// that is not listed is played by its row numbers.
pub(crate) fn default_player<G: Game>(game: &G) -> Box<dyn Player<G>> {
    let game_as_any: &dyn Any = game;
    let is = |listed: fn(&dyn Any) -> Option<Box<dyn Any>>| listed(game_as_any);
    let listed = is(|game| {
        seat::<Star, _>(game, crossing(), |game, text| {
            Ok(star::evaluator(game, &read(text)?))
        })
    })
    .or_else(|| {
        is(|game| {
            seat::<Diamond, _>(game, crossing(), |game, text| {
                Ok(diamond::evaluator(game, &read(text)?))
            })
        })
    })
    .or_else(|| {
        is(|game| {
            seat::<Corners, _>(game, SearchParameters::default(), |_, text| {
                Ok(CornersEvaluator::new(read(text)?))
            })
        })
    })
    .or_else(|| {
        is(|game| {
            seat::<KnightThrough, _>(game, SearchParameters::default(), |_, text| {
                Ok(KnightThroughEvaluator::new(read(text)?))
            })
        })
    })
    .or_else(|| {
        is(|game| {
            seat::<MiniCheckers, _>(game, SearchParameters::default(), |_, text| {
                Ok(MiniCheckersEvaluator::new(read(text)?))
            })
        })
    });
    match listed.map(|player| player.downcast::<Box<dyn Player<G>>>()) {
        Some(Ok(player)) => *player,
        _ => {
            let rows: MakeEvaluator<G, Rows<G>> = |game, _| Ok(Rows::new(game.clone()));
            Box::new(Searching::new(
                game.clone(),
                SearchParameters::default(),
                rows,
            ))
        }
    }
}

/// With fifty moves and more to choose from, few are worth a look near the leaves.
fn crossing() -> SearchParameters {
    let margins = Margins {
        late_moves: 2,
        ..Margins::default()
    };
    SearchParameters {
        margins,
        ..SearchParameters::default()
    }
}

/// The player of a listed game, if it is this one. It is a `Box<dyn Player<G>>`
/// behind `Any`, as only at run time it is known to be one of the game asked for.
fn seat<G: Game, E: Evaluator<G::Position> + 'static>(
    game: &dyn Any,
    parameters: SearchParameters,
    make: MakeEvaluator<G, E>,
) -> Option<Box<dyn Any>> {
    let game = game.downcast_ref::<G>()?.clone();
    let player: Box<dyn Player<G>> = Box::new(Searching::new(game, parameters, make));
    Some(Box::new(player))
}

fn read<W: Weights>(text: Option<&str>) -> Result<W, WeightsError> {
    text.map_or_else(|| Ok(W::standard()), W::read)
}

/// Something to do with a player of some game.
pub(crate) trait PlayerAction {
    type Output;
    fn run<G: Game>(self, game: G, player: Box<dyn Player<G>>) -> Self::Output;
}

/// Does something with the player that a spec names, its options not yet set.
pub(crate) fn with_player<A: PlayerAction>(
    spec: &EngineSpec,
    action: A,
) -> Result<A::Output, EngineError> {
    struct Find<'a, A>(&'a EngineSpec, A);
    impl<A: PlayerAction> GameAction for Find<'_, A> {
        type Output = Result<A::Output, EngineError>;
        fn run<G: Game>(self, game: G) -> Self::Output {
            let player = players::find(self.0.player(), &game)?;
            Ok(self.1.run(game, player))
        }
    }
    with_game(spec.game(), Find(spec, action))?
}
