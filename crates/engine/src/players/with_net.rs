//! A player whose hand-made evaluation a net can take the place of.

use super::many::{Algorithm, Many, Way};
use super::player::{DEFAULT, Decision, Player, Request};
use super::searching::Searching;
use super::weighed::ITS_OWN;
use crate::{EngineError, EngineOption, OptionKind, Score, SearchParameters, options};
use longjump_evaluation::WeightsError;
use longjump_evaluation::network::{
    self, Fitted, HandMade, Learned, LearnedSeats, Net, SeatViews, Viewing, Views,
};
use longjump_rules::{Game, Playthrough};
use longjump_search::{SearchInfo, SeatEvaluator, monte_carlo};
use std::sync::Arc;

/// The option for a net.
const NET: &str = "net";
/// What it says when there is none.
const NO_NET: &str = "none";
/// The option for the hand-made evaluation's numbers.
const WEIGHTS: &str = "weights";

/// Makes a player with a net, or with none.
type Make<G, V> = Box<dyn Fn(Option<Fitted<V>>) -> Box<dyn Player<G>> + Send>;

/// A player that evaluates by a net, or by hand if it has none. Unless the option says otherwise it has
/// the program's own for its rules; who gives weights means the hand-made evaluation.
pub(crate) struct WithNet<G, V> {
    /// What it is called in specs.
    name: &'static str,
    game: G,
    make: Make<G, V>,
    player: Box<dyn Player<G>>,
    /// The options set so far, for a player that takes this one's place.
    set: Vec<(String, String)>,
    /// The value that the option for a net was set to.
    net_option: Option<String>,
}

impl<G: Game> WithNet<G, Views> {
    /// One that searches for two seats.
    pub(crate) fn searching<E: HandMade<G::Position> + 'static>(
        game: G,
        parameters: SearchParameters,
        weights: &'static str,
        make: fn(&G, &str) -> Result<E, WeightsError>,
    ) -> Self {
        let seated = game.clone();
        let player = move |net: Option<Fitted>| -> Box<dyn Player<G>> {
            let (game, parameters) = (seated.clone(), parameters.clone());
            let Some(net) = net else {
                return Box::new(Searching::new(game, parameters, weights, make));
            };
            let learned =
                move |game: &G, text: &str| Ok(Learned::new(net.clone(), make(game, text)?));
            Box::new(Searching::new(game, parameters, weights, learned))
        };
        Self::new(DEFAULT, game, Box::new(player))
    }
}

impl<G: Game> WithNet<G, SeatViews> {
    /// Monte-Carlo tree search for any number of seats.
    pub(crate) fn monte_carlo<E: HandMade<G::Position> + SeatEvaluator<G::Position> + 'static>(
        game: G,
        parameters: SearchParameters,
        weights: &'static str,
        make: fn(&G, &str) -> Result<E, WeightsError>,
    ) -> Self {
        let algorithm = Algorithm::MonteCarlo;
        let seated = game.clone();
        let player = move |net: Option<Fitted<SeatViews>>| -> Box<dyn Player<G>> {
            let (game, parameters) = (seated.clone(), parameters.clone());
            let Some(net) = net else {
                let way = (algorithm, Way::Tree(monte_carlo::search));
                return Box::new(Many::new(game, way, parameters, weights, make));
            };
            let learned =
                move |game: &G, text: &str| Ok(LearnedSeats::new(net.clone(), make(game, text)?));
            let way = (algorithm, Way::Tree(monte_carlo::search));
            Box::new(Many::new(game, way, parameters, weights, learned))
        };
        Self::new(algorithm.name(), game, Box::new(player))
    }
}

impl<G: Game, V: Viewing> WithNet<G, V> {
    fn new(name: &'static str, game: G, make: Make<G, V>) -> Self {
        Self {
            name,
            player: make(own_net(&game)),
            game,
            make,
            set: Vec::new(),
            net_option: None,
        }
    }

    fn net_of_file(&self, path: &str) -> Result<Fitted<V>, EngineError> {
        let bad = |expected: String| EngineError::BadValue {
            option: NET.to_owned(),
            value: path.to_owned(),
            expected,
        };
        let bytes = std::fs::read(path).map_err(|error| {
            bad(format!(
                "'{ITS_OWN}', '{NO_NET}' or a net that can be read: {error}"
            ))
        })?;
        let fitted = Net::read(&bytes).and_then(|net| Fitted::new(&self.game, Arc::new(net)));
        fitted.map_err(|error| bad(format!("a net that fits: {error}")))
    }

    /// The net that the options come to.
    fn net(&self) -> Result<Option<Fitted<V>>, EngineError> {
        let are_weights = |(name, value): &(String, String)| name == WEIGHTS && value != ITS_OWN;
        let has_weights = self.set.iter().any(are_weights);
        match self.net_option.as_deref() {
            None if has_weights => Ok(None),
            None | Some(ITS_OWN) => Ok(own_net(&self.game)),
            Some(NO_NET) => Ok(None),
            Some(path) => self.net_of_file(path).map(Some),
        }
    }

    /// Puts a player with the right net and the options set so far in the place of this one's.
    fn renew(&mut self) -> Result<(), EngineError> {
        let mut player = (self.make)(self.net()?);
        for (name, value) in &self.set {
            player.set_option(name, value)?;
        }
        self.player = player;
        Ok(())
    }
}

/// The program's own net for these rules, if it has one.
fn own_net<G: Game, V: Viewing>(game: &G) -> Option<Fitted<V>> {
    Fitted::new(game, network::standard(&network::kind_of(game))?).ok()
}

impl<G: Game, V: Viewing> Player<G> for WithNet<G, V> {
    fn options(&self) -> Vec<EngineOption> {
        let mut options = self.player.options();
        options.push(EngineOption {
            name: NET,
            kind: OptionKind::Text,
            default: ITS_OWN.to_owned(),
        });
        options
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let options = self.options();
        let name = options::find(self.name, &options, name)?.name;
        if name == NET {
            let before = self.net_option.replace(value.to_owned());
            return self.renew().inspect_err(|_| self.net_option = before);
        }
        self.player.set_option(name, value)?;
        self.set.retain(|(known, _)| known != name);
        self.set.push((name.to_owned(), value.to_owned()));
        if name == WEIGHTS && self.net_option.is_none() {
            self.renew()?;
        }
        Ok(())
    }

    fn weights(&self) -> Option<&str> {
        self.player.weights()
    }

    fn evaluate(&self, position: &G::Position) -> Option<Score> {
        self.player.evaluate(position)
    }

    fn new_game(&mut self) {
        self.player.new_game();
    }

    fn prepare(&mut self) {
        self.player.prepare();
    }

    fn keeps_to_given_moves(&self) -> bool {
        self.player.keeps_to_given_moves()
    }

    fn choose(
        &mut self,
        play: &Playthrough<G>,
        request: &Request<'_>,
        sink: &mut dyn FnMut(&SearchInfo),
    ) -> Option<Decision> {
        self.player.choose(play, request, sink)
    }
}
