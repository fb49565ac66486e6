//! A message of the socket that is read is written so that it is read the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use longjump_wire::socket::{ClientMessage, ServerMessage};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(text: &str) {
    if let Ok(message) = serde_json::from_str::<T>(text) {
        let written = serde_json::to_string(&message).expect("it can be written");
        assert_eq!(serde_json::from_str::<T>(&written).ok(), Some(message));
    }
}

fuzz_target!(|input: &str| {
    check::<ClientMessage>(input);
    check::<ServerMessage>(input);
});
