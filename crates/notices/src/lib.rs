//! What people are told outside of the site: kept in the database from the transaction that makes it
//! due until it is sent, and sent once.

mod encryption;
mod fate;
mod letter;
mod mail;
mod outbox;
mod push;
mod smtp;
mod store;
mod turns;

pub use letter::{About, Letter, Waiting, Written};
pub use mail::{MailError, Mailer, is_address};
pub use outbox::Outbox;
pub use push::{PushError, Pusher, Target};
pub use store::{note, post};
pub use turns::tell_of_turns;
