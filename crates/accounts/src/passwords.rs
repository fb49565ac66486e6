//! Passwords: which ones may be chosen, whether one is right, and another in its place.

use crate::accounts::Accounts;
use crate::error::ApiError;
use crate::keys::forget_keys;
use crate::names::TokenHash;
use crate::place::Place;
use crate::players::Player;
use crate::sessions::end_others;
use longjump_door::{PASSWORD_LENGTH, verify_password};
use longjump_notices::note;
use longjump_wire::account::AccountChange;
use longjump_wire::room::PlayerId;
use sqlx::{Error, PgConnection};
use std::sync::Arc;

/// How often one name may be tried in a minute, right or wrong, from wherever.
const TRIES_A_MINUTE: i32 = 10;

/// What is tried first at this site, beside somebody's name.
const OUR_WORDS: [&str; 2] = ["longjump", "chinesecheckers"];

/// Whether a password is a name or one of our words with little around it.
fn is_as_named(name: &str, password: &str) -> bool {
    let bare = |text: &str| -> String {
        let letters = text.chars().filter(|letter| letter.is_alphabetic());
        letters.flat_map(char::to_lowercase).collect()
    };
    let password = bare(password);
    password == bare(name) || OUR_WORDS.contains(&&*password)
}

/// A change of the password.
pub(crate) struct NewPassword<'a> {
    pub(crate) player: PlayerId,
    /// What is kept of it.
    pub(crate) hash: &'a str,
    /// The session that goes on.
    pub(crate) kept: Option<TokenHash>,
    pub(crate) what: AccountChange,
    pub(crate) browser: Option<&'a str>,
}

impl NewPassword<'_> {
    /// Puts it in place and returns the sessions that have ended with the old one.
    pub(crate) async fn put(&self, work: &mut PgConnection) -> Result<Vec<TokenHash>, Error> {
        sqlx::query!(
            "UPDATE players SET password = $2 WHERE id = $1",
            self.player.0,
            self.hash
        )
        .execute(&mut *work)
        .await?;
        forget_keys(work, self.player).await?;
        note(work, self.player, self.what, self.browser).await?;
        end_others(work, self.player, self.kept).await
    }
}

impl Accounts {
    /// Whether somebody of this name may choose a password.
    pub(crate) async fn check_password(&self, name: &str, password: &str) -> Result<(), ApiError> {
        if !PASSWORD_LENGTH.contains(&password.chars().count()) {
            let why = "a password has 8 to 200 characters";
            return Err(ApiError::Wrong(why.to_owned()));
        }
        if is_as_named(name, password) {
            return Err(ApiError::LeakedPassword);
        }
        let (leaked, password) = (Arc::clone(&self.leaked), password.to_owned());
        let is_leaked = tokio::task::spawn_blocking(move || leaked.has(&password)).await;
        match is_leaked {
            Ok(Ok(false)) => Ok(()),
            Ok(Ok(true)) => Err(ApiError::LeakedPassword),
            Ok(Err(error)) => {
                tracing::error!(%error, "the file of leaked passwords");
                Err(ApiError::Away)
            }
            Err(_) => Err(ApiError::Away),
        }
    }

    /// Whether another password or code may be tried for a name, whoever has it.
    pub(crate) async fn may_try(&self, name: &str, place: &Place) -> Result<(), ApiError> {
        // No account has such a name, and Postgres no such character.
        if name.len() > 20 || name.contains('\0') {
            return Err(ApiError::NoSuchLogin);
        }
        if self.tries_to_sign_in(name, place).await? > TRIES_A_MINUTE {
            return Err(ApiError::TOO_OFTEN);
        }
        Ok(())
    }

    /// Whoever has this name and this password, with what is kept of it. It takes as long and says
    /// the same whether there is such an account or not.
    pub(crate) async fn with_password(
        &self,
        name: &str,
        password: String,
        place: &Place,
    ) -> Result<(Player, String), ApiError> {
        self.may_try(name, place).await?;
        if !PASSWORD_LENGTH.contains(&password.chars().count()) {
            return Err(ApiError::NoSuchLogin);
        }
        let account = self.account(name).await?;
        let (player, kept) = account.unzip();
        if !verify_password(password, kept.clone()).await? {
            return Err(ApiError::NoSuchLogin);
        }
        player.zip(kept).ok_or(ApiError::NoSuchLogin)
    }

    /// Whether an account has a password, or passkeys alone.
    pub(crate) async fn has_password(&self, player: PlayerId) -> Result<bool, Error> {
        let has = sqlx::query_scalar!(
            r#"SELECT password IS NOT NULL AS "has!" FROM players WHERE id = $1"#,
            player.0
        );
        has.fetch_one(&self.pool).await
    }

    /// Puts another password in place, which ends all sessions but one.
    pub(crate) async fn set_password(&self, new: &NewPassword<'_>) -> Result<(), Error> {
        let mut work = self.pool.begin().await?;
        let ended = new.put(&mut work).await?;
        work.commit().await?;
        self.close_all(&ended);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_no_password() {
        for easy in [
            "ada_lovelace",
            "AdaLovelace1815",
            "!longjump!",
            "Chinese Checkers",
        ] {
            assert!(is_as_named("Ada-Lovelace", easy), "{easy}");
        }
        assert!(!is_as_named("Ada-Lovelace", "ada loves lace"));
        assert!(!is_as_named("Ada-Lovelace", "271828182845"));
    }
}
