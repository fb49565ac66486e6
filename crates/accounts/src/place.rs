//! Where requests come from, and what is kept of that.

use crate::accounts::Accounts;
use axum::extract::FromRequestParts;
use axum::http::header::{HeaderValue, USER_AGENT};
use axum::http::request::Parts;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;

/// The network that a request comes from.
#[derive(Clone, Copy)]
pub struct Network(pub IpAddr);

/// A keyed hash of the network and the browser that a request comes from.
pub(crate) struct Place(pub(crate) Vec<u8>);

impl Accounts {
    /// What is kept of where a request comes from.
    pub(crate) fn place_of(&self, parts: &Parts) -> Place {
        let network = parts.extensions.get::<Network>();
        let network = network.map_or(String::new(), |Network(address)| address.to_string());
        let browser = parts.headers.get(USER_AGENT);
        let browser = browser.map_or(&[][..], HeaderValue::as_bytes);
        Place(self.keyed_hash(&[b"place ", network.as_bytes(), b" ", browser], 16))
    }
}

impl<S> FromRequestParts<Arc<S>> for Place
where
    S: AsRef<Accounts> + Send + Sync,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<S>) -> Result<Self, Infallible> {
        let accounts: &Accounts = state.as_ref().as_ref();
        Ok(accounts.place_of(parts))
    }
}
