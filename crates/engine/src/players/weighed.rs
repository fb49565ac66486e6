//! An evaluation and the weights it was made with.

use crate::{EngineError, EngineOption, OptionKind};
use longjump_evaluation::WeightsError;

/// Makes a game's evaluation with the weights in a file's text.
pub(crate) type MakeEvaluator<G, E> =
    Box<dyn Fn(&G, &str) -> Result<E, WeightsError> + Send + Sync>;

/// What options for files say when there is none and the player has what the program brings.
pub(super) const ITS_OWN: &str = "its own";
/// What the option begins with when it is the weights themselves, not a file's name.
const INLINE: &str = "inline:";

/// An evaluation whose weights can be replaced.
pub(super) struct Weighed<G, E> {
    pub(super) game: G,
    make: MakeEvaluator<G, E>,
    own_weights: &'static str,
    /// The text of those it has; empty if its evaluation has none.
    weights: String,
    pub(super) evaluator: E,
}

impl<G, E> Weighed<G, E> {
    /// An evaluation with its own weights.
    pub(super) fn new(game: G, weights: &'static str, make: MakeEvaluator<G, E>) -> Self {
        Self {
            evaluator: make(&game, weights).expect("our own weights"),
            game,
            make,
            own_weights: weights,
            weights: weights.to_owned(),
        }
    }

    /// Takes the weights of a file, those given themselves, or its own.
    pub(super) fn load(&mut self, given: &str) -> Result<(), EngineError> {
        let text = weights_text(given, self.own_weights)?;
        let made = (self.make)(&self.game, &text);
        self.evaluator = made.map_err(|error| bad_weights(given, error.to_string()))?;
        self.weights = text;
        Ok(())
    }

    /// The text of its weights, if it has any.
    pub(super) fn weights(&self) -> Option<&str> {
        (!self.weights.is_empty()).then_some(&self.weights)
    }
}

/// The option that replaces the weights.
pub(super) fn weights_option() -> EngineOption {
    EngineOption {
        name: "weights",
        kind: OptionKind::Text,
        default: ITS_OWN.to_owned(),
    }
}

fn weights_text(given: &str, own: &str) -> Result<String, EngineError> {
    match given.strip_prefix(INLINE) {
        _ if given == ITS_OWN => Ok(own.to_owned()),
        Some(text) => Ok(text.to_owned()),
        None => std::fs::read_to_string(given).map_err(|error| {
            let expected = format!("a file of weights that can be read: {error}");
            bad_weights(given, expected)
        }),
    }
}

fn bad_weights(given: &str, expected: String) -> EngineError {
    EngineError::BadValue {
        option: "weights".to_owned(),
        value: given.to_owned(),
        expected,
    }
}
