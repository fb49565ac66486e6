//! Counters of how often one address, or one name, asks, and of what they have open.

use crate::places::{Place, Places};
use governor::clock::DefaultClock;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};
use longjump_wire::room::PlayerId;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

/// Sockets and streams that one person may have open at a time.
const MOST_OF_ONE_PERSON: usize = 50;
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// What requests are counted as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RequestKind {
    /// Nothing in particular.
    Any,
    /// A new socket, player or sign-in.
    SignIn,
    /// A new game.
    NewGame,
}

type Limiter<K> = RateLimiter<K, DashMapStateStore<K>, DefaultClock>;

/// What is counted, by address and by name.
pub struct Limiters {
    requests: Limiter<IpAddr>,
    sign_ins: Limiter<IpAddr>,
    games: Limiter<IpAddr>,
    new_players: Limiter<IpAddr>,
    messages: Limiter<Sender>,
    /// Who has how many sockets and streams.
    places: Places<Sender>,
    most_of_one_network: usize,
}

/// Who is counted as one, over however many sockets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sender {
    /// Somebody.
    Player(PlayerId),
    /// Nobody in particular, from one network.
    Network(IpAddr),
}

impl Sender {
    /// Somebody, or nobody from a network.
    pub fn new(player: Option<PlayerId>, network: IpAddr) -> Self {
        player.map_or(Self::Network(network), Self::Player)
    }
}

fn at_least_one(count: u32) -> NonZeroU32 {
    NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN)
}

fn a_minute(count: u32) -> Quota {
    Quota::per_minute(at_least_one(count))
}

fn a_day(count: u32) -> Quota {
    let count = at_least_one(count);
    let quota = Quota::with_period(DAY / count.get());
    quota.map_or(Quota::per_second(count), |quota| quota.allow_burst(count))
}

/// How much is allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Requests from one network.
    pub requests_a_minute: u32,
    /// New sockets, players and sign-ins from one network.
    pub sign_ins_a_minute: u32,
    /// New games from one network.
    pub games_a_minute: u32,
    /// New players from one network.
    pub new_players_a_day: u32,
    /// Messages of one person, or of all from one network who are not signed in.
    pub messages_a_second: u32,
    /// Sockets and streams of those from one network who are not signed in.
    pub open_for_one_network: usize,
}

impl Limiters {
    /// Nothing was counted so far.
    pub fn new(limits: &Limits) -> Self {
        let messages = Quota::per_second(at_least_one(limits.messages_a_second));
        Self {
            requests: RateLimiter::keyed(a_minute(limits.requests_a_minute)),
            sign_ins: RateLimiter::keyed(a_minute(limits.sign_ins_a_minute)),
            games: RateLimiter::keyed(a_minute(limits.games_a_minute)),
            new_players: RateLimiter::keyed(a_day(limits.new_players_a_day)),
            messages: RateLimiter::keyed(messages),
            places: Places::default(),
            most_of_one_network: limits.open_for_one_network,
        }
    }

    /// Counts a request; false if it is one too many.
    pub fn allow_request(&self, network: &IpAddr, kind: RequestKind) -> bool {
        let also = match kind {
            RequestKind::Any => true,
            RequestKind::SignIn => self.sign_ins.check_key(network).is_ok(),
            RequestKind::NewGame => self.games.check_key(network).is_ok(),
        };
        also && self.requests.check_key(network).is_ok()
    }

    /// Counts a new player; false if it is one too many.
    pub fn allow_player(&self, network: &IpAddr) -> bool {
        self.new_players.check_key(network).is_ok()
    }

    /// A place for another socket or stream of somebody, until it is dropped.
    pub fn place(&self, sender: Sender) -> Option<Place<Sender>> {
        let most = match sender {
            Sender::Player(_) => MOST_OF_ONE_PERSON,
            Sender::Network(_) => self.most_of_one_network,
        };
        self.places.take(sender, most)
    }

    /// How many have sockets or streams, all who are not signed in on one network being one.
    pub fn people(&self) -> usize {
        self.places.takers()
    }

    /// Waits until somebody may send another message.
    pub async fn message(&self, sender: &Sender) {
        self.messages.until_key_ready(sender).await;
    }

    /// Forgets addresses that have been quiet.
    pub fn tidy(&self) {
        if self.requests.len() > 10_000 {
            self.requests.retain_recent();
            self.sign_ins.retain_recent();
            self.games.retain_recent();
        }
        if self.new_players.len() > 10_000 {
            self.new_players.retain_recent();
        }
        if self.messages.len() > 10_000 {
            self.messages.retain_recent();
        }
    }
}
