//! Counting what somebody has at a time.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};

/// What an address counts as: with IPv6 everybody has a whole network to send from.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        address => address,
    }
}

/// How many places each has taken.
pub(crate) struct Places<K: Eq + Hash>(Arc<Mutex<HashMap<K, usize>>>);

/// A place that somebody has, until it is dropped.
pub struct Place<K: Eq + Hash> {
    places: Places<K>,
    key: K,
}

impl<K: Eq + Hash + Clone> Places<K> {
    /// A place for somebody who has fewer than `most`.
    pub(crate) fn take(&self, key: K, most: usize) -> Option<Place<K>> {
        let mut taken = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = taken.get(&key).copied().unwrap_or(0);
        if count >= most {
            return None;
        }
        taken.insert(key.clone(), count + 1);
        let places = Self(Arc::clone(&self.0));
        Some(Place { places, key })
    }

    /// How many have any.
    pub(crate) fn takers(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

impl<K: Eq + Hash> Default for Places<K> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<K: Eq + Hash> Drop for Place<K> {
    fn drop(&mut self) {
        let mut taken = self.places.0.lock().unwrap_or_else(PoisonError::into_inner);
        match taken.get_mut(&self.key) {
            Some(count) if *count > 1 => *count -= 1,
            _ => drop(taken.remove(&self.key)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_free_again_when_it_is_dropped() {
        let places = Places::default();
        let first = places.take("ada", 1);
        assert!(places.take("ada", 1).is_none());
        assert!(places.take("bo", 1).is_some());
        assert_eq!(places.takers(), 1, "who has left is not counted");
        drop(first);
        assert!(places.take("ada", 1).is_some());
    }
}
