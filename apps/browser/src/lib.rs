//! Rules and engines for the browser.
//!
//! [`Game`] is a board with its rules, light enough for the page's own thread;
//! [`Engine`] chooses moves, for a worker. What goes over the border is described
//! in [`types`], from which the TypeScript types are made.

#![expect(
    clippy::needless_pass_by_value,
    reason = "what comes over the border from JavaScript is ours"
)]

mod engine;
mod game;
pub mod types;

pub use engine::Engine;
pub use game::{Game, book_at, race_at, read_record};

use longjump_engine::{EngineSpec, test_boards};
use longjump_evaluation::network::{self, NetError};
use longjump_evaluation::race;
use longjump_games::stored;
use longjump_rules::GameSpec;
use tsify::{Ts, Tsify};
use types::{EngineList, GameList, SpecParts};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// The games there are.
///
/// # Errors
/// When JavaScript refuses the value, which it does not.
#[wasm_bindgen]
pub fn games() -> Result<Ts<GameList>, JsError> {
    to_ts(&GameList::all())
}

/// The engines of all games.
///
/// # Errors
/// When JavaScript refuses the value, which it does not.
#[wasm_bindgen]
pub fn engines() -> Result<Ts<EngineList>, JsError> {
    to_ts(&EngineList::all())
}

/// The middle game and the endgame of the 1999 thesis' experiments, as positions
/// of star with `preset=thesis`.
#[wasm_bindgen(js_name = testBoards)]
pub fn thesis_boards() -> Vec<String> {
    [test_boards::MIDGAME, test_boards::ENDGAME]
        .map(str::to_owned)
        .to_vec()
}

/// The game of a spec. Pages have specs from links, kept games and servers, and what they offer
/// names its preset, so all are read as what was stored.
fn read_spec(spec: &str) -> Result<GameSpec, JsError> {
    Ok(stored(&spec.parse()?))
}

/// A spec in its parts, with what a stored one without a preset means.
///
/// # Errors
/// When it can't be read; whether there are such a game and such a player is not looked at.
#[wasm_bindgen(js_name = parseSpec)]
pub fn parse_spec(spec: &str) -> Result<Ts<SpecParts>, JsError> {
    let spec: EngineSpec = spec.parse()?;
    to_ts(&SpecParts::from(&spec.stored()))
}

/// The names of the assets that engines of a game play better with, those of most use first.
///
/// # Errors
/// When there is no such game.
#[wasm_bindgen(js_name = assetsFor)]
pub fn assets_for(spec: &str) -> Result<Vec<String>, JsError> {
    let names = longjump_engine::assets(&read_spec(spec)?)?;
    Ok(names.into_iter().map(str::to_owned).collect())
}

/// Adds an asset, unpacked: a net or the table of exact distances. Engines made afterwards have it.
///
/// # Errors
/// When the bytes are neither.
#[wasm_bindgen(js_name = addAsset)]
pub fn add_asset(bytes: Vec<u8>) -> Result<(), JsError> {
    match network::load_standard(&bytes) {
        Err(NetError::NotANet) => Ok(race::load_standard(bytes)?),
        loaded => Ok(loaded?),
    }
}

/// A value as JavaScript sees it.
fn to_ts<T: Tsify + serde::Serialize>(value: &T) -> Result<Ts<T>, JsError>
where
    T::JsType: wasm_bindgen::JsCast,
{
    value
        .into_ts()
        .map_err(|error| JsError::new(&error.to_string()))
}
