//! Passwords: argon2id, off the threads that serve.

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex, OnceLock};
use tokio::sync::oneshot;

/// The shortest and the longest password.
pub const PASSWORD_LENGTH: std::ops::RangeInclusive<usize> = 8..=200;

/// Why a password was not looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PasswordError {
    /// Too many wait for theirs.
    TooMany,
    /// It could not be done just now.
    Away,
}

/// How many may wait for theirs to be looked at.
const MOST_WAITING: usize = 50;

type Work = Box<dyn FnOnce() + Send>;

/// Threads of their own look at passwords: each takes 19 MiB and a core, so only a few may be
/// looked at at a time.
fn workers() -> &'static SyncSender<Work> {
    static WORKERS: OnceLock<SyncSender<Work>> = OnceLock::new();
    WORKERS.get_or_init(|| {
        let (sender, receiver) = sync_channel::<Work>(MOST_WAITING);
        let receiver = Arc::new(Mutex::new(receiver));
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        for _ in 0..cores {
            let receiver = Arc::clone(&receiver);
            std::thread::spawn(move || {
                let next = || receiver.lock().ok()?.recv().ok();
                while let Some(work) = next() {
                    work();
                }
            });
        }
        sender
    })
}

/// What comes of looking at a password, in turn; refused if too many wait for theirs.
async fn in_turn<T: Send + 'static>(
    look: impl FnOnce() -> T + Send + 'static,
) -> Result<T, PasswordError> {
    let (answer, answered) = oneshot::channel();
    let work = Box::new(move || _ = answer.send(look()));
    workers()
        .try_send(work)
        .map_err(|_| PasswordError::TooMany)?;
    answered.await.map_err(|_| PasswordError::Away)
}

/// What is kept of a password.
///
/// # Errors
/// When too many wait for theirs.
pub async fn hash_password(password: String) -> Result<String, PasswordError> {
    let hashed = in_turn(move || {
        let hash: Result<PasswordHash, _> = Argon2::default().hash_password(password.as_bytes());
        hash.map(|hash| hash.to_string())
    });
    hashed.await?.map_err(|_| PasswordError::Away)
}

/// Whether this is the password. Without an account it takes as long to say no.
///
/// # Errors
/// When too many wait for theirs.
pub async fn verify_password(
    password: String,
    kept: Option<String>,
) -> Result<bool, PasswordError> {
    let checked = in_turn(move || {
        let is_account = kept.is_some();
        let kept = kept.unwrap_or_else(|| dummy_hash().to_owned());
        let Ok(hash) = PasswordHash::new(&kept) else {
            return false;
        };
        let fits = Argon2::default().verify_password(password.as_bytes(), &hash);
        fits.is_ok() && is_account
    });
    checked.await
}

/// The hash of what is too short to be anybody's password.
fn dummy_hash() -> &'static str {
    static HASH: OnceLock<String> = OnceLock::new();
    HASH.get_or_init(|| {
        let hash: Result<PasswordHash, _> = Argon2::default().hash_password(&[]);
        hash.map_or_else(|_| String::new(), |hash| hash.to_string())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_right_password_fits() {
        let kept = hash_password("correct horse".to_owned())
            .await
            .expect("a hash");
        assert!(kept.starts_with("$argon2id$"));
        let fits = async |password: &str, kept: Option<&String>| {
            let checked = verify_password(password.to_owned(), kept.cloned()).await;
            checked.expect("not many are waiting")
        };
        assert!(fits("correct horse", Some(&kept)).await);
        assert!(!fits("wrong horse", Some(&kept)).await);
        assert!(!fits("correct horse", None).await);
    }
}
