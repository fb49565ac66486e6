#![doc = include_str!("../README.md")]
//!
//! # Adding a type
//!
//! 1. Write it in the module it belongs to, with `Serialize`, `Deserialize`, `TS` and a
//!    `#[ts(export_to = "MODULE.ts")]`; bodies of requests have `ToSchema` for the OpenAPI
//!    document too.
//! 2. If no other type of the wire contains it, name it in the list of
//!    `crates/tidy/tests/wire.rs`.
//! 3. `LONGJUMP_WRITE=1 cargo test -p longjump-tidy --test wire` writes the TypeScript, which is
//!    kept in `web/wire` (`@longjump/wire`), a file for each module here.
//!
//! A field that may be absent is `#[serde(default, skip_serializing_if = "Option::is_none")]` with
//! `#[ts(optional)]`; without, an `Option` is always there and may be `null`.

#[cfg(feature = "service")]
pub mod account;
#[cfg(feature = "service")]
pub mod cluster;
#[cfg(feature = "service")]
pub mod explorer;
#[cfg(feature = "service")]
pub mod following;
pub mod layout;
#[cfg(feature = "service")]
pub mod notice;
#[cfg(feature = "service")]
pub mod order;
#[cfg(feature = "service")]
pub mod passkey;
pub mod report;
#[cfg(feature = "service")]
pub mod rest;
#[cfg(feature = "service")]
pub mod room;
#[cfg(feature = "service")]
pub mod socket;
#[cfg(feature = "service")]
pub mod solving;
#[cfg(feature = "service")]
pub mod study;
#[cfg(feature = "service")]
pub mod time;
#[cfg(feature = "service")]
pub mod tournament;

#[cfg(feature = "service")]
mod seat_index;
