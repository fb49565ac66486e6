//! Every type that leaves a process, written once: its fields, its JSON, its documentation and
//! its TypeScript.
//!
//! These are types and nothing else: what they mean to a game is for `longjump-online`, how they
//! travel for `longjump-server`. The TypeScript is kept in `web/wire` (`@longjump/wire`), a file
//! for each module here.
//!
//! ```
//! use longjump_wire::socket::ClientMessage;
//! let text = r#"{"t":"move","game":"abc","ply":3,"mv":"a1b2","id":"x"}"#;
//! let message: ClientMessage = serde_json::from_str(text)?;
//! assert_eq!(serde_json::to_string(&message)?, text);
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! # Adding a type
//!
//! 1. Write it in the module it belongs to, with `Serialize`, `Deserialize`, `TS` and a
//!    `#[ts(export_to = "MODULE.ts")]`; bodies of requests have `ToSchema` for the OpenAPI
//!    document too.
//! 2. If no other type of the wire contains it, name it in the list of `tests/typescript.rs`.
//! 3. `LONGJUMP_WRITE=1 cargo test -p longjump-wire` writes the TypeScript.
//!
//! A field that may be absent is `#[serde(default, skip_serializing_if = "Option::is_none")]` with
//! `#[ts(optional)]`; without, an `Option` is always there and may be `null`.

#[cfg(feature = "service")]
pub mod cluster;
pub mod layout;
pub mod report;
#[cfg(feature = "service")]
pub mod rest;
#[cfg(feature = "service")]
pub mod room;
#[cfg(feature = "service")]
pub mod socket;
#[cfg(feature = "service")]
pub mod time;

#[cfg(feature = "service")]
mod seat_index;
