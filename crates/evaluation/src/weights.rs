//! Weights as files that people can read and tune.

use serde::de::DeserializeOwned;

/// The weights of an evaluation. Their defaults are a TOML file beside the
/// code; another file gives others, and has to name every weight.
pub trait Weights: DeserializeOwned {
    /// The default file's text.
    const DEFAULT: &'static str;

    /// The weights in a file's text.
    ///
    /// # Errors
    /// When the text is not TOML, or a weight is missing or unknown.
    fn read(text: &str) -> Result<Self, WeightsError> {
        toml::from_str(text).map_err(|error| WeightsError(error.to_string()))
    }

    /// The default weights.
    ///
    /// # Panics
    /// When our own file is broken, which a test rules out.
    fn standard() -> Self {
        Self::read(Self::DEFAULT).expect("our own weights")
    }
}

/// A file of weights that can't be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("these weights can't be used: {0}\nstart from the weights.toml of the game")]
pub struct WeightsError(String);
