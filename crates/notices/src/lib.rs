//! What people are told outside of the site: kept in the database from the transaction that makes it
//! due until it is sent, and sent once.

mod letter;
mod mail;
mod outbox;
mod store;

pub use letter::{About, Letter, Written};
pub use mail::{MailError, Mailer, is_address};
pub use outbox::Outbox;
pub use store::{post, tell_of_change};
