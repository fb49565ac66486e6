//! The default player where a net can take the hand-made evaluation's place.

use super::{DEFAULT, Decision, Player, Searching, Strength};
use crate::{EngineError, EngineOption, Kind, Score, SearchParameters, options};
use longjump_evaluation::WeightsError;
use longjump_evaluation::network::{Fitted, HandMade, Learned, Net, NetError};
use longjump_rules::{Game, Playthrough};
use longjump_search::Report;
use std::sync::Arc;

/// The option for a net.
const NET: &str = "net";
/// What it says when there is none.
const NO_NET: &str = "none";

/// A player that evaluates by a net, or by hand if it has none.
pub(crate) struct WithNet<G, E> {
    game: G,
    parameters: SearchParameters,
    weights: &'static str,
    make: fn(&G, &str) -> Result<E, WeightsError>,
    player: Box<dyn Player<G>>,
    /// The options set so far, for a player that takes this one's place.
    set: Vec<(String, String)>,
}

impl<G: Game, E: HandMade<G::Position> + 'static> WithNet<G, E> {
    /// Without a net.
    pub(crate) fn new(
        game: G,
        parameters: SearchParameters,
        weights: &'static str,
        make: fn(&G, &str) -> Result<E, WeightsError>,
    ) -> Self {
        let by_hand = Searching::new(game.clone(), parameters.clone(), weights, make);
        Self {
            player: Box::new(by_hand),
            game,
            parameters,
            weights,
            make,
            set: Vec::new(),
        }
    }

    fn player_with(&self, net: Option<Fitted>) -> Box<dyn Player<G>> {
        let (game, parameters) = (self.game.clone(), self.parameters.clone());
        let (weights, make) = (self.weights, self.make);
        match net {
            None => Box::new(Searching::new(game, parameters, weights, make)),
            Some(net) => Box::new(Searching::new(
                game,
                parameters,
                weights,
                move |game, text| Ok(Learned::new(net.clone(), make(game, text)?)),
            )),
        }
    }

    fn net_of_file(&self, path: &str) -> Result<Fitted, EngineError> {
        let bad = |expected: String| EngineError::BadValue {
            option: NET.to_owned(),
            value: path.to_owned(),
            expected,
        };
        let bytes = std::fs::read(path)
            .map_err(|error| bad(format!("'{NO_NET}' or a net that can be read: {error}")))?;
        let fitted = Net::read(&bytes).and_then(|net| Fitted::new(&self.game, Arc::new(net)));
        fitted.map_err(|error: NetError| bad(format!("a net that fits: {error}")))
    }

    fn change_net(&mut self, value: &str) -> Result<(), EngineError> {
        let fitted = match value {
            NO_NET => None,
            path => Some(self.net_of_file(path)?),
        };
        self.player = self.player_with(fitted);
        for (name, value) in &self.set {
            self.player.set_option(name, value)?;
        }
        Ok(())
    }
}

impl<G: Game, E: HandMade<G::Position> + 'static> Player<G> for WithNet<G, E> {
    fn options(&self) -> Vec<EngineOption> {
        let mut options = self.player.options();
        options.push(EngineOption {
            name: NET,
            kind: Kind::Text,
            default: NO_NET.to_owned(),
        });
        options
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let options = self.options();
        if options::find(DEFAULT, &options, name)?.name == NET {
            return self.change_net(value);
        }
        self.player.set_option(name, value)?;
        self.set.retain(|(known, _)| known != name);
        self.set.push((name.to_owned(), value.to_owned()));
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

    fn choose(
        &mut self,
        play: &Playthrough<G>,
        strength: &Strength<'_>,
        sink: &mut dyn FnMut(&Report),
    ) -> Option<Decision> {
        self.player.choose(play, strength, sink)
    }
}
