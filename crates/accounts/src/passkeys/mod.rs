//! Passkeys: signing in with what a device has and its owner is or knows, and nothing to remember.

mod challenges;
pub(crate) mod own;
pub(crate) mod site;
pub(crate) mod store;
pub(crate) mod ways;
