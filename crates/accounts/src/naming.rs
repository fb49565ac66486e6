//! Which names people may choose: none that is taken, was, or looks as if it were.

use crate::accounts::Accounts;
use crate::error::ApiError;
use crate::names::is_allowed;
use hkdf::Hkdf;
use sha2::Sha256;

impl Accounts {
    /// What is kept of a name that is gone.
    pub(crate) fn name_hash(&self, name: &str) -> Vec<u8> {
        let name = name.to_ascii_lowercase();
        self.keyed_hash(&[b"gone name ", name.as_bytes()], 32)
    }

    /// A hash of so many bytes that nobody can try things against without the secret of the servers.
    pub(crate) fn keyed_hash(&self, parts: &[&[u8]], length: usize) -> Vec<u8> {
        let mut hash = vec![0; length];
        Hkdf::<Sha256>::new(None, self.key.signing())
            .expand_multi_info(parts, &mut hash)
            .expect("short enough");
        hash
    }

    /// Whether somebody may choose a name, as far as those who are there leave it free.
    ///
    /// # Errors
    /// When they may not, with the reason.
    pub async fn may_be_called(&self, name: &str) -> Result<(), ApiError> {
        if !is_allowed(name) {
            let why = "a name has 3 to 20 letters, digits, - and _, begins with a letter, and not with \
                       Guest- or level; nor does it sound as if its owner ran the service";
            return Err(ApiError::Wrong(why.to_owned()));
        }
        let gone = sqlx::query_scalar!(
            r#"SELECT EXISTS (SELECT FROM gone_names WHERE name_hash = $1) AS "gone!""#,
            self.name_hash(name)
        );
        if gone.fetch_one(&self.pool).await? {
            return Err(name_taken());
        }
        // "Ada1" and "AdaI" are one to whoever reads them; a name that is taken is told of otherwise.
        let alike = sqlx::query_scalar!(
            r#"SELECT EXISTS (
                   SELECT FROM players
                   WHERE likeness = likeness_of($1)
                     AND name_key <> lower($1) AND kind <> 'guest'
               ) AS "alike!""#,
            name
        );
        if alike.fetch_one(&self.pool).await? {
            let why = "this name looks too much like that of somebody else";
            return Err(ApiError::Refused("name_alike", why.to_owned()));
        }
        Ok(())
    }
}

/// Why nobody else may have a name.
pub fn name_taken() -> ApiError {
    ApiError::Refused("name_taken", "somebody has this name already".to_owned())
}
