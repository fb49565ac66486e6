//! Counters of how often one address, or one name, asks.

use crate::config::Config;
use governor::clock::DefaultClock;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};
use std::net::IpAddr;
use std::num::NonZeroU32;

type Limiter<K> = RateLimiter<K, DashMapStateStore<K>, DefaultClock>;

/// What is counted, by address and by name.
pub(crate) struct Limiters {
    requests: Limiter<IpAddr>,
    sign_ins: Limiter<IpAddr>,
    /// Wrong or right, so many tries a minute for one name from wherever.
    names: Limiter<String>,
}

/// How often one name may be tried in a minute.
const TRIES_A_MINUTE: u32 = 10;

fn a_minute(count: u32) -> Quota {
    Quota::per_minute(NonZeroU32::new(count.max(1)).expect("at least one"))
}

impl Limiters {
    pub(crate) fn new(config: &Config) -> Self {
        Self {
            requests: RateLimiter::keyed(a_minute(config.requests_a_minute)),
            sign_ins: RateLimiter::keyed(a_minute(config.sign_ins_a_minute)),
            names: RateLimiter::keyed(a_minute(TRIES_A_MINUTE)),
        }
    }

    /// Counts a request; false if it is one too many.
    pub(crate) fn allow_request(&self, address: &IpAddr, signs_in: bool) -> bool {
        self.requests.check_key(address).is_ok()
            && (!signs_in || self.sign_ins.check_key(address).is_ok())
    }

    /// Counts a try to sign in under a name; false if it is one too many.
    pub(crate) fn allow_sign_in(&self, name: &str) -> bool {
        let key = name.to_ascii_lowercase();
        self.names.check_key(&key).is_ok()
    }

    /// Forgets addresses that have been quiet.
    pub(crate) fn tidy(&self) {
        if self.requests.len() > 10_000 {
            self.requests.retain_recent();
            self.sign_ins.retain_recent();
            self.names.retain_recent();
        }
    }
}
