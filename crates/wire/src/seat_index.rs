//! Seats are written as their numbers, from 0.

use longjump_rules::{MAX_SEATS, Seat};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands over references"
)]
pub(crate) fn serialize<S: Serializer>(seat: &Seat, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(seat.index() as u64)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Seat, D::Error> {
    let index = usize::deserialize(from)?;
    (index < MAX_SEATS)
        .then(|| Seat::new(index))
        .ok_or_else(|| D::Error::custom(format_args!("{index} is not a seat")))
}
