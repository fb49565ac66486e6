//! Passwords: argon2id, off the threads that serve.

use super::error::ApiError;
use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use std::sync::OnceLock;

/// The shortest and the longest password.
pub(crate) const LENGTH: std::ops::RangeInclusive<usize> = 8..=200;

/// What is kept of a password.
pub(crate) async fn hash(password: String) -> Result<String, ApiError> {
    let hashed = tokio::task::spawn_blocking(move || {
        let hash: Result<PasswordHash, _> = Argon2::default().hash_password(password.as_bytes());
        hash.map(|hash| hash.to_string())
    });
    hashed.await.ok().and_then(Result::ok).ok_or(ApiError::Away)
}

/// Whether this is the password. Without an account it takes as long to say no.
pub(crate) async fn verify(password: String, kept: Option<String>) -> bool {
    let checked = tokio::task::spawn_blocking(move || {
        let is_account = kept.is_some();
        let kept = kept.unwrap_or_else(|| dummy_hash().to_owned());
        let Ok(hash) = PasswordHash::new(&kept) else {
            return false;
        };
        let fits = Argon2::default().verify_password(password.as_bytes(), &hash);
        fits.is_ok() && is_account
    });
    checked.await.unwrap_or(false)
}

/// The hash of a password that nobody has.
fn dummy_hash() -> &'static str {
    static HASH: OnceLock<String> = OnceLock::new();
    HASH.get_or_init(|| {
        let hash: Result<PasswordHash, _> =
            Argon2::default().hash_password(crate::names::token().as_bytes());
        hash.map_or_else(|_| String::new(), |hash| hash.to_string())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_right_password_fits() {
        let kept = hash("correct horse".to_owned()).await.expect("a hash");
        assert!(kept.starts_with("$argon2id$"));
        assert!(verify("correct horse".to_owned(), Some(kept.clone())).await);
        assert!(!verify("wrong horse".to_owned(), Some(kept)).await);
        assert!(!verify("correct horse".to_owned(), None).await);
    }
}
