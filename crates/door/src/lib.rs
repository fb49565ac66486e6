//! The door of a server: who comes in over TCP, how many from one network at a time, and how long
//! they may take to say what they want; how often they may say something, and how long it takes to
//! come. It looks at passwords, a few at a time, and it keeps out what other sites have a visitor's
//! browser ask for.
//!
//! `axum::serve` knows no such limits: whoever sends half a line keeps a connection for ever.

mod connection;
mod lag;
mod limiters;
mod passwords;
mod places;
mod shield;

pub use lag::Lag;
pub use limiters::{Limiters, Limits, RequestKind, Sender};
pub use passwords::{PASSWORD_LENGTH, PasswordError, hash_password, verify_password};
pub use places::{Place, network};
pub use shield::{same_site_only, shield_headers};

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use axum::serve::Listener;
use connection::Connection;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use places::Places;
use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;

/// What is sent to who has too many connections; they may have sent nothing yet.
const TOO_MANY: &[u8] = b"HTTP/1.1 429 Too Many Requests\r\nconnection: close\r\n\
    content-type: text/plain\r\ncontent-length: 76\r\n\r\n\
    too many connections from your address; close some, or wait until some end.\n";

/// What is asked of those who come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// How long the head of a request may take, from when the connection is there or the last
    /// request was answered.
    pub patience: Duration,
    /// How many connections one network may have; any number if there is a proxy, from which
    /// all come.
    pub most_of_one_network: Option<usize>,
}

/// Serves until `draining` becomes true, and then until all connections have ended, those that
/// became sockets included. Dropping it ends all that are still asking.
pub async fn serve(
    mut listener: TcpListener,
    router: Router,
    rules: Rules,
    mut draining: watch::Receiver<bool>,
) {
    let places = Places::default();
    let mut connections = JoinSet::new();
    let (all, open) = watch::channel(());
    let service = TowerToHyperService::new(router);
    loop {
        let (stream, address) = tokio::select! {
            accepted = Listener::accept(&mut listener) => accepted,
            _ = draining.wait_for(|&draining| draining) => break,
        };
        while connections.try_join_next().is_some() {}
        let most = rules.most_of_one_network.unwrap_or(usize::MAX);
        let Some(place) = places.take(network(address.ip()), most) else {
            turn_away(&stream);
            continue;
        };
        // A move is one small packet; waiting for more to send with it would be felt.
        let _ = stream.set_nodelay(true);
        let connection = Connection::new(stream, place, open.clone());
        connections.spawn(serve_connection(
            connection,
            address,
            service.clone(),
            rules.patience,
            draining.clone(),
        ));
    }
    drop(listener);
    drop(open);
    all.closed().await;
}

fn turn_away(stream: &TcpStream) {
    metrics::counter!("longjump_turned_away_total").increment(1);
    let _ = stream.try_write(TOO_MANY);
}

async fn serve_connection(
    connection: Connection,
    address: SocketAddr,
    service: TowerToHyperService<Router>,
    patience: Duration,
    mut draining: watch::Receiver<bool>,
) {
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let mut request: Request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(address));
        service.call(request)
    });
    // Nothing but HTTP/1: a builder that finds out which version somebody speaks waits for the
    // first bytes without a limit.
    let serving = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .serve_connection(TokioIo::new(connection), service)
        .with_upgrades();
    let mut serving = pin!(serving);
    tokio::select! {
        _ = serving.as_mut() => return,
        _ = draining.wait_for(|&draining| draining) => serving.as_mut().graceful_shutdown(),
    }
    let _ = serving.await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_to_too_many_is_as_long_as_it_says() {
        let text = std::str::from_utf8(TOO_MANY).expect("text");
        let (head, body) = text.split_once("\r\n\r\n").expect("head and body");
        assert!(head.ends_with(&format!("content-length: {}", body.len())));
    }
}
