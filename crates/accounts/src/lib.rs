//! Who somebody is to the service: guests, accounts and bots, and what proves it.
//!
//! Each request says who asks by a session, in a signed cookie or as the token of a bot. What is
//! kept of either can't be used to sign in. Sockets and streams follow their session and end with
//! it, at whatever server it ends.

mod accounts;
mod addresses;
mod browser;
mod codes;
mod deletion;
mod devices;
mod error;
mod events;
mod keys;
mod leaked;
mod names;
mod naming;
mod open;
mod own;
mod passkeys;
mod passwords;
mod people;
mod place;
mod players;
mod session;
mod sessions;
mod vacations;
mod wishes;

pub use accounts::{Accounts, Setup};
pub use deletion::Forgotten;
pub use error::ApiError;
pub use leaked::LeakedPasswords;
pub use names::{TokenHash, random, token_hash};
pub use naming::name_taken;
pub use open::{OpenSessions, ended};
pub use passkeys::site::Site;
pub use place::Network;
pub use players::Player;
pub use session::{OptionalPlayer, SignedIn};
pub use vacations::{DAYS_A_YEAR, NoVacation};

use axum::Router;
use std::sync::Arc;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// What can be asked about accounts, and the document that describes it.
pub fn described() -> (Router<Arc<Accounts>>, utoipa::openapi::OpenApi) {
    OpenApiRouter::new()
        .routes(routes!(people::guest))
        .routes(routes!(people::me))
        .routes(routes!(people::register, own::account))
        .routes(routes!(own::change_password))
        .routes(routes!(own::prove))
        .routes(routes!(own::end_others))
        .routes(routes!(own::end_one))
        .routes(routes!(codes::make))
        .routes(routes!(codes::recover))
        .routes(routes!(addresses::give, addresses::remove))
        .routes(routes!(addresses::confirm))
        .routes(routes!(addresses::forgotten))
        .routes(routes!(addresses::recover))
        .routes(routes!(passkeys::ways::begin_sign_up))
        .routes(routes!(passkeys::ways::finish_sign_up))
        .routes(routes!(passkeys::ways::begin_sign_in))
        .routes(routes!(passkeys::ways::finish_sign_in))
        .routes(routes!(passkeys::own::begin_adding))
        .routes(routes!(passkeys::own::finish_adding))
        .routes(routes!(passkeys::own::name, passkeys::own::remove))
        .routes(routes!(passkeys::own::begin_proving))
        .routes(routes!(passkeys::own::finish_proving))
        .routes(routes!(wishes::wish))
        .routes(routes!(wishes::unsubscribe))
        .routes(routes!(devices::add))
        .routes(routes!(devices::remove))
        .routes(routes!(people::login))
        .routes(routes!(people::logout))
        .split_for_parts()
}
