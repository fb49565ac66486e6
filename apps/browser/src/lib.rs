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

use longjump_engine::test_boards;
use longjump_evaluation::network::{self, NetError};
use longjump_evaluation::race;
use tsify::{Ts, Tsify};
use types::{EngineList, GameList};
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

/// Loads a net or the table of exact distances, unpacked; engines made afterwards have it.
///
/// # Errors
/// When the bytes are neither.
#[wasm_bindgen(js_name = supply)]
pub fn load_asset(bytes: Vec<u8>) -> Result<(), JsError> {
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
