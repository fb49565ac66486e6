//! Counters of how often one address, or one name, asks.

use crate::config::Config;
use governor::clock::DefaultClock;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};
use longjump_wire::room::PlayerId;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;

/// What requests are counted as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RequestKind {
    /// Nothing in particular.
    Any,
    /// A new socket, player or sign-in.
    SignIn,
    /// A new game.
    NewGame,
}

type Limiter<K> = RateLimiter<K, DashMapStateStore<K>, DefaultClock>;

/// What is counted, by address and by name.
pub(crate) struct Limiters {
    requests: Limiter<IpAddr>,
    sign_ins: Limiter<IpAddr>,
    games: Limiter<IpAddr>,
    messages: Limiter<Sender>,
}

/// Whose messages are counted together, over however many sockets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Sender {
    /// Somebody.
    Player(PlayerId),
    /// Nobody in particular, from one network.
    Network(IpAddr),
}

/// What an address counts as: with IPv6 everybody has a whole network to send from.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        address => address,
    }
}

fn at_least_one(count: u32) -> NonZeroU32 {
    NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN)
}

fn a_minute(count: u32) -> Quota {
    Quota::per_minute(at_least_one(count))
}

impl Limiters {
    pub(crate) fn new(config: &Config) -> Self {
        Self {
            requests: RateLimiter::keyed(a_minute(config.requests_a_minute)),
            sign_ins: RateLimiter::keyed(a_minute(config.sign_ins_a_minute)),
            games: RateLimiter::keyed(a_minute(config.games_a_minute)),
            messages: RateLimiter::keyed(Quota::per_second(at_least_one(config.messages_a_second))),
        }
    }

    /// Counts a request; false if it is one too many.
    pub(crate) fn allow_request(&self, network: &IpAddr, kind: RequestKind) -> bool {
        let also = match kind {
            RequestKind::Any => true,
            RequestKind::SignIn => self.sign_ins.check_key(network).is_ok(),
            RequestKind::NewGame => self.games.check_key(network).is_ok(),
        };
        also && self.requests.check_key(network).is_ok()
    }

    /// Waits until somebody may send another message.
    pub(crate) async fn message(&self, sender: &Sender) {
        self.messages.until_key_ready(sender).await;
    }

    /// Forgets addresses that have been quiet.
    pub(crate) fn tidy(&self) {
        if self.requests.len() > 10_000 {
            self.requests.retain_recent();
            self.sign_ins.retain_recent();
            self.games.retain_recent();
        }
        if self.messages.len() > 10_000 {
            self.messages.retain_recent();
        }
    }
}
